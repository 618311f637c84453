package org.junit.jupiter.api.function;

interface Executable {
  void execute();
}
interface ThrowingSupplier<T> {
  T get();
}
interface ThrowingConsumer<T> {
  void accept(T a);
}
