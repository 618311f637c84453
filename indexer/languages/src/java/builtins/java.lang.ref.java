package java.lang.ref;

class PhantomReference<T> extends Reference<T> {
  PhantomReference(T a,ReferenceQueue<? super T> b) {}
}
abstract class Reference<T> {
  void clear();
  boolean enqueue();
  T get();
  boolean isEnqueued();
  static void reachabilityFence(Object a);
  boolean refersTo(T a);
}
class ReferenceQueue<T> {
  Reference<? extends T> poll();
  Reference<? extends T> remove();
  Reference<? extends T> remove(long a);
}
class SoftReference<T> extends Reference<T> {
  SoftReference(T a) {}
  SoftReference(T a,ReferenceQueue<? super T> b) {}
}
class WeakReference<T> extends Reference<T> {
  WeakReference(T a) {}
  WeakReference(T a,ReferenceQueue<? super T> b) {}
}
