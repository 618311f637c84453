// Written by hand: the types of the Java language itself, which no class file declares, and the protocol `__elem__`
// that only resolution knows.

package java.lang;

class array<T> implements Cloneable, java.io.Serializable {
  int length;
  T __elem__();
  array<T> clone();
}
class boolean {}
class byte {}
class char {}
class short {}
class int {}
class long {}
class float {}
class double {}
