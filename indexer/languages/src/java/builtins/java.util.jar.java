package java.util.jar;

import java.io.File;
import java.security.CodeSigner;
import java.security.cert.Certificate;
import java.util.Enumeration;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

class JarEntry extends ZipEntry {
  JarEntry(JarEntry a) {}
  JarEntry(String a) {}
  JarEntry(ZipEntry a) {}
  Attributes getAttributes();
  Certificate[] getCertificates();
  CodeSigner[] getCodeSigners();
  String getRealName();
}
class JarFile extends ZipFile {
  static String MANIFEST_NAME;
  JarFile(File a) {}
  JarFile(File a,boolean b) {}
  JarFile(File a,boolean b,int c) {}
  JarFile(File a,boolean b,int c,Runtime.Version d) {}
  JarFile(String a) {}
  JarFile(String a,boolean b) {}
  static Runtime.Version baseVersion();
  Enumeration<JarEntry> entries();
  JarEntry getJarEntry(String a);
  Manifest getManifest();
  Runtime.Version getVersion();
  boolean isMultiRelease();
  static Runtime.Version runtimeVersion();
  Stream<JarEntry> stream();
  Stream<JarEntry> versionedStream();
}
