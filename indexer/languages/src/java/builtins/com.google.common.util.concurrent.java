package com.google.common.util.concurrent;

import com.google.common.base.Function;
import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

interface FutureCallback<V> {
  void onFailure(Throwable a);
  void onSuccess(V a);
}
class Futures {
  static <V> void addCallback(ListenableFuture<V> a,FutureCallback<? super V> b);
  static <V> void addCallback(ListenableFuture<V> a,FutureCallback<? super V> b,Executor c);
  static <V> ListenableFuture<List<V>> allAsList(Iterable<? extends ListenableFuture<? extends V>> a);
  static <V> ListenableFuture<List<V>> allAsList(ListenableFuture<? extends V>... a);
  static <V,X extends Throwable> ListenableFuture<V> catching(ListenableFuture<? extends V> a,Class<X> b,Function<? super X,? extends V> c,Executor d);
  static <V,X extends Throwable> ListenableFuture<V> catchingAsync(ListenableFuture<? extends V> a,Class<X> b,AsyncFunction<? super X,? extends V> c,Executor d);
  static <V,X extends Exception> V getChecked(Future<V> a,Class<X> b);
  static <V,X extends Exception> V getChecked(Future<V> a,Class<X> b,Duration c);
  static <V,X extends Exception> V getChecked(Future<V> a,Class<X> b,long c,TimeUnit d);
  static <V> V getDone(Future<V> a);
  static <V> V getUnchecked(Future<V> a);
  static <V> ListenableFuture<V> immediateCancelledFuture();
  static <V> ListenableFuture<V> immediateFailedFuture(Throwable a);
  static <V> ListenableFuture<V> immediateFuture(V a);
  static ListenableFuture<Void> immediateVoidFuture();
  static <T> ImmutableList<ListenableFuture<T>> inCompletionOrder(Iterable<? extends ListenableFuture<? extends T>> a);
  static <I,O> Future<O> lazyTransform(Future<I> a,Function<? super I,? extends O> b);
  static <V> ListenableFuture<V> nonCancellationPropagating(ListenableFuture<V> a);
  static <O> ListenableFuture<O> scheduleAsync(AsyncCallable<O> a,Duration b,ScheduledExecutorService c);
  static <O> ListenableFuture<O> scheduleAsync(AsyncCallable<O> a,long b,TimeUnit c,ScheduledExecutorService d);
  static <O> ListenableFuture<O> submit(Callable<O> a,Executor b);
  static ListenableFuture<Void> submit(Runnable a,Executor b);
  static <O> ListenableFuture<O> submitAsync(AsyncCallable<O> a,Executor b);
  static <V> ListenableFuture<List<V>> successfulAsList(Iterable<? extends ListenableFuture<? extends V>> a);
  static <V> ListenableFuture<List<V>> successfulAsList(ListenableFuture<? extends V>... a);
  static <I,O> ListenableFuture<O> transform(ListenableFuture<I> a,Function<? super I,? extends O> b,Executor c);
  static <I,O> ListenableFuture<O> transformAsync(ListenableFuture<I> a,AsyncFunction<? super I,? extends O> b,Executor c);
  static <V> Futures.FutureCombiner<V> whenAllComplete(Iterable<? extends ListenableFuture<? extends V>> a);
  static <V> Futures.FutureCombiner<V> whenAllComplete(ListenableFuture<? extends V>... a);
  static <V> Futures.FutureCombiner<V> whenAllSucceed(Iterable<? extends ListenableFuture<? extends V>> a);
  static <V> Futures.FutureCombiner<V> whenAllSucceed(ListenableFuture<? extends V>... a);
  static <V> ListenableFuture<V> withTimeout(ListenableFuture<V> a,Duration b,ScheduledExecutorService c);
  static <V> ListenableFuture<V> withTimeout(ListenableFuture<V> a,long b,TimeUnit c,ScheduledExecutorService d);
  static class FutureCombiner<V> {
    <C> ListenableFuture<C> call(Callable<C> a,Executor b);
    <C> ListenableFuture<C> callAsync(AsyncCallable<C> a,Executor b);
    ListenableFuture<?> run(Runnable a,Executor b);
  }
}
interface ListenableFuture<V> extends Future<V> {
  void addListener(Runnable a,Executor b);
}
class SettableFuture<V> {
  static <V> SettableFuture<V> create();
  boolean set(V a);
  boolean setException(Throwable a);
  boolean setFuture(ListenableFuture<? extends V> a);
}
