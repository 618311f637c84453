package com.google.common.base;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

interface Function<F,T> extends Function<F,T> {
}
class Joiner {
  <A extends Appendable> A appendTo(A a,Iterable<?> b);
  <A extends Appendable> A appendTo(A a,Iterator<?> b);
  <A extends Appendable> A appendTo(A a,Object b,Object c,Object... d);
  <A extends Appendable> A appendTo(A a,Object[] b);
  StringBuilder appendTo(StringBuilder a,Iterable<?> b);
  StringBuilder appendTo(StringBuilder a,Iterator<?> b);
  StringBuilder appendTo(StringBuilder a,Object b,Object c,Object... d);
  StringBuilder appendTo(StringBuilder a,Object[] b);
  String join(Iterable<?> a);
  String join(Iterator<?> a);
  String join(Object a,Object b,Object... c);
  String join(Object[] a);
  static Joiner on(String a);
  static Joiner on(char a);
  Joiner skipNulls();
  Joiner useForNull(String a);
  Joiner.MapJoiner withKeyValueSeparator(String a);
  Joiner.MapJoiner withKeyValueSeparator(char a);
  static class MapJoiner {
    <A extends Appendable> A appendTo(A a,Iterable<? extends Map.Entry<?,?>> b);
    <A extends Appendable> A appendTo(A a,Iterator<? extends Map.Entry<?,?>> b);
    <A extends Appendable> A appendTo(A a,Map<?,?> b);
    StringBuilder appendTo(StringBuilder a,Iterable<? extends Map.Entry<?,?>> b);
    StringBuilder appendTo(StringBuilder a,Iterator<? extends Map.Entry<?,?>> b);
    StringBuilder appendTo(StringBuilder a,Map<?,?> b);
    String join(Iterable<? extends Map.Entry<?,?>> a);
    String join(Iterator<? extends Map.Entry<?,?>> a);
    String join(Map<?,?> a);
    Joiner.MapJoiner useForNull(String a);
  }
}
class MoreObjects {
  static <T> T firstNonNull(T a,T b);
  static MoreObjects.ToStringHelper toStringHelper(Class<?> a);
  static MoreObjects.ToStringHelper toStringHelper(Object a);
  static MoreObjects.ToStringHelper toStringHelper(String a);
  static class ToStringHelper {
    MoreObjects.ToStringHelper add(String a,Object b);
    MoreObjects.ToStringHelper add(String a,boolean b);
    MoreObjects.ToStringHelper add(String a,char b);
    MoreObjects.ToStringHelper add(String a,double b);
    MoreObjects.ToStringHelper add(String a,float b);
    MoreObjects.ToStringHelper add(String a,int b);
    MoreObjects.ToStringHelper add(String a,long b);
    MoreObjects.ToStringHelper addValue(Object a);
    MoreObjects.ToStringHelper addValue(boolean a);
    MoreObjects.ToStringHelper addValue(char a);
    MoreObjects.ToStringHelper addValue(double a);
    MoreObjects.ToStringHelper addValue(float a);
    MoreObjects.ToStringHelper addValue(int a);
    MoreObjects.ToStringHelper addValue(long a);
    MoreObjects.ToStringHelper omitNullValues();
  }
}
abstract class Optional<T> implements Serializable {
  static <T> Optional<T> absent();
  abstract Set<T> asSet();
  static <T> Optional<T> fromJavaUtil(Optional<T> a);
  static <T> Optional<T> fromNullable(T a);
  abstract T get();
  abstract boolean isPresent();
  static <T> Optional<T> of(T a);
  abstract Optional<T> or(Optional<? extends T> a);
  abstract T or(Supplier<? extends T> a);
  abstract T or(T a);
  abstract T orNull();
  static <T> Iterable<T> presentInstances(Iterable<? extends Optional<? extends T>> a);
  Optional<T> toJavaUtil();
  static <T> Optional<T> toJavaUtil(Optional<T> a);
  abstract <V> Optional<V> transform(Function<? super T,V> a);
}
class Preconditions {
  static void checkArgument(boolean a);
  static void checkArgument(boolean a,Object b);
  static void checkArgument(boolean a,String b,Object c);
  static void checkArgument(boolean a,String b,Object c,Object d);
  static void checkArgument(boolean a,String b,Object c,Object d,Object e);
  static void checkArgument(boolean a,String b,Object c,Object d,Object e,Object f);
  static void checkArgument(boolean a,String b,Object c,char d);
  static void checkArgument(boolean a,String b,Object c,int d);
  static void checkArgument(boolean a,String b,Object c,long d);
  static void checkArgument(boolean a,String b,Object... c);
  static void checkArgument(boolean a,String b,char c);
  static void checkArgument(boolean a,String b,char c,Object d);
  static void checkArgument(boolean a,String b,char c,char d);
  static void checkArgument(boolean a,String b,char c,int d);
  static void checkArgument(boolean a,String b,char c,long d);
  static void checkArgument(boolean a,String b,int c);
  static void checkArgument(boolean a,String b,int c,Object d);
  static void checkArgument(boolean a,String b,int c,char d);
  static void checkArgument(boolean a,String b,int c,int d);
  static void checkArgument(boolean a,String b,int c,long d);
  static void checkArgument(boolean a,String b,long c);
  static void checkArgument(boolean a,String b,long c,Object d);
  static void checkArgument(boolean a,String b,long c,char d);
  static void checkArgument(boolean a,String b,long c,int d);
  static void checkArgument(boolean a,String b,long c,long d);
  static int checkElementIndex(int a,int b);
  static int checkElementIndex(int a,int b,String c);
  static <T> T checkNotNull(T a);
  static <T> T checkNotNull(T a,Object b);
  static <T> T checkNotNull(T a,String b,Object c);
  static <T> T checkNotNull(T a,String b,Object c,Object d);
  static <T> T checkNotNull(T a,String b,Object c,Object d,Object e);
  static <T> T checkNotNull(T a,String b,Object c,Object d,Object e,Object f);
  static <T> T checkNotNull(T a,String b,Object c,char d);
  static <T> T checkNotNull(T a,String b,Object c,int d);
  static <T> T checkNotNull(T a,String b,Object c,long d);
  static <T> T checkNotNull(T a,String b,Object... c);
  static <T> T checkNotNull(T a,String b,char c);
  static <T> T checkNotNull(T a,String b,char c,Object d);
  static <T> T checkNotNull(T a,String b,char c,char d);
  static <T> T checkNotNull(T a,String b,char c,int d);
  static <T> T checkNotNull(T a,String b,char c,long d);
  static <T> T checkNotNull(T a,String b,int c);
  static <T> T checkNotNull(T a,String b,int c,Object d);
  static <T> T checkNotNull(T a,String b,int c,char d);
  static <T> T checkNotNull(T a,String b,int c,int d);
  static <T> T checkNotNull(T a,String b,int c,long d);
  static <T> T checkNotNull(T a,String b,long c);
  static <T> T checkNotNull(T a,String b,long c,Object d);
  static <T> T checkNotNull(T a,String b,long c,char d);
  static <T> T checkNotNull(T a,String b,long c,int d);
  static <T> T checkNotNull(T a,String b,long c,long d);
  static int checkPositionIndex(int a,int b);
  static int checkPositionIndex(int a,int b,String c);
  static void checkPositionIndexes(int a,int b,int c);
  static void checkState(boolean a);
  static void checkState(boolean a,Object b);
  static void checkState(boolean a,String b,Object c);
  static void checkState(boolean a,String b,Object c,Object d);
  static void checkState(boolean a,String b,Object c,Object d,Object e);
  static void checkState(boolean a,String b,Object c,Object d,Object e,Object f);
  static void checkState(boolean a,String b,Object c,char d);
  static void checkState(boolean a,String b,Object c,int d);
  static void checkState(boolean a,String b,Object c,long d);
  static void checkState(boolean a,String b,Object... c);
  static void checkState(boolean a,String b,char c);
  static void checkState(boolean a,String b,char c,Object d);
  static void checkState(boolean a,String b,char c,char d);
  static void checkState(boolean a,String b,char c,int d);
  static void checkState(boolean a,String b,char c,long d);
  static void checkState(boolean a,String b,int c);
  static void checkState(boolean a,String b,int c,Object d);
  static void checkState(boolean a,String b,int c,char d);
  static void checkState(boolean a,String b,int c,int d);
  static void checkState(boolean a,String b,int c,long d);
  static void checkState(boolean a,String b,long c);
  static void checkState(boolean a,String b,long c,Object d);
  static void checkState(boolean a,String b,long c,char d);
  static void checkState(boolean a,String b,long c,int d);
  static void checkState(boolean a,String b,long c,long d);
}
interface Predicate<T> extends Predicate<T> {
  boolean apply(T a);
  default boolean test(T a);
}
class Splitter {
  static Splitter fixedLength(int a);
  Splitter limit(int a);
  Splitter omitEmptyStrings();
  static Splitter on(CharMatcher a);
  static Splitter on(Pattern a);
  static Splitter on(String a);
  static Splitter on(char a);
  static Splitter onPattern(String a);
  Iterable<String> split(CharSequence a);
  List<String> splitToList(CharSequence a);
  Stream<String> splitToStream(CharSequence a);
  Splitter trimResults();
  Splitter trimResults(CharMatcher a);
  Splitter.MapSplitter withKeyValueSeparator(Splitter a);
  Splitter.MapSplitter withKeyValueSeparator(String a);
  Splitter.MapSplitter withKeyValueSeparator(char a);
  static class MapSplitter {
    Map<String,String> split(CharSequence a);
  }
}
class Strings {
  static String commonPrefix(CharSequence a,CharSequence b);
  static String commonSuffix(CharSequence a,CharSequence b);
  static String emptyToNull(String a);
  static boolean isNullOrEmpty(String a);
  static String lenientFormat(String a,Object... b);
  static String nullToEmpty(String a);
  static String padEnd(String a,int b,char c);
  static String padStart(String a,int b,char c);
  static String repeat(String a,int b);
}
interface Supplier<T> extends Supplier<T> {
}
