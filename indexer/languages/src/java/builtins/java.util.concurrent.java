package java.util.concurrent;

import java.io.Serializable;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Random;
import java.util.RandomAccess;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

abstract class AbstractExecutorService implements ExecutorService {
  <T> RunnableFuture<T> newTaskFor(Callable<T> a);
  <T> RunnableFuture<T> newTaskFor(Runnable a,T b);
}
class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
  ArrayBlockingQueue(int a) {}
  ArrayBlockingQueue(int a,boolean b) {}
  ArrayBlockingQueue(int a,boolean b,Collection<? extends E> c) {}
}
interface BlockingDeque<E> extends BlockingQueue<E>, Deque<E> {
  boolean offerFirst(E a,long b,TimeUnit c);
  boolean offerLast(E a,long b,TimeUnit c);
  E pollFirst(long a,TimeUnit b);
  E pollLast(long a,TimeUnit b);
  void putFirst(E a);
  void putLast(E a);
  E takeFirst();
  E takeLast();
}
interface BlockingQueue<E> extends Queue<E> {
  int drainTo(Collection<? super E> a);
  int drainTo(Collection<? super E> a,int b);
  boolean offer(E a,long b,TimeUnit c);
  E poll(long a,TimeUnit b);
  void put(E a);
  int remainingCapacity();
  E take();
}
interface Callable<V> {
  V call();
}
class CancellationException extends IllegalStateException {
  CancellationException() {}
  CancellationException(String a) {}
}
class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
  CompletableFuture<Void> acceptEither(CompletionStage<? extends T> a,Consumer<? super T> b);
  CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> a,Consumer<? super T> b);
  CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> a,Consumer<? super T> b,Executor c);
  static CompletableFuture<Void> allOf(CompletableFuture<?>... a);
  static CompletableFuture<Object> anyOf(CompletableFuture<?>... a);
  <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> a,Function<? super T,U> b);
  <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> a,Function<? super T,U> b);
  <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> a,Function<? super T,U> b,Executor c);
  boolean complete(T a);
  CompletableFuture<T> completeAsync(Supplier<? extends T> a);
  CompletableFuture<T> completeAsync(Supplier<? extends T> a,Executor b);
  boolean completeExceptionally(Throwable a);
  CompletableFuture<T> completeOnTimeout(T a,long b,TimeUnit c);
  static <U> CompletableFuture<U> completedFuture(U a);
  static <U> CompletionStage<U> completedStage(U a);
  CompletableFuture<T> copy();
  Executor defaultExecutor();
  static Executor delayedExecutor(long a,TimeUnit b);
  static Executor delayedExecutor(long a,TimeUnit b,Executor c);
  CompletableFuture<T> exceptionally(Function<Throwable,? extends T> a);
  CompletableFuture<T> exceptionallyAsync(Function<Throwable,? extends T> a);
  CompletableFuture<T> exceptionallyAsync(Function<Throwable,? extends T> a,Executor b);
  CompletableFuture<T> exceptionallyCompose(Function<Throwable,? extends CompletionStage<T>> a);
  CompletableFuture<T> exceptionallyComposeAsync(Function<Throwable,? extends CompletionStage<T>> a);
  CompletableFuture<T> exceptionallyComposeAsync(Function<Throwable,? extends CompletionStage<T>> a,Executor b);
  static <U> CompletableFuture<U> failedFuture(Throwable a);
  static <U> CompletionStage<U> failedStage(Throwable a);
  T getNow(T a);
  int getNumberOfDependents();
  <U> CompletableFuture<U> handle(BiFunction<? super T,Throwable,? extends U> a);
  <U> CompletableFuture<U> handleAsync(BiFunction<? super T,Throwable,? extends U> a);
  <U> CompletableFuture<U> handleAsync(BiFunction<? super T,Throwable,? extends U> a,Executor b);
  boolean isCompletedExceptionally();
  T join();
  CompletionStage<T> minimalCompletionStage();
  <U> CompletableFuture<U> newIncompleteFuture();
  void obtrudeException(Throwable a);
  void obtrudeValue(T a);
  CompletableFuture<T> orTimeout(long a,TimeUnit b);
  CompletableFuture<Void> runAfterBoth(CompletionStage<?> a,Runnable b);
  CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> a,Runnable b);
  CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> a,Runnable b,Executor c);
  CompletableFuture<Void> runAfterEither(CompletionStage<?> a,Runnable b);
  CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> a,Runnable b);
  CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> a,Runnable b,Executor c);
  static CompletableFuture<Void> runAsync(Runnable a);
  static CompletableFuture<Void> runAsync(Runnable a,Executor b);
  static <U> CompletableFuture<U> supplyAsync(Supplier<U> a);
  static <U> CompletableFuture<U> supplyAsync(Supplier<U> a,Executor b);
  CompletableFuture<Void> thenAccept(Consumer<? super T> a);
  CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> a);
  CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> a,Executor b);
  <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b);
  <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b);
  <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b,Executor c);
  <U> CompletableFuture<U> thenApply(Function<? super T,? extends U> a);
  <U> CompletableFuture<U> thenApplyAsync(Function<? super T,? extends U> a);
  <U> CompletableFuture<U> thenApplyAsync(Function<? super T,? extends U> a,Executor b);
  <U,V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b);
  <U,V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b);
  <U,V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b,Executor c);
  <U> CompletableFuture<U> thenCompose(Function<? super T,? extends CompletionStage<U>> a);
  <U> CompletableFuture<U> thenComposeAsync(Function<? super T,? extends CompletionStage<U>> a);
  <U> CompletableFuture<U> thenComposeAsync(Function<? super T,? extends CompletionStage<U>> a,Executor b);
  CompletableFuture<Void> thenRun(Runnable a);
  CompletableFuture<Void> thenRunAsync(Runnable a);
  CompletableFuture<Void> thenRunAsync(Runnable a,Executor b);
  CompletableFuture<T> whenComplete(BiConsumer<? super T,? super Throwable> a);
  CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T,? super Throwable> a);
  CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T,? super Throwable> a,Executor b);
  interface AsynchronousCompletionTask {
  }
}
class CompletionException extends RuntimeException {
  CompletionException() {}
  CompletionException(String a) {}
  CompletionException(String a,Throwable b) {}
  CompletionException(Throwable a) {}
}
interface CompletionStage<T> {
  CompletionStage<Void> acceptEither(CompletionStage<? extends T> a,Consumer<? super T> b);
  CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> a,Consumer<? super T> b);
  CompletionStage<Void> acceptEitherAsync(CompletionStage<? extends T> a,Consumer<? super T> b,Executor c);
  <U> CompletionStage<U> applyToEither(CompletionStage<? extends T> a,Function<? super T,U> b);
  <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> a,Function<? super T,U> b);
  <U> CompletionStage<U> applyToEitherAsync(CompletionStage<? extends T> a,Function<? super T,U> b,Executor c);
  CompletionStage<T> exceptionally(Function<Throwable,? extends T> a);
  default CompletionStage<T> exceptionallyAsync(Function<Throwable,? extends T> a);
  default CompletionStage<T> exceptionallyAsync(Function<Throwable,? extends T> a,Executor b);
  default CompletionStage<T> exceptionallyCompose(Function<Throwable,? extends CompletionStage<T>> a);
  default CompletionStage<T> exceptionallyComposeAsync(Function<Throwable,? extends CompletionStage<T>> a);
  default CompletionStage<T> exceptionallyComposeAsync(Function<Throwable,? extends CompletionStage<T>> a,Executor b);
  <U> CompletionStage<U> handle(BiFunction<? super T,Throwable,? extends U> a);
  <U> CompletionStage<U> handleAsync(BiFunction<? super T,Throwable,? extends U> a);
  <U> CompletionStage<U> handleAsync(BiFunction<? super T,Throwable,? extends U> a,Executor b);
  CompletionStage<Void> runAfterBoth(CompletionStage<?> a,Runnable b);
  CompletionStage<Void> runAfterBothAsync(CompletionStage<?> a,Runnable b);
  CompletionStage<Void> runAfterBothAsync(CompletionStage<?> a,Runnable b,Executor c);
  CompletionStage<Void> runAfterEither(CompletionStage<?> a,Runnable b);
  CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> a,Runnable b);
  CompletionStage<Void> runAfterEitherAsync(CompletionStage<?> a,Runnable b,Executor c);
  CompletionStage<Void> thenAccept(Consumer<? super T> a);
  CompletionStage<Void> thenAcceptAsync(Consumer<? super T> a);
  CompletionStage<Void> thenAcceptAsync(Consumer<? super T> a,Executor b);
  <U> CompletionStage<Void> thenAcceptBoth(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b);
  <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b);
  <U> CompletionStage<Void> thenAcceptBothAsync(CompletionStage<? extends U> a,BiConsumer<? super T,? super U> b,Executor c);
  <U> CompletionStage<U> thenApply(Function<? super T,? extends U> a);
  <U> CompletionStage<U> thenApplyAsync(Function<? super T,? extends U> a);
  <U> CompletionStage<U> thenApplyAsync(Function<? super T,? extends U> a,Executor b);
  <U,V> CompletionStage<V> thenCombine(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b);
  <U,V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b);
  <U,V> CompletionStage<V> thenCombineAsync(CompletionStage<? extends U> a,BiFunction<? super T,? super U,? extends V> b,Executor c);
  <U> CompletionStage<U> thenCompose(Function<? super T,? extends CompletionStage<U>> a);
  <U> CompletionStage<U> thenComposeAsync(Function<? super T,? extends CompletionStage<U>> a);
  <U> CompletionStage<U> thenComposeAsync(Function<? super T,? extends CompletionStage<U>> a,Executor b);
  CompletionStage<Void> thenRun(Runnable a);
  CompletionStage<Void> thenRunAsync(Runnable a);
  CompletionStage<Void> thenRunAsync(Runnable a,Executor b);
  CompletableFuture<T> toCompletableFuture();
  CompletionStage<T> whenComplete(BiConsumer<? super T,? super Throwable> a);
  CompletionStage<T> whenCompleteAsync(BiConsumer<? super T,? super Throwable> a);
  CompletionStage<T> whenCompleteAsync(BiConsumer<? super T,? super Throwable> a,Executor b);
}
class ConcurrentHashMap<K,V> extends AbstractMap<K,V> implements ConcurrentMap<K,V>, Serializable {
  ConcurrentHashMap() {}
  ConcurrentHashMap(Map<? extends K,? extends V> a) {}
  ConcurrentHashMap(int a) {}
  ConcurrentHashMap(int a,float b) {}
  ConcurrentHashMap(int a,float b,int c) {}
  boolean contains(Object a);
  Enumeration<V> elements();
  <U> void forEach(long a,BiFunction<? super K,? super V,? extends U> b,Consumer<? super U> c);
  void forEach(long a,BiConsumer<? super K,? super V> b);
  <U> void forEachEntry(long a,Function<Map.Entry<K,V>,? extends U> b,Consumer<? super U> c);
  void forEachEntry(long a,Consumer<? super Map.Entry<K,V>> b);
  <U> void forEachKey(long a,Function<? super K,? extends U> b,Consumer<? super U> c);
  void forEachKey(long a,Consumer<? super K> b);
  <U> void forEachValue(long a,Function<? super V,? extends U> b,Consumer<? super U> c);
  void forEachValue(long a,Consumer<? super V> b);
  ConcurrentHashMap.KeySetView<K,V> keySet();
  ConcurrentHashMap.KeySetView<K,V> keySet(V a);
  Enumeration<K> keys();
  long mappingCount();
  static <K> ConcurrentHashMap.KeySetView<K,Boolean> newKeySet();
  static <K> ConcurrentHashMap.KeySetView<K,Boolean> newKeySet(int a);
  <U> U reduce(long a,BiFunction<? super K,? super V,? extends U> b,BiFunction<? super U,? super U,? extends U> c);
  <U> U reduceEntries(long a,Function<Map.Entry<K,V>,? extends U> b,BiFunction<? super U,? super U,? extends U> c);
  Map.Entry<K,V> reduceEntries(long a,BiFunction<Map.Entry<K,V>,Map.Entry<K,V>,? extends Map.Entry<K,V>> b);
  double reduceEntriesToDouble(long a,ToDoubleFunction<Map.Entry<K,V>> b,double c,DoubleBinaryOperator d);
  int reduceEntriesToInt(long a,ToIntFunction<Map.Entry<K,V>> b,int c,IntBinaryOperator d);
  long reduceEntriesToLong(long a,ToLongFunction<Map.Entry<K,V>> b,long c,LongBinaryOperator d);
  <U> U reduceKeys(long a,Function<? super K,? extends U> b,BiFunction<? super U,? super U,? extends U> c);
  K reduceKeys(long a,BiFunction<? super K,? super K,? extends K> b);
  double reduceKeysToDouble(long a,ToDoubleFunction<? super K> b,double c,DoubleBinaryOperator d);
  int reduceKeysToInt(long a,ToIntFunction<? super K> b,int c,IntBinaryOperator d);
  long reduceKeysToLong(long a,ToLongFunction<? super K> b,long c,LongBinaryOperator d);
  double reduceToDouble(long a,ToDoubleBiFunction<? super K,? super V> b,double c,DoubleBinaryOperator d);
  int reduceToInt(long a,ToIntBiFunction<? super K,? super V> b,int c,IntBinaryOperator d);
  long reduceToLong(long a,ToLongBiFunction<? super K,? super V> b,long c,LongBinaryOperator d);
  <U> U reduceValues(long a,Function<? super V,? extends U> b,BiFunction<? super U,? super U,? extends U> c);
  V reduceValues(long a,BiFunction<? super V,? super V,? extends V> b);
  double reduceValuesToDouble(long a,ToDoubleFunction<? super V> b,double c,DoubleBinaryOperator d);
  int reduceValuesToInt(long a,ToIntFunction<? super V> b,int c,IntBinaryOperator d);
  long reduceValuesToLong(long a,ToLongFunction<? super V> b,long c,LongBinaryOperator d);
  <U> U search(long a,BiFunction<? super K,? super V,? extends U> b);
  <U> U searchEntries(long a,Function<Map.Entry<K,V>,? extends U> b);
  <U> U searchKeys(long a,Function<? super K,? extends U> b);
  <U> U searchValues(long a,Function<? super V,? extends U> b);
  static class KeySetView<K,V> implements Set<K>, Serializable {
    V getMappedValue();
  }
}
class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E>, Serializable {
  ConcurrentLinkedDeque() {}
  ConcurrentLinkedDeque(Collection<? extends E> a) {}
}
class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Queue<E>, Serializable {
  ConcurrentLinkedQueue() {}
  ConcurrentLinkedQueue(Collection<? extends E> a) {}
}
interface ConcurrentMap<K,V> extends Map<K,V> {
  V putIfAbsent(K a,V b);
  boolean remove(Object a,Object b);
  V replace(K a,V b);
  boolean replace(K a,V b,V c);
}
class ConcurrentSkipListMap<K,V> extends AbstractMap<K,V> implements Cloneable, Serializable {
  ConcurrentSkipListMap() {}
  ConcurrentSkipListMap(Comparator<? super K> a) {}
  ConcurrentSkipListMap(Map<? extends K,? extends V> a) {}
  ConcurrentSkipListMap(SortedMap<K,? extends V> a) {}
  ConcurrentSkipListMap<K,V> clone();
  ConcurrentNavigableMap<K,V> descendingMap();
  ConcurrentNavigableMap<K,V> headMap(K a);
  ConcurrentNavigableMap<K,V> headMap(K a,boolean b);
  NavigableSet<K> keySet();
  ConcurrentNavigableMap<K,V> subMap(K a,K b);
  ConcurrentNavigableMap<K,V> subMap(K a,boolean b,K c,boolean d);
  ConcurrentNavigableMap<K,V> tailMap(K a);
  ConcurrentNavigableMap<K,V> tailMap(K a,boolean b);
}
class ConcurrentSkipListSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, Serializable {
  ConcurrentSkipListSet() {}
  ConcurrentSkipListSet(Collection<? extends E> a) {}
  ConcurrentSkipListSet(Comparator<? super E> a) {}
  ConcurrentSkipListSet(SortedSet<E> a) {}
  ConcurrentSkipListSet<E> clone();
  NavigableSet<E> headSet(E a);
  NavigableSet<E> subSet(E a,E b);
  NavigableSet<E> tailSet(E a);
}
class CopyOnWriteArrayList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
  CopyOnWriteArrayList() {}
  CopyOnWriteArrayList(Collection<? extends E> a) {}
  CopyOnWriteArrayList(E[] a) {}
  int addAllAbsent(Collection<? extends E> a);
  boolean addIfAbsent(E a);
  int indexOf(E a,int b);
  int lastIndexOf(E a,int b);
}
class CopyOnWriteArraySet<E> extends AbstractSet<E> implements Serializable {
  CopyOnWriteArraySet() {}
  CopyOnWriteArraySet(Collection<? extends E> a) {}
}
class CountDownLatch {
  CountDownLatch(int a) {}
  boolean await(long a,TimeUnit b);
  void await();
  void countDown();
  long getCount();
}
class CyclicBarrier {
  CyclicBarrier(int a) {}
  CyclicBarrier(int a,Runnable b) {}
  int await();
  int await(long a,TimeUnit b);
  int getNumberWaiting();
  int getParties();
  boolean isBroken();
  void reset();
}
class DelayQueue<E extends Delayed> extends AbstractQueue<E> implements BlockingQueue<E> {
  DelayQueue() {}
  DelayQueue(Collection<? extends E> a) {}
}
interface Delayed extends Comparable<Delayed> {
  long getDelay(TimeUnit a);
}
class ExecutionException extends Exception {
  ExecutionException() {}
  ExecutionException(String a) {}
  ExecutionException(String a,Throwable b) {}
  ExecutionException(Throwable a) {}
}
interface Executor {
  void execute(Runnable a);
}
interface ExecutorService extends Executor {
  boolean awaitTermination(long a,TimeUnit b);
  <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> a);
  <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> a,long b,TimeUnit c);
  <T> T invokeAny(Collection<? extends Callable<T>> a);
  <T> T invokeAny(Collection<? extends Callable<T>> a,long b,TimeUnit c);
  boolean isShutdown();
  boolean isTerminated();
  void shutdown();
  List<Runnable> shutdownNow();
  <T> Future<T> submit(Callable<T> a);
  <T> Future<T> submit(Runnable a,T b);
  Future<?> submit(Runnable a);
}
class Executors {
  static <T> Callable<T> callable(Runnable a,T b);
  static Callable<Object> callable(PrivilegedAction<?> a);
  static Callable<Object> callable(PrivilegedExceptionAction<?> a);
  static Callable<Object> callable(Runnable a);
  static ThreadFactory defaultThreadFactory();
  static ExecutorService newCachedThreadPool();
  static ExecutorService newCachedThreadPool(ThreadFactory a);
  static ExecutorService newFixedThreadPool(int a);
  static ExecutorService newFixedThreadPool(int a,ThreadFactory b);
  static ScheduledExecutorService newScheduledThreadPool(int a);
  static ScheduledExecutorService newScheduledThreadPool(int a,ThreadFactory b);
  static ExecutorService newSingleThreadExecutor();
  static ExecutorService newSingleThreadExecutor(ThreadFactory a);
  static ScheduledExecutorService newSingleThreadScheduledExecutor();
  static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory a);
  static ExecutorService newWorkStealingPool();
  static ExecutorService newWorkStealingPool(int a);
  static <T> Callable<T> privilegedCallable(Callable<T> a);
  static <T> Callable<T> privilegedCallableUsingCurrentClassLoader(Callable<T> a);
  static ThreadFactory privilegedThreadFactory();
  static ExecutorService unconfigurableExecutorService(ExecutorService a);
  static ScheduledExecutorService unconfigurableScheduledExecutorService(ScheduledExecutorService a);
}
class ForkJoinPool extends AbstractExecutorService {
  static ForkJoinPool.ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory;
  ForkJoinPool() {}
  ForkJoinPool(int a) {}
  ForkJoinPool(int a,ForkJoinPool.ForkJoinWorkerThreadFactory b,Thread.UncaughtExceptionHandler c,boolean d) {}
  ForkJoinPool(int a,ForkJoinPool.ForkJoinWorkerThreadFactory b,Thread.UncaughtExceptionHandler c,boolean d,int e,int f,int g,Predicate<? super ForkJoinPool> h,long i,TimeUnit j) {}
  boolean awaitQuiescence(long a,TimeUnit b);
  static ForkJoinPool commonPool();
  int drainTasksTo(Collection<? super ForkJoinTask<?>> a);
  void execute(ForkJoinTask<?> a);
  int getActiveThreadCount();
  boolean getAsyncMode();
  static int getCommonPoolParallelism();
  ForkJoinPool.ForkJoinWorkerThreadFactory getFactory();
  int getParallelism();
  int getPoolSize();
  int getQueuedSubmissionCount();
  long getQueuedTaskCount();
  int getRunningThreadCount();
  long getStealCount();
  Thread.UncaughtExceptionHandler getUncaughtExceptionHandler();
  boolean hasQueuedSubmissions();
  <T> T invoke(ForkJoinTask<T> a);
  boolean isQuiescent();
  boolean isTerminating();
  static void managedBlock(ForkJoinPool.ManagedBlocker a);
  ForkJoinTask<?> pollSubmission();
  <T> ForkJoinTask<T> submit(Callable<T> a);
  <T> ForkJoinTask<T> submit(ForkJoinTask<T> a);
  <T> ForkJoinTask<T> submit(Runnable a,T b);
  ForkJoinTask<?> submit(Runnable a);
  interface ForkJoinWorkerThreadFactory {
    ForkJoinWorkerThread newThread(ForkJoinPool a);
  }
  interface ManagedBlocker {
    boolean block();
    boolean isReleasable();
  }
}
interface Future<V> {
  boolean cancel(boolean a);
  V get();
  V get(long a,TimeUnit b);
  boolean isCancelled();
  boolean isDone();
}
class FutureTask<V> implements RunnableFuture<V> {
  FutureTask(Callable<V> a) {}
  FutureTask(Runnable a,V b) {}
  void done();
  boolean runAndReset();
  void set(V a);
  void setException(Throwable a);
}
class LinkedBlockingDeque<E> extends AbstractQueue<E> implements BlockingDeque<E>, Serializable {
  LinkedBlockingDeque() {}
  LinkedBlockingDeque(Collection<? extends E> a) {}
  LinkedBlockingDeque(int a) {}
}
class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
  LinkedBlockingQueue() {}
  LinkedBlockingQueue(Collection<? extends E> a) {}
  LinkedBlockingQueue(int a) {}
}
class PriorityBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
  PriorityBlockingQueue() {}
  PriorityBlockingQueue(Collection<? extends E> a) {}
  PriorityBlockingQueue(int a) {}
  PriorityBlockingQueue(int a,Comparator<? super E> b) {}
  Comparator<? super E> comparator();
}
class RejectedExecutionException extends RuntimeException {
  RejectedExecutionException() {}
  RejectedExecutionException(String a) {}
  RejectedExecutionException(String a,Throwable b) {}
  RejectedExecutionException(Throwable a) {}
}
interface RejectedExecutionHandler {
  void rejectedExecution(Runnable a,ThreadPoolExecutor b);
}
interface RunnableFuture<V> extends Runnable, Future<V> {
}
interface ScheduledExecutorService extends ExecutorService {
  <V> ScheduledFuture<V> schedule(Callable<V> a,long b,TimeUnit c);
  ScheduledFuture<?> schedule(Runnable a,long b,TimeUnit c);
  ScheduledFuture<?> scheduleAtFixedRate(Runnable a,long b,long c,TimeUnit d);
  ScheduledFuture<?> scheduleWithFixedDelay(Runnable a,long b,long c,TimeUnit d);
}
interface ScheduledFuture<V> extends Delayed, Future<V> {
}
class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
  ScheduledThreadPoolExecutor(int a) {}
  ScheduledThreadPoolExecutor(int a,RejectedExecutionHandler b) {}
  ScheduledThreadPoolExecutor(int a,ThreadFactory b) {}
  ScheduledThreadPoolExecutor(int a,ThreadFactory b,RejectedExecutionHandler c) {}
  <V> RunnableScheduledFuture<V> decorateTask(Callable<V> a,RunnableScheduledFuture<V> b);
  <V> RunnableScheduledFuture<V> decorateTask(Runnable a,RunnableScheduledFuture<V> b);
  boolean getContinueExistingPeriodicTasksAfterShutdownPolicy();
  boolean getExecuteExistingDelayedTasksAfterShutdownPolicy();
  boolean getRemoveOnCancelPolicy();
  void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean a);
  void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean a);
  void setRemoveOnCancelPolicy(boolean a);
}
class Semaphore implements Serializable {
  Semaphore(int a) {}
  Semaphore(int a,boolean b) {}
  void acquire();
  void acquire(int a);
  void acquireUninterruptibly();
  void acquireUninterruptibly(int a);
  int availablePermits();
  int drainPermits();
  int getQueueLength();
  Collection<Thread> getQueuedThreads();
  boolean hasQueuedThreads();
  boolean isFair();
  void reducePermits(int a);
  void release();
  void release(int a);
  boolean tryAcquire();
  boolean tryAcquire(int a);
  boolean tryAcquire(int a,long b,TimeUnit c);
  boolean tryAcquire(long a,TimeUnit b);
}
class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, Serializable {
  SynchronousQueue() {}
  SynchronousQueue(boolean a) {}
}
interface ThreadFactory {
  Thread newThread(Runnable a);
}
class ThreadLocalRandom extends Random {
  static ThreadLocalRandom current();
  double nextDouble(double a);
  double nextDouble(double a,double b);
  float nextFloat(float a);
  float nextFloat(float a,float b);
  int nextInt(int a,int b);
  long nextLong(long a);
  long nextLong(long a,long b);
}
class ThreadPoolExecutor extends AbstractExecutorService {
  ThreadPoolExecutor(int a,int b,long c,TimeUnit d,BlockingQueue<Runnable> e) {}
  ThreadPoolExecutor(int a,int b,long c,TimeUnit d,BlockingQueue<Runnable> e,RejectedExecutionHandler f) {}
  ThreadPoolExecutor(int a,int b,long c,TimeUnit d,BlockingQueue<Runnable> e,ThreadFactory f) {}
  ThreadPoolExecutor(int a,int b,long c,TimeUnit d,BlockingQueue<Runnable> e,ThreadFactory f,RejectedExecutionHandler g) {}
  void afterExecute(Runnable a,Throwable b);
  void allowCoreThreadTimeOut(boolean a);
  boolean allowsCoreThreadTimeOut();
  void beforeExecute(Thread a,Runnable b);
  int getActiveCount();
  long getCompletedTaskCount();
  int getCorePoolSize();
  long getKeepAliveTime(TimeUnit a);
  int getLargestPoolSize();
  int getMaximumPoolSize();
  int getPoolSize();
  BlockingQueue<Runnable> getQueue();
  RejectedExecutionHandler getRejectedExecutionHandler();
  long getTaskCount();
  ThreadFactory getThreadFactory();
  boolean isTerminating();
  int prestartAllCoreThreads();
  boolean prestartCoreThread();
  void purge();
  boolean remove(Runnable a);
  void setCorePoolSize(int a);
  void setKeepAliveTime(long a,TimeUnit b);
  void setMaximumPoolSize(int a);
  void setRejectedExecutionHandler(RejectedExecutionHandler a);
  void setThreadFactory(ThreadFactory a);
  void terminated();
  static class AbortPolicy implements RejectedExecutionHandler {
  }
  static class CallerRunsPolicy implements RejectedExecutionHandler {
  }
  static class DiscardOldestPolicy implements RejectedExecutionHandler {
  }
  static class DiscardPolicy implements RejectedExecutionHandler {
  }
}
enum TimeUnit {
  NANOSECONDS,MICROSECONDS,MILLISECONDS,SECONDS,MINUTES,HOURS,DAYS;
  long convert(Duration a);
  long convert(long a,TimeUnit b);
  static TimeUnit of(ChronoUnit a);
  void sleep(long a);
  void timedJoin(Thread a,long b);
  void timedWait(Object a,long b);
  ChronoUnit toChronoUnit();
  long toDays(long a);
  long toHours(long a);
  long toMicros(long a);
  long toMillis(long a);
  long toMinutes(long a);
  long toNanos(long a);
  long toSeconds(long a);
}
class TimeoutException extends Exception {
  TimeoutException() {}
  TimeoutException(String a) {}
}
