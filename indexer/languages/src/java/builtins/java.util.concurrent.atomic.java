package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

class AtomicBoolean implements Serializable {
  AtomicBoolean() {}
  AtomicBoolean(boolean a) {}
  boolean compareAndExchange(boolean a,boolean b);
  boolean compareAndExchangeAcquire(boolean a,boolean b);
  boolean compareAndExchangeRelease(boolean a,boolean b);
  boolean compareAndSet(boolean a,boolean b);
  boolean get();
  boolean getAcquire();
  boolean getAndSet(boolean a);
  boolean getOpaque();
  boolean getPlain();
  void lazySet(boolean a);
  void set(boolean a);
  void setOpaque(boolean a);
  void setPlain(boolean a);
  void setRelease(boolean a);
  boolean weakCompareAndSet(boolean a,boolean b);
  boolean weakCompareAndSetAcquire(boolean a,boolean b);
  boolean weakCompareAndSetPlain(boolean a,boolean b);
  boolean weakCompareAndSetRelease(boolean a,boolean b);
  boolean weakCompareAndSetVolatile(boolean a,boolean b);
}
class AtomicInteger extends Number implements Serializable {
  AtomicInteger() {}
  AtomicInteger(int a) {}
  int accumulateAndGet(int a,IntBinaryOperator b);
  int addAndGet(int a);
  int compareAndExchange(int a,int b);
  int compareAndExchangeAcquire(int a,int b);
  int compareAndExchangeRelease(int a,int b);
  boolean compareAndSet(int a,int b);
  int decrementAndGet();
  int get();
  int getAcquire();
  int getAndAccumulate(int a,IntBinaryOperator b);
  int getAndAdd(int a);
  int getAndDecrement();
  int getAndIncrement();
  int getAndSet(int a);
  int getAndUpdate(IntUnaryOperator a);
  int getOpaque();
  int getPlain();
  int incrementAndGet();
  void lazySet(int a);
  void set(int a);
  void setOpaque(int a);
  void setPlain(int a);
  void setRelease(int a);
  int updateAndGet(IntUnaryOperator a);
  boolean weakCompareAndSet(int a,int b);
  boolean weakCompareAndSetAcquire(int a,int b);
  boolean weakCompareAndSetPlain(int a,int b);
  boolean weakCompareAndSetRelease(int a,int b);
  boolean weakCompareAndSetVolatile(int a,int b);
}
class AtomicIntegerArray implements Serializable {
  AtomicIntegerArray(int a) {}
  AtomicIntegerArray(int[] a) {}
  int accumulateAndGet(int a,int b,IntBinaryOperator c);
  int addAndGet(int a,int b);
  int compareAndExchange(int a,int b,int c);
  int compareAndExchangeAcquire(int a,int b,int c);
  int compareAndExchangeRelease(int a,int b,int c);
  boolean compareAndSet(int a,int b,int c);
  int decrementAndGet(int a);
  int get(int a);
  int getAcquire(int a);
  int getAndAccumulate(int a,int b,IntBinaryOperator c);
  int getAndAdd(int a,int b);
  int getAndDecrement(int a);
  int getAndIncrement(int a);
  int getAndSet(int a,int b);
  int getAndUpdate(int a,IntUnaryOperator b);
  int getOpaque(int a);
  int getPlain(int a);
  int incrementAndGet(int a);
  void lazySet(int a,int b);
  int length();
  void set(int a,int b);
  void setOpaque(int a,int b);
  void setPlain(int a,int b);
  void setRelease(int a,int b);
  int updateAndGet(int a,IntUnaryOperator b);
  boolean weakCompareAndSet(int a,int b,int c);
  boolean weakCompareAndSetAcquire(int a,int b,int c);
  boolean weakCompareAndSetPlain(int a,int b,int c);
  boolean weakCompareAndSetRelease(int a,int b,int c);
  boolean weakCompareAndSetVolatile(int a,int b,int c);
}
class AtomicLong extends Number implements Serializable {
  AtomicLong() {}
  AtomicLong(long a) {}
  long accumulateAndGet(long a,LongBinaryOperator b);
  long addAndGet(long a);
  long compareAndExchange(long a,long b);
  long compareAndExchangeAcquire(long a,long b);
  long compareAndExchangeRelease(long a,long b);
  boolean compareAndSet(long a,long b);
  long decrementAndGet();
  long get();
  long getAcquire();
  long getAndAccumulate(long a,LongBinaryOperator b);
  long getAndAdd(long a);
  long getAndDecrement();
  long getAndIncrement();
  long getAndSet(long a);
  long getAndUpdate(LongUnaryOperator a);
  long getOpaque();
  long getPlain();
  long incrementAndGet();
  void lazySet(long a);
  void set(long a);
  void setOpaque(long a);
  void setPlain(long a);
  void setRelease(long a);
  long updateAndGet(LongUnaryOperator a);
  boolean weakCompareAndSet(long a,long b);
  boolean weakCompareAndSetAcquire(long a,long b);
  boolean weakCompareAndSetPlain(long a,long b);
  boolean weakCompareAndSetRelease(long a,long b);
  boolean weakCompareAndSetVolatile(long a,long b);
}
class AtomicLongArray implements Serializable {
  AtomicLongArray(int a) {}
  AtomicLongArray(long[] a) {}
  long accumulateAndGet(int a,long b,LongBinaryOperator c);
  long addAndGet(int a,long b);
  long compareAndExchange(int a,long b,long c);
  long compareAndExchangeAcquire(int a,long b,long c);
  long compareAndExchangeRelease(int a,long b,long c);
  boolean compareAndSet(int a,long b,long c);
  long decrementAndGet(int a);
  long get(int a);
  long getAcquire(int a);
  long getAndAccumulate(int a,long b,LongBinaryOperator c);
  long getAndAdd(int a,long b);
  long getAndDecrement(int a);
  long getAndIncrement(int a);
  long getAndSet(int a,long b);
  long getAndUpdate(int a,LongUnaryOperator b);
  long getOpaque(int a);
  long getPlain(int a);
  long incrementAndGet(int a);
  void lazySet(int a,long b);
  int length();
  void set(int a,long b);
  void setOpaque(int a,long b);
  void setPlain(int a,long b);
  void setRelease(int a,long b);
  long updateAndGet(int a,LongUnaryOperator b);
  boolean weakCompareAndSet(int a,long b,long c);
  boolean weakCompareAndSetAcquire(int a,long b,long c);
  boolean weakCompareAndSetPlain(int a,long b,long c);
  boolean weakCompareAndSetRelease(int a,long b,long c);
  boolean weakCompareAndSetVolatile(int a,long b,long c);
}
class AtomicReference<V> implements Serializable {
  AtomicReference() {}
  AtomicReference(V a) {}
  V accumulateAndGet(V a,BinaryOperator<V> b);
  V compareAndExchange(V a,V b);
  V compareAndExchangeAcquire(V a,V b);
  V compareAndExchangeRelease(V a,V b);
  boolean compareAndSet(V a,V b);
  V get();
  V getAcquire();
  V getAndAccumulate(V a,BinaryOperator<V> b);
  V getAndSet(V a);
  V getAndUpdate(UnaryOperator<V> a);
  V getOpaque();
  V getPlain();
  void lazySet(V a);
  void set(V a);
  void setOpaque(V a);
  void setPlain(V a);
  void setRelease(V a);
  V updateAndGet(UnaryOperator<V> a);
  boolean weakCompareAndSet(V a,V b);
  boolean weakCompareAndSetAcquire(V a,V b);
  boolean weakCompareAndSetPlain(V a,V b);
  boolean weakCompareAndSetRelease(V a,V b);
  boolean weakCompareAndSetVolatile(V a,V b);
}
class AtomicReferenceArray<E> implements Serializable {
  AtomicReferenceArray(E[] a) {}
  AtomicReferenceArray(int a) {}
  E accumulateAndGet(int a,E b,BinaryOperator<E> c);
  E compareAndExchange(int a,E b,E c);
  E compareAndExchangeAcquire(int a,E b,E c);
  E compareAndExchangeRelease(int a,E b,E c);
  boolean compareAndSet(int a,E b,E c);
  E get(int a);
  E getAcquire(int a);
  E getAndAccumulate(int a,E b,BinaryOperator<E> c);
  E getAndSet(int a,E b);
  E getAndUpdate(int a,UnaryOperator<E> b);
  E getOpaque(int a);
  E getPlain(int a);
  void lazySet(int a,E b);
  int length();
  void set(int a,E b);
  void setOpaque(int a,E b);
  void setPlain(int a,E b);
  void setRelease(int a,E b);
  E updateAndGet(int a,UnaryOperator<E> b);
  boolean weakCompareAndSet(int a,E b,E c);
  boolean weakCompareAndSetAcquire(int a,E b,E c);
  boolean weakCompareAndSetPlain(int a,E b,E c);
  boolean weakCompareAndSetRelease(int a,E b,E c);
  boolean weakCompareAndSetVolatile(int a,E b,E c);
}
class LongAdder extends Number implements Serializable {
  void add(long a);
  void decrement();
  void increment();
  void reset();
  long sum();
  long sumThenReset();
}
