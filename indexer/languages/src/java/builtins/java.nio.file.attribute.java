package java.nio.file.attribute;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

interface BasicFileAttributes {
  FileTime creationTime();
  Object fileKey();
  boolean isDirectory();
  boolean isOther();
  boolean isRegularFile();
  boolean isSymbolicLink();
  FileTime lastAccessTime();
  FileTime lastModifiedTime();
  long size();
}
interface FileAttribute<T> {
  String name();
  T value();
}
class FileTime implements Comparable<FileTime> {
  static FileTime from(Instant a);
  static FileTime from(long a,TimeUnit b);
  static FileTime fromMillis(long a);
  long to(TimeUnit a);
  Instant toInstant();
  long toMillis();
}
