package java.lang.reflect;

import java.io.Serializable;
import java.lang.annotation.Annotation;

class AccessibleObject implements AnnotatedElement {
  boolean canAccess(Object a);
  boolean isAccessible();
  static void setAccessible(AccessibleObject[] a,boolean b);
  void setAccessible(boolean a);
  boolean trySetAccessible();
}
interface AnnotatedElement {
  <T extends Annotation> T getAnnotation(Class<T> a);
  Annotation[] getAnnotations();
  default <T extends Annotation> T[] getAnnotationsByType(Class<T> a);
  default <T extends Annotation> T getDeclaredAnnotation(Class<T> a);
  Annotation[] getDeclaredAnnotations();
  default <T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> a);
  default boolean isAnnotationPresent(Class<? extends Annotation> a);
}
interface AnnotatedType extends AnnotatedElement {
  default AnnotatedType getAnnotatedOwnerType();
  Type getType();
}
class Array {
  static Object get(Object a,int b);
  static boolean getBoolean(Object a,int b);
  static byte getByte(Object a,int b);
  static char getChar(Object a,int b);
  static double getDouble(Object a,int b);
  static float getFloat(Object a,int b);
  static int getInt(Object a,int b);
  static int getLength(Object a);
  static long getLong(Object a,int b);
  static short getShort(Object a,int b);
  static Object newInstance(Class<?> a,int b);
  static Object newInstance(Class<?> a,int... b);
  static void set(Object a,int b,Object c);
  static void setBoolean(Object a,int b,boolean c);
  static void setByte(Object a,int b,byte c);
  static void setChar(Object a,int b,char c);
  static void setDouble(Object a,int b,double c);
  static void setFloat(Object a,int b,float c);
  static void setInt(Object a,int b,int c);
  static void setLong(Object a,int b,long c);
  static void setShort(Object a,int b,short c);
}
class Constructor<T> extends Executable {
  Class<T> getDeclaringClass();
  TypeVariable<Constructor<T>>[] getTypeParameters();
  T newInstance(Object... a);
}
abstract class Executable extends AccessibleObject implements Member, GenericDeclaration {
  AnnotatedType[] getAnnotatedExceptionTypes();
  AnnotatedType[] getAnnotatedParameterTypes();
  AnnotatedType getAnnotatedReceiverType();
  abstract AnnotatedType getAnnotatedReturnType();
  abstract Class<?>[] getExceptionTypes();
  Type[] getGenericExceptionTypes();
  Type[] getGenericParameterTypes();
  abstract Annotation[][] getParameterAnnotations();
  int getParameterCount();
  abstract Class<?>[] getParameterTypes();
  Parameter[] getParameters();
  boolean isVarArgs();
  abstract String toGenericString();
}
class Field extends AccessibleObject implements Member {
  Object get(Object a);
  AnnotatedType getAnnotatedType();
  boolean getBoolean(Object a);
  byte getByte(Object a);
  char getChar(Object a);
  double getDouble(Object a);
  float getFloat(Object a);
  Type getGenericType();
  int getInt(Object a);
  long getLong(Object a);
  short getShort(Object a);
  Class<?> getType();
  boolean isEnumConstant();
  void set(Object a,Object b);
  void setBoolean(Object a,boolean b);
  void setByte(Object a,byte b);
  void setChar(Object a,char b);
  void setDouble(Object a,double b);
  void setFloat(Object a,float b);
  void setInt(Object a,int b);
  void setLong(Object a,long b);
  void setShort(Object a,short b);
  String toGenericString();
}
interface GenericArrayType extends Type {
  Type getGenericComponentType();
}
interface GenericDeclaration extends AnnotatedElement {
  TypeVariable<?>[] getTypeParameters();
}
interface InvocationHandler {
  Object invoke(Object a,Method b,Object[] c);
  static Object invokeDefault(Object a,Method b,Object... c);
}
class InvocationTargetException extends ReflectiveOperationException {
  InvocationTargetException() {}
  InvocationTargetException(Throwable a) {}
  InvocationTargetException(Throwable a,String b) {}
  Throwable getTargetException();
}
interface Member {
  int DECLARED,PUBLIC;
  Class<?> getDeclaringClass();
  int getModifiers();
  String getName();
  boolean isSynthetic();
}
class Method extends Executable {
  Object getDefaultValue();
  Type getGenericReturnType();
  Class<?> getReturnType();
  TypeVariable<Method>[] getTypeParameters();
  Object invoke(Object a,Object... b);
  boolean isBridge();
  boolean isDefault();
}
class Modifier {
  static int ABSTRACT,FINAL,INTERFACE,NATIVE,PRIVATE,PROTECTED,PUBLIC,STATIC,STRICT,SYNCHRONIZED,TRANSIENT,VOLATILE;
  static int classModifiers();
  static int constructorModifiers();
  static int fieldModifiers();
  static int interfaceModifiers();
  static boolean isAbstract(int a);
  static boolean isFinal(int a);
  static boolean isInterface(int a);
  static boolean isNative(int a);
  static boolean isPrivate(int a);
  static boolean isProtected(int a);
  static boolean isPublic(int a);
  static boolean isStatic(int a);
  static boolean isStrict(int a);
  static boolean isSynchronized(int a);
  static boolean isTransient(int a);
  static boolean isVolatile(int a);
  static int methodModifiers();
  static int parameterModifiers();
  static String toString(int a);
}
class Parameter implements AnnotatedElement {
  AnnotatedType getAnnotatedType();
  Executable getDeclaringExecutable();
  int getModifiers();
  String getName();
  Type getParameterizedType();
  Class<?> getType();
  boolean isImplicit();
  boolean isNamePresent();
  boolean isSynthetic();
  boolean isVarArgs();
}
interface ParameterizedType extends Type {
  Type[] getActualTypeArguments();
  Type getOwnerType();
  Type getRawType();
}
class Proxy implements Serializable {
  InvocationHandler h;
  Proxy(InvocationHandler a) {}
  static InvocationHandler getInvocationHandler(Object a);
  static Class<?> getProxyClass(ClassLoader a,Class<?>... b);
  static boolean isProxyClass(Class<?> a);
  static Object newProxyInstance(ClassLoader a,Class<?>[] b,InvocationHandler c);
}
class RecordComponent implements AnnotatedElement {
  Method getAccessor();
  AnnotatedType getAnnotatedType();
  Class<?> getDeclaringRecord();
  String getGenericSignature();
  Type getGenericType();
  String getName();
  Class<?> getType();
}
interface Type {
  default String getTypeName();
}
interface TypeVariable<D extends GenericDeclaration> extends Type, AnnotatedElement {
  AnnotatedType[] getAnnotatedBounds();
  Type[] getBounds();
  D getGenericDeclaration();
  String getName();
}
class UndeclaredThrowableException extends RuntimeException {
  UndeclaredThrowableException(Throwable a) {}
  UndeclaredThrowableException(Throwable a,String b) {}
  Throwable getUndeclaredThrowable();
}
interface WildcardType extends Type {
  Type[] getLowerBounds();
  Type[] getUpperBounds();
}
