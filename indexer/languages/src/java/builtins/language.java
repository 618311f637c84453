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
