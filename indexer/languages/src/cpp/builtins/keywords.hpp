// Written by hand: no header declares the types of the language itself.

// Types that the language itself brings. `__kw_int` stands for the keyword `int`, `__kw_charp` for `char *`.
struct __kw_int {};
struct __kw_double {};
struct __kw_bool {};
struct __kw_char {};
struct __kw_charp {
  char operator[](int i);
  char operator*();
};

template <class T>
struct __array {
  T __elem__();
  T operator[](int i);
  T operator*();
};

// Wraps the declared type of what may not be changed.
template <class T>
using __const = T;

template <class A, class B>
struct __pair {
  A first;
  B second;
};
