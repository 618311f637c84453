package java.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.security.CodeSource;
import java.security.Permission;
import java.security.PermissionCollection;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

abstract class HttpURLConnection extends URLConnection {
  String method,responseMessage;
  boolean instanceFollowRedirects;
  int chunkLength,fixedContentLength,responseCode;
  long fixedContentLengthLong;
  static int HTTP_ACCEPTED,HTTP_BAD_GATEWAY,HTTP_BAD_METHOD,HTTP_BAD_REQUEST,HTTP_CLIENT_TIMEOUT,HTTP_CONFLICT,HTTP_CREATED,HTTP_ENTITY_TOO_LARGE,HTTP_FORBIDDEN,HTTP_GATEWAY_TIMEOUT,HTTP_GONE,HTTP_INTERNAL_ERROR,HTTP_LENGTH_REQUIRED,HTTP_MOVED_PERM,HTTP_MOVED_TEMP,HTTP_MULT_CHOICE,HTTP_NOT_ACCEPTABLE,HTTP_NOT_AUTHORITATIVE,HTTP_NOT_FOUND,HTTP_NOT_IMPLEMENTED,HTTP_NOT_MODIFIED,HTTP_NO_CONTENT,HTTP_OK,HTTP_PARTIAL,HTTP_PAYMENT_REQUIRED,HTTP_PRECON_FAILED,HTTP_PROXY_AUTH,HTTP_REQ_TOO_LONG,HTTP_RESET,HTTP_SEE_OTHER,HTTP_SERVER_ERROR,HTTP_UNAUTHORIZED,HTTP_UNAVAILABLE,HTTP_UNSUPPORTED_TYPE,HTTP_USE_PROXY,HTTP_VERSION;
  HttpURLConnection(URL a) {}
  abstract void disconnect();
  InputStream getErrorStream();
  static boolean getFollowRedirects();
  boolean getInstanceFollowRedirects();
  String getRequestMethod();
  int getResponseCode();
  String getResponseMessage();
  void setAuthenticator(Authenticator a);
  void setChunkedStreamingMode(int a);
  void setFixedLengthStreamingMode(int a);
  void setFixedLengthStreamingMode(long a);
  static void setFollowRedirects(boolean a);
  void setInstanceFollowRedirects(boolean a);
  void setRequestMethod(String a);
  abstract boolean usingProxy();
}
class InetAddress implements Serializable {
  byte[] getAddress();
  static InetAddress[] getAllByName(String a);
  static InetAddress getByAddress(String a,byte[] b);
  static InetAddress getByAddress(byte[] a);
  static InetAddress getByName(String a);
  String getCanonicalHostName();
  String getHostAddress();
  String getHostName();
  static InetAddress getLocalHost();
  static InetAddress getLoopbackAddress();
  boolean isAnyLocalAddress();
  boolean isLinkLocalAddress();
  boolean isLoopbackAddress();
  boolean isMCGlobal();
  boolean isMCLinkLocal();
  boolean isMCNodeLocal();
  boolean isMCOrgLocal();
  boolean isMCSiteLocal();
  boolean isMulticastAddress();
  boolean isReachable(NetworkInterface a,int b,int c);
  boolean isReachable(int a);
  boolean isSiteLocalAddress();
}
class InetSocketAddress extends SocketAddress {
  InetSocketAddress(InetAddress a,int b) {}
  InetSocketAddress(String a,int b) {}
  InetSocketAddress(int a) {}
  static InetSocketAddress createUnresolved(String a,int b);
  InetAddress getAddress();
  String getHostName();
  String getHostString();
  int getPort();
  boolean isUnresolved();
}
abstract class JarURLConnection extends URLConnection {
  URLConnection jarFileURLConnection;
  JarURLConnection(URL a) {}
  Attributes getAttributes();
  Certificate[] getCertificates();
  String getEntryName();
  JarEntry getJarEntry();
  abstract JarFile getJarFile();
  URL getJarFileURL();
  Attributes getMainAttributes();
  Manifest getManifest();
}
class MalformedURLException extends IOException {
  MalformedURLException() {}
  MalformedURLException(String a) {}
}
class Proxy {
  static Proxy NO_PROXY;
  Proxy(Proxy.Type a,SocketAddress b) {}
  SocketAddress address();
  Proxy.Type type();
  enum Type {
    DIRECT,HTTP,SOCKS;
  }
}
class ServerSocket implements Closeable {
  ServerSocket() {}
  ServerSocket(SocketImpl a) {}
  ServerSocket(int a) {}
  ServerSocket(int a,int b) {}
  ServerSocket(int a,int b,InetAddress c) {}
  Socket accept();
  void bind(SocketAddress a);
  void bind(SocketAddress a,int b);
  ServerSocketChannel getChannel();
  InetAddress getInetAddress();
  int getLocalPort();
  SocketAddress getLocalSocketAddress();
  <T> T getOption(SocketOption<T> a);
  int getReceiveBufferSize();
  boolean getReuseAddress();
  int getSoTimeout();
  void implAccept(Socket a);
  boolean isBound();
  boolean isClosed();
  <T> ServerSocket setOption(SocketOption<T> a,T b);
  void setPerformancePreferences(int a,int b,int c);
  void setReceiveBufferSize(int a);
  void setReuseAddress(boolean a);
  void setSoTimeout(int a);
  static void setSocketFactory(SocketImplFactory a);
  Set<SocketOption<?>> supportedOptions();
}
class Socket implements Closeable {
  Socket() {}
  Socket(InetAddress a,int b) {}
  Socket(InetAddress a,int b,InetAddress c,int d) {}
  Socket(InetAddress a,int b,boolean c) {}
  Socket(Proxy a) {}
  Socket(SocketImpl a) {}
  Socket(String a,int b) {}
  Socket(String a,int b,InetAddress c,int d) {}
  Socket(String a,int b,boolean c) {}
  void bind(SocketAddress a);
  void connect(SocketAddress a);
  void connect(SocketAddress a,int b);
  SocketChannel getChannel();
  InetAddress getInetAddress();
  InputStream getInputStream();
  boolean getKeepAlive();
  InetAddress getLocalAddress();
  int getLocalPort();
  SocketAddress getLocalSocketAddress();
  boolean getOOBInline();
  <T> T getOption(SocketOption<T> a);
  OutputStream getOutputStream();
  int getPort();
  int getReceiveBufferSize();
  SocketAddress getRemoteSocketAddress();
  boolean getReuseAddress();
  int getSendBufferSize();
  int getSoLinger();
  int getSoTimeout();
  boolean getTcpNoDelay();
  int getTrafficClass();
  boolean isBound();
  boolean isClosed();
  boolean isConnected();
  boolean isInputShutdown();
  boolean isOutputShutdown();
  void sendUrgentData(int a);
  void setKeepAlive(boolean a);
  void setOOBInline(boolean a);
  <T> Socket setOption(SocketOption<T> a,T b);
  void setPerformancePreferences(int a,int b,int c);
  void setReceiveBufferSize(int a);
  void setReuseAddress(boolean a);
  void setSendBufferSize(int a);
  void setSoLinger(boolean a,int b);
  void setSoTimeout(int a);
  static void setSocketImplFactory(SocketImplFactory a);
  void setTcpNoDelay(boolean a);
  void setTrafficClass(int a);
  void shutdownInput();
  void shutdownOutput();
  Set<SocketOption<?>> supportedOptions();
}
abstract class SocketAddress implements Serializable {
}
class URI implements Comparable<URI>, Serializable {
  URI(String a) {}
  URI(String a,String b,String c) {}
  URI(String a,String b,String c,String d) {}
  URI(String a,String b,String c,String d,String e) {}
  URI(String a,String b,String c,int d,String e,String f,String g) {}
  static URI create(String a);
  String getAuthority();
  String getFragment();
  String getHost();
  String getPath();
  int getPort();
  String getQuery();
  String getRawAuthority();
  String getRawFragment();
  String getRawPath();
  String getRawQuery();
  String getRawSchemeSpecificPart();
  String getRawUserInfo();
  String getScheme();
  String getSchemeSpecificPart();
  String getUserInfo();
  boolean isAbsolute();
  boolean isOpaque();
  URI normalize();
  URI parseServerAuthority();
  URI relativize(URI a);
  URI resolve(String a);
  URI resolve(URI a);
  String toASCIIString();
  URL toURL();
}
class URISyntaxException extends Exception {
  URISyntaxException(String a,String b) {}
  URISyntaxException(String a,String b,int c) {}
  int getIndex();
  String getInput();
  String getReason();
}
class URL implements Serializable {
  URL(String a) {}
  URL(String a,String b,String c) {}
  URL(String a,String b,int c,String d) {}
  URL(String a,String b,int c,String d,URLStreamHandler e) {}
  URL(URL a,String b) {}
  URL(URL a,String b,URLStreamHandler c) {}
  String getAuthority();
  Object getContent();
  Object getContent(Class<?>[] a);
  int getDefaultPort();
  String getFile();
  String getHost();
  String getPath();
  int getPort();
  String getProtocol();
  String getQuery();
  String getRef();
  String getUserInfo();
  URLConnection openConnection();
  URLConnection openConnection(Proxy a);
  InputStream openStream();
  boolean sameFile(URL a);
  static void setURLStreamHandlerFactory(URLStreamHandlerFactory a);
  String toExternalForm();
  URI toURI();
}
class URLClassLoader extends ClassLoader implements Closeable {
  URLClassLoader(String a,URL[] b,ClassLoader c) {}
  URLClassLoader(String a,URL[] b,ClassLoader c,URLStreamHandlerFactory d) {}
  URLClassLoader(URL[] a) {}
  URLClassLoader(URL[] a,ClassLoader b) {}
  URLClassLoader(URL[] a,ClassLoader b,URLStreamHandlerFactory c) {}
  void addURL(URL a);
  Package definePackage(String a,Manifest b,URL c);
  PermissionCollection getPermissions(CodeSource a);
  URL[] getURLs();
  static URLClassLoader newInstance(URL[] a);
  static URLClassLoader newInstance(URL[] a,ClassLoader b);
}
abstract class URLConnection {
  URL url;
  boolean allowUserInteraction,connected,doInput,doOutput,useCaches;
  long ifModifiedSince;
  URLConnection(URL a) {}
  void addRequestProperty(String a,String b);
  abstract void connect();
  boolean getAllowUserInteraction();
  int getConnectTimeout();
  Object getContent();
  Object getContent(Class<?>[] a);
  String getContentEncoding();
  int getContentLength();
  long getContentLengthLong();
  String getContentType();
  long getDate();
  static boolean getDefaultAllowUserInteraction();
  static String getDefaultRequestProperty(String a);
  boolean getDefaultUseCaches();
  static boolean getDefaultUseCaches(String a);
  boolean getDoInput();
  boolean getDoOutput();
  long getExpiration();
  static FileNameMap getFileNameMap();
  String getHeaderField(String a);
  String getHeaderField(int a);
  long getHeaderFieldDate(String a,long b);
  int getHeaderFieldInt(String a,int b);
  String getHeaderFieldKey(int a);
  long getHeaderFieldLong(String a,long b);
  Map<String,List<String>> getHeaderFields();
  long getIfModifiedSince();
  InputStream getInputStream();
  long getLastModified();
  OutputStream getOutputStream();
  Permission getPermission();
  int getReadTimeout();
  Map<String,List<String>> getRequestProperties();
  String getRequestProperty(String a);
  URL getURL();
  boolean getUseCaches();
  static String guessContentTypeFromName(String a);
  static String guessContentTypeFromStream(InputStream a);
  void setAllowUserInteraction(boolean a);
  void setConnectTimeout(int a);
  static void setContentHandlerFactory(ContentHandlerFactory a);
  static void setDefaultAllowUserInteraction(boolean a);
  static void setDefaultRequestProperty(String a,String b);
  static void setDefaultUseCaches(String a,boolean b);
  void setDefaultUseCaches(boolean a);
  void setDoInput(boolean a);
  void setDoOutput(boolean a);
  static void setFileNameMap(FileNameMap a);
  void setIfModifiedSince(long a);
  void setReadTimeout(int a);
  void setRequestProperty(String a,String b);
  void setUseCaches(boolean a);
}
class URLDecoder {
  static String decode(String a);
  static String decode(String a,Charset b);
  static String decode(String a,String b);
}
class URLEncoder {
  static String encode(String a);
  static String encode(String a,Charset b);
  static String encode(String a,String b);
}
