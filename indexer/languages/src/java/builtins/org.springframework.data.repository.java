// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Spring Data, licensed under Apache-2.0.

package org.springframework.data.repository;

import java.util.Optional;
import org.springframework.data.outside.Unlisted;

interface Repository<T, ID> {}
interface CrudRepository<T, ID> extends Repository<T, ID>, Unlisted {
  <S extends T> S save(S a);
  <S extends T> Iterable<S> saveAll(Iterable<S> a);
  Optional<T> findById(ID a);
  boolean existsById(ID a);
  Iterable<T> findAll();
  Iterable<T> findAllById(Iterable<ID> a);
  long count();
  void deleteById(ID a);
  void delete(T a);
  void deleteAll();
}
interface ListCrudRepository<T, ID> extends CrudRepository<T, ID> {
  <S extends T> java.util.List<S> saveAll(Iterable<S> a);
  java.util.List<T> findAll();
  java.util.List<T> findAllById(Iterable<ID> a);
}
interface PagingAndSortingRepository<T, ID> extends CrudRepository<T, ID> {
  Iterable<T> findAll(org.springframework.data.domain.Sort a);
  org.springframework.data.domain.Page<T> findAll(org.springframework.data.domain.Pageable a);
}
