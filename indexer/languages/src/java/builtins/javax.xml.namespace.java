package javax.xml.namespace;

import java.io.Serializable;

class QName implements Serializable {
  QName(String a) {}
  QName(String a,String b) {}
  QName(String a,String b,String c) {}
  String getLocalPart();
  String getNamespaceURI();
  String getPrefix();
  static QName valueOf(String a);
}
