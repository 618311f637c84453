package java.io;

import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

class BufferedInputStream extends FilterInputStream {
  byte[] buf;
  int count,marklimit,markpos,pos;
  BufferedInputStream(InputStream a) {}
  BufferedInputStream(InputStream a,int b) {}
}
class BufferedOutputStream extends FilterOutputStream {
  byte[] buf;
  int count;
  BufferedOutputStream(OutputStream a) {}
  BufferedOutputStream(OutputStream a,int b) {}
}
class BufferedReader extends Reader {
  BufferedReader(Reader a) {}
  BufferedReader(Reader a,int b) {}
  Stream<String> lines();
  String readLine();
}
class BufferedWriter extends Writer {
  BufferedWriter(Writer a) {}
  BufferedWriter(Writer a,int b) {}
  void newLine();
}
class ByteArrayInputStream extends InputStream {
  byte[] buf;
  int count,mark,pos;
  ByteArrayInputStream(byte[] a) {}
  ByteArrayInputStream(byte[] a,int b,int c) {}
}
class ByteArrayOutputStream extends OutputStream {
  byte[] buf;
  int count;
  ByteArrayOutputStream() {}
  ByteArrayOutputStream(int a) {}
  void reset();
  int size();
  byte[] toByteArray();
  String toString(Charset a);
  String toString(String a);
  String toString(int a);
  void writeBytes(byte[] a);
  void writeTo(OutputStream a);
}
class CharArrayReader extends Reader {
  char[] buf;
  int count,markedPos,pos;
  CharArrayReader(char[] a) {}
  CharArrayReader(char[] a,int b,int c) {}
}
class CharArrayWriter extends Writer {
  char[] buf;
  int count;
  CharArrayWriter() {}
  CharArrayWriter(int a) {}
  CharArrayWriter append(CharSequence a);
  CharArrayWriter append(CharSequence a,int b,int c);
  CharArrayWriter append(char a);
  void reset();
  int size();
  char[] toCharArray();
  void writeTo(Writer a);
}
interface Closeable extends AutoCloseable {
}
interface DataInput {
  boolean readBoolean();
  byte readByte();
  char readChar();
  double readDouble();
  float readFloat();
  void readFully(byte[] a);
  void readFully(byte[] a,int b,int c);
  int readInt();
  String readLine();
  long readLong();
  short readShort();
  String readUTF();
  int readUnsignedByte();
  int readUnsignedShort();
  int skipBytes(int a);
}
class DataInputStream extends FilterInputStream implements DataInput {
  DataInputStream(InputStream a) {}
  static String readUTF(DataInput a);
}
interface DataOutput {
  void write(byte[] a);
  void write(byte[] a,int b,int c);
  void write(int a);
  void writeBoolean(boolean a);
  void writeByte(int a);
  void writeBytes(String a);
  void writeChar(int a);
  void writeChars(String a);
  void writeDouble(double a);
  void writeFloat(float a);
  void writeInt(int a);
  void writeLong(long a);
  void writeShort(int a);
  void writeUTF(String a);
}
class DataOutputStream extends FilterOutputStream implements DataOutput {
  int written;
  DataOutputStream(OutputStream a) {}
  int size();
}
class EOFException extends IOException {
  EOFException() {}
  EOFException(String a) {}
}
interface Externalizable extends Serializable {
  void readExternal(ObjectInput a);
  void writeExternal(ObjectOutput a);
}
class File implements Serializable, Comparable<File> {
  static String pathSeparator,separator;
  static char pathSeparatorChar,separatorChar;
  File(File a,String b) {}
  File(String a) {}
  File(String a,String b) {}
  File(URI a) {}
  boolean canExecute();
  boolean canRead();
  boolean canWrite();
  boolean createNewFile();
  static File createTempFile(String a,String b);
  static File createTempFile(String a,String b,File c);
  boolean delete();
  void deleteOnExit();
  boolean exists();
  File getAbsoluteFile();
  String getAbsolutePath();
  File getCanonicalFile();
  String getCanonicalPath();
  long getFreeSpace();
  String getName();
  String getParent();
  File getParentFile();
  String getPath();
  long getTotalSpace();
  long getUsableSpace();
  boolean isAbsolute();
  boolean isDirectory();
  boolean isFile();
  boolean isHidden();
  long lastModified();
  long length();
  String[] list();
  String[] list(FilenameFilter a);
  File[] listFiles();
  File[] listFiles(FileFilter a);
  File[] listFiles(FilenameFilter a);
  static File[] listRoots();
  boolean mkdir();
  boolean mkdirs();
  boolean renameTo(File a);
  boolean setExecutable(boolean a);
  boolean setExecutable(boolean a,boolean b);
  boolean setLastModified(long a);
  boolean setReadOnly();
  boolean setReadable(boolean a);
  boolean setReadable(boolean a,boolean b);
  boolean setWritable(boolean a);
  boolean setWritable(boolean a,boolean b);
  Path toPath();
  URI toURI();
  URL toURL();
}
interface FileFilter {
  boolean accept(File a);
}
class FileInputStream extends InputStream {
  FileInputStream(File a) {}
  FileInputStream(FileDescriptor a) {}
  FileInputStream(String a) {}
  FileChannel getChannel();
  FileDescriptor getFD();
}
class FileNotFoundException extends IOException {
  FileNotFoundException() {}
  FileNotFoundException(String a) {}
}
class FileOutputStream extends OutputStream {
  FileOutputStream(File a) {}
  FileOutputStream(File a,boolean b) {}
  FileOutputStream(FileDescriptor a) {}
  FileOutputStream(String a) {}
  FileOutputStream(String a,boolean b) {}
  FileChannel getChannel();
  FileDescriptor getFD();
}
class FileReader extends InputStreamReader {
  FileReader(File a) {}
  FileReader(File a,Charset b) {}
  FileReader(FileDescriptor a) {}
  FileReader(String a) {}
  FileReader(String a,Charset b) {}
}
class FileWriter extends OutputStreamWriter {
  FileWriter(File a) {}
  FileWriter(File a,Charset b) {}
  FileWriter(File a,Charset b,boolean c) {}
  FileWriter(File a,boolean b) {}
  FileWriter(FileDescriptor a) {}
  FileWriter(String a) {}
  FileWriter(String a,Charset b) {}
  FileWriter(String a,Charset b,boolean c) {}
  FileWriter(String a,boolean b) {}
}
interface FilenameFilter {
  boolean accept(File a,String b);
}
class FilterInputStream extends InputStream {
  InputStream in;
  FilterInputStream(InputStream a) {}
}
class FilterOutputStream extends OutputStream {
  OutputStream out;
  FilterOutputStream(OutputStream a) {}
}
abstract class FilterReader extends Reader {
  Reader in;
  FilterReader(Reader a) {}
}
abstract class FilterWriter extends Writer {
  Writer out;
  FilterWriter(Writer a) {}
}
interface Flushable {
  void flush();
}
class IOException extends Exception {
  IOException() {}
  IOException(String a) {}
  IOException(String a,Throwable b) {}
  IOException(Throwable a) {}
}
abstract class InputStream implements Closeable {
  int available();
  void mark(int a);
  boolean markSupported();
  static InputStream nullInputStream();
  abstract int read();
  int read(byte[] a);
  int read(byte[] a,int b,int c);
  byte[] readAllBytes();
  byte[] readNBytes(int a);
  int readNBytes(byte[] a,int b,int c);
  void reset();
  long skip(long a);
  void skipNBytes(long a);
  long transferTo(OutputStream a);
}
class InputStreamReader extends Reader {
  InputStreamReader(InputStream a) {}
  InputStreamReader(InputStream a,Charset b) {}
  InputStreamReader(InputStream a,CharsetDecoder b) {}
  InputStreamReader(InputStream a,String b) {}
  String getEncoding();
}
class InterruptedIOException extends IOException {
  int bytesTransferred;
  InterruptedIOException() {}
  InterruptedIOException(String a) {}
}
class InvalidObjectException extends ObjectStreamException {
  InvalidObjectException(String a) {}
}
class LineNumberReader extends BufferedReader {
  LineNumberReader(Reader a) {}
  LineNumberReader(Reader a,int b) {}
  int getLineNumber();
  void setLineNumber(int a);
}
class NotSerializableException extends ObjectStreamException {
  NotSerializableException() {}
  NotSerializableException(String a) {}
}
interface ObjectInput extends DataInput, AutoCloseable {
  int available();
  int read();
  int read(byte[] a);
  int read(byte[] a,int b,int c);
  Object readObject();
  long skip(long a);
}
class ObjectInputStream extends InputStream implements ObjectInput {
  ObjectInputStream() {}
  ObjectInputStream(InputStream a) {}
  void defaultReadObject();
  boolean enableResolveObject(boolean a);
  ObjectInputFilter getObjectInputFilter();
  ObjectStreamClass readClassDescriptor();
  ObjectInputStream.GetField readFields();
  Object readObjectOverride();
  void readStreamHeader();
  Object readUnshared();
  void registerValidation(ObjectInputValidation a,int b);
  Class<?> resolveClass(ObjectStreamClass a);
  Object resolveObject(Object a);
  Class<?> resolveProxyClass(String[] a);
  void setObjectInputFilter(ObjectInputFilter a);
  static abstract class GetField {
    abstract boolean defaulted(String a);
    abstract Object get(String a,Object b);
    abstract boolean get(String a,boolean b);
    abstract byte get(String a,byte b);
    abstract char get(String a,char b);
    abstract double get(String a,double b);
    abstract float get(String a,float b);
    abstract int get(String a,int b);
    abstract long get(String a,long b);
    abstract short get(String a,short b);
    abstract ObjectStreamClass getObjectStreamClass();
  }
}
interface ObjectOutput extends DataOutput, AutoCloseable {
  void flush();
  void writeObject(Object a);
}
class ObjectOutputStream extends OutputStream implements ObjectOutput {
  ObjectOutputStream() {}
  ObjectOutputStream(OutputStream a) {}
  void annotateClass(Class<?> a);
  void annotateProxyClass(Class<?> a);
  void defaultWriteObject();
  void drain();
  boolean enableReplaceObject(boolean a);
  ObjectOutputStream.PutField putFields();
  Object replaceObject(Object a);
  void reset();
  void useProtocolVersion(int a);
  void writeClassDescriptor(ObjectStreamClass a);
  void writeFields();
  void writeObjectOverride(Object a);
  void writeStreamHeader();
  void writeUnshared(Object a);
  static abstract class PutField {
    abstract void put(String a,Object b);
    abstract void put(String a,boolean b);
    abstract void put(String a,byte b);
    abstract void put(String a,char b);
    abstract void put(String a,double b);
    abstract void put(String a,float b);
    abstract void put(String a,int b);
    abstract void put(String a,long b);
    abstract void put(String a,short b);
    abstract void write(ObjectOutput a);
  }
}
class ObjectStreamClass implements Serializable {
  static ObjectStreamField[] NO_FIELDS;
  Class<?> forClass();
  ObjectStreamField getField(String a);
  ObjectStreamField[] getFields();
  String getName();
  long getSerialVersionUID();
  static ObjectStreamClass lookup(Class<?> a);
  static ObjectStreamClass lookupAny(Class<?> a);
}
abstract class ObjectStreamException extends IOException {
  ObjectStreamException() {}
  ObjectStreamException(String a) {}
}
abstract class OutputStream implements Closeable, Flushable {
  static OutputStream nullOutputStream();
  abstract void write(int a);
  void write(byte[] a);
  void write(byte[] a,int b,int c);
}
class OutputStreamWriter extends Writer {
  OutputStreamWriter(OutputStream a) {}
  OutputStreamWriter(OutputStream a,Charset b) {}
  OutputStreamWriter(OutputStream a,CharsetEncoder b) {}
  OutputStreamWriter(OutputStream a,String b) {}
  String getEncoding();
}
class PrintStream extends FilterOutputStream implements Appendable, Closeable {
  PrintStream(File a) {}
  PrintStream(File a,Charset b) {}
  PrintStream(File a,String b) {}
  PrintStream(OutputStream a) {}
  PrintStream(OutputStream a,boolean b) {}
  PrintStream(OutputStream a,boolean b,Charset c) {}
  PrintStream(OutputStream a,boolean b,String c) {}
  PrintStream(String a) {}
  PrintStream(String a,Charset b) {}
  PrintStream(String a,String b) {}
  PrintStream append(CharSequence a);
  PrintStream append(CharSequence a,int b,int c);
  PrintStream append(char a);
  boolean checkError();
  void clearError();
  PrintStream format(Locale a,String b,Object... c);
  PrintStream format(String a,Object... b);
  void print(Object a);
  void print(String a);
  void print(boolean a);
  void print(char a);
  void print(char[] a);
  void print(double a);
  void print(float a);
  void print(int a);
  void print(long a);
  PrintStream printf(Locale a,String b,Object... c);
  PrintStream printf(String a,Object... b);
  void println();
  void println(Object a);
  void println(String a);
  void println(boolean a);
  void println(char a);
  void println(char[] a);
  void println(double a);
  void println(float a);
  void println(int a);
  void println(long a);
  void setError();
  void writeBytes(byte[] a);
}
class PrintWriter extends Writer {
  Writer out;
  PrintWriter(File a) {}
  PrintWriter(File a,Charset b) {}
  PrintWriter(File a,String b) {}
  PrintWriter(OutputStream a) {}
  PrintWriter(OutputStream a,boolean b) {}
  PrintWriter(OutputStream a,boolean b,Charset c) {}
  PrintWriter(String a) {}
  PrintWriter(String a,Charset b) {}
  PrintWriter(String a,String b) {}
  PrintWriter(Writer a) {}
  PrintWriter(Writer a,boolean b) {}
  PrintWriter append(CharSequence a);
  PrintWriter append(CharSequence a,int b,int c);
  PrintWriter append(char a);
  boolean checkError();
  void clearError();
  PrintWriter format(Locale a,String b,Object... c);
  PrintWriter format(String a,Object... b);
  void print(Object a);
  void print(String a);
  void print(boolean a);
  void print(char a);
  void print(char[] a);
  void print(double a);
  void print(float a);
  void print(int a);
  void print(long a);
  PrintWriter printf(Locale a,String b,Object... c);
  PrintWriter printf(String a,Object... b);
  void println();
  void println(Object a);
  void println(String a);
  void println(boolean a);
  void println(char a);
  void println(char[] a);
  void println(double a);
  void println(float a);
  void println(int a);
  void println(long a);
  void setError();
}
class PushbackInputStream extends FilterInputStream {
  byte[] buf;
  int pos;
  PushbackInputStream(InputStream a) {}
  PushbackInputStream(InputStream a,int b) {}
  void unread(byte[] a);
  void unread(byte[] a,int b,int c);
  void unread(int a);
}
class PushbackReader extends FilterReader {
  PushbackReader(Reader a) {}
  PushbackReader(Reader a,int b) {}
  void unread(char[] a);
  void unread(char[] a,int b,int c);
  void unread(int a);
}
class RandomAccessFile implements DataOutput, DataInput, Closeable {
  RandomAccessFile(File a,String b) {}
  RandomAccessFile(String a,String b) {}
  FileChannel getChannel();
  FileDescriptor getFD();
  long getFilePointer();
  long length();
  int read();
  int read(byte[] a);
  int read(byte[] a,int b,int c);
  void seek(long a);
  void setLength(long a);
}
abstract class Reader implements Readable, Closeable {
  Object lock;
  Reader() {}
  Reader(Object a) {}
  void mark(int a);
  boolean markSupported();
  static Reader nullReader();
  abstract int read(char[] a,int b,int c);
  int read();
  int read(char[] a);
  boolean ready();
  void reset();
  long skip(long a);
  long transferTo(Writer a);
}
interface Serializable {
}
class StringReader extends Reader {
  StringReader(String a) {}
}
class StringWriter extends Writer {
  StringWriter() {}
  StringWriter(int a) {}
  StringWriter append(CharSequence a);
  StringWriter append(CharSequence a,int b,int c);
  StringWriter append(char a);
  StringBuffer getBuffer();
}
class UncheckedIOException extends RuntimeException {
  UncheckedIOException(IOException a) {}
  UncheckedIOException(String a,IOException b) {}
  IOException getCause();
}
class UnsupportedEncodingException extends IOException {
  UnsupportedEncodingException() {}
  UnsupportedEncodingException(String a) {}
}
abstract class Writer implements Appendable, Closeable, Flushable {
  Object lock;
  Writer() {}
  Writer(Object a) {}
  Writer append(CharSequence a);
  Writer append(CharSequence a,int b,int c);
  Writer append(char a);
  static Writer nullWriter();
  abstract void write(char[] a,int b,int c);
  void write(String a);
  void write(String a,int b,int c);
  void write(char[] a);
  void write(int a);
}
