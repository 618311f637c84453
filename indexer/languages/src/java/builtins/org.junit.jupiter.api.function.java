// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of JUnit, licensed under EPL-2.0.

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
