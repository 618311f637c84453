package java.nio.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;

abstract class Charset implements Comparable<Charset> {
  Charset(String a,String[] b) {}
  Set<String> aliases();
  static SortedMap<String,Charset> availableCharsets();
  boolean canEncode();
  abstract boolean contains(Charset a);
  CharBuffer decode(ByteBuffer a);
  static Charset defaultCharset();
  String displayName();
  String displayName(Locale a);
  ByteBuffer encode(CharBuffer a);
  ByteBuffer encode(String a);
  static Charset forName(String a);
  boolean isRegistered();
  static boolean isSupported(String a);
  String name();
  abstract CharsetDecoder newDecoder();
  abstract CharsetEncoder newEncoder();
}
abstract class CharsetDecoder {
  CharsetDecoder(Charset a,float b,float c) {}
  float averageCharsPerByte();
  Charset charset();
  CharBuffer decode(ByteBuffer a);
  CoderResult decode(ByteBuffer a,CharBuffer b,boolean c);
  abstract CoderResult decodeLoop(ByteBuffer a,CharBuffer b);
  Charset detectedCharset();
  CoderResult flush(CharBuffer a);
  CoderResult implFlush(CharBuffer a);
  void implOnMalformedInput(CodingErrorAction a);
  void implOnUnmappableCharacter(CodingErrorAction a);
  void implReplaceWith(String a);
  void implReset();
  boolean isAutoDetecting();
  boolean isCharsetDetected();
  CodingErrorAction malformedInputAction();
  float maxCharsPerByte();
  CharsetDecoder onMalformedInput(CodingErrorAction a);
  CharsetDecoder onUnmappableCharacter(CodingErrorAction a);
  CharsetDecoder replaceWith(String a);
  String replacement();
  CharsetDecoder reset();
  CodingErrorAction unmappableCharacterAction();
}
abstract class CharsetEncoder {
  CharsetEncoder(Charset a,float b,float c) {}
  CharsetEncoder(Charset a,float b,float c,byte[] d) {}
  float averageBytesPerChar();
  boolean canEncode(CharSequence a);
  boolean canEncode(char a);
  Charset charset();
  ByteBuffer encode(CharBuffer a);
  CoderResult encode(CharBuffer a,ByteBuffer b,boolean c);
  abstract CoderResult encodeLoop(CharBuffer a,ByteBuffer b);
  CoderResult flush(ByteBuffer a);
  CoderResult implFlush(ByteBuffer a);
  void implOnMalformedInput(CodingErrorAction a);
  void implOnUnmappableCharacter(CodingErrorAction a);
  void implReplaceWith(byte[] a);
  void implReset();
  boolean isLegalReplacement(byte[] a);
  CodingErrorAction malformedInputAction();
  float maxBytesPerChar();
  CharsetEncoder onMalformedInput(CodingErrorAction a);
  CharsetEncoder onUnmappableCharacter(CodingErrorAction a);
  CharsetEncoder replaceWith(byte[] a);
  byte[] replacement();
  CharsetEncoder reset();
  CodingErrorAction unmappableCharacterAction();
}
class StandardCharsets {
  static Charset ISO_8859_1,US_ASCII,UTF_16,UTF_16BE,UTF_16LE,UTF_8;
}
