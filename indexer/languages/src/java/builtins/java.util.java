package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Serializable;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

abstract class AbstractCollection<E> implements Collection<E> {
}
abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  int modCount;
  void removeRange(int a,int b);
}
abstract class AbstractMap<K,V> implements Map<K,V> {
  static class SimpleEntry<K,V> implements Map.Entry<K,V>, Serializable {
    SimpleEntry(K a,V b) {}
    SimpleEntry(Map.Entry<? extends K,? extends V> a) {}
  }
  static class SimpleImmutableEntry<K,V> implements Map.Entry<K,V>, Serializable {
    SimpleImmutableEntry(K a,V b) {}
    SimpleImmutableEntry(Map.Entry<? extends K,? extends V> a) {}
  }
}
abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
}
abstract class AbstractSequentialList<E> extends AbstractList<E> {
}
abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
}
class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, Serializable {
  ArrayDeque() {}
  ArrayDeque(Collection<? extends E> a) {}
  ArrayDeque(int a) {}
  ArrayDeque<E> clone();
}
class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
  ArrayList() {}
  ArrayList(Collection<? extends E> a) {}
  ArrayList(int a) {}
  void ensureCapacity(int a);
  void trimToSize();
}
class Arrays {
  static <T> List<T> asList(T... a);
  static <T> int binarySearch(T[] a,T b,Comparator<? super T> c);
  static <T> int binarySearch(T[] a,int b,int c,T d,Comparator<? super T> e);
  static int binarySearch(Object[] a,Object b);
  static int binarySearch(Object[] a,int b,int c,Object d);
  static int binarySearch(byte[] a,byte b);
  static int binarySearch(byte[] a,int b,int c,byte d);
  static int binarySearch(char[] a,char b);
  static int binarySearch(char[] a,int b,int c,char d);
  static int binarySearch(double[] a,double b);
  static int binarySearch(double[] a,int b,int c,double d);
  static int binarySearch(float[] a,float b);
  static int binarySearch(float[] a,int b,int c,float d);
  static int binarySearch(int[] a,int b);
  static int binarySearch(int[] a,int b,int c,int d);
  static int binarySearch(long[] a,int b,int c,long d);
  static int binarySearch(long[] a,long b);
  static int binarySearch(short[] a,int b,int c,short d);
  static int binarySearch(short[] a,short b);
  static <T extends Comparable<? super T>> int compare(T[] a,T[] b);
  static <T extends Comparable<? super T>> int compare(T[] a,int b,int c,T[] d,int e,int f);
  static <T> int compare(T[] a,T[] b,Comparator<? super T> c);
  static <T> int compare(T[] a,int b,int c,T[] d,int e,int f,Comparator<? super T> g);
  static int compare(boolean[] a,boolean[] b);
  static int compare(boolean[] a,int b,int c,boolean[] d,int e,int f);
  static int compare(byte[] a,byte[] b);
  static int compare(byte[] a,int b,int c,byte[] d,int e,int f);
  static int compare(char[] a,char[] b);
  static int compare(char[] a,int b,int c,char[] d,int e,int f);
  static int compare(double[] a,double[] b);
  static int compare(double[] a,int b,int c,double[] d,int e,int f);
  static int compare(float[] a,float[] b);
  static int compare(float[] a,int b,int c,float[] d,int e,int f);
  static int compare(int[] a,int b,int c,int[] d,int e,int f);
  static int compare(int[] a,int[] b);
  static int compare(long[] a,int b,int c,long[] d,int e,int f);
  static int compare(long[] a,long[] b);
  static int compare(short[] a,int b,int c,short[] d,int e,int f);
  static int compare(short[] a,short[] b);
  static int compareUnsigned(byte[] a,byte[] b);
  static int compareUnsigned(byte[] a,int b,int c,byte[] d,int e,int f);
  static int compareUnsigned(int[] a,int b,int c,int[] d,int e,int f);
  static int compareUnsigned(int[] a,int[] b);
  static int compareUnsigned(long[] a,int b,int c,long[] d,int e,int f);
  static int compareUnsigned(long[] a,long[] b);
  static int compareUnsigned(short[] a,int b,int c,short[] d,int e,int f);
  static int compareUnsigned(short[] a,short[] b);
  static <T,U> T[] copyOf(U[] a,int b,Class<? extends T[]> c);
  static <T> T[] copyOf(T[] a,int b);
  static boolean[] copyOf(boolean[] a,int b);
  static byte[] copyOf(byte[] a,int b);
  static char[] copyOf(char[] a,int b);
  static double[] copyOf(double[] a,int b);
  static float[] copyOf(float[] a,int b);
  static int[] copyOf(int[] a,int b);
  static long[] copyOf(long[] a,int b);
  static short[] copyOf(short[] a,int b);
  static <T,U> T[] copyOfRange(U[] a,int b,int c,Class<? extends T[]> d);
  static <T> T[] copyOfRange(T[] a,int b,int c);
  static boolean[] copyOfRange(boolean[] a,int b,int c);
  static byte[] copyOfRange(byte[] a,int b,int c);
  static char[] copyOfRange(char[] a,int b,int c);
  static double[] copyOfRange(double[] a,int b,int c);
  static float[] copyOfRange(float[] a,int b,int c);
  static int[] copyOfRange(int[] a,int b,int c);
  static long[] copyOfRange(long[] a,int b,int c);
  static short[] copyOfRange(short[] a,int b,int c);
  static boolean deepEquals(Object[] a,Object[] b);
  static int deepHashCode(Object[] a);
  static String deepToString(Object[] a);
  static <T> boolean equals(T[] a,T[] b,Comparator<? super T> c);
  static <T> boolean equals(T[] a,int b,int c,T[] d,int e,int f,Comparator<? super T> g);
  static boolean equals(Object[] a,Object[] b);
  static boolean equals(Object[] a,int b,int c,Object[] d,int e,int f);
  static boolean equals(boolean[] a,boolean[] b);
  static boolean equals(boolean[] a,int b,int c,boolean[] d,int e,int f);
  static boolean equals(byte[] a,byte[] b);
  static boolean equals(byte[] a,int b,int c,byte[] d,int e,int f);
  static boolean equals(char[] a,char[] b);
  static boolean equals(char[] a,int b,int c,char[] d,int e,int f);
  static boolean equals(double[] a,double[] b);
  static boolean equals(double[] a,int b,int c,double[] d,int e,int f);
  static boolean equals(float[] a,float[] b);
  static boolean equals(float[] a,int b,int c,float[] d,int e,int f);
  static boolean equals(int[] a,int b,int c,int[] d,int e,int f);
  static boolean equals(int[] a,int[] b);
  static boolean equals(long[] a,int b,int c,long[] d,int e,int f);
  static boolean equals(long[] a,long[] b);
  static boolean equals(short[] a,int b,int c,short[] d,int e,int f);
  static boolean equals(short[] a,short[] b);
  static void fill(Object[] a,Object b);
  static void fill(Object[] a,int b,int c,Object d);
  static void fill(boolean[] a,boolean b);
  static void fill(boolean[] a,int b,int c,boolean d);
  static void fill(byte[] a,byte b);
  static void fill(byte[] a,int b,int c,byte d);
  static void fill(char[] a,char b);
  static void fill(char[] a,int b,int c,char d);
  static void fill(double[] a,double b);
  static void fill(double[] a,int b,int c,double d);
  static void fill(float[] a,float b);
  static void fill(float[] a,int b,int c,float d);
  static void fill(int[] a,int b);
  static void fill(int[] a,int b,int c,int d);
  static void fill(long[] a,int b,int c,long d);
  static void fill(long[] a,long b);
  static void fill(short[] a,int b,int c,short d);
  static void fill(short[] a,short b);
  static int hashCode(Object[] a);
  static int hashCode(boolean[] a);
  static int hashCode(byte[] a);
  static int hashCode(char[] a);
  static int hashCode(double[] a);
  static int hashCode(float[] a);
  static int hashCode(int[] a);
  static int hashCode(long[] a);
  static int hashCode(short[] a);
  static <T> int mismatch(T[] a,T[] b,Comparator<? super T> c);
  static <T> int mismatch(T[] a,int b,int c,T[] d,int e,int f,Comparator<? super T> g);
  static int mismatch(Object[] a,Object[] b);
  static int mismatch(Object[] a,int b,int c,Object[] d,int e,int f);
  static int mismatch(boolean[] a,boolean[] b);
  static int mismatch(boolean[] a,int b,int c,boolean[] d,int e,int f);
  static int mismatch(byte[] a,byte[] b);
  static int mismatch(byte[] a,int b,int c,byte[] d,int e,int f);
  static int mismatch(char[] a,char[] b);
  static int mismatch(char[] a,int b,int c,char[] d,int e,int f);
  static int mismatch(double[] a,double[] b);
  static int mismatch(double[] a,int b,int c,double[] d,int e,int f);
  static int mismatch(float[] a,float[] b);
  static int mismatch(float[] a,int b,int c,float[] d,int e,int f);
  static int mismatch(int[] a,int b,int c,int[] d,int e,int f);
  static int mismatch(int[] a,int[] b);
  static int mismatch(long[] a,int b,int c,long[] d,int e,int f);
  static int mismatch(long[] a,long[] b);
  static int mismatch(short[] a,int b,int c,short[] d,int e,int f);
  static int mismatch(short[] a,short[] b);
  static <T> void parallelPrefix(T[] a,BinaryOperator<T> b);
  static <T> void parallelPrefix(T[] a,int b,int c,BinaryOperator<T> d);
  static void parallelPrefix(double[] a,DoubleBinaryOperator b);
  static void parallelPrefix(double[] a,int b,int c,DoubleBinaryOperator d);
  static void parallelPrefix(int[] a,IntBinaryOperator b);
  static void parallelPrefix(int[] a,int b,int c,IntBinaryOperator d);
  static void parallelPrefix(long[] a,LongBinaryOperator b);
  static void parallelPrefix(long[] a,int b,int c,LongBinaryOperator d);
  static <T> void parallelSetAll(T[] a,IntFunction<? extends T> b);
  static void parallelSetAll(double[] a,IntToDoubleFunction b);
  static void parallelSetAll(int[] a,IntUnaryOperator b);
  static void parallelSetAll(long[] a,IntToLongFunction b);
  static <T extends Comparable<? super T>> void parallelSort(T[] a);
  static <T extends Comparable<? super T>> void parallelSort(T[] a,int b,int c);
  static <T> void parallelSort(T[] a,Comparator<? super T> b);
  static <T> void parallelSort(T[] a,int b,int c,Comparator<? super T> d);
  static void parallelSort(byte[] a);
  static void parallelSort(byte[] a,int b,int c);
  static void parallelSort(char[] a);
  static void parallelSort(char[] a,int b,int c);
  static void parallelSort(double[] a);
  static void parallelSort(double[] a,int b,int c);
  static void parallelSort(float[] a);
  static void parallelSort(float[] a,int b,int c);
  static void parallelSort(int[] a);
  static void parallelSort(int[] a,int b,int c);
  static void parallelSort(long[] a);
  static void parallelSort(long[] a,int b,int c);
  static void parallelSort(short[] a);
  static void parallelSort(short[] a,int b,int c);
  static <T> void setAll(T[] a,IntFunction<? extends T> b);
  static void setAll(double[] a,IntToDoubleFunction b);
  static void setAll(int[] a,IntUnaryOperator b);
  static void setAll(long[] a,IntToLongFunction b);
  static <T> void sort(T[] a,Comparator<? super T> b);
  static <T> void sort(T[] a,int b,int c,Comparator<? super T> d);
  static void sort(Object[] a);
  static void sort(Object[] a,int b,int c);
  static void sort(byte[] a);
  static void sort(byte[] a,int b,int c);
  static void sort(char[] a);
  static void sort(char[] a,int b,int c);
  static void sort(double[] a);
  static void sort(double[] a,int b,int c);
  static void sort(float[] a);
  static void sort(float[] a,int b,int c);
  static void sort(int[] a);
  static void sort(int[] a,int b,int c);
  static void sort(long[] a);
  static void sort(long[] a,int b,int c);
  static void sort(short[] a);
  static void sort(short[] a,int b,int c);
  static <T> Spliterator<T> spliterator(T[] a);
  static <T> Spliterator<T> spliterator(T[] a,int b,int c);
  static Spliterator.OfDouble spliterator(double[] a);
  static Spliterator.OfDouble spliterator(double[] a,int b,int c);
  static Spliterator.OfInt spliterator(int[] a);
  static Spliterator.OfInt spliterator(int[] a,int b,int c);
  static Spliterator.OfLong spliterator(long[] a);
  static Spliterator.OfLong spliterator(long[] a,int b,int c);
  static <T> Stream<T> stream(T[] a);
  static <T> Stream<T> stream(T[] a,int b,int c);
  static DoubleStream stream(double[] a);
  static DoubleStream stream(double[] a,int b,int c);
  static IntStream stream(int[] a);
  static IntStream stream(int[] a,int b,int c);
  static LongStream stream(long[] a);
  static LongStream stream(long[] a,int b,int c);
  static String toString(Object[] a);
  static String toString(boolean[] a);
  static String toString(byte[] a);
  static String toString(char[] a);
  static String toString(double[] a);
  static String toString(float[] a);
  static String toString(int[] a);
  static String toString(long[] a);
  static String toString(short[] a);
}
class Base64 {
  static Base64.Decoder getDecoder();
  static Base64.Encoder getEncoder();
  static Base64.Decoder getMimeDecoder();
  static Base64.Encoder getMimeEncoder();
  static Base64.Encoder getMimeEncoder(int a,byte[] b);
  static Base64.Decoder getUrlDecoder();
  static Base64.Encoder getUrlEncoder();
  static class Decoder {
    ByteBuffer decode(ByteBuffer a);
    byte[] decode(String a);
    byte[] decode(byte[] a);
    int decode(byte[] a,byte[] b);
    InputStream wrap(InputStream a);
  }
  static class Encoder {
    ByteBuffer encode(ByteBuffer a);
    byte[] encode(byte[] a);
    int encode(byte[] a,byte[] b);
    String encodeToString(byte[] a);
    Base64.Encoder withoutPadding();
    OutputStream wrap(OutputStream a);
  }
}
class BitSet implements Cloneable, Serializable {
  BitSet() {}
  BitSet(int a) {}
  void and(BitSet a);
  void andNot(BitSet a);
  int cardinality();
  void clear();
  void clear(int a);
  void clear(int a,int b);
  void flip(int a);
  void flip(int a,int b);
  BitSet get(int a,int b);
  boolean get(int a);
  boolean intersects(BitSet a);
  boolean isEmpty();
  int length();
  int nextClearBit(int a);
  int nextSetBit(int a);
  void or(BitSet a);
  int previousClearBit(int a);
  int previousSetBit(int a);
  void set(int a);
  void set(int a,boolean b);
  void set(int a,int b);
  void set(int a,int b,boolean c);
  int size();
  IntStream stream();
  byte[] toByteArray();
  long[] toLongArray();
  static BitSet valueOf(ByteBuffer a);
  static BitSet valueOf(LongBuffer a);
  static BitSet valueOf(byte[] a);
  static BitSet valueOf(long[] a);
  void xor(BitSet a);
}
abstract class Calendar implements Serializable, Cloneable, Comparable<Calendar> {
  boolean areFieldsSet,isTimeSet;
  boolean[] isSet;
  int[] fields;
  long time;
  static int ALL_STYLES,AM,AM_PM,APRIL,AUGUST,DATE,DAY_OF_MONTH,DAY_OF_WEEK,DAY_OF_WEEK_IN_MONTH,DAY_OF_YEAR,DECEMBER,DST_OFFSET,ERA,FEBRUARY,FIELD_COUNT,FRIDAY,HOUR,HOUR_OF_DAY,JANUARY,JULY,JUNE,LONG,LONG_FORMAT,LONG_STANDALONE,MARCH,MAY,MILLISECOND,MINUTE,MONDAY,MONTH,NARROW_FORMAT,NARROW_STANDALONE,NOVEMBER,OCTOBER,PM,SATURDAY,SECOND,SEPTEMBER,SHORT,SHORT_FORMAT,SHORT_STANDALONE,SUNDAY,THURSDAY,TUESDAY,UNDECIMBER,WEDNESDAY,WEEK_OF_MONTH,WEEK_OF_YEAR,YEAR,ZONE_OFFSET;
  Calendar() {}
  Calendar(TimeZone a,Locale b) {}
  abstract void add(int a,int b);
  boolean after(Object a);
  boolean before(Object a);
  void clear();
  void clear(int a);
  void complete();
  abstract void computeFields();
  abstract void computeTime();
  int get(int a);
  int getActualMaximum(int a);
  int getActualMinimum(int a);
  static Set<String> getAvailableCalendarTypes();
  static Locale[] getAvailableLocales();
  String getCalendarType();
  String getDisplayName(int a,int b,Locale c);
  Map<String,Integer> getDisplayNames(int a,int b,Locale c);
  int getFirstDayOfWeek();
  abstract int getGreatestMinimum(int a);
  static Calendar getInstance();
  static Calendar getInstance(Locale a);
  static Calendar getInstance(TimeZone a);
  static Calendar getInstance(TimeZone a,Locale b);
  abstract int getLeastMaximum(int a);
  abstract int getMaximum(int a);
  int getMinimalDaysInFirstWeek();
  abstract int getMinimum(int a);
  Date getTime();
  long getTimeInMillis();
  TimeZone getTimeZone();
  int getWeekYear();
  int getWeeksInWeekYear();
  int internalGet(int a);
  boolean isLenient();
  boolean isSet(int a);
  boolean isWeekDateSupported();
  abstract void roll(int a,boolean b);
  void roll(int a,int b);
  void set(int a,int b);
  void set(int a,int b,int c);
  void set(int a,int b,int c,int d,int e);
  void set(int a,int b,int c,int d,int e,int f);
  void setFirstDayOfWeek(int a);
  void setLenient(boolean a);
  void setMinimalDaysInFirstWeek(int a);
  void setTime(Date a);
  void setTimeInMillis(long a);
  void setTimeZone(TimeZone a);
  void setWeekDate(int a,int b,int c);
  Instant toInstant();
  static class Builder {
    Calendar build();
    Calendar.Builder set(int a,int b);
    Calendar.Builder setCalendarType(String a);
    Calendar.Builder setDate(int a,int b,int c);
    Calendar.Builder setFields(int... a);
    Calendar.Builder setInstant(Date a);
    Calendar.Builder setInstant(long a);
    Calendar.Builder setLenient(boolean a);
    Calendar.Builder setLocale(Locale a);
    Calendar.Builder setTimeOfDay(int a,int b,int c);
    Calendar.Builder setTimeOfDay(int a,int b,int c,int d);
    Calendar.Builder setTimeZone(TimeZone a);
    Calendar.Builder setWeekDate(int a,int b,int c);
    Calendar.Builder setWeekDefinition(int a,int b);
  }
}
interface Collection<E> extends Iterable<E> {
  boolean add(E a);
  boolean addAll(Collection<? extends E> a);
  void clear();
  boolean contains(Object a);
  boolean containsAll(Collection<?> a);
  boolean isEmpty();
  default Stream<E> parallelStream();
  boolean remove(Object a);
  boolean removeAll(Collection<?> a);
  default boolean removeIf(Predicate<? super E> a);
  boolean retainAll(Collection<?> a);
  int size();
  default Stream<E> stream();
  <T> T[] toArray(T[] a);
  Object[] toArray();
  default <T> T[] toArray(IntFunction<T[]> a);
}
class Collections {
  static List EMPTY_LIST;
  static Map EMPTY_MAP;
  static Set EMPTY_SET;
  static <T> boolean addAll(Collection<? super T> a,T... b);
  static <T> Queue<T> asLifoQueue(Deque<T> a);
  static <T> int binarySearch(List<? extends Comparable<? super T>> a,T b);
  static <T> int binarySearch(List<? extends T> a,T b,Comparator<? super T> c);
  static <E> Collection<E> checkedCollection(Collection<E> a,Class<E> b);
  static <E> List<E> checkedList(List<E> a,Class<E> b);
  static <K,V> Map<K,V> checkedMap(Map<K,V> a,Class<K> b,Class<V> c);
  static <K,V> NavigableMap<K,V> checkedNavigableMap(NavigableMap<K,V> a,Class<K> b,Class<V> c);
  static <E> NavigableSet<E> checkedNavigableSet(NavigableSet<E> a,Class<E> b);
  static <E> Queue<E> checkedQueue(Queue<E> a,Class<E> b);
  static <E> Set<E> checkedSet(Set<E> a,Class<E> b);
  static <K,V> SortedMap<K,V> checkedSortedMap(SortedMap<K,V> a,Class<K> b,Class<V> c);
  static <E> SortedSet<E> checkedSortedSet(SortedSet<E> a,Class<E> b);
  static <T> void copy(List<? super T> a,List<? extends T> b);
  static boolean disjoint(Collection<?> a,Collection<?> b);
  static <T> Enumeration<T> emptyEnumeration();
  static <T> Iterator<T> emptyIterator();
  static <T> List<T> emptyList();
  static <T> ListIterator<T> emptyListIterator();
  static <K,V> Map<K,V> emptyMap();
  static <K,V> NavigableMap<K,V> emptyNavigableMap();
  static <E> NavigableSet<E> emptyNavigableSet();
  static <T> Set<T> emptySet();
  static <K,V> SortedMap<K,V> emptySortedMap();
  static <E> SortedSet<E> emptySortedSet();
  static <T> Enumeration<T> enumeration(Collection<T> a);
  static <T> void fill(List<? super T> a,T b);
  static int frequency(Collection<?> a,Object b);
  static int indexOfSubList(List<?> a,List<?> b);
  static int lastIndexOfSubList(List<?> a,List<?> b);
  static <T> ArrayList<T> list(Enumeration<T> a);
  static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> a);
  static <T> T max(Collection<? extends T> a,Comparator<? super T> b);
  static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> a);
  static <T> T min(Collection<? extends T> a,Comparator<? super T> b);
  static <T> List<T> nCopies(int a,T b);
  static <E> Set<E> newSetFromMap(Map<E,Boolean> a);
  static <T> boolean replaceAll(List<T> a,T b,T c);
  static void reverse(List<?> a);
  static <T> Comparator<T> reverseOrder();
  static <T> Comparator<T> reverseOrder(Comparator<T> a);
  static void rotate(List<?> a,int b);
  static void shuffle(List<?> a);
  static void shuffle(List<?> a,Random b);
  static <T> Set<T> singleton(T a);
  static <T> List<T> singletonList(T a);
  static <K,V> Map<K,V> singletonMap(K a,V b);
  static <T extends Comparable<? super T>> void sort(List<T> a);
  static <T> void sort(List<T> a,Comparator<? super T> b);
  static void swap(List<?> a,int b,int c);
  static <T> Collection<T> synchronizedCollection(Collection<T> a);
  static <T> List<T> synchronizedList(List<T> a);
  static <K,V> Map<K,V> synchronizedMap(Map<K,V> a);
  static <K,V> NavigableMap<K,V> synchronizedNavigableMap(NavigableMap<K,V> a);
  static <T> NavigableSet<T> synchronizedNavigableSet(NavigableSet<T> a);
  static <T> Set<T> synchronizedSet(Set<T> a);
  static <K,V> SortedMap<K,V> synchronizedSortedMap(SortedMap<K,V> a);
  static <T> SortedSet<T> synchronizedSortedSet(SortedSet<T> a);
  static <T> Collection<T> unmodifiableCollection(Collection<? extends T> a);
  static <T> List<T> unmodifiableList(List<? extends T> a);
  static <K,V> Map<K,V> unmodifiableMap(Map<? extends K,? extends V> a);
  static <K,V> NavigableMap<K,V> unmodifiableNavigableMap(NavigableMap<K,? extends V> a);
  static <T> NavigableSet<T> unmodifiableNavigableSet(NavigableSet<T> a);
  static <T> Set<T> unmodifiableSet(Set<? extends T> a);
  static <K,V> SortedMap<K,V> unmodifiableSortedMap(SortedMap<K,? extends V> a);
  static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> a);
}
interface Comparator<T> {
  int compare(T a,T b);
  static <T,U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T,? extends U> a);
  static <T,U> Comparator<T> comparing(Function<? super T,? extends U> a,Comparator<? super U> b);
  static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> a);
  static <T> Comparator<T> comparingInt(ToIntFunction<? super T> a);
  static <T> Comparator<T> comparingLong(ToLongFunction<? super T> a);
  static <T extends Comparable<? super T>> Comparator<T> naturalOrder();
  static <T> Comparator<T> nullsFirst(Comparator<? super T> a);
  static <T> Comparator<T> nullsLast(Comparator<? super T> a);
  static <T extends Comparable<? super T>> Comparator<T> reverseOrder();
  default Comparator<T> reversed();
  default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T,? extends U> a);
  default <U> Comparator<T> thenComparing(Function<? super T,? extends U> a,Comparator<? super U> b);
  default Comparator<T> thenComparing(Comparator<? super T> a);
  default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> a);
  default Comparator<T> thenComparingInt(ToIntFunction<? super T> a);
  default Comparator<T> thenComparingLong(ToLongFunction<? super T> a);
}
class ConcurrentModificationException extends RuntimeException {
  ConcurrentModificationException() {}
  ConcurrentModificationException(String a) {}
  ConcurrentModificationException(String a,Throwable b) {}
  ConcurrentModificationException(Throwable a) {}
}
class Currency implements Serializable {
  static Set<Currency> getAvailableCurrencies();
  String getCurrencyCode();
  int getDefaultFractionDigits();
  String getDisplayName();
  String getDisplayName(Locale a);
  static Currency getInstance(Locale a);
  static Currency getInstance(String a);
  int getNumericCode();
  String getNumericCodeAsString();
  String getSymbol();
  String getSymbol(Locale a);
}
class Date implements Serializable, Cloneable, Comparable<Date> {
  Date() {}
  Date(String a) {}
  Date(int a,int b,int c) {}
  Date(int a,int b,int c,int d,int e) {}
  Date(int a,int b,int c,int d,int e,int f) {}
  Date(long a) {}
  static long UTC(int a,int b,int c,int d,int e,int f);
  boolean after(Date a);
  boolean before(Date a);
  static Date from(Instant a);
  int getDate();
  int getDay();
  int getHours();
  int getMinutes();
  int getMonth();
  int getSeconds();
  long getTime();
  int getTimezoneOffset();
  int getYear();
  static long parse(String a);
  void setDate(int a);
  void setHours(int a);
  void setMinutes(int a);
  void setMonth(int a);
  void setSeconds(int a);
  void setTime(long a);
  void setYear(int a);
  String toGMTString();
  Instant toInstant();
  String toLocaleString();
}
interface Deque<E> extends Queue<E> {
  void addFirst(E a);
  void addLast(E a);
  Iterator<E> descendingIterator();
  E getFirst();
  E getLast();
  boolean offerFirst(E a);
  boolean offerLast(E a);
  E peekFirst();
  E peekLast();
  E pollFirst();
  E pollLast();
  E pop();
  void push(E a);
  E removeFirst();
  boolean removeFirstOccurrence(Object a);
  E removeLast();
  boolean removeLastOccurrence(Object a);
}
abstract class Dictionary<K,V> {
  abstract Enumeration<V> elements();
  abstract V get(Object a);
  abstract boolean isEmpty();
  abstract Enumeration<K> keys();
  abstract V put(K a,V b);
  abstract V remove(Object a);
  abstract int size();
}
class DoubleSummaryStatistics implements DoubleConsumer {
  DoubleSummaryStatistics() {}
  DoubleSummaryStatistics(long a,double b,double c,double d) {}
  void combine(DoubleSummaryStatistics a);
  double getAverage();
  long getCount();
  double getMax();
  double getMin();
  double getSum();
}
class EmptyStackException extends RuntimeException {
}
class EnumMap<K extends Enum<K>,V> extends AbstractMap<K,V> implements Serializable, Cloneable {
  EnumMap(Class<K> a) {}
  EnumMap(EnumMap<K,? extends V> a) {}
  EnumMap(Map<K,? extends V> a) {}
  EnumMap<K,V> clone();
}
abstract class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, Serializable {
  static <E extends Enum<E>> EnumSet<E> allOf(Class<E> a);
  EnumSet<E> clone();
  static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> a);
  static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> a);
  static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> a);
  static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> a);
  static <E extends Enum<E>> EnumSet<E> of(E a);
  static <E extends Enum<E>> EnumSet<E> of(E a,E b);
  static <E extends Enum<E>> EnumSet<E> of(E a,E b,E c);
  static <E extends Enum<E>> EnumSet<E> of(E a,E b,E c,E d);
  static <E extends Enum<E>> EnumSet<E> of(E a,E b,E c,E d,E e);
  static <E extends Enum<E>> EnumSet<E> of(E a,E... b);
  static <E extends Enum<E>> EnumSet<E> range(E a,E b);
}
interface Enumeration<E> {
  default Iterator<E> asIterator();
  boolean hasMoreElements();
  E nextElement();
}
interface EventListener {
}
class EventObject implements Serializable {
  Object source;
  EventObject(Object a) {}
  Object getSource();
}
class Formatter implements Closeable, Flushable {
  Formatter() {}
  Formatter(Appendable a) {}
  Formatter(Appendable a,Locale b) {}
  Formatter(File a) {}
  Formatter(File a,Charset b,Locale c) {}
  Formatter(File a,String b) {}
  Formatter(File a,String b,Locale c) {}
  Formatter(Locale a) {}
  Formatter(OutputStream a) {}
  Formatter(OutputStream a,Charset b,Locale c) {}
  Formatter(OutputStream a,String b) {}
  Formatter(OutputStream a,String b,Locale c) {}
  Formatter(PrintStream a) {}
  Formatter(String a) {}
  Formatter(String a,Charset b,Locale c) {}
  Formatter(String a,String b) {}
  Formatter(String a,String b,Locale c) {}
  Formatter format(Locale a,String b,Object... c);
  Formatter format(String a,Object... b);
  IOException ioException();
  Locale locale();
  Appendable out();
  enum BigDecimalLayoutForm {
    SCIENTIFIC,DECIMAL_FLOAT;
  }
}
class GregorianCalendar extends Calendar {
  static int AD,BC;
  GregorianCalendar() {}
  GregorianCalendar(Locale a) {}
  GregorianCalendar(TimeZone a) {}
  GregorianCalendar(TimeZone a,Locale b) {}
  GregorianCalendar(int a,int b,int c) {}
  GregorianCalendar(int a,int b,int c,int d,int e) {}
  GregorianCalendar(int a,int b,int c,int d,int e,int f) {}
  static GregorianCalendar from(ZonedDateTime a);
  Date getGregorianChange();
  boolean isLeapYear(int a);
  void setGregorianChange(Date a);
  ZonedDateTime toZonedDateTime();
}
class HashMap<K,V> extends AbstractMap<K,V> implements Map<K,V>, Cloneable, Serializable {
  HashMap() {}
  HashMap(Map<? extends K,? extends V> a) {}
  HashMap(int a) {}
  HashMap(int a,float b) {}
}
class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {
  HashSet() {}
  HashSet(Collection<? extends E> a) {}
  HashSet(int a) {}
  HashSet(int a,float b) {}
}
class Hashtable<K,V> extends Dictionary<K,V> implements Map<K,V>, Cloneable, Serializable {
  Hashtable() {}
  Hashtable(Map<? extends K,? extends V> a) {}
  Hashtable(int a) {}
  Hashtable(int a,float b) {}
  boolean contains(Object a);
  void rehash();
}
class HexFormat {
  String delimiter();
  <A extends Appendable> A formatHex(A a,byte[] b);
  <A extends Appendable> A formatHex(A a,byte[] b,int c,int d);
  String formatHex(byte[] a);
  String formatHex(byte[] a,int b,int c);
  static int fromHexDigit(int a);
  static int fromHexDigits(CharSequence a);
  static int fromHexDigits(CharSequence a,int b,int c);
  static long fromHexDigitsToLong(CharSequence a);
  static long fromHexDigitsToLong(CharSequence a,int b,int c);
  static boolean isHexDigit(int a);
  boolean isUpperCase();
  static HexFormat of();
  static HexFormat ofDelimiter(String a);
  byte[] parseHex(CharSequence a);
  byte[] parseHex(CharSequence a,int b,int c);
  byte[] parseHex(char[] a,int b,int c);
  String prefix();
  String suffix();
  <A extends Appendable> A toHexDigits(A a,byte b);
  String toHexDigits(byte a);
  String toHexDigits(char a);
  String toHexDigits(int a);
  String toHexDigits(long a);
  String toHexDigits(long a,int b);
  String toHexDigits(short a);
  char toHighHexDigit(int a);
  char toLowHexDigit(int a);
  HexFormat withDelimiter(String a);
  HexFormat withLowerCase();
  HexFormat withPrefix(String a);
  HexFormat withSuffix(String a);
  HexFormat withUpperCase();
}
class IdentityHashMap<K,V> extends AbstractMap<K,V> implements Map<K,V>, Serializable, Cloneable {
  IdentityHashMap() {}
  IdentityHashMap(Map<? extends K,? extends V> a) {}
  IdentityHashMap(int a) {}
}
class InputMismatchException extends NoSuchElementException {
  InputMismatchException() {}
  InputMismatchException(String a) {}
}
class IntSummaryStatistics implements IntConsumer {
  IntSummaryStatistics() {}
  IntSummaryStatistics(long a,int b,int c,long d) {}
  void combine(IntSummaryStatistics a);
  double getAverage();
  long getCount();
  int getMax();
  int getMin();
  long getSum();
}
interface Iterator<E> {
  default void forEachRemaining(Consumer<? super E> a);
  boolean hasNext();
  E next();
  default void remove();
}
class LinkedHashMap<K,V> extends HashMap<K,V> implements Map<K,V> {
  LinkedHashMap() {}
  LinkedHashMap(Map<? extends K,? extends V> a) {}
  LinkedHashMap(int a) {}
  LinkedHashMap(int a,float b) {}
  LinkedHashMap(int a,float b,boolean c) {}
  boolean removeEldestEntry(Map.Entry<K,V> a);
}
class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, Serializable {
  LinkedHashSet() {}
  LinkedHashSet(Collection<? extends E> a) {}
  LinkedHashSet(int a) {}
  LinkedHashSet(int a,float b) {}
}
class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, Serializable {
  LinkedList() {}
  LinkedList(Collection<? extends E> a) {}
}
interface List<E> extends Collection<E> {
  void add(int a,E b);
  boolean addAll(int a,Collection<? extends E> b);
  static <E> List<E> copyOf(Collection<? extends E> a);
  E get(int a);
  int indexOf(Object a);
  int lastIndexOf(Object a);
  ListIterator<E> listIterator();
  ListIterator<E> listIterator(int a);
  static <E> List<E> of();
  static <E> List<E> of(E a);
  static <E> List<E> of(E a,E b);
  static <E> List<E> of(E a,E b,E c);
  static <E> List<E> of(E a,E b,E c,E d);
  static <E> List<E> of(E a,E b,E c,E d,E e);
  static <E> List<E> of(E a,E b,E c,E d,E e,E f);
  static <E> List<E> of(E a,E b,E c,E d,E e,E f,E g);
  static <E> List<E> of(E a,E b,E c,E d,E e,E f,E g,E h);
  static <E> List<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i);
  static <E> List<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i,E j);
  static <E> List<E> of(E... a);
  E remove(int a);
  default void replaceAll(UnaryOperator<E> a);
  E set(int a,E b);
  default void sort(Comparator<? super E> a);
  List<E> subList(int a,int b);
}
interface ListIterator<E> extends Iterator<E> {
  void add(E a);
  boolean hasPrevious();
  int nextIndex();
  E previous();
  int previousIndex();
  void remove();
  void set(E a);
}
class Locale implements Cloneable, Serializable {
  static Locale CANADA,CANADA_FRENCH,CHINA,CHINESE,ENGLISH,FRANCE,FRENCH,GERMAN,GERMANY,ITALIAN,ITALY,JAPAN,JAPANESE,KOREA,KOREAN,PRC,ROOT,SIMPLIFIED_CHINESE,TAIWAN,TRADITIONAL_CHINESE,UK,US;
  static char PRIVATE_USE_EXTENSION,UNICODE_LOCALE_EXTENSION;
  Locale(String a) {}
  Locale(String a,String b) {}
  Locale(String a,String b,String c) {}
  static List<Locale> filter(List<Locale.LanguageRange> a,Collection<Locale> b);
  static List<Locale> filter(List<Locale.LanguageRange> a,Collection<Locale> b,Locale.FilteringMode c);
  static List<String> filterTags(List<Locale.LanguageRange> a,Collection<String> b);
  static List<String> filterTags(List<Locale.LanguageRange> a,Collection<String> b,Locale.FilteringMode c);
  static Locale forLanguageTag(String a);
  static Locale[] getAvailableLocales();
  String getCountry();
  static Locale getDefault();
  static Locale getDefault(Locale.Category a);
  String getDisplayCountry();
  String getDisplayCountry(Locale a);
  String getDisplayLanguage();
  String getDisplayLanguage(Locale a);
  String getDisplayName();
  String getDisplayName(Locale a);
  String getDisplayScript();
  String getDisplayScript(Locale a);
  String getDisplayVariant();
  String getDisplayVariant(Locale a);
  String getExtension(char a);
  Set<Character> getExtensionKeys();
  String getISO3Country();
  String getISO3Language();
  static Set<String> getISOCountries(Locale.IsoCountryCode a);
  static String[] getISOCountries();
  static String[] getISOLanguages();
  String getLanguage();
  String getScript();
  Set<String> getUnicodeLocaleAttributes();
  Set<String> getUnicodeLocaleKeys();
  String getUnicodeLocaleType(String a);
  String getVariant();
  boolean hasExtensions();
  static Locale lookup(List<Locale.LanguageRange> a,Collection<Locale> b);
  static String lookupTag(List<Locale.LanguageRange> a,Collection<String> b);
  static void setDefault(Locale a);
  static void setDefault(Locale.Category a,Locale b);
  Locale stripExtensions();
  String toLanguageTag();
  static class Builder {
    Locale.Builder addUnicodeLocaleAttribute(String a);
    Locale build();
    Locale.Builder clear();
    Locale.Builder clearExtensions();
    Locale.Builder removeUnicodeLocaleAttribute(String a);
    Locale.Builder setExtension(char a,String b);
    Locale.Builder setLanguage(String a);
    Locale.Builder setLanguageTag(String a);
    Locale.Builder setLocale(Locale a);
    Locale.Builder setRegion(String a);
    Locale.Builder setScript(String a);
    Locale.Builder setUnicodeLocaleKeyword(String a,String b);
    Locale.Builder setVariant(String a);
  }
  enum Category {
    DISPLAY,FORMAT;
  }
  enum FilteringMode {
    AUTOSELECT_FILTERING,EXTENDED_FILTERING,IGNORE_EXTENDED_RANGES,MAP_EXTENDED_RANGES,REJECT_EXTENDED_RANGES;
  }
  enum IsoCountryCode {
    PART1_ALPHA2,PART1_ALPHA3,PART3;
  }
  static class LanguageRange {
    static double MAX_WEIGHT,MIN_WEIGHT;
    LanguageRange(String a) {}
    LanguageRange(String a,double b) {}
    String getRange();
    double getWeight();
    static List<Locale.LanguageRange> mapEquivalents(List<Locale.LanguageRange> a,Map<String,List<String>> b);
    static List<Locale.LanguageRange> parse(String a);
    static List<Locale.LanguageRange> parse(String a,Map<String,List<String>> b);
  }
}
class LongSummaryStatistics implements LongConsumer, IntConsumer {
  LongSummaryStatistics() {}
  LongSummaryStatistics(long a,long b,long c,long d) {}
  void combine(LongSummaryStatistics a);
  double getAverage();
  long getCount();
  long getMax();
  long getMin();
  long getSum();
}
interface Map<K,V> {
  void clear();
  default V compute(K a,BiFunction<? super K,? super V,? extends V> b);
  default V computeIfAbsent(K a,Function<? super K,? extends V> b);
  default V computeIfPresent(K a,BiFunction<? super K,? super V,? extends V> b);
  boolean containsKey(Object a);
  boolean containsValue(Object a);
  static <K,V> Map<K,V> copyOf(Map<? extends K,? extends V> a);
  static <K,V> Map.Entry<K,V> entry(K a,V b);
  Set<Map.Entry<K,V>> entrySet();
  default void forEach(BiConsumer<? super K,? super V> a);
  V get(Object a);
  default V getOrDefault(Object a,V b);
  boolean isEmpty();
  Set<K> keySet();
  default V merge(K a,V b,BiFunction<? super V,? super V,? extends V> c);
  static <K,V> Map<K,V> of();
  static <K,V> Map<K,V> of(K a,V b);
  static <K,V> Map<K,V> of(K a,V b,K c,V d);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p,K q,V r);
  static <K,V> Map<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p,K q,V r,K s,V t);
  static <K,V> Map<K,V> ofEntries(Map.Entry<? extends K,? extends V>... a);
  V put(K a,V b);
  void putAll(Map<? extends K,? extends V> a);
  default V putIfAbsent(K a,V b);
  V remove(Object a);
  default boolean remove(Object a,Object b);
  default V replace(K a,V b);
  default boolean replace(K a,V b,V c);
  default void replaceAll(BiFunction<? super K,? super V,? extends V> a);
  int size();
  Collection<V> values();
  interface Entry<K,V> {
    static <K extends Comparable<? super K>,V> Comparator<Map.Entry<K,V>> comparingByKey();
    static <K,V> Comparator<Map.Entry<K,V>> comparingByKey(Comparator<? super K> a);
    static <K,V extends Comparable<? super V>> Comparator<Map.Entry<K,V>> comparingByValue();
    static <K,V> Comparator<Map.Entry<K,V>> comparingByValue(Comparator<? super V> a);
    static <K,V> Map.Entry<K,V> copyOf(Map.Entry<? extends K,? extends V> a);
    K getKey();
    V getValue();
    V setValue(V a);
  }
}
class MissingResourceException extends RuntimeException {
  MissingResourceException(String a,String b,String c) {}
  String getClassName();
  String getKey();
}
interface NavigableMap<K,V> extends SortedMap<K,V> {
  Map.Entry<K,V> ceilingEntry(K a);
  K ceilingKey(K a);
  NavigableSet<K> descendingKeySet();
  NavigableMap<K,V> descendingMap();
  Map.Entry<K,V> firstEntry();
  Map.Entry<K,V> floorEntry(K a);
  K floorKey(K a);
  NavigableMap<K,V> headMap(K a,boolean b);
  Map.Entry<K,V> higherEntry(K a);
  K higherKey(K a);
  Map.Entry<K,V> lastEntry();
  Map.Entry<K,V> lowerEntry(K a);
  K lowerKey(K a);
  NavigableSet<K> navigableKeySet();
  Map.Entry<K,V> pollFirstEntry();
  Map.Entry<K,V> pollLastEntry();
  NavigableMap<K,V> subMap(K a,boolean b,K c,boolean d);
  NavigableMap<K,V> tailMap(K a,boolean b);
}
interface NavigableSet<E> extends SortedSet<E> {
  E ceiling(E a);
  Iterator<E> descendingIterator();
  NavigableSet<E> descendingSet();
  E floor(E a);
  NavigableSet<E> headSet(E a,boolean b);
  E higher(E a);
  E lower(E a);
  E pollFirst();
  E pollLast();
  NavigableSet<E> subSet(E a,boolean b,E c,boolean d);
  NavigableSet<E> tailSet(E a,boolean b);
}
class NoSuchElementException extends RuntimeException {
  NoSuchElementException() {}
  NoSuchElementException(String a) {}
  NoSuchElementException(String a,Throwable b) {}
  NoSuchElementException(Throwable a) {}
}
class Objects {
  static int checkFromIndexSize(int a,int b,int c);
  static long checkFromIndexSize(long a,long b,long c);
  static int checkFromToIndex(int a,int b,int c);
  static long checkFromToIndex(long a,long b,long c);
  static int checkIndex(int a,int b);
  static long checkIndex(long a,long b);
  static <T> int compare(T a,T b,Comparator<? super T> c);
  static boolean deepEquals(Object a,Object b);
  static boolean equals(Object a,Object b);
  static int hash(Object... a);
  static int hashCode(Object a);
  static boolean isNull(Object a);
  static boolean nonNull(Object a);
  static <T> T requireNonNull(T a);
  static <T> T requireNonNull(T a,String b);
  static <T> T requireNonNull(T a,Supplier<String> b);
  static <T> T requireNonNullElse(T a,T b);
  static <T> T requireNonNullElseGet(T a,Supplier<? extends T> b);
  static String toString(Object a);
  static String toString(Object a,String b);
}
class Optional<T> {
  static <T> Optional<T> empty();
  Optional<T> filter(Predicate<? super T> a);
  <U> Optional<U> flatMap(Function<? super T,? extends Optional<? extends U>> a);
  T get();
  void ifPresent(Consumer<? super T> a);
  void ifPresentOrElse(Consumer<? super T> a,Runnable b);
  boolean isEmpty();
  boolean isPresent();
  <U> Optional<U> map(Function<? super T,? extends U> a);
  static <T> Optional<T> of(T a);
  static <T> Optional<T> ofNullable(T a);
  Optional<T> or(Supplier<? extends Optional<? extends T>> a);
  T orElse(T a);
  T orElseGet(Supplier<? extends T> a);
  <X extends Throwable> T orElseThrow(Supplier<? extends X> a);
  T orElseThrow();
  Stream<T> stream();
}
class OptionalDouble {
  static OptionalDouble empty();
  double getAsDouble();
  void ifPresent(DoubleConsumer a);
  void ifPresentOrElse(DoubleConsumer a,Runnable b);
  boolean isEmpty();
  boolean isPresent();
  static OptionalDouble of(double a);
  double orElse(double a);
  double orElseGet(DoubleSupplier a);
  <X extends Throwable> double orElseThrow(Supplier<? extends X> a);
  double orElseThrow();
  DoubleStream stream();
}
class OptionalInt {
  static OptionalInt empty();
  int getAsInt();
  void ifPresent(IntConsumer a);
  void ifPresentOrElse(IntConsumer a,Runnable b);
  boolean isEmpty();
  boolean isPresent();
  static OptionalInt of(int a);
  int orElse(int a);
  int orElseGet(IntSupplier a);
  <X extends Throwable> int orElseThrow(Supplier<? extends X> a);
  int orElseThrow();
  IntStream stream();
}
class OptionalLong {
  static OptionalLong empty();
  long getAsLong();
  void ifPresent(LongConsumer a);
  void ifPresentOrElse(LongConsumer a,Runnable b);
  boolean isEmpty();
  boolean isPresent();
  static OptionalLong of(long a);
  long orElse(long a);
  long orElseGet(LongSupplier a);
  <X extends Throwable> long orElseThrow(Supplier<? extends X> a);
  long orElseThrow();
  LongStream stream();
}
interface PrimitiveIterator<T,T_CONS> extends Iterator<T> {
  void forEachRemaining(T_CONS a);
  interface OfDouble extends PrimitiveIterator<Double,DoubleConsumer> {
    default void forEachRemaining(DoubleConsumer a);
    default Double next();
    double nextDouble();
  }
  interface OfInt extends PrimitiveIterator<Integer,IntConsumer> {
    default void forEachRemaining(IntConsumer a);
    default Integer next();
    int nextInt();
  }
  interface OfLong extends PrimitiveIterator<Long,LongConsumer> {
    default void forEachRemaining(LongConsumer a);
    default Long next();
    long nextLong();
  }
}
class PriorityQueue<E> extends AbstractQueue<E> implements Serializable {
  PriorityQueue() {}
  PriorityQueue(Collection<? extends E> a) {}
  PriorityQueue(Comparator<? super E> a) {}
  PriorityQueue(PriorityQueue<? extends E> a) {}
  PriorityQueue(SortedSet<? extends E> a) {}
  PriorityQueue(int a) {}
  PriorityQueue(int a,Comparator<? super E> b) {}
  Comparator<? super E> comparator();
}
class Properties extends Hashtable<Object,Object> {
  Properties defaults;
  Properties() {}
  Properties(Properties a) {}
  Properties(int a) {}
  String getProperty(String a);
  String getProperty(String a,String b);
  void list(PrintStream a);
  void list(PrintWriter a);
  void load(InputStream a);
  void load(Reader a);
  void loadFromXML(InputStream a);
  Enumeration<?> propertyNames();
  void save(OutputStream a,String b);
  Object setProperty(String a,String b);
  void store(OutputStream a,String b);
  void store(Writer a,String b);
  void storeToXML(OutputStream a,String b);
  void storeToXML(OutputStream a,String b,Charset c);
  void storeToXML(OutputStream a,String b,String c);
  Set<String> stringPropertyNames();
}
interface Queue<E> extends Collection<E> {
  E element();
  boolean offer(E a);
  E peek();
  E poll();
  E remove();
}
class Random implements Serializable {
  Random() {}
  Random(long a) {}
  DoubleStream doubles();
  DoubleStream doubles(double a,double b);
  DoubleStream doubles(long a);
  DoubleStream doubles(long a,double b,double c);
  IntStream ints();
  IntStream ints(int a,int b);
  IntStream ints(long a);
  IntStream ints(long a,int b,int c);
  LongStream longs();
  LongStream longs(long a);
  LongStream longs(long a,long b);
  LongStream longs(long a,long b,long c);
  int next(int a);
  boolean nextBoolean();
  void nextBytes(byte[] a);
  double nextDouble();
  float nextFloat();
  double nextGaussian();
  int nextInt();
  int nextInt(int a);
  long nextLong();
  void setSeed(long a);
}
interface RandomAccess {
}
abstract class ResourceBundle {
  ResourceBundle parent;
  static void clearCache();
  static void clearCache(ClassLoader a);
  boolean containsKey(String a);
  String getBaseBundleName();
  static ResourceBundle getBundle(String a);
  static ResourceBundle getBundle(String a,Locale b);
  static ResourceBundle getBundle(String a,Locale b,ClassLoader c);
  static ResourceBundle getBundle(String a,Locale b,ClassLoader c,ResourceBundle.Control d);
  static ResourceBundle getBundle(String a,Locale b,Module c);
  static ResourceBundle getBundle(String a,Locale b,ResourceBundle.Control c);
  static ResourceBundle getBundle(String a,Module b);
  static ResourceBundle getBundle(String a,ResourceBundle.Control b);
  abstract Enumeration<String> getKeys();
  Locale getLocale();
  Object getObject(String a);
  String getString(String a);
  String[] getStringArray(String a);
  abstract Object handleGetObject(String a);
  Set<String> handleKeySet();
  Set<String> keySet();
  void setParent(ResourceBundle a);
  static class Control {
    static List<String> FORMAT_CLASS,FORMAT_DEFAULT,FORMAT_PROPERTIES;
    static long TTL_DONT_CACHE,TTL_NO_EXPIRATION_CONTROL;
    List<Locale> getCandidateLocales(String a,Locale b);
    static ResourceBundle.Control getControl(List<String> a);
    Locale getFallbackLocale(String a,Locale b);
    List<String> getFormats(String a);
    static ResourceBundle.Control getNoFallbackControl(List<String> a);
    long getTimeToLive(String a,Locale b);
    boolean needsReload(String a,Locale b,String c,ClassLoader d,ResourceBundle e,long f);
    ResourceBundle newBundle(String a,Locale b,String c,ClassLoader d,boolean e);
    String toBundleName(String a,Locale b);
    String toResourceName(String a,String b);
  }
}
class Scanner implements Iterator<String>, Closeable {
  Scanner(File a) {}
  Scanner(File a,Charset b) {}
  Scanner(File a,String b) {}
  Scanner(InputStream a) {}
  Scanner(InputStream a,Charset b) {}
  Scanner(InputStream a,String b) {}
  Scanner(Path a) {}
  Scanner(Path a,Charset b) {}
  Scanner(Path a,String b) {}
  Scanner(Readable a) {}
  Scanner(ReadableByteChannel a) {}
  Scanner(ReadableByteChannel a,Charset b) {}
  Scanner(ReadableByteChannel a,String b) {}
  Scanner(String a) {}
  Pattern delimiter();
  Stream<MatchResult> findAll(Pattern a);
  Stream<MatchResult> findAll(String a);
  String findInLine(Pattern a);
  String findInLine(String a);
  String findWithinHorizon(Pattern a,int b);
  String findWithinHorizon(String a,int b);
  boolean hasNext(Pattern a);
  boolean hasNext(String a);
  boolean hasNextBigDecimal();
  boolean hasNextBigInteger();
  boolean hasNextBigInteger(int a);
  boolean hasNextBoolean();
  boolean hasNextByte();
  boolean hasNextByte(int a);
  boolean hasNextDouble();
  boolean hasNextFloat();
  boolean hasNextInt();
  boolean hasNextInt(int a);
  boolean hasNextLine();
  boolean hasNextLong();
  boolean hasNextLong(int a);
  boolean hasNextShort();
  boolean hasNextShort(int a);
  IOException ioException();
  Locale locale();
  MatchResult match();
  String next(Pattern a);
  String next(String a);
  BigDecimal nextBigDecimal();
  BigInteger nextBigInteger();
  BigInteger nextBigInteger(int a);
  boolean nextBoolean();
  byte nextByte();
  byte nextByte(int a);
  double nextDouble();
  float nextFloat();
  int nextInt();
  int nextInt(int a);
  String nextLine();
  long nextLong();
  long nextLong(int a);
  short nextShort();
  short nextShort(int a);
  int radix();
  Scanner reset();
  Scanner skip(Pattern a);
  Scanner skip(String a);
  Stream<String> tokens();
  Scanner useDelimiter(Pattern a);
  Scanner useDelimiter(String a);
  Scanner useLocale(Locale a);
  Scanner useRadix(int a);
}
class ServiceLoader<S> implements Iterable<S> {
  Optional<S> findFirst();
  static <S> ServiceLoader<S> load(Class<S> a);
  static <S> ServiceLoader<S> load(Class<S> a,ClassLoader b);
  static <S> ServiceLoader<S> load(ModuleLayer a,Class<S> b);
  static <S> ServiceLoader<S> loadInstalled(Class<S> a);
  void reload();
  Stream<ServiceLoader.Provider<S>> stream();
  interface Provider<S> extends Supplier<S> {
    Class<? extends S> type();
  }
}
interface Set<E> extends Collection<E> {
  static <E> Set<E> copyOf(Collection<? extends E> a);
  static <E> Set<E> of();
  static <E> Set<E> of(E a);
  static <E> Set<E> of(E a,E b);
  static <E> Set<E> of(E a,E b,E c);
  static <E> Set<E> of(E a,E b,E c,E d);
  static <E> Set<E> of(E a,E b,E c,E d,E e);
  static <E> Set<E> of(E a,E b,E c,E d,E e,E f);
  static <E> Set<E> of(E a,E b,E c,E d,E e,E f,E g);
  static <E> Set<E> of(E a,E b,E c,E d,E e,E f,E g,E h);
  static <E> Set<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i);
  static <E> Set<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i,E j);
  static <E> Set<E> of(E... a);
}
interface SortedMap<K,V> extends Map<K,V> {
  Comparator<? super K> comparator();
  K firstKey();
  SortedMap<K,V> headMap(K a);
  K lastKey();
  SortedMap<K,V> subMap(K a,K b);
  SortedMap<K,V> tailMap(K a);
}
interface SortedSet<E> extends Set<E> {
  Comparator<? super E> comparator();
  E first();
  SortedSet<E> headSet(E a);
  E last();
  SortedSet<E> subSet(E a,E b);
  SortedSet<E> tailSet(E a);
}
interface Spliterator<T> {
  int CONCURRENT,DISTINCT,IMMUTABLE,NONNULL,ORDERED,SIZED,SORTED,SUBSIZED;
  int characteristics();
  long estimateSize();
  default void forEachRemaining(Consumer<? super T> a);
  default Comparator<? super T> getComparator();
  default long getExactSizeIfKnown();
  default boolean hasCharacteristics(int a);
  boolean tryAdvance(Consumer<? super T> a);
  Spliterator<T> trySplit();
  interface OfDouble extends Spliterator.OfPrimitive<Double,DoubleConsumer,Spliterator.OfDouble> {
    default boolean tryAdvance(Consumer<? super Double> a);
  }
  interface OfInt extends Spliterator.OfPrimitive<Integer,IntConsumer,Spliterator.OfInt> {
    default boolean tryAdvance(Consumer<? super Integer> a);
  }
  interface OfLong extends Spliterator.OfPrimitive<Long,LongConsumer,Spliterator.OfLong> {
    default boolean tryAdvance(Consumer<? super Long> a);
  }
  interface OfPrimitive<T,T_CONS,T_SPLITR extends Spliterator.OfPrimitive<T,T_CONS,T_SPLITR>> extends Spliterator<T> {
    default void forEachRemaining(T_CONS a);
    boolean tryAdvance(T_CONS a);
    T_SPLITR trySplit();
  }
}
class Spliterators {
  static Spliterator.OfDouble emptyDoubleSpliterator();
  static Spliterator.OfInt emptyIntSpliterator();
  static Spliterator.OfLong emptyLongSpliterator();
  static <T> Spliterator<T> emptySpliterator();
  static <T> Iterator<T> iterator(Spliterator<? extends T> a);
  static PrimitiveIterator.OfDouble iterator(Spliterator.OfDouble a);
  static PrimitiveIterator.OfInt iterator(Spliterator.OfInt a);
  static PrimitiveIterator.OfLong iterator(Spliterator.OfLong a);
  static <T> Spliterator<T> spliterator(Collection<? extends T> a,int b);
  static <T> Spliterator<T> spliterator(Iterator<? extends T> a,long b,int c);
  static <T> Spliterator<T> spliterator(Object[] a,int b);
  static <T> Spliterator<T> spliterator(Object[] a,int b,int c,int d);
  static Spliterator.OfDouble spliterator(PrimitiveIterator.OfDouble a,long b,int c);
  static Spliterator.OfDouble spliterator(double[] a,int b);
  static Spliterator.OfDouble spliterator(double[] a,int b,int c,int d);
  static Spliterator.OfInt spliterator(PrimitiveIterator.OfInt a,long b,int c);
  static Spliterator.OfInt spliterator(int[] a,int b);
  static Spliterator.OfInt spliterator(int[] a,int b,int c,int d);
  static Spliterator.OfLong spliterator(PrimitiveIterator.OfLong a,long b,int c);
  static Spliterator.OfLong spliterator(long[] a,int b);
  static Spliterator.OfLong spliterator(long[] a,int b,int c,int d);
  static <T> Spliterator<T> spliteratorUnknownSize(Iterator<? extends T> a,int b);
  static Spliterator.OfDouble spliteratorUnknownSize(PrimitiveIterator.OfDouble a,int b);
  static Spliterator.OfInt spliteratorUnknownSize(PrimitiveIterator.OfInt a,int b);
  static Spliterator.OfLong spliteratorUnknownSize(PrimitiveIterator.OfLong a,int b);
  static abstract class AbstractDoubleSpliterator implements Spliterator.OfDouble {
    AbstractDoubleSpliterator(long a,int b) {}
  }
  static abstract class AbstractIntSpliterator implements Spliterator.OfInt {
    AbstractIntSpliterator(long a,int b) {}
  }
  static abstract class AbstractLongSpliterator implements Spliterator.OfLong {
    AbstractLongSpliterator(long a,int b) {}
  }
  static abstract class AbstractSpliterator<T> implements Spliterator<T> {
    AbstractSpliterator(long a,int b) {}
  }
}
class Stack<E> extends Vector<E> {
  boolean empty();
  E peek();
  E pop();
  E push(E a);
  int search(Object a);
}
class StringJoiner {
  StringJoiner(CharSequence a) {}
  StringJoiner(CharSequence a,CharSequence b,CharSequence c) {}
  StringJoiner add(CharSequence a);
  int length();
  StringJoiner merge(StringJoiner a);
  StringJoiner setEmptyValue(CharSequence a);
}
class StringTokenizer implements Enumeration<Object> {
  StringTokenizer(String a) {}
  StringTokenizer(String a,String b) {}
  StringTokenizer(String a,String b,boolean c) {}
  int countTokens();
  boolean hasMoreTokens();
  String nextToken();
  String nextToken(String a);
}
abstract class TimeZone implements Serializable, Cloneable {
  static int LONG,SHORT;
  static String[] getAvailableIDs();
  static String[] getAvailableIDs(int a);
  int getDSTSavings();
  static TimeZone getDefault();
  String getDisplayName();
  String getDisplayName(Locale a);
  String getDisplayName(boolean a,int b);
  String getDisplayName(boolean a,int b,Locale c);
  String getID();
  abstract int getOffset(int a,int b,int c,int d,int e,int f);
  int getOffset(long a);
  abstract int getRawOffset();
  static TimeZone getTimeZone(String a);
  static TimeZone getTimeZone(ZoneId a);
  boolean hasSameRules(TimeZone a);
  abstract boolean inDaylightTime(Date a);
  boolean observesDaylightTime();
  static void setDefault(TimeZone a);
  void setID(String a);
  abstract void setRawOffset(int a);
  ZoneId toZoneId();
  abstract boolean useDaylightTime();
}
class Timer {
  Timer() {}
  Timer(String a) {}
  Timer(String a,boolean b) {}
  Timer(boolean a) {}
  void cancel();
  int purge();
  void schedule(TimerTask a,Date b);
  void schedule(TimerTask a,Date b,long c);
  void schedule(TimerTask a,long b);
  void schedule(TimerTask a,long b,long c);
  void scheduleAtFixedRate(TimerTask a,Date b,long c);
  void scheduleAtFixedRate(TimerTask a,long b,long c);
}
abstract class TimerTask implements Runnable {
  boolean cancel();
  long scheduledExecutionTime();
}
class TreeMap<K,V> extends AbstractMap<K,V> implements NavigableMap<K,V>, Cloneable, Serializable {
  TreeMap() {}
  TreeMap(Comparator<? super K> a) {}
  TreeMap(Map<? extends K,? extends V> a) {}
  TreeMap(SortedMap<K,? extends V> a) {}
}
class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, Serializable {
  TreeSet() {}
  TreeSet(Collection<? extends E> a) {}
  TreeSet(Comparator<? super E> a) {}
  TreeSet(SortedSet<E> a) {}
}
class UUID implements Serializable, Comparable<UUID> {
  UUID(long a,long b) {}
  int clockSequence();
  static UUID fromString(String a);
  long getLeastSignificantBits();
  long getMostSignificantBits();
  static UUID nameUUIDFromBytes(byte[] a);
  long node();
  static UUID randomUUID();
  long timestamp();
  int variant();
  int version();
}
class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
  Object[] elementData;
  int capacityIncrement,elementCount;
  Vector() {}
  Vector(Collection<? extends E> a) {}
  Vector(int a) {}
  Vector(int a,int b) {}
  void addElement(E a);
  int capacity();
  void copyInto(Object[] a);
  E elementAt(int a);
  Enumeration<E> elements();
  void ensureCapacity(int a);
  E firstElement();
  int indexOf(Object a,int b);
  void insertElementAt(E a,int b);
  E lastElement();
  int lastIndexOf(Object a,int b);
  void removeAllElements();
  boolean removeElement(Object a);
  void removeElementAt(int a);
  void setElementAt(E a,int b);
  void setSize(int a);
  void trimToSize();
}
class WeakHashMap<K,V> extends AbstractMap<K,V> implements Map<K,V> {
  WeakHashMap() {}
  WeakHashMap(Map<? extends K,? extends V> a) {}
  WeakHashMap(int a) {}
  WeakHashMap(int a,float b) {}
}
