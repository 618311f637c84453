package java.util.zip;

import java.io.Closeable;
import java.io.File;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.util.Enumeration;
import java.util.stream.Stream;

class CRC32 implements Checksum {
}
interface Checksum {
  long getValue();
  void reset();
  default void update(ByteBuffer a);
  default void update(byte[] a);
  void update(byte[] a,int b,int c);
  void update(int a);
}
class GZIPInputStream extends FilterInputStream {
  CRC32 crc;
  boolean eos;
  static int GZIP_MAGIC;
  GZIPInputStream(InputStream a) {}
  GZIPInputStream(InputStream a,int b) {}
}
class GZIPOutputStream extends FilterOutputStream {
  CRC32 crc;
  GZIPOutputStream(OutputStream a) {}
  GZIPOutputStream(OutputStream a,boolean b) {}
  GZIPOutputStream(OutputStream a,int b) {}
  GZIPOutputStream(OutputStream a,int b,boolean c) {}
  void finish();
}
class ZipEntry implements Cloneable {
  static int DEFLATED,STORED;
  ZipEntry(String a) {}
  ZipEntry(ZipEntry a) {}
  String getComment();
  long getCompressedSize();
  long getCrc();
  FileTime getCreationTime();
  byte[] getExtra();
  FileTime getLastAccessTime();
  FileTime getLastModifiedTime();
  int getMethod();
  String getName();
  long getSize();
  long getTime();
  LocalDateTime getTimeLocal();
  boolean isDirectory();
  void setComment(String a);
  void setCompressedSize(long a);
  void setCrc(long a);
  ZipEntry setCreationTime(FileTime a);
  void setExtra(byte[] a);
  ZipEntry setLastAccessTime(FileTime a);
  ZipEntry setLastModifiedTime(FileTime a);
  void setMethod(int a);
  void setSize(long a);
  void setTime(long a);
  void setTimeLocal(LocalDateTime a);
}
class ZipFile implements Closeable {
  static int OPEN_DELETE,OPEN_READ;
  ZipFile(File a) {}
  ZipFile(File a,Charset b) {}
  ZipFile(File a,int b) {}
  ZipFile(File a,int b,Charset c) {}
  ZipFile(String a) {}
  ZipFile(String a,Charset b) {}
  Enumeration<? extends ZipEntry> entries();
  String getComment();
  ZipEntry getEntry(String a);
  InputStream getInputStream(ZipEntry a);
  String getName();
  int size();
  Stream<? extends ZipEntry> stream();
}
class ZipInputStream extends FilterInputStream {
  ZipInputStream(InputStream a) {}
  ZipInputStream(InputStream a,Charset b) {}
  void closeEntry();
  ZipEntry createZipEntry(String a);
  ZipEntry getNextEntry();
}
class ZipOutputStream extends FilterOutputStream {
  static int DEFLATED,STORED;
  ZipOutputStream(OutputStream a) {}
  ZipOutputStream(OutputStream a,Charset b) {}
  void closeEntry();
  void finish();
  void putNextEntry(ZipEntry a);
  void setComment(String a);
  void setLevel(int a);
  void setMethod(int a);
}
