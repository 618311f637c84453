package com.google.common.collect;

import com.google.common.base.Converter;
import com.google.common.base.Equivalence;
import com.google.common.base.Function;
import com.google.common.base.Joiner;
import com.google.common.base.Optional;
import com.google.common.base.Predicate;
import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.RandomAccess;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Stream;

class ArrayListMultimap<K,V> {
  static <K,V> ArrayListMultimap<K,V> create();
  static <K,V> ArrayListMultimap<K,V> create(Multimap<? extends K,? extends V> a);
  static <K,V> ArrayListMultimap<K,V> create(int a,int b);
  void trimToSize();
}
interface BiMap<K,V> extends Map<K,V> {
  V forcePut(K a,V b);
  BiMap<V,K> inverse();
  Set<V> values();
}
abstract class FluentIterable<E> implements Iterable<E> {
  boolean allMatch(Predicate<? super E> a);
  boolean anyMatch(Predicate<? super E> a);
  FluentIterable<E> append(E... a);
  FluentIterable<E> append(Iterable<? extends E> a);
  static <T> FluentIterable<T> concat(Iterable<? extends Iterable<? extends T>> a);
  static <T> FluentIterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b);
  static <T> FluentIterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b,Iterable<? extends T> c);
  static <T> FluentIterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b,Iterable<? extends T> c,Iterable<? extends T> d);
  static <T> FluentIterable<T> concat(Iterable<? extends T>... a);
  boolean contains(Object a);
  <C extends Collection<? super E>> C copyInto(C a);
  FluentIterable<E> cycle();
  <T> FluentIterable<T> filter(Class<T> a);
  FluentIterable<E> filter(Predicate<? super E> a);
  Optional<E> first();
  Optional<E> firstMatch(Predicate<? super E> a);
  static <E> FluentIterable<E> from(E[] a);
  static <E> FluentIterable<E> from(FluentIterable<E> a);
  static <E> FluentIterable<E> from(Iterable<E> a);
  E get(int a);
  <K> ImmutableListMultimap<K,E> index(Function<? super E,K> a);
  boolean isEmpty();
  String join(Joiner a);
  Optional<E> last();
  FluentIterable<E> limit(int a);
  static <E> FluentIterable<E> of();
  static <E> FluentIterable<E> of(E a,E... b);
  int size();
  FluentIterable<E> skip(int a);
  Stream<E> stream();
  E[] toArray(Class<E> a);
  ImmutableList<E> toList();
  <V> ImmutableMap<E,V> toMap(Function<? super E,V> a);
  ImmutableMultiset<E> toMultiset();
  ImmutableSet<E> toSet();
  ImmutableList<E> toSortedList(Comparator<? super E> a);
  ImmutableSortedSet<E> toSortedSet(Comparator<? super E> a);
  <T> FluentIterable<T> transform(Function<? super E,T> a);
  <T> FluentIterable<T> transformAndConcat(Function<? super E,? extends Iterable<? extends T>> a);
  <K> ImmutableMap<K,E> uniqueIndex(Function<? super E,K> a);
}
class HashMultimap<K,V> {
  static <K,V> HashMultimap<K,V> create();
  static <K,V> HashMultimap<K,V> create(Multimap<? extends K,? extends V> a);
  static <K,V> HashMultimap<K,V> create(int a,int b);
}
abstract class ImmutableCollection<E> extends AbstractCollection<E> implements Serializable {
  ImmutableList<E> asList();
  abstract UnmodifiableIterator<E> iterator();
  static abstract class Builder<E> {
    ImmutableCollection.Builder<E> add(E... a);
    abstract ImmutableCollection.Builder<E> add(E a);
    ImmutableCollection.Builder<E> addAll(Iterable<? extends E> a);
    ImmutableCollection.Builder<E> addAll(Iterator<? extends E> a);
    abstract ImmutableCollection<E> build();
  }
}
abstract class ImmutableList<E> extends ImmutableCollection<E> implements List<E>, RandomAccess {
  static <E> ImmutableList.Builder<E> builder();
  static <E> ImmutableList.Builder<E> builderWithExpectedSize(int a);
  static <E> ImmutableList<E> copyOf(Collection<? extends E> a);
  static <E> ImmutableList<E> copyOf(E[] a);
  static <E> ImmutableList<E> copyOf(Iterable<? extends E> a);
  static <E> ImmutableList<E> copyOf(Iterator<? extends E> a);
  UnmodifiableListIterator<E> listIterator();
  UnmodifiableListIterator<E> listIterator(int a);
  static <E> ImmutableList<E> of();
  static <E> ImmutableList<E> of(E a);
  static <E> ImmutableList<E> of(E a,E b);
  static <E> ImmutableList<E> of(E a,E b,E c);
  static <E> ImmutableList<E> of(E a,E b,E c,E d);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g,E h);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i,E j);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i,E j,E k);
  static <E> ImmutableList<E> of(E a,E b,E c,E d,E e,E f,E g,E h,E i,E j,E k,E l,E... m);
  ImmutableList<E> reverse();
  static <E extends Comparable<? super E>> ImmutableList<E> sortedCopyOf(Iterable<? extends E> a);
  static <E> ImmutableList<E> sortedCopyOf(Comparator<? super E> a,Iterable<? extends E> b);
  ImmutableList<E> subList(int a,int b);
  static <E> Collector<E,?,ImmutableList<E>> toImmutableList();
  static class Builder<E> extends ImmutableCollection.Builder<E> {
    ImmutableList.Builder<E> add(E a);
    ImmutableList.Builder<E> add(E... a);
    ImmutableList.Builder<E> addAll(Iterable<? extends E> a);
    ImmutableList.Builder<E> addAll(Iterator<? extends E> a);
    ImmutableList<E> build();
  }
}
abstract class ImmutableMap<K,V> implements Map<K,V>, Serializable {
  ImmutableSetMultimap<K,V> asMultimap();
  static <K,V> ImmutableMap.Builder<K,V> builder();
  static <K,V> ImmutableMap.Builder<K,V> builderWithExpectedSize(int a);
  static <K,V> ImmutableMap<K,V> copyOf(Iterable<? extends Map.Entry<? extends K,? extends V>> a);
  static <K,V> ImmutableMap<K,V> copyOf(Map<? extends K,? extends V> a);
  ImmutableSet<Map.Entry<K,V>> entrySet();
  ImmutableSet<K> keySet();
  static <K,V> ImmutableMap<K,V> of();
  static <K,V> ImmutableMap<K,V> of(K a,V b);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p,K q,V r);
  static <K,V> ImmutableMap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j,K k,V l,K m,V n,K o,V p,K q,V r,K s,V t);
  static <K,V> ImmutableMap<K,V> ofEntries(Map.Entry<? extends K,? extends V>... a);
  static <T,K,V> Collector<T,?,ImmutableMap<K,V>> toImmutableMap(Function<? super T,? extends K> a,Function<? super T,? extends V> b);
  static <T,K,V> Collector<T,?,ImmutableMap<K,V>> toImmutableMap(Function<? super T,? extends K> a,Function<? super T,? extends V> b,BinaryOperator<V> c);
  ImmutableCollection<V> values();
  static class Builder<K,V> {
    ImmutableMap<K,V> build();
    ImmutableMap<K,V> buildKeepingLast();
    ImmutableMap<K,V> buildOrThrow();
    ImmutableMap.Builder<K,V> orderEntriesByValue(Comparator<? super V> a);
    ImmutableMap.Builder<K,V> put(K a,V b);
    ImmutableMap.Builder<K,V> put(Map.Entry<? extends K,? extends V> a);
    ImmutableMap.Builder<K,V> putAll(Iterable<? extends Map.Entry<? extends K,? extends V>> a);
    ImmutableMap.Builder<K,V> putAll(Map<? extends K,? extends V> a);
  }
}
abstract class ImmutableMultimap<K,V> implements Serializable {
  ImmutableMap<K,Collection<V>> asMap();
  static <K,V> ImmutableMultimap.Builder<K,V> builder();
  static <K,V> ImmutableMultimap<K,V> copyOf(Iterable<? extends Map.Entry<? extends K,? extends V>> a);
  static <K,V> ImmutableMultimap<K,V> copyOf(Multimap<? extends K,? extends V> a);
  ImmutableCollection<Map.Entry<K,V>> entries();
  abstract ImmutableCollection<V> get(K a);
  abstract ImmutableMultimap<V,K> inverse();
  ImmutableSet<K> keySet();
  ImmutableMultiset<K> keys();
  static <K,V> ImmutableMultimap<K,V> of();
  static <K,V> ImmutableMultimap<K,V> of(K a,V b);
  static <K,V> ImmutableMultimap<K,V> of(K a,V b,K c,V d);
  static <K,V> ImmutableMultimap<K,V> of(K a,V b,K c,V d,K e,V f);
  static <K,V> ImmutableMultimap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h);
  static <K,V> ImmutableMultimap<K,V> of(K a,V b,K c,V d,K e,V f,K g,V h,K i,V j);
  ImmutableCollection<V> removeAll(Object a);
  ImmutableCollection<V> replaceValues(K a,Iterable<? extends V> b);
  ImmutableCollection<V> values();
  static class Builder<K,V> {
    ImmutableMultimap<K,V> build();
    ImmutableMultimap.Builder<K,V> orderKeysBy(Comparator<? super K> a);
    ImmutableMultimap.Builder<K,V> orderValuesBy(Comparator<? super V> a);
    ImmutableMultimap.Builder<K,V> put(K a,V b);
    ImmutableMultimap.Builder<K,V> put(Map.Entry<? extends K,? extends V> a);
    ImmutableMultimap.Builder<K,V> putAll(Iterable<? extends Map.Entry<? extends K,? extends V>> a);
    ImmutableMultimap.Builder<K,V> putAll(K a,Iterable<? extends V> b);
    ImmutableMultimap.Builder<K,V> putAll(K a,V... b);
    ImmutableMultimap.Builder<K,V> putAll(Multimap<? extends K,? extends V> a);
  }
}
abstract class ImmutableSet<E> extends ImmutableCollection<E> implements Set<E> {
  static <E> ImmutableSet.Builder<E> builder();
  static <E> ImmutableSet.Builder<E> builderWithExpectedSize(int a);
  static <E> ImmutableSet<E> copyOf(Collection<? extends E> a);
  static <E> ImmutableSet<E> copyOf(E[] a);
  static <E> ImmutableSet<E> copyOf(Iterable<? extends E> a);
  static <E> ImmutableSet<E> copyOf(Iterator<? extends E> a);
  static <E> ImmutableSet<E> of();
  static <E> ImmutableSet<E> of(E a);
  static <E> ImmutableSet<E> of(E a,E b);
  static <E> ImmutableSet<E> of(E a,E b,E c);
  static <E> ImmutableSet<E> of(E a,E b,E c,E d);
  static <E> ImmutableSet<E> of(E a,E b,E c,E d,E e);
  static <E> ImmutableSet<E> of(E a,E b,E c,E d,E e,E f,E... g);
  static <E> Collector<E,?,ImmutableSet<E>> toImmutableSet();
  static class Builder<E> extends ImmutableCollection.Builder<E> {
    ImmutableSet.Builder<E> add(E a);
    ImmutableSet.Builder<E> add(E... a);
    ImmutableSet.Builder<E> addAll(Iterable<? extends E> a);
    ImmutableSet.Builder<E> addAll(Iterator<? extends E> a);
    ImmutableSet<E> build();
  }
}
class Iterables {
  static <T> boolean addAll(Collection<T> a,Iterable<? extends T> b);
  static <T> boolean all(Iterable<T> a,Predicate<? super T> b);
  static <T> boolean any(Iterable<T> a,Predicate<? super T> b);
  static <T> Iterable<T> concat(Iterable<? extends Iterable<? extends T>> a);
  static <T> Iterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b);
  static <T> Iterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b,Iterable<? extends T> c);
  static <T> Iterable<T> concat(Iterable<? extends T> a,Iterable<? extends T> b,Iterable<? extends T> c,Iterable<? extends T> d);
  static <T> Iterable<T> concat(Iterable<? extends T>... a);
  static <T> Iterable<T> consumingIterable(Iterable<T> a);
  static boolean contains(Iterable<?> a,Object b);
  static <T> Iterable<T> cycle(Iterable<T> a);
  static <T> Iterable<T> cycle(T... a);
  static boolean elementsEqual(Iterable<?> a,Iterable<?> b);
  static <T> Iterable<T> filter(Iterable<?> a,Class<T> b);
  static <T> Iterable<T> filter(Iterable<T> a,Predicate<? super T> b);
  static <T> T find(Iterable<? extends T> a,Predicate<? super T> b,T c);
  static <T> T find(Iterable<T> a,Predicate<? super T> b);
  static int frequency(Iterable<?> a,Object b);
  static <T> T get(Iterable<? extends T> a,int b,T c);
  static <T> T get(Iterable<T> a,int b);
  static <T> T getFirst(Iterable<? extends T> a,T b);
  static <T> T getLast(Iterable<? extends T> a,T b);
  static <T> T getLast(Iterable<T> a);
  static <T> T getOnlyElement(Iterable<? extends T> a,T b);
  static <T> T getOnlyElement(Iterable<T> a);
  static <T> int indexOf(Iterable<T> a,Predicate<? super T> b);
  static boolean isEmpty(Iterable<?> a);
  static <T> Iterable<T> limit(Iterable<T> a,int b);
  static <T> Iterable<T> mergeSorted(Iterable<? extends Iterable<? extends T>> a,Comparator<? super T> b);
  static <T> Iterable<List<T>> paddedPartition(Iterable<T> a,int b);
  static <T> Iterable<List<T>> partition(Iterable<T> a,int b);
  static boolean removeAll(Iterable<?> a,Collection<?> b);
  static <T> boolean removeIf(Iterable<T> a,Predicate<? super T> b);
  static boolean retainAll(Iterable<?> a,Collection<?> b);
  static int size(Iterable<?> a);
  static <T> Iterable<T> skip(Iterable<T> a,int b);
  static <T> T[] toArray(Iterable<? extends T> a,Class<T> b);
  static String toString(Iterable<?> a);
  static <F,T> Iterable<T> transform(Iterable<F> a,Function<? super F,? extends T> b);
  static <T> Optional<T> tryFind(Iterable<T> a,Predicate<? super T> b);
  static <E> Iterable<E> unmodifiableIterable(ImmutableCollection<E> a);
  static <T> Iterable<T> unmodifiableIterable(Iterable<? extends T> a);
}
interface ListMultimap<K,V> extends Multimap<K,V> {
  List<V> get(K a);
  List<V> removeAll(Object a);
  List<V> replaceValues(K a,Iterable<? extends V> b);
}
class Lists {
  static <E> List<E> asList(E a,E b,E[] c);
  static <E> List<E> asList(E a,E[] b);
  static <B> List<List<B>> cartesianProduct(List<? extends B>... a);
  static <B> List<List<B>> cartesianProduct(List<? extends List<? extends B>> a);
  static ImmutableList<Character> charactersOf(String a);
  static List<Character> charactersOf(CharSequence a);
  static <E> ArrayList<E> newArrayList();
  static <E> ArrayList<E> newArrayList(E... a);
  static <E> ArrayList<E> newArrayList(Iterable<? extends E> a);
  static <E> ArrayList<E> newArrayList(Iterator<? extends E> a);
  static <E> ArrayList<E> newArrayListWithCapacity(int a);
  static <E> ArrayList<E> newArrayListWithExpectedSize(int a);
  static <E> CopyOnWriteArrayList<E> newCopyOnWriteArrayList();
  static <E> CopyOnWriteArrayList<E> newCopyOnWriteArrayList(Iterable<? extends E> a);
  static <E> LinkedList<E> newLinkedList();
  static <E> LinkedList<E> newLinkedList(Iterable<? extends E> a);
  static <T> List<List<T>> partition(List<T> a,int b);
  static <T> List<T> reverse(List<T> a);
  static <F,T> List<T> transform(List<F> a,Function<? super F,? extends T> b);
}
class Maps {
  static <A,B> Converter<A,B> asConverter(BiMap<A,B> a);
  static <K,V> Map<K,V> asMap(Set<K> a,Function<? super K,V> b);
  static <K,V> NavigableMap<K,V> asMap(NavigableSet<K> a,Function<? super K,V> b);
  static <K,V> SortedMap<K,V> asMap(SortedSet<K> a,Function<? super K,V> b);
  static <K,V> MapDifference<K,V> difference(Map<? extends K,? extends V> a,Map<? extends K,? extends V> b);
  static <K,V> MapDifference<K,V> difference(Map<? extends K,? extends V> a,Map<? extends K,? extends V> b,Equivalence<? super V> c);
  static <K,V> SortedMapDifference<K,V> difference(SortedMap<K,? extends V> a,Map<? extends K,? extends V> b);
  static <K,V> BiMap<K,V> filterEntries(BiMap<K,V> a,Predicate<? super Map.Entry<K,V>> b);
  static <K,V> Map<K,V> filterEntries(Map<K,V> a,Predicate<? super Map.Entry<K,V>> b);
  static <K,V> NavigableMap<K,V> filterEntries(NavigableMap<K,V> a,Predicate<? super Map.Entry<K,V>> b);
  static <K,V> SortedMap<K,V> filterEntries(SortedMap<K,V> a,Predicate<? super Map.Entry<K,V>> b);
  static <K,V> BiMap<K,V> filterKeys(BiMap<K,V> a,Predicate<? super K> b);
  static <K,V> Map<K,V> filterKeys(Map<K,V> a,Predicate<? super K> b);
  static <K,V> NavigableMap<K,V> filterKeys(NavigableMap<K,V> a,Predicate<? super K> b);
  static <K,V> SortedMap<K,V> filterKeys(SortedMap<K,V> a,Predicate<? super K> b);
  static <K,V> BiMap<K,V> filterValues(BiMap<K,V> a,Predicate<? super V> b);
  static <K,V> Map<K,V> filterValues(Map<K,V> a,Predicate<? super V> b);
  static <K,V> NavigableMap<K,V> filterValues(NavigableMap<K,V> a,Predicate<? super V> b);
  static <K,V> SortedMap<K,V> filterValues(SortedMap<K,V> a,Predicate<? super V> b);
  static ImmutableMap<String,String> fromProperties(Properties a);
  static <K,V> Map.Entry<K,V> immutableEntry(K a,V b);
  static <K extends Enum<K>,V> ImmutableMap<K,V> immutableEnumMap(Map<K,? extends V> a);
  static <K,V> ConcurrentMap<K,V> newConcurrentMap();
  static <K extends Enum<K>,V> EnumMap<K,V> newEnumMap(Class<K> a);
  static <K extends Enum<K>,V> EnumMap<K,V> newEnumMap(Map<K,? extends V> a);
  static <K,V> HashMap<K,V> newHashMap();
  static <K,V> HashMap<K,V> newHashMap(Map<? extends K,? extends V> a);
  static <K,V> HashMap<K,V> newHashMapWithExpectedSize(int a);
  static <K,V> IdentityHashMap<K,V> newIdentityHashMap();
  static <K,V> LinkedHashMap<K,V> newLinkedHashMap();
  static <K,V> LinkedHashMap<K,V> newLinkedHashMap(Map<? extends K,? extends V> a);
  static <K,V> LinkedHashMap<K,V> newLinkedHashMapWithExpectedSize(int a);
  static <C,K extends C,V> TreeMap<K,V> newTreeMap(Comparator<C> a);
  static <K extends Comparable,V> TreeMap<K,V> newTreeMap();
  static <K,V> TreeMap<K,V> newTreeMap(SortedMap<K,? extends V> a);
  static <K extends Comparable<? super K>,V> NavigableMap<K,V> subMap(NavigableMap<K,V> a,Range<K> b);
  static <K,V> BiMap<K,V> synchronizedBiMap(BiMap<K,V> a);
  static <K,V> NavigableMap<K,V> synchronizedNavigableMap(NavigableMap<K,V> a);
  static <T,K extends Enum<K>,V> Collector<T,?,ImmutableMap<K,V>> toImmutableEnumMap(Function<? super T,? extends K> a,Function<? super T,? extends V> b);
  static <T,K extends Enum<K>,V> Collector<T,?,ImmutableMap<K,V>> toImmutableEnumMap(Function<? super T,? extends K> a,Function<? super T,? extends V> b,BinaryOperator<V> c);
  static <K,V> ImmutableMap<K,V> toMap(Iterable<K> a,Function<? super K,V> b);
  static <K,V> ImmutableMap<K,V> toMap(Iterator<K> a,Function<? super K,V> b);
  static <K,V1,V2> Map<K,V2> transformEntries(Map<K,V1> a,Maps.EntryTransformer<? super K,? super V1,V2> b);
  static <K,V1,V2> NavigableMap<K,V2> transformEntries(NavigableMap<K,V1> a,Maps.EntryTransformer<? super K,? super V1,V2> b);
  static <K,V1,V2> SortedMap<K,V2> transformEntries(SortedMap<K,V1> a,Maps.EntryTransformer<? super K,? super V1,V2> b);
  static <K,V1,V2> Map<K,V2> transformValues(Map<K,V1> a,Function<? super V1,V2> b);
  static <K,V1,V2> NavigableMap<K,V2> transformValues(NavigableMap<K,V1> a,Function<? super V1,V2> b);
  static <K,V1,V2> SortedMap<K,V2> transformValues(SortedMap<K,V1> a,Function<? super V1,V2> b);
  static <K,V> ImmutableMap<K,V> uniqueIndex(Iterable<V> a,Function<? super V,K> b);
  static <K,V> ImmutableMap<K,V> uniqueIndex(Iterator<V> a,Function<? super V,K> b);
  static <K,V> BiMap<K,V> unmodifiableBiMap(BiMap<? extends K,? extends V> a);
  static <K,V> NavigableMap<K,V> unmodifiableNavigableMap(NavigableMap<K,? extends V> a);
  interface EntryTransformer<K,V1,V2> {
    V2 transformEntry(K a,V1 b);
  }
}
interface Multimap<K,V> {
  Map<K,Collection<V>> asMap();
  void clear();
  boolean containsEntry(Object a,Object b);
  boolean containsKey(Object a);
  boolean containsValue(Object a);
  Collection<Map.Entry<K,V>> entries();
  default void forEach(BiConsumer<? super K,? super V> a);
  Collection<V> get(K a);
  boolean isEmpty();
  Set<K> keySet();
  Multiset<K> keys();
  boolean put(K a,V b);
  boolean putAll(K a,Iterable<? extends V> b);
  boolean putAll(Multimap<? extends K,? extends V> a);
  boolean remove(Object a,Object b);
  Collection<V> removeAll(Object a);
  Collection<V> replaceValues(K a,Iterable<? extends V> b);
  int size();
  Collection<V> values();
}
interface SetMultimap<K,V> extends Multimap<K,V> {
  Set<Map.Entry<K,V>> entries();
  Set<V> get(K a);
  Set<V> removeAll(Object a);
  Set<V> replaceValues(K a,Iterable<? extends V> b);
}
class Sets {
  static <B> Set<List<B>> cartesianProduct(List<? extends Set<? extends B>> a);
  static <B> Set<List<B>> cartesianProduct(Set<? extends B>... a);
  static <E> Set<Set<E>> combinations(Set<E> a,int b);
  static <E extends Enum<E>> EnumSet<E> complementOf(Collection<E> a);
  static <E extends Enum<E>> EnumSet<E> complementOf(Collection<E> a,Class<E> b);
  static <E> Sets.SetView<E> difference(Set<E> a,Set<?> b);
  static <E> NavigableSet<E> filter(NavigableSet<E> a,Predicate<? super E> b);
  static <E> Set<E> filter(Set<E> a,Predicate<? super E> b);
  static <E> SortedSet<E> filter(SortedSet<E> a,Predicate<? super E> b);
  static <E extends Enum<E>> ImmutableSet<E> immutableEnumSet(E a,E... b);
  static <E extends Enum<E>> ImmutableSet<E> immutableEnumSet(Iterable<E> a);
  static <E> Sets.SetView<E> intersection(Set<E> a,Set<?> b);
  static <E> Set<E> newConcurrentHashSet();
  static <E> Set<E> newConcurrentHashSet(Iterable<? extends E> a);
  static <E> CopyOnWriteArraySet<E> newCopyOnWriteArraySet();
  static <E> CopyOnWriteArraySet<E> newCopyOnWriteArraySet(Iterable<? extends E> a);
  static <E extends Enum<E>> EnumSet<E> newEnumSet(Iterable<E> a,Class<E> b);
  static <E> HashSet<E> newHashSet();
  static <E> HashSet<E> newHashSet(E... a);
  static <E> HashSet<E> newHashSet(Iterable<? extends E> a);
  static <E> HashSet<E> newHashSet(Iterator<? extends E> a);
  static <E> HashSet<E> newHashSetWithExpectedSize(int a);
  static <E> Set<E> newIdentityHashSet();
  static <E> LinkedHashSet<E> newLinkedHashSet();
  static <E> LinkedHashSet<E> newLinkedHashSet(Iterable<? extends E> a);
  static <E> LinkedHashSet<E> newLinkedHashSetWithExpectedSize(int a);
  static <E> Set<E> newSetFromMap(Map<E,Boolean> a);
  static <E extends Comparable> TreeSet<E> newTreeSet();
  static <E extends Comparable> TreeSet<E> newTreeSet(Iterable<? extends E> a);
  static <E> TreeSet<E> newTreeSet(Comparator<? super E> a);
  static <E> Set<Set<E>> powerSet(Set<E> a);
  static <K extends Comparable<? super K>> NavigableSet<K> subSet(NavigableSet<K> a,Range<K> b);
  static <E> Sets.SetView<E> symmetricDifference(Set<? extends E> a,Set<? extends E> b);
  static <E> NavigableSet<E> synchronizedNavigableSet(NavigableSet<E> a);
  static <E extends Enum<E>> Collector<E,?,ImmutableSet<E>> toImmutableEnumSet();
  static <E> Sets.SetView<E> union(Set<? extends E> a,Set<? extends E> b);
  static <E> NavigableSet<E> unmodifiableNavigableSet(NavigableSet<E> a);
  static abstract class SetView<E> extends AbstractSet<E> {
    <S extends Set<E>> S copyInto(S a);
    ImmutableSet<E> immutableCopy();
    abstract UnmodifiableIterator<E> iterator();
  }
}
interface Table<R,C,V> {
  Set<Table.Cell<R,C,V>> cellSet();
  void clear();
  Map<R,V> column(C a);
  Set<C> columnKeySet();
  Map<C,Map<R,V>> columnMap();
  boolean contains(Object a,Object b);
  boolean containsColumn(Object a);
  boolean containsRow(Object a);
  boolean containsValue(Object a);
  V get(Object a,Object b);
  boolean isEmpty();
  V put(R a,C b,V c);
  void putAll(Table<? extends R,? extends C,? extends V> a);
  V remove(Object a,Object b);
  Map<C,V> row(R a);
  Set<R> rowKeySet();
  Map<R,Map<C,V>> rowMap();
  int size();
  Collection<V> values();
  interface Cell<R,C,V> {
    C getColumnKey();
    R getRowKey();
    V getValue();
  }
}
