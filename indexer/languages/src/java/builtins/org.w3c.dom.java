package org.w3c.dom;

interface Attr extends Node {
  String getName();
  Element getOwnerElement();
  TypeInfo getSchemaTypeInfo();
  boolean getSpecified();
  String getValue();
  boolean isId();
  void setValue(String a);
}
interface CharacterData extends Node {
  void appendData(String a);
  void deleteData(int a,int b);
  String getData();
  int getLength();
  void insertData(int a,String b);
  void replaceData(int a,int b,String c);
  void setData(String a);
  String substringData(int a,int b);
}
interface Document extends Node {
  Node adoptNode(Node a);
  Attr createAttribute(String a);
  Attr createAttributeNS(String a,String b);
  CDATASection createCDATASection(String a);
  Comment createComment(String a);
  DocumentFragment createDocumentFragment();
  Element createElement(String a);
  Element createElementNS(String a,String b);
  EntityReference createEntityReference(String a);
  ProcessingInstruction createProcessingInstruction(String a,String b);
  Text createTextNode(String a);
  DocumentType getDoctype();
  Element getDocumentElement();
  String getDocumentURI();
  DOMConfiguration getDomConfig();
  Element getElementById(String a);
  NodeList getElementsByTagName(String a);
  NodeList getElementsByTagNameNS(String a,String b);
  DOMImplementation getImplementation();
  String getInputEncoding();
  boolean getStrictErrorChecking();
  String getXmlEncoding();
  boolean getXmlStandalone();
  String getXmlVersion();
  Node importNode(Node a,boolean b);
  void normalizeDocument();
  Node renameNode(Node a,String b,String c);
  void setDocumentURI(String a);
  void setStrictErrorChecking(boolean a);
  void setXmlStandalone(boolean a);
  void setXmlVersion(String a);
}
interface Element extends Node {
  String getAttribute(String a);
  String getAttributeNS(String a,String b);
  Attr getAttributeNode(String a);
  Attr getAttributeNodeNS(String a,String b);
  NodeList getElementsByTagName(String a);
  NodeList getElementsByTagNameNS(String a,String b);
  TypeInfo getSchemaTypeInfo();
  String getTagName();
  boolean hasAttribute(String a);
  boolean hasAttributeNS(String a,String b);
  void removeAttribute(String a);
  void removeAttributeNS(String a,String b);
  Attr removeAttributeNode(Attr a);
  void setAttribute(String a,String b);
  void setAttributeNS(String a,String b,String c);
  Attr setAttributeNode(Attr a);
  Attr setAttributeNodeNS(Attr a);
  void setIdAttribute(String a,boolean b);
  void setIdAttributeNS(String a,String b,boolean c);
  void setIdAttributeNode(Attr a,boolean b);
}
interface NamedNodeMap {
  int getLength();
  Node getNamedItem(String a);
  Node getNamedItemNS(String a,String b);
  Node item(int a);
  Node removeNamedItem(String a);
  Node removeNamedItemNS(String a,String b);
  Node setNamedItem(Node a);
  Node setNamedItemNS(Node a);
}
interface Node {
  short ATTRIBUTE_NODE,CDATA_SECTION_NODE,COMMENT_NODE,DOCUMENT_FRAGMENT_NODE,DOCUMENT_NODE,DOCUMENT_POSITION_CONTAINED_BY,DOCUMENT_POSITION_CONTAINS,DOCUMENT_POSITION_DISCONNECTED,DOCUMENT_POSITION_FOLLOWING,DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC,DOCUMENT_POSITION_PRECEDING,DOCUMENT_TYPE_NODE,ELEMENT_NODE,ENTITY_NODE,ENTITY_REFERENCE_NODE,NOTATION_NODE,PROCESSING_INSTRUCTION_NODE,TEXT_NODE;
  Node appendChild(Node a);
  Node cloneNode(boolean a);
  short compareDocumentPosition(Node a);
  NamedNodeMap getAttributes();
  String getBaseURI();
  NodeList getChildNodes();
  Object getFeature(String a,String b);
  Node getFirstChild();
  Node getLastChild();
  String getLocalName();
  String getNamespaceURI();
  Node getNextSibling();
  String getNodeName();
  short getNodeType();
  String getNodeValue();
  Document getOwnerDocument();
  Node getParentNode();
  String getPrefix();
  Node getPreviousSibling();
  String getTextContent();
  Object getUserData(String a);
  boolean hasAttributes();
  boolean hasChildNodes();
  Node insertBefore(Node a,Node b);
  boolean isDefaultNamespace(String a);
  boolean isEqualNode(Node a);
  boolean isSameNode(Node a);
  boolean isSupported(String a,String b);
  String lookupNamespaceURI(String a);
  String lookupPrefix(String a);
  void normalize();
  Node removeChild(Node a);
  Node replaceChild(Node a,Node b);
  void setNodeValue(String a);
  void setPrefix(String a);
  void setTextContent(String a);
  Object setUserData(String a,Object b,UserDataHandler c);
}
interface NodeList {
  int getLength();
  Node item(int a);
}
interface Text extends CharacterData {
  String getWholeText();
  boolean isElementContentWhitespace();
  Text replaceWholeText(String a);
  Text splitText(int a);
}
