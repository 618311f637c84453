// Written by hand: only methods whose types lead on are declared, and `Unlisted` stands for the rest. Names and
// signatures are facts of Mockito, licensed under MIT.

package org.mockito.stubbing;

import org.mockito.invocation.InvocationOnMock;

interface Answer<T> {
  T answer(InvocationOnMock a);
}
interface OngoingStubbing<T> {
  OngoingStubbing<T> thenReturn(T a);
  OngoingStubbing<T> thenReturn(T a, T... b);
  OngoingStubbing<T> thenThrow(Throwable... a);
  OngoingStubbing<T> thenThrow(Class<? extends Throwable> a);
  OngoingStubbing<T> thenAnswer(Answer<?> a);
  OngoingStubbing<T> then(Answer<?> a);
  OngoingStubbing<T> thenCallRealMethod();
  <M> M getMock();
}
interface Stubber {
  <T> T when(T a);
  Stubber doReturn(Object a, Object... b);
  Stubber doThrow(Throwable... a);
  Stubber doAnswer(Answer a);
  Stubber doNothing();
  Stubber doCallRealMethod();
}
