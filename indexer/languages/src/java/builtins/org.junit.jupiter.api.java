// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of JUnit, licensed under EPL-2.0.

package org.junit.jupiter.api;

import java.util.function.Supplier;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.outside.Unlisted;

class Assertions extends Unlisted {
  static <T extends Throwable> T assertThrows(Class<T> a, Executable b);
  static <T extends Throwable> T assertThrows(Class<T> a, Executable b, String c);
  static <T extends Throwable> T assertThrows(Class<T> a, Executable b, Supplier<String> c);
  static <T extends Throwable> T assertThrowsExactly(Class<T> a, Executable b);
  static <T> T assertInstanceOf(Class<T> a, Object b);
  static <T> T assertInstanceOf(Class<T> a, Object b, String c);
  static void assertDoesNotThrow(Executable a);
  static <T> T assertDoesNotThrow(ThrowingSupplier<T> a);
  static <T> T assertTimeout(java.time.Duration a, ThrowingSupplier<T> b);
  static void assertTimeout(java.time.Duration a, Executable b);
  static <T> T assertTimeoutPreemptively(java.time.Duration a, ThrowingSupplier<T> b);
  static void assertTimeoutPreemptively(java.time.Duration a, Executable b);
}
