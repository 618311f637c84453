package java.security;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Date;
import java.util.Enumeration;
import java.util.Random;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;

class AccessController {
  static void checkPermission(Permission a);
  static <T> T doPrivileged(PrivilegedAction<T> a);
  static <T> T doPrivileged(PrivilegedAction<T> a,AccessControlContext b);
  static <T> T doPrivileged(PrivilegedAction<T> a,AccessControlContext b,Permission... c);
  static <T> T doPrivileged(PrivilegedExceptionAction<T> a);
  static <T> T doPrivileged(PrivilegedExceptionAction<T> a,AccessControlContext b);
  static <T> T doPrivileged(PrivilegedExceptionAction<T> a,AccessControlContext b,Permission... c);
  static <T> T doPrivilegedWithCombiner(PrivilegedAction<T> a);
  static <T> T doPrivilegedWithCombiner(PrivilegedAction<T> a,AccessControlContext b,Permission... c);
  static <T> T doPrivilegedWithCombiner(PrivilegedExceptionAction<T> a);
  static <T> T doPrivilegedWithCombiner(PrivilegedExceptionAction<T> a,AccessControlContext b,Permission... c);
  static AccessControlContext getContext();
}
class GeneralSecurityException extends Exception {
  GeneralSecurityException() {}
  GeneralSecurityException(String a) {}
  GeneralSecurityException(String a,Throwable b) {}
  GeneralSecurityException(Throwable a) {}
}
interface Key extends Serializable {
  String getAlgorithm();
  byte[] getEncoded();
  String getFormat();
}
class KeyStore {
  KeyStore(KeyStoreSpi a,Provider b,String c) {}
  Enumeration<String> aliases();
  boolean containsAlias(String a);
  void deleteEntry(String a);
  boolean entryInstanceOf(String a,Class<? extends KeyStore.Entry> b);
  Certificate getCertificate(String a);
  String getCertificateAlias(Certificate a);
  Certificate[] getCertificateChain(String a);
  Date getCreationDate(String a);
  static String getDefaultType();
  KeyStore.Entry getEntry(String a,KeyStore.ProtectionParameter b);
  static KeyStore getInstance(File a,KeyStore.LoadStoreParameter b);
  static KeyStore getInstance(File a,char[] b);
  static KeyStore getInstance(String a);
  static KeyStore getInstance(String a,Provider b);
  static KeyStore getInstance(String a,String b);
  Key getKey(String a,char[] b);
  Provider getProvider();
  String getType();
  boolean isCertificateEntry(String a);
  boolean isKeyEntry(String a);
  void load(InputStream a,char[] b);
  void load(KeyStore.LoadStoreParameter a);
  void setCertificateEntry(String a,Certificate b);
  void setEntry(String a,KeyStore.Entry b,KeyStore.ProtectionParameter c);
  void setKeyEntry(String a,Key b,char[] c,Certificate[] d);
  void setKeyEntry(String a,byte[] b,Certificate[] c);
  int size();
  void store(KeyStore.LoadStoreParameter a);
  void store(OutputStream a,char[] b);
  static abstract class Builder {
    abstract KeyStore getKeyStore();
    abstract KeyStore.ProtectionParameter getProtectionParameter(String a);
    static KeyStore.Builder newInstance(File a,KeyStore.ProtectionParameter b);
    static KeyStore.Builder newInstance(KeyStore a,KeyStore.ProtectionParameter b);
    static KeyStore.Builder newInstance(String a,Provider b,File c,KeyStore.ProtectionParameter d);
    static KeyStore.Builder newInstance(String a,Provider b,KeyStore.ProtectionParameter c);
  }
  static class CallbackHandlerProtection implements KeyStore.ProtectionParameter {
    CallbackHandlerProtection(CallbackHandler a) {}
    CallbackHandler getCallbackHandler();
  }
  interface Entry {
    default Set<KeyStore.Entry.Attribute> getAttributes();
    interface Attribute {
      String getName();
      String getValue();
    }
  }
  interface LoadStoreParameter {
    KeyStore.ProtectionParameter getProtectionParameter();
  }
  static class PasswordProtection implements KeyStore.ProtectionParameter {
    PasswordProtection(char[] a) {}
    PasswordProtection(char[] a,String b,AlgorithmParameterSpec c) {}
    void destroy();
    char[] getPassword();
    String getProtectionAlgorithm();
    AlgorithmParameterSpec getProtectionParameters();
    boolean isDestroyed();
  }
  static class PrivateKeyEntry implements KeyStore.Entry {
    PrivateKeyEntry(PrivateKey a,Certificate[] b) {}
    PrivateKeyEntry(PrivateKey a,Certificate[] b,Set<KeyStore.Entry.Attribute> c) {}
    Certificate getCertificate();
    Certificate[] getCertificateChain();
    PrivateKey getPrivateKey();
  }
  interface ProtectionParameter {
  }
  static class SecretKeyEntry implements KeyStore.Entry {
    SecretKeyEntry(SecretKey a) {}
    SecretKeyEntry(SecretKey a,Set<KeyStore.Entry.Attribute> b) {}
    SecretKey getSecretKey();
  }
  static class TrustedCertificateEntry implements KeyStore.Entry {
    TrustedCertificateEntry(Certificate a) {}
    TrustedCertificateEntry(Certificate a,Set<KeyStore.Entry.Attribute> b) {}
    Certificate getTrustedCertificate();
  }
}
abstract class MessageDigest {
  MessageDigest(String a) {}
  byte[] digest();
  byte[] digest(byte[] a);
  int digest(byte[] a,int b,int c);
  String getAlgorithm();
  int getDigestLength();
  static MessageDigest getInstance(String a);
  static MessageDigest getInstance(String a,Provider b);
  static MessageDigest getInstance(String a,String b);
  Provider getProvider();
  static boolean isEqual(byte[] a,byte[] b);
  void reset();
  void update(ByteBuffer a);
  void update(byte a);
  void update(byte[] a);
  void update(byte[] a,int b,int c);
}
class NoSuchAlgorithmException extends GeneralSecurityException {
  NoSuchAlgorithmException() {}
  NoSuchAlgorithmException(String a) {}
  NoSuchAlgorithmException(String a,Throwable b) {}
  NoSuchAlgorithmException(Throwable a) {}
}
abstract class Permission implements Serializable {
  Permission(String a) {}
  void checkGuard(Object a);
  abstract String getActions();
  String getName();
  abstract boolean implies(Permission a);
  PermissionCollection newPermissionCollection();
}
interface Principal {
  String getName();
  default boolean implies(Subject a);
}
interface PrivateKey extends Key {
}
interface PrivilegedAction<T> {
  T run();
}
interface PrivilegedExceptionAction<T> {
  T run();
}
interface PublicKey extends Key {
}
class SecureRandom extends Random {
  SecureRandom() {}
  SecureRandom(SecureRandomSpi a,Provider b) {}
  SecureRandom(byte[] a) {}
  byte[] generateSeed(int a);
  String getAlgorithm();
  static SecureRandom getInstance(String a);
  static SecureRandom getInstance(String a,Provider b);
  static SecureRandom getInstance(String a,SecureRandomParameters b);
  static SecureRandom getInstance(String a,SecureRandomParameters b,Provider c);
  static SecureRandom getInstance(String a,SecureRandomParameters b,String c);
  static SecureRandom getInstance(String a,String b);
  static SecureRandom getInstanceStrong();
  SecureRandomParameters getParameters();
  Provider getProvider();
  static byte[] getSeed(int a);
  void nextBytes(byte[] a,SecureRandomParameters b);
  void reseed();
  void reseed(SecureRandomParameters a);
  void setSeed(byte[] a);
}
