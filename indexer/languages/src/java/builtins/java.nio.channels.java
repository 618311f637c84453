package java.nio.channels;

import java.io.Closeable;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

interface Channel extends Closeable {
  boolean isOpen();
}
class Channels {
  static ReadableByteChannel newChannel(InputStream a);
  static WritableByteChannel newChannel(OutputStream a);
  static InputStream newInputStream(AsynchronousByteChannel a);
  static InputStream newInputStream(ReadableByteChannel a);
  static OutputStream newOutputStream(AsynchronousByteChannel a);
  static OutputStream newOutputStream(WritableByteChannel a);
  static Reader newReader(ReadableByteChannel a,Charset b);
  static Reader newReader(ReadableByteChannel a,CharsetDecoder b,int c);
  static Reader newReader(ReadableByteChannel a,String b);
  static Writer newWriter(WritableByteChannel a,Charset b);
  static Writer newWriter(WritableByteChannel a,CharsetEncoder b,int c);
  static Writer newWriter(WritableByteChannel a,String b);
}
abstract class FileChannel {
  abstract void force(boolean a);
  FileLock lock();
  abstract FileLock lock(long a,long b,boolean c);
  abstract MappedByteBuffer map(FileChannel.MapMode a,long b,long c);
  static FileChannel open(Path a,OpenOption... b);
  static FileChannel open(Path a,Set<? extends OpenOption> b,FileAttribute<?>... c);
  abstract FileChannel position(long a);
  abstract long position();
  abstract int read(ByteBuffer a,long b);
  abstract long read(ByteBuffer[] a,int b,int c);
  long read(ByteBuffer[] a);
  abstract long size();
  abstract long transferFrom(ReadableByteChannel a,long b,long c);
  abstract long transferTo(long a,long b,WritableByteChannel c);
  abstract FileChannel truncate(long a);
  FileLock tryLock();
  abstract FileLock tryLock(long a,long b,boolean c);
  abstract int write(ByteBuffer a,long b);
  abstract long write(ByteBuffer[] a,int b,int c);
  long write(ByteBuffer[] a);
  static class MapMode {
    static FileChannel.MapMode PRIVATE,READ_ONLY,READ_WRITE;
  }
}
interface ReadableByteChannel extends Channel {
  int read(ByteBuffer a);
}
interface WritableByteChannel extends Channel {
  int write(ByteBuffer a);
}
