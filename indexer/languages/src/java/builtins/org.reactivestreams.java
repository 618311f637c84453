// Written by hand: only methods whose types lead on are declared. Names and signatures are facts of Reactive Streams,
// licensed under MIT-0.

package org.reactivestreams;

interface Publisher<T> {
  void subscribe(Subscriber<? super T> a);
}
interface Subscriber<T> {
  void onSubscribe(Subscription a);
  void onNext(T a);
  void onError(Throwable a);
  void onComplete();
}
interface Subscription {
  void request(long a);
  void cancel();
}
interface Processor<T, R> extends Subscriber<T>, Publisher<R> {}
