package java.lang.annotation;

interface Annotation {
  Class<? extends Annotation> annotationType();
}
enum ElementType {
  TYPE,FIELD,METHOD,PARAMETER,CONSTRUCTOR,LOCAL_VARIABLE,ANNOTATION_TYPE,PACKAGE,TYPE_PARAMETER,TYPE_USE,MODULE,RECORD_COMPONENT;
}
enum RetentionPolicy {
  SOURCE,CLASS,RUNTIME;
}
