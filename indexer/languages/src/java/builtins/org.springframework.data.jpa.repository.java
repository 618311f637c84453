// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Spring Data, licensed under Apache-2.0.

package org.springframework.data.jpa.repository;

import java.util.List;
import org.springframework.data.repository.PagingAndSortingRepository;

interface JpaRepository<T, ID> extends PagingAndSortingRepository<T, ID> {
  List<T> findAll();
  List<T> findAllById(Iterable<ID> a);
  <S extends T> List<S> saveAll(Iterable<S> a);
  <S extends T> S saveAndFlush(S a);
  T getById(ID a);
  T getReferenceById(ID a);
  void flush();
}
