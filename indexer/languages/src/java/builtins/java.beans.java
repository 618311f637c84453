package java.beans;

import java.awt.Component;
import java.awt.Graphics;
import java.awt.Image;
import java.awt.Rectangle;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.EventObject;

interface BeanInfo {
  int ICON_COLOR_16x16,ICON_COLOR_32x32,ICON_MONO_16x16,ICON_MONO_32x32;
  BeanInfo[] getAdditionalBeanInfo();
  BeanDescriptor getBeanDescriptor();
  int getDefaultEventIndex();
  int getDefaultPropertyIndex();
  EventSetDescriptor[] getEventSetDescriptors();
  Image getIcon(int a);
  MethodDescriptor[] getMethodDescriptors();
  PropertyDescriptor[] getPropertyDescriptors();
}
class FeatureDescriptor {
  Enumeration<String> attributeNames();
  String getDisplayName();
  String getName();
  String getShortDescription();
  Object getValue(String a);
  boolean isExpert();
  boolean isHidden();
  boolean isPreferred();
  void setDisplayName(String a);
  void setExpert(boolean a);
  void setHidden(boolean a);
  void setName(String a);
  void setPreferred(boolean a);
  void setShortDescription(String a);
  void setValue(String a,Object b);
}
class IndexedPropertyDescriptor extends PropertyDescriptor {
  IndexedPropertyDescriptor(String a,Class<?> b) {}
  IndexedPropertyDescriptor(String a,Class<?> b,String c,String d,String e,String f) {}
  IndexedPropertyDescriptor(String a,Method b,Method c,Method d,Method e) {}
  Class<?> getIndexedPropertyType();
  Method getIndexedReadMethod();
  Method getIndexedWriteMethod();
  void setIndexedReadMethod(Method a);
  void setIndexedWriteMethod(Method a);
}
class IntrospectionException extends Exception {
  IntrospectionException(String a) {}
}
class Introspector {
  static int IGNORE_ALL_BEANINFO,IGNORE_IMMEDIATE_BEANINFO,USE_ALL_BEANINFO;
  static String decapitalize(String a);
  static void flushCaches();
  static void flushFromCaches(Class<?> a);
  static BeanInfo getBeanInfo(Class<?> a);
  static BeanInfo getBeanInfo(Class<?> a,Class<?> b);
  static BeanInfo getBeanInfo(Class<?> a,Class<?> b,int c);
  static BeanInfo getBeanInfo(Class<?> a,int b);
  static String[] getBeanInfoSearchPath();
  static void setBeanInfoSearchPath(String[] a);
}
class PropertyChangeEvent extends EventObject {
  PropertyChangeEvent(Object a,String b,Object c,Object d) {}
  Object getNewValue();
  Object getOldValue();
  Object getPropagationId();
  String getPropertyName();
  void setPropagationId(Object a);
}
interface PropertyChangeListener extends EventListener {
  void propertyChange(PropertyChangeEvent a);
}
class PropertyChangeSupport implements Serializable {
  PropertyChangeSupport(Object a) {}
  void addPropertyChangeListener(PropertyChangeListener a);
  void addPropertyChangeListener(String a,PropertyChangeListener b);
  void fireIndexedPropertyChange(String a,int b,Object c,Object d);
  void fireIndexedPropertyChange(String a,int b,boolean c,boolean d);
  void fireIndexedPropertyChange(String a,int b,int c,int d);
  void firePropertyChange(PropertyChangeEvent a);
  void firePropertyChange(String a,Object b,Object c);
  void firePropertyChange(String a,boolean b,boolean c);
  void firePropertyChange(String a,int b,int c);
  PropertyChangeListener[] getPropertyChangeListeners();
  PropertyChangeListener[] getPropertyChangeListeners(String a);
  boolean hasListeners(String a);
  void removePropertyChangeListener(PropertyChangeListener a);
  void removePropertyChangeListener(String a,PropertyChangeListener b);
}
class PropertyDescriptor extends FeatureDescriptor {
  PropertyDescriptor(String a,Class<?> b) {}
  PropertyDescriptor(String a,Class<?> b,String c,String d) {}
  PropertyDescriptor(String a,Method b,Method c) {}
  PropertyEditor createPropertyEditor(Object a);
  Class<?> getPropertyEditorClass();
  Class<?> getPropertyType();
  Method getReadMethod();
  Method getWriteMethod();
  boolean isBound();
  boolean isConstrained();
  void setBound(boolean a);
  void setConstrained(boolean a);
  void setPropertyEditorClass(Class<?> a);
  void setReadMethod(Method a);
  void setWriteMethod(Method a);
}
interface PropertyEditor {
  void addPropertyChangeListener(PropertyChangeListener a);
  String getAsText();
  Component getCustomEditor();
  String getJavaInitializationString();
  String[] getTags();
  Object getValue();
  boolean isPaintable();
  void paintValue(Graphics a,Rectangle b);
  void removePropertyChangeListener(PropertyChangeListener a);
  void setAsText(String a);
  void setValue(Object a);
  boolean supportsCustomEditor();
}
class PropertyEditorSupport implements PropertyEditor {
  PropertyEditorSupport() {}
  PropertyEditorSupport(Object a) {}
  void firePropertyChange();
  Object getSource();
  void setSource(Object a);
}
