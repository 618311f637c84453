package org.xml.sax;

import java.io.InputStream;
import java.io.Reader;

interface Attributes {
  int getIndex(String a);
  int getIndex(String a,String b);
  int getLength();
  String getLocalName(int a);
  String getQName(int a);
  String getType(String a);
  String getType(String a,String b);
  String getType(int a);
  String getURI(int a);
  String getValue(String a);
  String getValue(String a,String b);
  String getValue(int a);
}
interface ContentHandler {
  void characters(char[] a,int b,int c);
  default void declaration(String a,String b,String c);
  void endDocument();
  void endElement(String a,String b,String c);
  void endPrefixMapping(String a);
  void ignorableWhitespace(char[] a,int b,int c);
  void processingInstruction(String a,String b);
  void setDocumentLocator(Locator a);
  void skippedEntity(String a);
  void startDocument();
  void startElement(String a,String b,String c,Attributes d);
  void startPrefixMapping(String a,String b);
}
interface EntityResolver {
  InputSource resolveEntity(String a,String b);
}
interface ErrorHandler {
  void error(SAXParseException a);
  void fatalError(SAXParseException a);
  void warning(SAXParseException a);
}
class InputSource {
  InputSource() {}
  InputSource(InputStream a) {}
  InputSource(Reader a) {}
  InputSource(String a) {}
  InputStream getByteStream();
  Reader getCharacterStream();
  String getEncoding();
  String getPublicId();
  String getSystemId();
  boolean isEmpty();
  void setByteStream(InputStream a);
  void setCharacterStream(Reader a);
  void setEncoding(String a);
  void setPublicId(String a);
  void setSystemId(String a);
}
class SAXException extends Exception {
  SAXException() {}
  SAXException(Exception a) {}
  SAXException(String a) {}
  SAXException(String a,Exception b) {}
  Exception getException();
}
class SAXParseException extends SAXException {
  SAXParseException(String a,Locator b) {}
  SAXParseException(String a,Locator b,Exception c) {}
  SAXParseException(String a,String b,String c,int d,int e) {}
  SAXParseException(String a,String b,String c,int d,int e,Exception f) {}
  int getColumnNumber();
  int getLineNumber();
  String getPublicId();
  String getSystemId();
}
