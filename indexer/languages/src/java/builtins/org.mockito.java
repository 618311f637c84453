// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Mockito, licensed under MIT.

package org.mockito;

import java.util.List;
import java.util.function.Consumer;
import org.mockito.outside.Unlisted;
import org.mockito.stubbing.Answer;
import org.mockito.stubbing.OngoingStubbing;
import org.mockito.stubbing.Stubber;

class ArgumentMatchers extends Unlisted {
  static <T> T any();
  static <T> T any(Class<T> a);
  static <T> T isA(Class<T> a);
  static <T> T isNull();
  static <T> T isNotNull();
  static <T> T notNull();
  static <T> T same(T a);
  static <T> T refEq(T a, String... b);
  static <T> T argThat(ArgumentMatcher<T> a);
  static <T> T assertArg(Consumer<T> a);
  static <T> T eq(T a);
  static boolean eq(boolean a);
  static byte eq(byte a);
  static char eq(char a);
  static double eq(double a);
  static float eq(float a);
  static int eq(int a);
  static long eq(long a);
  static short eq(short a);
  static boolean anyBoolean();
  static byte anyByte();
  static char anyChar();
  static int anyInt();
  static long anyLong();
  static float anyFloat();
  static double anyDouble();
  static short anyShort();
  static String anyString();
  static <T> List<T> anyList();
  static <T> java.util.Set<T> anySet();
  static <K, V> java.util.Map<K, V> anyMap();
  static <T> java.util.Collection<T> anyCollection();
  static String contains(String a);
  static String startsWith(String a);
  static String endsWith(String a);
  static String matches(String a);
}
interface ArgumentMatcher<T> {
  boolean matches(T a);
}
class Mockito extends ArgumentMatchers {
  static <T> T mock(T... a);
  static <T> T mock(Class<T> a);
  static <T> T mock(Class<T> a, String b);
  static <T> T mock(Class<T> a, Answer b);
  static <T> T mock(Class<T> a, MockSettings b);
  static <T> T spy(T a);
  static <T> T spy(Class<T> a);
  static <T> MockedStatic<T> mockStatic(Class<T> a);
  static <T> OngoingStubbing<T> when(T a);
  static <T> T verify(T a);
  static <T> T verify(T a, org.mockito.verification.VerificationMode b);
  static Stubber doReturn(Object a, Object... b);
  static Stubber doThrow(Throwable... a);
  static Stubber doThrow(Class<? extends Throwable> a);
  static Stubber doAnswer(Answer a);
  static Stubber doNothing();
  static Stubber doCallRealMethod();
  static InOrder inOrder(Object... a);
}
class BDDMockito extends Mockito {
  static <T> BDDMyOngoingStubbing<T> given(T a);
  static <T> Then<T> then(T a);
  static BDDStubber willReturn(Object a, Object... b);
  static BDDStubber willThrow(Throwable... a);
  static BDDStubber willAnswer(Answer<?> a);
  static BDDStubber willDoNothing();
  static BDDStubber willCallRealMethod();
  interface BDDMyOngoingStubbing<T> {
    BDDMyOngoingStubbing<T> willReturn(T a);
    BDDMyOngoingStubbing<T> willReturn(T a, T... b);
    BDDMyOngoingStubbing<T> willThrow(Throwable... a);
    BDDMyOngoingStubbing<T> willAnswer(Answer<?> a);
    BDDMyOngoingStubbing<T> willCallRealMethod();
  }
  interface Then<T> {
    T should();
    T should(org.mockito.verification.VerificationMode a);
    T should(InOrder a);
    void shouldHaveNoInteractions();
    void shouldHaveNoMoreInteractions();
  }
  interface BDDStubber {
    <T> T given(T a);
    BDDStubber willReturn(Object a);
    BDDStubber willDoNothing();
  }
}
interface InOrder {
  <T> T verify(T a);
  <T> T verify(T a, org.mockito.verification.VerificationMode b);
  void verifyNoMoreInteractions();
}
interface MockSettings extends Unlisted {}
class MockedStatic<T> extends Unlisted {
  <R> OngoingStubbing<R> when(Verification a);
  void verify(Verification a);
  interface Verification {
    void apply();
  }
}
class ArgumentCaptor<T> {
  T capture();
  T getValue();
  List<T> getAllValues();
  static <U, S extends U> ArgumentCaptor<U> forClass(Class<S> a);
  static <U> ArgumentCaptor<U> captor(U... a);
}
