// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Reactor, licensed under Apache-2.0.

package reactor.core.publisher;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.outside.Unlisted;

abstract class Mono<T> extends Unlisted implements Publisher<T> {
  static <T> Mono<T> just(T a);
  static <T> Mono<T> justOrEmpty(T a);
  static <T> Mono<T> justOrEmpty(java.util.Optional<? extends T> a);
  static <T> Mono<T> empty();
  static <T> Mono<T> never();
  static <T> Mono<T> error(Throwable a);
  static <T> Mono<T> error(Supplier<? extends Throwable> a);
  static <T> Mono<T> defer(Supplier<? extends Mono<? extends T>> a);
  static <T> Mono<T> from(Publisher<? extends T> a);
  static <T> Mono<T> fromCallable(java.util.concurrent.Callable<? extends T> a);
  static <T> Mono<T> fromSupplier(Supplier<? extends T> a);
  static <T> Mono<T> fromRunnable(Runnable a);
  static <T> Mono<T> fromFuture(java.util.concurrent.CompletableFuture<? extends T> a);
  <R> Mono<R> map(Function<? super T, ? extends R> a);
  <R> Mono<R> mapNotNull(Function<? super T, ? extends R> a);
  <R> Mono<R> flatMap(Function<? super T, ? extends Mono<? extends R>> a);
  <R> Flux<R> flatMapMany(Function<? super T, ? extends Publisher<? extends R>> a);
  <R> Flux<R> flatMapIterable(Function<? super T, ? extends Iterable<? extends R>> a);
  Mono<T> filter(Predicate<? super T> a);
  Mono<T> doOnNext(Consumer<? super T> a);
  Mono<T> doOnSuccess(Consumer<? super T> a);
  Mono<T> doOnError(Consumer<? super Throwable> a);
  Mono<T> doFinally(Consumer<SignalType> a);
  Mono<T> onErrorResume(Function<? super Throwable, ? extends Mono<? extends T>> a);
  Mono<T> onErrorMap(Function<? super Throwable, ? extends Throwable> a);
  Mono<T> onErrorReturn(T a);
  Mono<T> switchIfEmpty(Mono<? extends T> a);
  Mono<T> defaultIfEmpty(T a);
  Mono<T> cache();
  Mono<T> timeout(java.time.Duration a);
  Mono<T> log();
  <V> Mono<V> then(Mono<V> a);
  Mono<Void> then();
  <V> Mono<V> thenReturn(V a);
  <V> Flux<V> thenMany(Publisher<V> a);
  <E> Mono<E> cast(Class<E> a);
  <T2, O> Mono<O> zipWith(Mono<? extends T2> a, BiFunction<? super T, ? super T2, ? extends O> b);
  Flux<T> flux();
  T block();
  T block(java.time.Duration a);
  java.util.Optional<T> blockOptional();
  java.util.concurrent.CompletableFuture<T> toFuture();
}
abstract class Flux<T> extends Unlisted implements Publisher<T> {
  static <T> Flux<T> just(T... a);
  static <T> Flux<T> empty();
  static <T> Flux<T> error(Throwable a);
  static <T> Flux<T> from(Publisher<? extends T> a);
  static <T> Flux<T> fromArray(T[] a);
  static <T> Flux<T> fromIterable(Iterable<? extends T> a);
  static <T> Flux<T> fromStream(Stream<? extends T> a);
  static <T> Flux<T> defer(Supplier<? extends Publisher<T>> a);
  static <T> Flux<T> concat(Publisher<? extends T>... a);
  static <T> Flux<T> merge(Publisher<? extends T>... a);
  <R> Flux<R> map(Function<? super T, ? extends R> a);
  <R> Flux<R> mapNotNull(Function<? super T, ? extends R> a);
  <R> Flux<R> flatMap(Function<? super T, ? extends Publisher<? extends R>> a);
  <R> Flux<R> flatMapIterable(Function<? super T, ? extends Iterable<? extends R>> a);
  <R> Flux<R> flatMapSequential(Function<? super T, ? extends Publisher<? extends R>> a);
  <R> Flux<R> concatMap(Function<? super T, ? extends Publisher<? extends R>> a);
  <R> Flux<R> switchMap(Function<? super T, ? extends Publisher<? extends R>> a);
  <R> Flux<R> handle(BiConsumer<? super T, SynchronousSink<R>> a);
  Flux<T> filter(Predicate<? super T> a);
  Flux<T> take(long a);
  Flux<T> takeWhile(Predicate<? super T> a);
  Flux<T> skip(long a);
  Flux<T> distinct();
  Flux<T> doOnNext(Consumer<? super T> a);
  Flux<T> doOnError(Consumer<? super Throwable> a);
  Flux<T> doOnComplete(Runnable a);
  Flux<T> onErrorResume(Function<? super Throwable, ? extends Publisher<? extends T>> a);
  Flux<T> onErrorMap(Function<? super Throwable, ? extends Throwable> a);
  Flux<T> switchIfEmpty(Publisher<? extends T> a);
  Flux<T> concatWith(Publisher<? extends T> a);
  Flux<List<T>> buffer(int a);
  Mono<List<T>> collectList();
  <K> Mono<Map<K, T>> collectMap(Function<? super T, ? extends K> a);
  <A> Mono<A> reduce(A a, BiFunction<A, ? super T, A> b);
  Mono<T> reduce(BiFunction<T, T, T> a);
  Mono<T> next();
  Mono<T> last();
  Mono<T> single();
  Mono<Long> count();
  Mono<Boolean> any(Predicate<? super T> a);
  Mono<Boolean> all(Predicate<? super T> a);
  Mono<Boolean> hasElements();
  Mono<Void> then();
  <V> Mono<V> then(Mono<V> a);
  T blockFirst();
  T blockLast();
  Iterable<T> toIterable();
  Stream<T> toStream();
}
interface SynchronousSink<T> {
  void next(T a);
  void error(Throwable a);
  void complete();
}
interface FluxSink<T> extends Unlisted {
  FluxSink<T> next(T a);
  void error(Throwable a);
  void complete();
}
