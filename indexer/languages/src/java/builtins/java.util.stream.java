package java.util.stream;

import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

interface BaseStream<T,S extends BaseStream<T,S>> extends AutoCloseable {
  boolean isParallel();
  Iterator<T> iterator();
  S onClose(Runnable a);
  S parallel();
  S sequential();
  Spliterator<T> spliterator();
  S unordered();
}
interface Collector<T,A,R> {
  BiConsumer<A,T> accumulator();
  Set<Collector.Characteristics> characteristics();
  BinaryOperator<A> combiner();
  Function<A,R> finisher();
  static <T,A,R> Collector<T,A,R> of(Supplier<A> a,BiConsumer<A,T> b,BinaryOperator<A> c,Function<A,R> d,Collector.Characteristics... e);
  static <T,R> Collector<T,R,R> of(Supplier<R> a,BiConsumer<R,T> b,BinaryOperator<R> c,Collector.Characteristics... d);
  Supplier<A> supplier();
  enum Characteristics {
    CONCURRENT,UNORDERED,IDENTITY_FINISH;
  }
}
class Collectors {
  static <T> Collector<T,?,Double> averagingDouble(ToDoubleFunction<? super T> a);
  static <T> Collector<T,?,Double> averagingInt(ToIntFunction<? super T> a);
  static <T> Collector<T,?,Double> averagingLong(ToLongFunction<? super T> a);
  static <T,A,R,RR> Collector<T,A,RR> collectingAndThen(Collector<T,A,R> a,Function<R,RR> b);
  static <T> Collector<T,?,Long> counting();
  static <T,A,R> Collector<T,?,R> filtering(Predicate<? super T> a,Collector<? super T,A,R> b);
  static <T,U,A,R> Collector<T,?,R> flatMapping(Function<? super T,? extends Stream<? extends U>> a,Collector<? super U,A,R> b);
  static <T,K,A,D> Collector<T,?,Map<K,D>> groupingBy(Function<? super T,? extends K> a,Collector<? super T,A,D> b);
  static <T,K,D,A,M extends Map<K,D>> Collector<T,?,M> groupingBy(Function<? super T,? extends K> a,Supplier<M> b,Collector<? super T,A,D> c);
  static <T,K> Collector<T,?,Map<K,List<T>>> groupingBy(Function<? super T,? extends K> a);
  static <T,K,A,D,M extends ConcurrentMap<K,D>> Collector<T,?,M> groupingByConcurrent(Function<? super T,? extends K> a,Supplier<M> b,Collector<? super T,A,D> c);
  static <T,K,A,D> Collector<T,?,ConcurrentMap<K,D>> groupingByConcurrent(Function<? super T,? extends K> a,Collector<? super T,A,D> b);
  static <T,K> Collector<T,?,ConcurrentMap<K,List<T>>> groupingByConcurrent(Function<? super T,? extends K> a);
  static Collector<CharSequence,?,String> joining();
  static Collector<CharSequence,?,String> joining(CharSequence a);
  static Collector<CharSequence,?,String> joining(CharSequence a,CharSequence b,CharSequence c);
  static <T,U,A,R> Collector<T,?,R> mapping(Function<? super T,? extends U> a,Collector<? super U,A,R> b);
  static <T> Collector<T,?,Optional<T>> maxBy(Comparator<? super T> a);
  static <T> Collector<T,?,Optional<T>> minBy(Comparator<? super T> a);
  static <T,D,A> Collector<T,?,Map<Boolean,D>> partitioningBy(Predicate<? super T> a,Collector<? super T,A,D> b);
  static <T> Collector<T,?,Map<Boolean,List<T>>> partitioningBy(Predicate<? super T> a);
  static <T,U> Collector<T,?,U> reducing(U a,Function<? super T,? extends U> b,BinaryOperator<U> c);
  static <T> Collector<T,?,Optional<T>> reducing(BinaryOperator<T> a);
  static <T> Collector<T,?,T> reducing(T a,BinaryOperator<T> b);
  static <T> Collector<T,?,DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> a);
  static <T> Collector<T,?,IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> a);
  static <T> Collector<T,?,LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> a);
  static <T> Collector<T,?,Double> summingDouble(ToDoubleFunction<? super T> a);
  static <T> Collector<T,?,Integer> summingInt(ToIntFunction<? super T> a);
  static <T> Collector<T,?,Long> summingLong(ToLongFunction<? super T> a);
  static <T,R1,R2,R> Collector<T,?,R> teeing(Collector<? super T,?,R1> a,Collector<? super T,?,R2> b,BiFunction<? super R1,? super R2,R> c);
  static <T,C extends Collection<T>> Collector<T,?,C> toCollection(Supplier<C> a);
  static <T,K,U,M extends ConcurrentMap<K,U>> Collector<T,?,M> toConcurrentMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b,BinaryOperator<U> c,Supplier<M> d);
  static <T,K,U> Collector<T,?,ConcurrentMap<K,U>> toConcurrentMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b);
  static <T,K,U> Collector<T,?,ConcurrentMap<K,U>> toConcurrentMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b,BinaryOperator<U> c);
  static <T> Collector<T,?,List<T>> toList();
  static <T,K,U,M extends Map<K,U>> Collector<T,?,M> toMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b,BinaryOperator<U> c,Supplier<M> d);
  static <T,K,U> Collector<T,?,Map<K,U>> toMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b);
  static <T,K,U> Collector<T,?,Map<K,U>> toMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b,BinaryOperator<U> c);
  static <T> Collector<T,?,Set<T>> toSet();
  static <T> Collector<T,?,List<T>> toUnmodifiableList();
  static <T,K,U> Collector<T,?,Map<K,U>> toUnmodifiableMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b);
  static <T,K,U> Collector<T,?,Map<K,U>> toUnmodifiableMap(Function<? super T,? extends K> a,Function<? super T,? extends U> b,BinaryOperator<U> c);
  static <T> Collector<T,?,Set<T>> toUnmodifiableSet();
}
interface DoubleStream extends BaseStream<Double,DoubleStream> {
  boolean allMatch(DoublePredicate a);
  boolean anyMatch(DoublePredicate a);
  OptionalDouble average();
  Stream<Double> boxed();
  static DoubleStream.Builder builder();
  <R> R collect(Supplier<R> a,ObjDoubleConsumer<R> b,BiConsumer<R,R> c);
  static DoubleStream concat(DoubleStream a,DoubleStream b);
  long count();
  DoubleStream distinct();
  default DoubleStream dropWhile(DoublePredicate a);
  static DoubleStream empty();
  DoubleStream filter(DoublePredicate a);
  OptionalDouble findAny();
  OptionalDouble findFirst();
  DoubleStream flatMap(DoubleFunction<? extends DoubleStream> a);
  void forEach(DoubleConsumer a);
  void forEachOrdered(DoubleConsumer a);
  static DoubleStream generate(DoubleSupplier a);
  static DoubleStream iterate(double a,DoublePredicate b,DoubleUnaryOperator c);
  static DoubleStream iterate(double a,DoubleUnaryOperator b);
  PrimitiveIterator.OfDouble iterator();
  DoubleStream limit(long a);
  DoubleStream map(DoubleUnaryOperator a);
  default DoubleStream mapMulti(DoubleStream.DoubleMapMultiConsumer a);
  IntStream mapToInt(DoubleToIntFunction a);
  LongStream mapToLong(DoubleToLongFunction a);
  <U> Stream<U> mapToObj(DoubleFunction<? extends U> a);
  OptionalDouble max();
  OptionalDouble min();
  boolean noneMatch(DoublePredicate a);
  static DoubleStream of(double a);
  static DoubleStream of(double... a);
  DoubleStream peek(DoubleConsumer a);
  OptionalDouble reduce(DoubleBinaryOperator a);
  double reduce(double a,DoubleBinaryOperator b);
  DoubleStream skip(long a);
  DoubleStream sorted();
  Spliterator.OfDouble spliterator();
  double sum();
  DoubleSummaryStatistics summaryStatistics();
  default DoubleStream takeWhile(DoublePredicate a);
  double[] toArray();
  interface Builder extends DoubleConsumer {
    default DoubleStream.Builder add(double a);
    DoubleStream build();
  }
  interface DoubleMapMultiConsumer {
    void accept(double a,DoubleConsumer b);
  }
}
interface IntStream extends BaseStream<Integer,IntStream> {
  boolean allMatch(IntPredicate a);
  boolean anyMatch(IntPredicate a);
  DoubleStream asDoubleStream();
  LongStream asLongStream();
  OptionalDouble average();
  Stream<Integer> boxed();
  static IntStream.Builder builder();
  <R> R collect(Supplier<R> a,ObjIntConsumer<R> b,BiConsumer<R,R> c);
  static IntStream concat(IntStream a,IntStream b);
  long count();
  IntStream distinct();
  default IntStream dropWhile(IntPredicate a);
  static IntStream empty();
  IntStream filter(IntPredicate a);
  OptionalInt findAny();
  OptionalInt findFirst();
  IntStream flatMap(IntFunction<? extends IntStream> a);
  void forEach(IntConsumer a);
  void forEachOrdered(IntConsumer a);
  static IntStream generate(IntSupplier a);
  static IntStream iterate(int a,IntPredicate b,IntUnaryOperator c);
  static IntStream iterate(int a,IntUnaryOperator b);
  PrimitiveIterator.OfInt iterator();
  IntStream limit(long a);
  IntStream map(IntUnaryOperator a);
  default IntStream mapMulti(IntStream.IntMapMultiConsumer a);
  DoubleStream mapToDouble(IntToDoubleFunction a);
  LongStream mapToLong(IntToLongFunction a);
  <U> Stream<U> mapToObj(IntFunction<? extends U> a);
  OptionalInt max();
  OptionalInt min();
  boolean noneMatch(IntPredicate a);
  static IntStream of(int a);
  static IntStream of(int... a);
  IntStream peek(IntConsumer a);
  static IntStream range(int a,int b);
  static IntStream rangeClosed(int a,int b);
  OptionalInt reduce(IntBinaryOperator a);
  int reduce(int a,IntBinaryOperator b);
  IntStream skip(long a);
  IntStream sorted();
  Spliterator.OfInt spliterator();
  int sum();
  IntSummaryStatistics summaryStatistics();
  default IntStream takeWhile(IntPredicate a);
  int[] toArray();
  interface Builder extends IntConsumer {
    default IntStream.Builder add(int a);
    IntStream build();
  }
  interface IntMapMultiConsumer {
    void accept(int a,IntConsumer b);
  }
}
interface LongStream extends BaseStream<Long,LongStream> {
  boolean allMatch(LongPredicate a);
  boolean anyMatch(LongPredicate a);
  DoubleStream asDoubleStream();
  OptionalDouble average();
  Stream<Long> boxed();
  static LongStream.Builder builder();
  <R> R collect(Supplier<R> a,ObjLongConsumer<R> b,BiConsumer<R,R> c);
  static LongStream concat(LongStream a,LongStream b);
  long count();
  LongStream distinct();
  default LongStream dropWhile(LongPredicate a);
  static LongStream empty();
  LongStream filter(LongPredicate a);
  OptionalLong findAny();
  OptionalLong findFirst();
  LongStream flatMap(LongFunction<? extends LongStream> a);
  void forEach(LongConsumer a);
  void forEachOrdered(LongConsumer a);
  static LongStream generate(LongSupplier a);
  static LongStream iterate(long a,LongPredicate b,LongUnaryOperator c);
  static LongStream iterate(long a,LongUnaryOperator b);
  PrimitiveIterator.OfLong iterator();
  LongStream limit(long a);
  LongStream map(LongUnaryOperator a);
  default LongStream mapMulti(LongStream.LongMapMultiConsumer a);
  DoubleStream mapToDouble(LongToDoubleFunction a);
  IntStream mapToInt(LongToIntFunction a);
  <U> Stream<U> mapToObj(LongFunction<? extends U> a);
  OptionalLong max();
  OptionalLong min();
  boolean noneMatch(LongPredicate a);
  static LongStream of(long a);
  static LongStream of(long... a);
  LongStream peek(LongConsumer a);
  static LongStream range(long a,long b);
  static LongStream rangeClosed(long a,long b);
  OptionalLong reduce(LongBinaryOperator a);
  long reduce(long a,LongBinaryOperator b);
  LongStream skip(long a);
  LongStream sorted();
  Spliterator.OfLong spliterator();
  long sum();
  LongSummaryStatistics summaryStatistics();
  default LongStream takeWhile(LongPredicate a);
  long[] toArray();
  interface Builder extends LongConsumer {
    default LongStream.Builder add(long a);
    LongStream build();
  }
  interface LongMapMultiConsumer {
    void accept(long a,LongConsumer b);
  }
}
interface Stream<T> extends BaseStream<T,Stream<T>> {
  boolean allMatch(Predicate<? super T> a);
  boolean anyMatch(Predicate<? super T> a);
  static <T> Stream.Builder<T> builder();
  <R,A> R collect(Collector<? super T,A,R> a);
  <R> R collect(Supplier<R> a,BiConsumer<R,? super T> b,BiConsumer<R,R> c);
  static <T> Stream<T> concat(Stream<? extends T> a,Stream<? extends T> b);
  long count();
  Stream<T> distinct();
  default Stream<T> dropWhile(Predicate<? super T> a);
  static <T> Stream<T> empty();
  Stream<T> filter(Predicate<? super T> a);
  Optional<T> findAny();
  Optional<T> findFirst();
  <R> Stream<R> flatMap(Function<? super T,? extends Stream<? extends R>> a);
  DoubleStream flatMapToDouble(Function<? super T,? extends DoubleStream> a);
  IntStream flatMapToInt(Function<? super T,? extends IntStream> a);
  LongStream flatMapToLong(Function<? super T,? extends LongStream> a);
  void forEach(Consumer<? super T> a);
  void forEachOrdered(Consumer<? super T> a);
  static <T> Stream<T> generate(Supplier<? extends T> a);
  static <T> Stream<T> iterate(T a,Predicate<? super T> b,UnaryOperator<T> c);
  static <T> Stream<T> iterate(T a,UnaryOperator<T> b);
  Stream<T> limit(long a);
  <R> Stream<R> map(Function<? super T,? extends R> a);
  default <R> Stream<R> mapMulti(BiConsumer<? super T,? super Consumer<R>> a);
  default DoubleStream mapMultiToDouble(BiConsumer<? super T,? super DoubleConsumer> a);
  default IntStream mapMultiToInt(BiConsumer<? super T,? super IntConsumer> a);
  default LongStream mapMultiToLong(BiConsumer<? super T,? super LongConsumer> a);
  DoubleStream mapToDouble(ToDoubleFunction<? super T> a);
  IntStream mapToInt(ToIntFunction<? super T> a);
  LongStream mapToLong(ToLongFunction<? super T> a);
  Optional<T> max(Comparator<? super T> a);
  Optional<T> min(Comparator<? super T> a);
  boolean noneMatch(Predicate<? super T> a);
  static <T> Stream<T> of(T a);
  static <T> Stream<T> of(T... a);
  static <T> Stream<T> ofNullable(T a);
  Stream<T> peek(Consumer<? super T> a);
  <U> U reduce(U a,BiFunction<U,? super T,U> b,BinaryOperator<U> c);
  Optional<T> reduce(BinaryOperator<T> a);
  T reduce(T a,BinaryOperator<T> b);
  Stream<T> skip(long a);
  Stream<T> sorted();
  Stream<T> sorted(Comparator<? super T> a);
  default Stream<T> takeWhile(Predicate<? super T> a);
  <A> A[] toArray(IntFunction<A[]> a);
  Object[] toArray();
  default List<T> toList();
  interface Builder<T> extends Consumer<T> {
    default Stream.Builder<T> add(T a);
    Stream<T> build();
  }
}
class StreamSupport {
  static DoubleStream doubleStream(Spliterator.OfDouble a,boolean b);
  static DoubleStream doubleStream(Supplier<? extends Spliterator.OfDouble> a,int b,boolean c);
  static IntStream intStream(Spliterator.OfInt a,boolean b);
  static IntStream intStream(Supplier<? extends Spliterator.OfInt> a,int b,boolean c);
  static LongStream longStream(Spliterator.OfLong a,boolean b);
  static LongStream longStream(Supplier<? extends Spliterator.OfLong> a,int b,boolean c);
  static <T> Stream<T> stream(Spliterator<T> a,boolean b);
  static <T> Stream<T> stream(Supplier<? extends Spliterator<T>> a,int b,boolean c);
}
