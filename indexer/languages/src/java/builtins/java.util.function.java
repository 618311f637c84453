package java.util.function;

import java.util.Comparator;

interface BiConsumer<T,U> {
  void accept(T a,U b);
  default BiConsumer<T,U> andThen(BiConsumer<? super T,? super U> a);
}
interface BiFunction<T,U,R> {
  default <V> BiFunction<T,U,V> andThen(Function<? super R,? extends V> a);
  R apply(T a,U b);
}
interface BiPredicate<T,U> {
  default BiPredicate<T,U> and(BiPredicate<? super T,? super U> a);
  default BiPredicate<T,U> negate();
  default BiPredicate<T,U> or(BiPredicate<? super T,? super U> a);
  boolean test(T a,U b);
}
interface BinaryOperator<T> extends BiFunction<T,T,T> {
  static <T> BinaryOperator<T> maxBy(Comparator<? super T> a);
  static <T> BinaryOperator<T> minBy(Comparator<? super T> a);
}
interface BooleanSupplier {
  boolean getAsBoolean();
}
interface Consumer<T> {
  void accept(T a);
  default Consumer<T> andThen(Consumer<? super T> a);
}
interface DoubleBinaryOperator {
  double applyAsDouble(double a,double b);
}
interface DoubleConsumer {
  void accept(double a);
  default DoubleConsumer andThen(DoubleConsumer a);
}
interface DoubleFunction<R> {
  R apply(double a);
}
interface DoublePredicate {
  default DoublePredicate and(DoublePredicate a);
  default DoublePredicate negate();
  default DoublePredicate or(DoublePredicate a);
  boolean test(double a);
}
interface DoubleSupplier {
  double getAsDouble();
}
interface DoubleToIntFunction {
  int applyAsInt(double a);
}
interface DoubleToLongFunction {
  long applyAsLong(double a);
}
interface DoubleUnaryOperator {
  default DoubleUnaryOperator andThen(DoubleUnaryOperator a);
  double applyAsDouble(double a);
  default DoubleUnaryOperator compose(DoubleUnaryOperator a);
  static DoubleUnaryOperator identity();
}
interface Function<T,R> {
  default <V> Function<T,V> andThen(Function<? super R,? extends V> a);
  R apply(T a);
  default <V> Function<V,R> compose(Function<? super V,? extends T> a);
  static <T> Function<T,T> identity();
}
interface IntBinaryOperator {
  int applyAsInt(int a,int b);
}
interface IntConsumer {
  void accept(int a);
  default IntConsumer andThen(IntConsumer a);
}
interface IntFunction<R> {
  R apply(int a);
}
interface IntPredicate {
  default IntPredicate and(IntPredicate a);
  default IntPredicate negate();
  default IntPredicate or(IntPredicate a);
  boolean test(int a);
}
interface IntSupplier {
  int getAsInt();
}
interface IntToDoubleFunction {
  double applyAsDouble(int a);
}
interface IntToLongFunction {
  long applyAsLong(int a);
}
interface IntUnaryOperator {
  default IntUnaryOperator andThen(IntUnaryOperator a);
  int applyAsInt(int a);
  default IntUnaryOperator compose(IntUnaryOperator a);
  static IntUnaryOperator identity();
}
interface LongBinaryOperator {
  long applyAsLong(long a,long b);
}
interface LongConsumer {
  void accept(long a);
  default LongConsumer andThen(LongConsumer a);
}
interface LongFunction<R> {
  R apply(long a);
}
interface LongPredicate {
  default LongPredicate and(LongPredicate a);
  default LongPredicate negate();
  default LongPredicate or(LongPredicate a);
  boolean test(long a);
}
interface LongSupplier {
  long getAsLong();
}
interface LongToDoubleFunction {
  double applyAsDouble(long a);
}
interface LongToIntFunction {
  int applyAsInt(long a);
}
interface LongUnaryOperator {
  default LongUnaryOperator andThen(LongUnaryOperator a);
  long applyAsLong(long a);
  default LongUnaryOperator compose(LongUnaryOperator a);
  static LongUnaryOperator identity();
}
interface ObjDoubleConsumer<T> {
  void accept(T a,double b);
}
interface ObjIntConsumer<T> {
  void accept(T a,int b);
}
interface ObjLongConsumer<T> {
  void accept(T a,long b);
}
interface Predicate<T> {
  default Predicate<T> and(Predicate<? super T> a);
  static <T> Predicate<T> isEqual(Object a);
  default Predicate<T> negate();
  static <T> Predicate<T> not(Predicate<? super T> a);
  default Predicate<T> or(Predicate<? super T> a);
  boolean test(T a);
}
interface Supplier<T> {
  T get();
}
interface ToDoubleBiFunction<T,U> {
  double applyAsDouble(T a,U b);
}
interface ToDoubleFunction<T> {
  double applyAsDouble(T a);
}
interface ToIntBiFunction<T,U> {
  int applyAsInt(T a,U b);
}
interface ToIntFunction<T> {
  int applyAsInt(T a);
}
interface ToLongBiFunction<T,U> {
  long applyAsLong(T a,U b);
}
interface ToLongFunction<T> {
  long applyAsLong(T a);
}
interface UnaryOperator<T> extends Function<T,T> {
  static <T> UnaryOperator<T> identity();
}
