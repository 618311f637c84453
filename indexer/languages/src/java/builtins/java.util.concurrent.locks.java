package java.util.concurrent.locks;

import java.io.Serializable;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.TimeUnit;

interface Condition {
  boolean await(long a,TimeUnit b);
  void await();
  long awaitNanos(long a);
  void awaitUninterruptibly();
  boolean awaitUntil(Date a);
  void signal();
  void signalAll();
}
interface Lock {
  void lock();
  void lockInterruptibly();
  Condition newCondition();
  boolean tryLock();
  boolean tryLock(long a,TimeUnit b);
  void unlock();
}
class LockSupport {
  static Object getBlocker(Thread a);
  static void park();
  static void park(Object a);
  static void parkNanos(Object a,long b);
  static void parkNanos(long a);
  static void parkUntil(Object a,long b);
  static void parkUntil(long a);
  static void setCurrentBlocker(Object a);
  static void unpark(Thread a);
}
interface ReadWriteLock {
  Lock readLock();
  Lock writeLock();
}
class ReentrantLock implements Lock, Serializable {
  ReentrantLock() {}
  ReentrantLock(boolean a) {}
  int getHoldCount();
  Thread getOwner();
  int getQueueLength();
  Collection<Thread> getQueuedThreads();
  int getWaitQueueLength(Condition a);
  Collection<Thread> getWaitingThreads(Condition a);
  boolean hasQueuedThread(Thread a);
  boolean hasQueuedThreads();
  boolean hasWaiters(Condition a);
  boolean isFair();
  boolean isHeldByCurrentThread();
  boolean isLocked();
}
class ReentrantReadWriteLock implements ReadWriteLock, Serializable {
  ReentrantReadWriteLock() {}
  ReentrantReadWriteLock(boolean a) {}
  Thread getOwner();
  int getQueueLength();
  Collection<Thread> getQueuedReaderThreads();
  Collection<Thread> getQueuedThreads();
  Collection<Thread> getQueuedWriterThreads();
  int getReadHoldCount();
  int getReadLockCount();
  int getWaitQueueLength(Condition a);
  Collection<Thread> getWaitingThreads(Condition a);
  int getWriteHoldCount();
  boolean hasQueuedThread(Thread a);
  boolean hasQueuedThreads();
  boolean hasWaiters(Condition a);
  boolean isFair();
  boolean isWriteLocked();
  boolean isWriteLockedByCurrentThread();
  ReentrantReadWriteLock.ReadLock readLock();
  ReentrantReadWriteLock.WriteLock writeLock();
  static class ReadLock implements Lock, Serializable {
    ReadLock(ReentrantReadWriteLock a) {}
  }
  static class WriteLock implements Lock, Serializable {
    WriteLock(ReentrantReadWriteLock a) {}
    int getHoldCount();
    boolean isHeldByCurrentThread();
  }
}
class StampedLock implements Serializable {
  Lock asReadLock();
  ReadWriteLock asReadWriteLock();
  Lock asWriteLock();
  int getReadLockCount();
  static boolean isLockStamp(long a);
  static boolean isOptimisticReadStamp(long a);
  static boolean isReadLockStamp(long a);
  boolean isReadLocked();
  static boolean isWriteLockStamp(long a);
  boolean isWriteLocked();
  long readLock();
  long readLockInterruptibly();
  long tryConvertToOptimisticRead(long a);
  long tryConvertToReadLock(long a);
  long tryConvertToWriteLock(long a);
  long tryOptimisticRead();
  long tryReadLock();
  long tryReadLock(long a,TimeUnit b);
  boolean tryUnlockRead();
  boolean tryUnlockWrite();
  long tryWriteLock();
  long tryWriteLock(long a,TimeUnit b);
  void unlock(long a);
  void unlockRead(long a);
  void unlockWrite(long a);
  boolean validate(long a);
  long writeLock();
  long writeLockInterruptibly();
}
