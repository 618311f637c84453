package com.google.common.cache;

import com.google.common.base.Function;
import com.google.common.base.Supplier;
import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.ListenableFuture;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

interface Cache<K,V> {
  ConcurrentMap<K,V> asMap();
  void cleanUp();
  V get(K a,Callable<? extends V> b);
  ImmutableMap<K,V> getAllPresent(Iterable<?> a);
  V getIfPresent(Object a);
  void invalidate(Object a);
  void invalidateAll();
  void invalidateAll(Iterable<?> a);
  void put(K a,V b);
  void putAll(Map<? extends K,? extends V> a);
  long size();
  CacheStats stats();
}
class CacheBuilder<K,V> {
  <K1 extends K,V1 extends V> Cache<K1,V1> build();
  <K1 extends K,V1 extends V> LoadingCache<K1,V1> build(CacheLoader<? super K1,V1> a);
  CacheBuilder<K,V> concurrencyLevel(int a);
  CacheBuilder<K,V> expireAfterAccess(Duration a);
  CacheBuilder<K,V> expireAfterAccess(long a,TimeUnit b);
  CacheBuilder<K,V> expireAfterWrite(Duration a);
  CacheBuilder<K,V> expireAfterWrite(long a,TimeUnit b);
  static CacheBuilder<Object,Object> from(CacheBuilderSpec a);
  static CacheBuilder<Object,Object> from(String a);
  CacheBuilder<K,V> initialCapacity(int a);
  CacheBuilder<K,V> maximumSize(long a);
  CacheBuilder<K,V> maximumWeight(long a);
  static CacheBuilder<Object,Object> newBuilder();
  CacheBuilder<K,V> recordStats();
  CacheBuilder<K,V> refreshAfterWrite(Duration a);
  CacheBuilder<K,V> refreshAfterWrite(long a,TimeUnit b);
  <K1 extends K,V1 extends V> CacheBuilder<K1,V1> removalListener(RemovalListener<? super K1,? super V1> a);
  CacheBuilder<K,V> softValues();
  CacheBuilder<K,V> ticker(Ticker a);
  CacheBuilder<K,V> weakKeys();
  CacheBuilder<K,V> weakValues();
  <K1 extends K,V1 extends V> CacheBuilder<K1,V1> weigher(Weigher<? super K1,? super V1> a);
}
abstract class CacheLoader<K,V> {
  static <K,V> CacheLoader<K,V> asyncReloading(CacheLoader<K,V> a,Executor b);
  static <K,V> CacheLoader<K,V> from(Function<K,V> a);
  static <V> CacheLoader<Object,V> from(Supplier<V> a);
  abstract V load(K a);
  Map<K,V> loadAll(Iterable<? extends K> a);
  ListenableFuture<V> reload(K a,V b);
  static class InvalidCacheLoadException extends RuntimeException {
    InvalidCacheLoadException(String a) {}
  }
  static class UnsupportedLoadingOperationException extends UnsupportedOperationException {
  }
}
interface LoadingCache<K,V> extends Cache<K,V>, Function<K,V> {
  V get(K a);
  ImmutableMap<K,V> getAll(Iterable<? extends K> a);
  V getUnchecked(K a);
  void refresh(K a);
}
