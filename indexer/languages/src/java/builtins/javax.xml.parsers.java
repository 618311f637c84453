package javax.xml.parsers;

import java.io.File;
import java.io.InputStream;
import javax.xml.validation.Schema;
import org.w3c.dom.DOMImplementation;
import org.w3c.dom.Document;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.HandlerBase;
import org.xml.sax.InputSource;
import org.xml.sax.Parser;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

abstract class DocumentBuilder {
  abstract DOMImplementation getDOMImplementation();
  Schema getSchema();
  abstract boolean isNamespaceAware();
  abstract boolean isValidating();
  boolean isXIncludeAware();
  abstract Document newDocument();
  Document parse(File a);
  Document parse(InputStream a);
  Document parse(InputStream a,String b);
  Document parse(String a);
  abstract Document parse(InputSource a);
  void reset();
  abstract void setEntityResolver(EntityResolver a);
  abstract void setErrorHandler(ErrorHandler a);
}
abstract class DocumentBuilderFactory {
  abstract Object getAttribute(String a);
  abstract boolean getFeature(String a);
  Schema getSchema();
  boolean isCoalescing();
  boolean isExpandEntityReferences();
  boolean isIgnoringComments();
  boolean isIgnoringElementContentWhitespace();
  boolean isNamespaceAware();
  boolean isValidating();
  boolean isXIncludeAware();
  static DocumentBuilderFactory newDefaultInstance();
  static DocumentBuilderFactory newDefaultNSInstance();
  abstract DocumentBuilder newDocumentBuilder();
  static DocumentBuilderFactory newInstance();
  static DocumentBuilderFactory newInstance(String a,ClassLoader b);
  static DocumentBuilderFactory newNSInstance();
  static DocumentBuilderFactory newNSInstance(String a,ClassLoader b);
  abstract void setAttribute(String a,Object b);
  void setCoalescing(boolean a);
  void setExpandEntityReferences(boolean a);
  abstract void setFeature(String a,boolean b);
  void setIgnoringComments(boolean a);
  void setIgnoringElementContentWhitespace(boolean a);
  void setNamespaceAware(boolean a);
  void setSchema(Schema a);
  void setValidating(boolean a);
  void setXIncludeAware(boolean a);
}
abstract class SAXParser {
  abstract Parser getParser();
  abstract Object getProperty(String a);
  Schema getSchema();
  abstract XMLReader getXMLReader();
  abstract boolean isNamespaceAware();
  abstract boolean isValidating();
  boolean isXIncludeAware();
  void parse(File a,DefaultHandler b);
  void parse(File a,HandlerBase b);
  void parse(InputSource a,DefaultHandler b);
  void parse(InputSource a,HandlerBase b);
  void parse(InputStream a,DefaultHandler b);
  void parse(InputStream a,DefaultHandler b,String c);
  void parse(InputStream a,HandlerBase b);
  void parse(InputStream a,HandlerBase b,String c);
  void parse(String a,DefaultHandler b);
  void parse(String a,HandlerBase b);
  void reset();
  abstract void setProperty(String a,Object b);
}
abstract class SAXParserFactory {
  abstract boolean getFeature(String a);
  Schema getSchema();
  boolean isNamespaceAware();
  boolean isValidating();
  boolean isXIncludeAware();
  static SAXParserFactory newDefaultInstance();
  static SAXParserFactory newDefaultNSInstance();
  static SAXParserFactory newInstance();
  static SAXParserFactory newInstance(String a,ClassLoader b);
  static SAXParserFactory newNSInstance();
  static SAXParserFactory newNSInstance(String a,ClassLoader b);
  abstract SAXParser newSAXParser();
  abstract void setFeature(String a,boolean b);
  void setNamespaceAware(boolean a);
  void setSchema(Schema a);
  void setValidating(boolean a);
  void setXIncludeAware(boolean a);
}
