// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Spring Data, licensed under Apache-2.0.

package org.springframework.data.domain;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.data.outside.Unlisted;

interface Slice<T> extends Iterable<T>, Unlisted {
  List<T> getContent();
  boolean hasNext();
  <U> Slice<U> map(Function<? super T, ? extends U> a);
  Stream<T> stream();
}
interface Page<T> extends Slice<T> {
  int getTotalPages();
  long getTotalElements();
  <U> Page<U> map(Function<? super T, ? extends U> a);
}
