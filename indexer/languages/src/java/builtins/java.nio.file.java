package java.nio.file;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

interface CopyOption {
}
interface DirectoryStream<T> extends Closeable, Iterable<T> {
  interface Filter<T> {
    boolean accept(T a);
  }
}
class FileAlreadyExistsException extends FileSystemException {
  FileAlreadyExistsException(String a) {}
  FileAlreadyExistsException(String a,String b,String c) {}
}
abstract class FileSystem implements Closeable {
  abstract Iterable<FileStore> getFileStores();
  abstract Path getPath(String a,String... b);
  abstract PathMatcher getPathMatcher(String a);
  abstract Iterable<Path> getRootDirectories();
  abstract String getSeparator();
  abstract UserPrincipalLookupService getUserPrincipalLookupService();
  abstract boolean isOpen();
  abstract boolean isReadOnly();
  abstract WatchService newWatchService();
  abstract FileSystemProvider provider();
  abstract Set<String> supportedFileAttributeViews();
}
class FileSystemException extends IOException {
  FileSystemException(String a) {}
  FileSystemException(String a,String b,String c) {}
  String getFile();
  String getOtherFile();
  String getReason();
}
class FileSystems {
  static FileSystem getDefault();
  static FileSystem getFileSystem(URI a);
  static FileSystem newFileSystem(Path a);
  static FileSystem newFileSystem(Path a,ClassLoader b);
  static FileSystem newFileSystem(Path a,Map<String,?> b);
  static FileSystem newFileSystem(Path a,Map<String,?> b,ClassLoader c);
  static FileSystem newFileSystem(URI a,Map<String,?> b);
  static FileSystem newFileSystem(URI a,Map<String,?> b,ClassLoader c);
}
enum FileVisitResult {
  CONTINUE,TERMINATE,SKIP_SUBTREE,SKIP_SIBLINGS;
}
interface FileVisitor<T> {
  FileVisitResult postVisitDirectory(T a,IOException b);
  FileVisitResult preVisitDirectory(T a,BasicFileAttributes b);
  FileVisitResult visitFile(T a,BasicFileAttributes b);
  FileVisitResult visitFileFailed(T a,IOException b);
}
class Files {
  static Path copy(Path a,Path b,CopyOption... c);
  static long copy(InputStream a,Path b,CopyOption... c);
  static long copy(Path a,OutputStream b);
  static Path createDirectories(Path a,FileAttribute<?>... b);
  static Path createDirectory(Path a,FileAttribute<?>... b);
  static Path createFile(Path a,FileAttribute<?>... b);
  static Path createLink(Path a,Path b);
  static Path createSymbolicLink(Path a,Path b,FileAttribute<?>... c);
  static Path createTempDirectory(Path a,String b,FileAttribute<?>... c);
  static Path createTempDirectory(String a,FileAttribute<?>... b);
  static Path createTempFile(Path a,String b,String c,FileAttribute<?>... d);
  static Path createTempFile(String a,String b,FileAttribute<?>... c);
  static void delete(Path a);
  static boolean deleteIfExists(Path a);
  static boolean exists(Path a,LinkOption... b);
  static Stream<Path> find(Path a,int b,BiPredicate<Path,BasicFileAttributes> c,FileVisitOption... d);
  static Object getAttribute(Path a,String b,LinkOption... c);
  static <V extends FileAttributeView> V getFileAttributeView(Path a,Class<V> b,LinkOption... c);
  static FileStore getFileStore(Path a);
  static FileTime getLastModifiedTime(Path a,LinkOption... b);
  static UserPrincipal getOwner(Path a,LinkOption... b);
  static Set<PosixFilePermission> getPosixFilePermissions(Path a,LinkOption... b);
  static boolean isDirectory(Path a,LinkOption... b);
  static boolean isExecutable(Path a);
  static boolean isHidden(Path a);
  static boolean isReadable(Path a);
  static boolean isRegularFile(Path a,LinkOption... b);
  static boolean isSameFile(Path a,Path b);
  static boolean isSymbolicLink(Path a);
  static boolean isWritable(Path a);
  static Stream<String> lines(Path a);
  static Stream<String> lines(Path a,Charset b);
  static Stream<Path> list(Path a);
  static long mismatch(Path a,Path b);
  static Path move(Path a,Path b,CopyOption... c);
  static BufferedReader newBufferedReader(Path a);
  static BufferedReader newBufferedReader(Path a,Charset b);
  static BufferedWriter newBufferedWriter(Path a,Charset b,OpenOption... c);
  static BufferedWriter newBufferedWriter(Path a,OpenOption... b);
  static SeekableByteChannel newByteChannel(Path a,OpenOption... b);
  static SeekableByteChannel newByteChannel(Path a,Set<? extends OpenOption> b,FileAttribute<?>... c);
  static DirectoryStream<Path> newDirectoryStream(Path a);
  static DirectoryStream<Path> newDirectoryStream(Path a,DirectoryStream.Filter<? super Path> b);
  static DirectoryStream<Path> newDirectoryStream(Path a,String b);
  static InputStream newInputStream(Path a,OpenOption... b);
  static OutputStream newOutputStream(Path a,OpenOption... b);
  static boolean notExists(Path a,LinkOption... b);
  static String probeContentType(Path a);
  static byte[] readAllBytes(Path a);
  static List<String> readAllLines(Path a);
  static List<String> readAllLines(Path a,Charset b);
  static <A extends BasicFileAttributes> A readAttributes(Path a,Class<A> b,LinkOption... c);
  static Map<String,Object> readAttributes(Path a,String b,LinkOption... c);
  static String readString(Path a);
  static String readString(Path a,Charset b);
  static Path readSymbolicLink(Path a);
  static Path setAttribute(Path a,String b,Object c,LinkOption... d);
  static Path setLastModifiedTime(Path a,FileTime b);
  static Path setOwner(Path a,UserPrincipal b);
  static Path setPosixFilePermissions(Path a,Set<PosixFilePermission> b);
  static long size(Path a);
  static Stream<Path> walk(Path a,FileVisitOption... b);
  static Stream<Path> walk(Path a,int b,FileVisitOption... c);
  static Path walkFileTree(Path a,FileVisitor<? super Path> b);
  static Path walkFileTree(Path a,Set<FileVisitOption> b,int c,FileVisitor<? super Path> d);
  static Path write(Path a,Iterable<? extends CharSequence> b,Charset c,OpenOption... d);
  static Path write(Path a,Iterable<? extends CharSequence> b,OpenOption... c);
  static Path write(Path a,byte[] b,OpenOption... c);
  static Path writeString(Path a,CharSequence b,Charset c,OpenOption... d);
  static Path writeString(Path a,CharSequence b,OpenOption... c);
}
class InvalidPathException extends IllegalArgumentException {
  InvalidPathException(String a,String b) {}
  InvalidPathException(String a,String b,int c) {}
  int getIndex();
  String getInput();
  String getReason();
}
enum LinkOption implements OpenOption, CopyOption {
  NOFOLLOW_LINKS;
}
class NoSuchFileException extends FileSystemException {
  NoSuchFileException(String a) {}
  NoSuchFileException(String a,String b,String c) {}
}
interface OpenOption {
}
interface Path extends Comparable<Path>, Iterable<Path> {
  boolean endsWith(Path a);
  default boolean endsWith(String a);
  Path getFileName();
  FileSystem getFileSystem();
  Path getName(int a);
  int getNameCount();
  Path getParent();
  Path getRoot();
  boolean isAbsolute();
  default Iterator<Path> iterator();
  Path normalize();
  static Path of(String a,String... b);
  static Path of(URI a);
  WatchKey register(WatchService a,WatchEvent.Kind<?>[] b,WatchEvent.Modifier... c);
  default WatchKey register(WatchService a,WatchEvent.Kind<?>... b);
  Path relativize(Path a);
  Path resolve(Path a);
  default Path resolve(String a);
  default Path resolveSibling(Path a);
  default Path resolveSibling(String a);
  boolean startsWith(Path a);
  default boolean startsWith(String a);
  Path subpath(int a,int b);
  Path toAbsolutePath();
  default File toFile();
  Path toRealPath(LinkOption... a);
  URI toUri();
}
interface PathMatcher {
  boolean matches(Path a);
}
class Paths {
  static Path get(String a,String... b);
  static Path get(URI a);
}
class SimpleFileVisitor<T> implements FileVisitor<T> {
}
enum StandardCopyOption implements CopyOption {
  REPLACE_EXISTING,COPY_ATTRIBUTES,ATOMIC_MOVE;
}
enum StandardOpenOption implements OpenOption {
  READ,WRITE,APPEND,TRUNCATE_EXISTING,CREATE,CREATE_NEW,DELETE_ON_CLOSE,SPARSE,SYNC,DSYNC;
}
interface WatchEvent<T> {
  T context();
  int count();
  WatchEvent.Kind<T> kind();
  interface Kind<T> {
    String name();
    Class<T> type();
  }
  interface Modifier {
    String name();
  }
}
interface WatchKey {
  void cancel();
  boolean isValid();
  List<WatchEvent<?>> pollEvents();
  boolean reset();
  Watchable watchable();
}
interface WatchService extends Closeable {
  WatchKey poll();
  WatchKey poll(long a,TimeUnit b);
  WatchKey take();
}
