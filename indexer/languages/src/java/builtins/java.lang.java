package java.lang;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Console;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandles;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.Channel;
import java.nio.charset.Charset;
import java.security.ProtectionDomain;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

interface Appendable {
  Appendable append(CharSequence a);
  Appendable append(CharSequence a,int b,int c);
  Appendable append(char a);
}
class ArithmeticException extends RuntimeException {
  ArithmeticException() {}
  ArithmeticException(String a) {}
}
class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
  ArrayIndexOutOfBoundsException() {}
  ArrayIndexOutOfBoundsException(String a) {}
  ArrayIndexOutOfBoundsException(int a) {}
}
class ArrayStoreException extends RuntimeException {
  ArrayStoreException() {}
  ArrayStoreException(String a) {}
}
class AssertionError extends Error {
  AssertionError() {}
  AssertionError(Object a) {}
  AssertionError(String a,Throwable b) {}
  AssertionError(boolean a) {}
  AssertionError(char a) {}
  AssertionError(double a) {}
  AssertionError(float a) {}
  AssertionError(int a) {}
  AssertionError(long a) {}
}
interface AutoCloseable {
  void close();
}
class Boolean implements Serializable, Comparable<Boolean> {
  static Boolean FALSE,TRUE;
  static Class<Boolean> TYPE;
  Boolean(String a) {}
  Boolean(boolean a) {}
  boolean booleanValue();
  static int compare(boolean a,boolean b);
  Optional<DynamicConstantDesc<Boolean>> describeConstable();
  static boolean getBoolean(String a);
  static int hashCode(boolean a);
  static boolean logicalAnd(boolean a,boolean b);
  static boolean logicalOr(boolean a,boolean b);
  static boolean logicalXor(boolean a,boolean b);
  static boolean parseBoolean(String a);
  static String toString(boolean a);
  static Boolean valueOf(String a);
  static Boolean valueOf(boolean a);
}
class Byte extends Number implements Comparable<Byte> {
  static Class<Byte> TYPE;
  static byte MAX_VALUE,MIN_VALUE;
  static int BYTES,SIZE;
  Byte(String a) {}
  Byte(byte a) {}
  static int compare(byte a,byte b);
  static int compareUnsigned(byte a,byte b);
  static Byte decode(String a);
  Optional<DynamicConstantDesc<Byte>> describeConstable();
  static int hashCode(byte a);
  static byte parseByte(String a);
  static byte parseByte(String a,int b);
  static String toString(byte a);
  static int toUnsignedInt(byte a);
  static long toUnsignedLong(byte a);
  static Byte valueOf(String a);
  static Byte valueOf(String a,int b);
  static Byte valueOf(byte a);
}
interface CharSequence {
  char charAt(int a);
  default IntStream chars();
  default IntStream codePoints();
  static int compare(CharSequence a,CharSequence b);
  default boolean isEmpty();
  int length();
  CharSequence subSequence(int a,int b);
}
class Character implements Serializable, Comparable<Character> {
  static Class<Character> TYPE;
  static byte COMBINING_SPACING_MARK,CONNECTOR_PUNCTUATION,CONTROL,CURRENCY_SYMBOL,DASH_PUNCTUATION,DECIMAL_DIGIT_NUMBER,DIRECTIONALITY_ARABIC_NUMBER,DIRECTIONALITY_BOUNDARY_NEUTRAL,DIRECTIONALITY_COMMON_NUMBER_SEPARATOR,DIRECTIONALITY_EUROPEAN_NUMBER,DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR,DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR,DIRECTIONALITY_FIRST_STRONG_ISOLATE,DIRECTIONALITY_LEFT_TO_RIGHT,DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,DIRECTIONALITY_NONSPACING_MARK,DIRECTIONALITY_OTHER_NEUTRALS,DIRECTIONALITY_PARAGRAPH_SEPARATOR,DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE,DIRECTIONALITY_RIGHT_TO_LEFT,DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,DIRECTIONALITY_SEGMENT_SEPARATOR,DIRECTIONALITY_UNDEFINED,DIRECTIONALITY_WHITESPACE,ENCLOSING_MARK,END_PUNCTUATION,FINAL_QUOTE_PUNCTUATION,FORMAT,INITIAL_QUOTE_PUNCTUATION,LETTER_NUMBER,LINE_SEPARATOR,LOWERCASE_LETTER,MATH_SYMBOL,MODIFIER_LETTER,MODIFIER_SYMBOL,NON_SPACING_MARK,OTHER_LETTER,OTHER_NUMBER,OTHER_PUNCTUATION,OTHER_SYMBOL,PARAGRAPH_SEPARATOR,PRIVATE_USE,SPACE_SEPARATOR,START_PUNCTUATION,SURROGATE,TITLECASE_LETTER,UNASSIGNED,UPPERCASE_LETTER;
  static char MAX_HIGH_SURROGATE,MAX_LOW_SURROGATE,MAX_SURROGATE,MAX_VALUE,MIN_HIGH_SURROGATE,MIN_LOW_SURROGATE,MIN_SURROGATE,MIN_VALUE;
  static int BYTES,MAX_CODE_POINT,MAX_RADIX,MIN_CODE_POINT,MIN_RADIX,MIN_SUPPLEMENTARY_CODE_POINT,SIZE;
  Character(char a) {}
  static int charCount(int a);
  char charValue();
  static int codePointAt(CharSequence a,int b);
  static int codePointAt(char[] a,int b);
  static int codePointAt(char[] a,int b,int c);
  static int codePointBefore(CharSequence a,int b);
  static int codePointBefore(char[] a,int b);
  static int codePointBefore(char[] a,int b,int c);
  static int codePointCount(CharSequence a,int b,int c);
  static int codePointCount(char[] a,int b,int c);
  static int codePointOf(String a);
  static int compare(char a,char b);
  Optional<DynamicConstantDesc<Character>> describeConstable();
  static int digit(char a,int b);
  static int digit(int a,int b);
  static char forDigit(int a,int b);
  static byte getDirectionality(char a);
  static byte getDirectionality(int a);
  static String getName(int a);
  static int getNumericValue(char a);
  static int getNumericValue(int a);
  static int getType(char a);
  static int getType(int a);
  static int hashCode(char a);
  static char highSurrogate(int a);
  static boolean isAlphabetic(int a);
  static boolean isBmpCodePoint(int a);
  static boolean isDefined(char a);
  static boolean isDefined(int a);
  static boolean isDigit(char a);
  static boolean isDigit(int a);
  static boolean isHighSurrogate(char a);
  static boolean isISOControl(char a);
  static boolean isISOControl(int a);
  static boolean isIdentifierIgnorable(char a);
  static boolean isIdentifierIgnorable(int a);
  static boolean isIdeographic(int a);
  static boolean isJavaIdentifierPart(char a);
  static boolean isJavaIdentifierPart(int a);
  static boolean isJavaIdentifierStart(char a);
  static boolean isJavaIdentifierStart(int a);
  static boolean isJavaLetter(char a);
  static boolean isJavaLetterOrDigit(char a);
  static boolean isLetter(char a);
  static boolean isLetter(int a);
  static boolean isLetterOrDigit(char a);
  static boolean isLetterOrDigit(int a);
  static boolean isLowSurrogate(char a);
  static boolean isLowerCase(char a);
  static boolean isLowerCase(int a);
  static boolean isMirrored(char a);
  static boolean isMirrored(int a);
  static boolean isSpace(char a);
  static boolean isSpaceChar(char a);
  static boolean isSpaceChar(int a);
  static boolean isSupplementaryCodePoint(int a);
  static boolean isSurrogate(char a);
  static boolean isSurrogatePair(char a,char b);
  static boolean isTitleCase(char a);
  static boolean isTitleCase(int a);
  static boolean isUnicodeIdentifierPart(char a);
  static boolean isUnicodeIdentifierPart(int a);
  static boolean isUnicodeIdentifierStart(char a);
  static boolean isUnicodeIdentifierStart(int a);
  static boolean isUpperCase(char a);
  static boolean isUpperCase(int a);
  static boolean isValidCodePoint(int a);
  static boolean isWhitespace(char a);
  static boolean isWhitespace(int a);
  static char lowSurrogate(int a);
  static int offsetByCodePoints(CharSequence a,int b,int c);
  static int offsetByCodePoints(char[] a,int b,int c,int d,int e);
  static char reverseBytes(char a);
  static char[] toChars(int a);
  static int toChars(int a,char[] b,int c);
  static int toCodePoint(char a,char b);
  static char toLowerCase(char a);
  static int toLowerCase(int a);
  static String toString(char a);
  static String toString(int a);
  static char toTitleCase(char a);
  static int toTitleCase(int a);
  static char toUpperCase(char a);
  static int toUpperCase(int a);
  static Character valueOf(char a);
  static class Subset {
    Subset(String a) {}
  }
  static class UnicodeBlock extends Character.Subset {
    static Character.UnicodeBlock ADLAM,AEGEAN_NUMBERS,AHOM,ALCHEMICAL_SYMBOLS,ALPHABETIC_PRESENTATION_FORMS,ANATOLIAN_HIEROGLYPHS,ANCIENT_GREEK_MUSICAL_NOTATION,ANCIENT_GREEK_NUMBERS,ANCIENT_SYMBOLS,ARABIC,ARABIC_EXTENDED_A,ARABIC_MATHEMATICAL_ALPHABETIC_SYMBOLS,ARABIC_PRESENTATION_FORMS_A,ARABIC_PRESENTATION_FORMS_B,ARABIC_SUPPLEMENT,ARMENIAN,ARROWS,AVESTAN,BALINESE,BAMUM,BAMUM_SUPPLEMENT,BASIC_LATIN,BASSA_VAH,BATAK,BENGALI,BHAIKSUKI,BLOCK_ELEMENTS,BOPOMOFO,BOPOMOFO_EXTENDED,BOX_DRAWING,BRAHMI,BRAILLE_PATTERNS,BUGINESE,BUHID,BYZANTINE_MUSICAL_SYMBOLS,CARIAN,CAUCASIAN_ALBANIAN,CHAKMA,CHAM,CHEROKEE,CHEROKEE_SUPPLEMENT,CHESS_SYMBOLS,CHORASMIAN,CJK_COMPATIBILITY,CJK_COMPATIBILITY_FORMS,CJK_COMPATIBILITY_IDEOGRAPHS,CJK_COMPATIBILITY_IDEOGRAPHS_SUPPLEMENT,CJK_RADICALS_SUPPLEMENT,CJK_STROKES,CJK_SYMBOLS_AND_PUNCTUATION,CJK_UNIFIED_IDEOGRAPHS,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_A,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_B,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_C,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_D,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_E,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_F,CJK_UNIFIED_IDEOGRAPHS_EXTENSION_G,COMBINING_DIACRITICAL_MARKS,COMBINING_DIACRITICAL_MARKS_EXTENDED,COMBINING_DIACRITICAL_MARKS_SUPPLEMENT,COMBINING_HALF_MARKS,COMBINING_MARKS_FOR_SYMBOLS,COMMON_INDIC_NUMBER_FORMS,CONTROL_PICTURES,COPTIC,COPTIC_EPACT_NUMBERS,COUNTING_ROD_NUMERALS,CUNEIFORM,CUNEIFORM_NUMBERS_AND_PUNCTUATION,CURRENCY_SYMBOLS,CYPRIOT_SYLLABARY,CYRILLIC,CYRILLIC_EXTENDED_A,CYRILLIC_EXTENDED_B,CYRILLIC_EXTENDED_C,CYRILLIC_SUPPLEMENTARY,DESERET,DEVANAGARI,DEVANAGARI_EXTENDED,DINGBATS,DIVES_AKURU,DOGRA,DOMINO_TILES,DUPLOYAN,EARLY_DYNASTIC_CUNEIFORM,EGYPTIAN_HIEROGLYPHS,EGYPTIAN_HIEROGLYPH_FORMAT_CONTROLS,ELBASAN,ELYMAIC,EMOTICONS,ENCLOSED_ALPHANUMERICS,ENCLOSED_ALPHANUMERIC_SUPPLEMENT,ENCLOSED_CJK_LETTERS_AND_MONTHS,ENCLOSED_IDEOGRAPHIC_SUPPLEMENT,ETHIOPIC,ETHIOPIC_EXTENDED,ETHIOPIC_EXTENDED_A,ETHIOPIC_SUPPLEMENT,GENERAL_PUNCTUATION,GEOMETRIC_SHAPES,GEOMETRIC_SHAPES_EXTENDED,GEORGIAN,GEORGIAN_EXTENDED,GEORGIAN_SUPPLEMENT,GLAGOLITIC,GLAGOLITIC_SUPPLEMENT,GOTHIC,GRANTHA,GREEK,GREEK_EXTENDED,GUJARATI,GUNJALA_GONDI,GURMUKHI,HALFWIDTH_AND_FULLWIDTH_FORMS,HANGUL_COMPATIBILITY_JAMO,HANGUL_JAMO,HANGUL_JAMO_EXTENDED_A,HANGUL_JAMO_EXTENDED_B,HANGUL_SYLLABLES,HANIFI_ROHINGYA,HANUNOO,HATRAN,HEBREW,HIGH_PRIVATE_USE_SURROGATES,HIGH_SURROGATES,HIRAGANA,IDEOGRAPHIC_DESCRIPTION_CHARACTERS,IDEOGRAPHIC_SYMBOLS_AND_PUNCTUATION,IMPERIAL_ARAMAIC,INDIC_SIYAQ_NUMBERS,INSCRIPTIONAL_PAHLAVI,INSCRIPTIONAL_PARTHIAN,IPA_EXTENSIONS,JAVANESE,KAITHI,KANA_EXTENDED_A,KANA_SUPPLEMENT,KANBUN,KANGXI_RADICALS,KANNADA,KATAKANA,KATAKANA_PHONETIC_EXTENSIONS,KAYAH_LI,KHAROSHTHI,KHITAN_SMALL_SCRIPT,KHMER,KHMER_SYMBOLS,KHOJKI,KHUDAWADI,LAO,LATIN_1_SUPPLEMENT,LATIN_EXTENDED_A,LATIN_EXTENDED_ADDITIONAL,LATIN_EXTENDED_B,LATIN_EXTENDED_C,LATIN_EXTENDED_D,LATIN_EXTENDED_E,LEPCHA,LETTERLIKE_SYMBOLS,LIMBU,LINEAR_A,LINEAR_B_IDEOGRAMS,LINEAR_B_SYLLABARY,LISU,LISU_SUPPLEMENT,LOW_SURROGATES,LYCIAN,LYDIAN,MAHAJANI,MAHJONG_TILES,MAKASAR,MALAYALAM,MANDAIC,MANICHAEAN,MARCHEN,MASARAM_GONDI,MATHEMATICAL_ALPHANUMERIC_SYMBOLS,MATHEMATICAL_OPERATORS,MAYAN_NUMERALS,MEDEFAIDRIN,MEETEI_MAYEK,MEETEI_MAYEK_EXTENSIONS,MENDE_KIKAKUI,MEROITIC_CURSIVE,MEROITIC_HIEROGLYPHS,MIAO,MISCELLANEOUS_MATHEMATICAL_SYMBOLS_A,MISCELLANEOUS_MATHEMATICAL_SYMBOLS_B,MISCELLANEOUS_SYMBOLS,MISCELLANEOUS_SYMBOLS_AND_ARROWS,MISCELLANEOUS_SYMBOLS_AND_PICTOGRAPHS,MISCELLANEOUS_TECHNICAL,MODI,MODIFIER_TONE_LETTERS,MONGOLIAN,MONGOLIAN_SUPPLEMENT,MRO,MULTANI,MUSICAL_SYMBOLS,MYANMAR,MYANMAR_EXTENDED_A,MYANMAR_EXTENDED_B,NABATAEAN,NANDINAGARI,NEWA,NEW_TAI_LUE,NKO,NUMBER_FORMS,NUSHU,NYIAKENG_PUACHUE_HMONG,OGHAM,OLD_HUNGARIAN,OLD_ITALIC,OLD_NORTH_ARABIAN,OLD_PERMIC,OLD_PERSIAN,OLD_SOGDIAN,OLD_SOUTH_ARABIAN,OLD_TURKIC,OL_CHIKI,OPTICAL_CHARACTER_RECOGNITION,ORIYA,ORNAMENTAL_DINGBATS,OSAGE,OSMANYA,OTTOMAN_SIYAQ_NUMBERS,PAHAWH_HMONG,PALMYRENE,PAU_CIN_HAU,PHAGS_PA,PHAISTOS_DISC,PHOENICIAN,PHONETIC_EXTENSIONS,PHONETIC_EXTENSIONS_SUPPLEMENT,PLAYING_CARDS,PRIVATE_USE_AREA,PSALTER_PAHLAVI,REJANG,RUMI_NUMERAL_SYMBOLS,RUNIC,SAMARITAN,SAURASHTRA,SHARADA,SHAVIAN,SHORTHAND_FORMAT_CONTROLS,SIDDHAM,SINHALA,SINHALA_ARCHAIC_NUMBERS,SMALL_FORM_VARIANTS,SMALL_KANA_EXTENSION,SOGDIAN,SORA_SOMPENG,SOYOMBO,SPACING_MODIFIER_LETTERS,SPECIALS,SUNDANESE,SUNDANESE_SUPPLEMENT,SUPERSCRIPTS_AND_SUBSCRIPTS,SUPPLEMENTAL_ARROWS_A,SUPPLEMENTAL_ARROWS_B,SUPPLEMENTAL_ARROWS_C,SUPPLEMENTAL_MATHEMATICAL_OPERATORS,SUPPLEMENTAL_PUNCTUATION,SUPPLEMENTAL_SYMBOLS_AND_PICTOGRAPHS,SUPPLEMENTARY_PRIVATE_USE_AREA_A,SUPPLEMENTARY_PRIVATE_USE_AREA_B,SURROGATES_AREA,SUTTON_SIGNWRITING,SYLOTI_NAGRI,SYMBOLS_AND_PICTOGRAPHS_EXTENDED_A,SYMBOLS_FOR_LEGACY_COMPUTING,SYRIAC,SYRIAC_SUPPLEMENT,TAGALOG,TAGBANWA,TAGS,TAI_LE,TAI_THAM,TAI_VIET,TAI_XUAN_JING_SYMBOLS,TAKRI,TAMIL,TAMIL_SUPPLEMENT,TANGUT,TANGUT_COMPONENTS,TANGUT_SUPPLEMENT,TELUGU,THAANA,THAI,TIBETAN,TIFINAGH,TIRHUTA,TRANSPORT_AND_MAP_SYMBOLS,UGARITIC,UNIFIED_CANADIAN_ABORIGINAL_SYLLABICS,UNIFIED_CANADIAN_ABORIGINAL_SYLLABICS_EXTENDED,VAI,VARIATION_SELECTORS,VARIATION_SELECTORS_SUPPLEMENT,VEDIC_EXTENSIONS,VERTICAL_FORMS,WANCHO,WARANG_CITI,YEZIDI,YIJING_HEXAGRAM_SYMBOLS,YI_RADICALS,YI_SYLLABLES,ZANABAZAR_SQUARE;
    static Character.UnicodeBlock forName(String a);
    static Character.UnicodeBlock of(char a);
    static Character.UnicodeBlock of(int a);
  }
  enum UnicodeScript {
    COMMON,LATIN,GREEK,CYRILLIC,ARMENIAN,HEBREW,ARABIC,SYRIAC,THAANA,DEVANAGARI,BENGALI,GURMUKHI,GUJARATI,ORIYA,TAMIL,TELUGU,KANNADA,MALAYALAM,SINHALA,THAI,LAO,TIBETAN,MYANMAR,GEORGIAN,HANGUL,ETHIOPIC,CHEROKEE,CANADIAN_ABORIGINAL,OGHAM,RUNIC,KHMER,MONGOLIAN,HIRAGANA,KATAKANA,BOPOMOFO,HAN,YI,OLD_ITALIC,GOTHIC,DESERET,INHERITED,TAGALOG,HANUNOO,BUHID,TAGBANWA,LIMBU,TAI_LE,LINEAR_B,UGARITIC,SHAVIAN,OSMANYA,CYPRIOT,BRAILLE,BUGINESE,COPTIC,NEW_TAI_LUE,GLAGOLITIC,TIFINAGH,SYLOTI_NAGRI,OLD_PERSIAN,KHAROSHTHI,BALINESE,CUNEIFORM,PHOENICIAN,PHAGS_PA,NKO,SUNDANESE,BATAK,LEPCHA,OL_CHIKI,VAI,SAURASHTRA,KAYAH_LI,REJANG,LYCIAN,CARIAN,LYDIAN,CHAM,TAI_THAM,TAI_VIET,AVESTAN,EGYPTIAN_HIEROGLYPHS,SAMARITAN,MANDAIC,LISU,BAMUM,JAVANESE,MEETEI_MAYEK,IMPERIAL_ARAMAIC,OLD_SOUTH_ARABIAN,INSCRIPTIONAL_PARTHIAN,INSCRIPTIONAL_PAHLAVI,OLD_TURKIC,BRAHMI,KAITHI,MEROITIC_HIEROGLYPHS,MEROITIC_CURSIVE,SORA_SOMPENG,CHAKMA,SHARADA,TAKRI,MIAO,CAUCASIAN_ALBANIAN,BASSA_VAH,DUPLOYAN,ELBASAN,GRANTHA,PAHAWH_HMONG,KHOJKI,LINEAR_A,MAHAJANI,MANICHAEAN,MENDE_KIKAKUI,MODI,MRO,OLD_NORTH_ARABIAN,NABATAEAN,PALMYRENE,PAU_CIN_HAU,OLD_PERMIC,PSALTER_PAHLAVI,SIDDHAM,KHUDAWADI,TIRHUTA,WARANG_CITI,AHOM,ANATOLIAN_HIEROGLYPHS,HATRAN,MULTANI,OLD_HUNGARIAN,SIGNWRITING,ADLAM,BHAIKSUKI,MARCHEN,NEWA,OSAGE,TANGUT,MASARAM_GONDI,NUSHU,SOYOMBO,ZANABAZAR_SQUARE,HANIFI_ROHINGYA,OLD_SOGDIAN,SOGDIAN,DOGRA,GUNJALA_GONDI,MAKASAR,MEDEFAIDRIN,ELYMAIC,NANDINAGARI,NYIAKENG_PUACHUE_HMONG,WANCHO,YEZIDI,CHORASMIAN,DIVES_AKURU,KHITAN_SMALL_SCRIPT,UNKNOWN;
    static Character.UnicodeScript forName(String a);
    static Character.UnicodeScript of(int a);
  }
}
class Class<T> implements Serializable, GenericDeclaration, Type, AnnotatedElement {
  Class<?> arrayType();
  <U> Class<? extends U> asSubclass(Class<U> a);
  T cast(Object a);
  Class<?> componentType();
  Optional<ClassDesc> describeConstable();
  String descriptorString();
  boolean desiredAssertionStatus();
  static Class<?> forName(Module a,String b);
  static Class<?> forName(String a);
  static Class<?> forName(String a,boolean b,ClassLoader c);
  AnnotatedType[] getAnnotatedInterfaces();
  AnnotatedType getAnnotatedSuperclass();
  <A extends Annotation> A getAnnotation(Class<A> a);
  <A extends Annotation> A[] getAnnotationsByType(Class<A> a);
  String getCanonicalName();
  ClassLoader getClassLoader();
  Class<?>[] getClasses();
  Class<?> getComponentType();
  Constructor<T> getConstructor(Class<?>... a);
  Constructor<?>[] getConstructors();
  <A extends Annotation> A getDeclaredAnnotation(Class<A> a);
  <A extends Annotation> A[] getDeclaredAnnotationsByType(Class<A> a);
  Class<?>[] getDeclaredClasses();
  Constructor<T> getDeclaredConstructor(Class<?>... a);
  Constructor<?>[] getDeclaredConstructors();
  Field getDeclaredField(String a);
  Field[] getDeclaredFields();
  Method getDeclaredMethod(String a,Class<?>... b);
  Method[] getDeclaredMethods();
  Class<?> getDeclaringClass();
  Class<?> getEnclosingClass();
  Constructor<?> getEnclosingConstructor();
  Method getEnclosingMethod();
  T[] getEnumConstants();
  Field getField(String a);
  Field[] getFields();
  Type[] getGenericInterfaces();
  Type getGenericSuperclass();
  Class<?>[] getInterfaces();
  Method getMethod(String a,Class<?>... b);
  Method[] getMethods();
  int getModifiers();
  Module getModule();
  String getName();
  Class<?> getNestHost();
  Class<?>[] getNestMembers();
  Package getPackage();
  String getPackageName();
  Class<?>[] getPermittedSubclasses();
  ProtectionDomain getProtectionDomain();
  RecordComponent[] getRecordComponents();
  URL getResource(String a);
  InputStream getResourceAsStream(String a);
  Object[] getSigners();
  String getSimpleName();
  Class<? super T> getSuperclass();
  TypeVariable<Class<T>>[] getTypeParameters();
  boolean isAnnotation();
  boolean isAnonymousClass();
  boolean isArray();
  boolean isAssignableFrom(Class<?> a);
  boolean isEnum();
  boolean isHidden();
  boolean isInstance(Object a);
  boolean isInterface();
  boolean isLocalClass();
  boolean isMemberClass();
  boolean isNestmateOf(Class<?> a);
  boolean isPrimitive();
  boolean isRecord();
  boolean isSealed();
  boolean isSynthetic();
  T newInstance();
  String toGenericString();
}
class ClassCastException extends RuntimeException {
  ClassCastException() {}
  ClassCastException(String a) {}
}
abstract class ClassLoader {
  ClassLoader() {}
  ClassLoader(ClassLoader a) {}
  ClassLoader(String a,ClassLoader b) {}
  void clearAssertionStatus();
  Class<?> defineClass(String a,ByteBuffer b,ProtectionDomain c);
  Class<?> defineClass(String a,byte[] b,int c,int d);
  Class<?> defineClass(String a,byte[] b,int c,int d,ProtectionDomain e);
  Class<?> defineClass(byte[] a,int b,int c);
  Package definePackage(String a,String b,String c,String d,String e,String f,String g,URL h);
  Class<?> findClass(String a);
  Class<?> findClass(String a,String b);
  String findLibrary(String a);
  Class<?> findLoadedClass(String a);
  URL findResource(String a);
  URL findResource(String a,String b);
  Enumeration<URL> findResources(String a);
  Class<?> findSystemClass(String a);
  Object getClassLoadingLock(String a);
  Package getDefinedPackage(String a);
  Package[] getDefinedPackages();
  String getName();
  Package getPackage(String a);
  Package[] getPackages();
  ClassLoader getParent();
  static ClassLoader getPlatformClassLoader();
  URL getResource(String a);
  InputStream getResourceAsStream(String a);
  Enumeration<URL> getResources(String a);
  static ClassLoader getSystemClassLoader();
  static URL getSystemResource(String a);
  static InputStream getSystemResourceAsStream(String a);
  static Enumeration<URL> getSystemResources(String a);
  Module getUnnamedModule();
  boolean isRegisteredAsParallelCapable();
  Class<?> loadClass(String a);
  Class<?> loadClass(String a,boolean b);
  static boolean registerAsParallelCapable();
  void resolveClass(Class<?> a);
  Stream<URL> resources(String a);
  void setClassAssertionStatus(String a,boolean b);
  void setDefaultAssertionStatus(boolean a);
  void setPackageAssertionStatus(String a,boolean b);
  void setSigners(Class<?> a,Object[] b);
}
class ClassNotFoundException extends ReflectiveOperationException {
  ClassNotFoundException() {}
  ClassNotFoundException(String a) {}
  ClassNotFoundException(String a,Throwable b) {}
  Throwable getException();
}
class CloneNotSupportedException extends Exception {
  CloneNotSupportedException() {}
  CloneNotSupportedException(String a) {}
}
interface Cloneable {
}
interface Comparable<T> {
  int compareTo(T a);
}
@interface Deprecated {
  boolean forRemoval();
  String since();
}
class Double extends Number implements Comparable<Double> {
  static Class<Double> TYPE;
  static double MAX_VALUE,MIN_NORMAL,MIN_VALUE,NEGATIVE_INFINITY,NaN,POSITIVE_INFINITY;
  static int BYTES,MAX_EXPONENT,MIN_EXPONENT,SIZE;
  Double(String a) {}
  Double(double a) {}
  static int compare(double a,double b);
  Optional<Double> describeConstable();
  static long doubleToLongBits(double a);
  static long doubleToRawLongBits(double a);
  static int hashCode(double a);
  static boolean isFinite(double a);
  boolean isInfinite();
  static boolean isInfinite(double a);
  boolean isNaN();
  static boolean isNaN(double a);
  static double longBitsToDouble(long a);
  static double max(double a,double b);
  static double min(double a,double b);
  static double parseDouble(String a);
  Double resolveConstantDesc(MethodHandles.Lookup a);
  static double sum(double a,double b);
  static String toHexString(double a);
  static String toString(double a);
  static Double valueOf(String a);
  static Double valueOf(double a);
}
abstract class Enum<E extends Enum<E>> implements Comparable<E>, Serializable {
  Enum(String a,int b) {}
  Optional<Enum.EnumDesc<E>> describeConstable();
  Class<E> getDeclaringClass();
  String name();
  int ordinal();
  static <T extends Enum<T>> T valueOf(Class<T> a,String b);
  static class EnumDesc<E extends Enum<E>> {
    static <E extends Enum<E>> Enum.EnumDesc<E> of(ClassDesc a,String b);
    E resolveConstantDesc(MethodHandles.Lookup a);
  }
}
class EnumConstantNotPresentException extends RuntimeException {
  EnumConstantNotPresentException(Class<? extends Enum> a,String b) {}
  String constantName();
  Class<? extends Enum> enumType();
}
class Error extends Throwable {
  Error() {}
  Error(String a) {}
  Error(String a,Throwable b) {}
  Error(String a,Throwable b,boolean c,boolean d) {}
  Error(Throwable a) {}
}
class Exception extends Throwable {
  Exception() {}
  Exception(String a) {}
  Exception(String a,Throwable b) {}
  Exception(String a,Throwable b,boolean c,boolean d) {}
  Exception(Throwable a) {}
}
class ExceptionInInitializerError extends LinkageError {
  ExceptionInInitializerError() {}
  ExceptionInInitializerError(String a) {}
  ExceptionInInitializerError(Throwable a) {}
  Throwable getException();
}
class Float extends Number implements Comparable<Float> {
  static Class<Float> TYPE;
  static float MAX_VALUE,MIN_NORMAL,MIN_VALUE,NEGATIVE_INFINITY,NaN,POSITIVE_INFINITY;
  static int BYTES,MAX_EXPONENT,MIN_EXPONENT,SIZE;
  Float(String a) {}
  Float(double a) {}
  Float(float a) {}
  static int compare(float a,float b);
  Optional<Float> describeConstable();
  static int floatToIntBits(float a);
  static int floatToRawIntBits(float a);
  static int hashCode(float a);
  static float intBitsToFloat(int a);
  static boolean isFinite(float a);
  boolean isInfinite();
  static boolean isInfinite(float a);
  boolean isNaN();
  static boolean isNaN(float a);
  static float max(float a,float b);
  static float min(float a,float b);
  static float parseFloat(String a);
  Float resolveConstantDesc(MethodHandles.Lookup a);
  static float sum(float a,float b);
  static String toHexString(float a);
  static String toString(float a);
  static Float valueOf(String a);
  static Float valueOf(float a);
}
@interface FunctionalInterface {
}
class IllegalAccessException extends ReflectiveOperationException {
  IllegalAccessException() {}
  IllegalAccessException(String a) {}
}
class IllegalArgumentException extends RuntimeException {
  IllegalArgumentException() {}
  IllegalArgumentException(String a) {}
  IllegalArgumentException(String a,Throwable b) {}
  IllegalArgumentException(Throwable a) {}
}
class IllegalMonitorStateException extends RuntimeException {
  IllegalMonitorStateException() {}
  IllegalMonitorStateException(String a) {}
}
class IllegalStateException extends RuntimeException {
  IllegalStateException() {}
  IllegalStateException(String a) {}
  IllegalStateException(String a,Throwable b) {}
  IllegalStateException(Throwable a) {}
}
class IncompatibleClassChangeError extends LinkageError {
  IncompatibleClassChangeError() {}
  IncompatibleClassChangeError(String a) {}
}
class IndexOutOfBoundsException extends RuntimeException {
  IndexOutOfBoundsException() {}
  IndexOutOfBoundsException(String a) {}
  IndexOutOfBoundsException(int a) {}
  IndexOutOfBoundsException(long a) {}
}
class InheritableThreadLocal<T> extends ThreadLocal<T> {
  T childValue(T a);
}
class InstantiationException extends ReflectiveOperationException {
  InstantiationException() {}
  InstantiationException(String a) {}
}
class Integer extends Number implements Comparable<Integer> {
  static Class<Integer> TYPE;
  static int BYTES,MAX_VALUE,MIN_VALUE,SIZE;
  Integer(String a) {}
  Integer(int a) {}
  static int bitCount(int a);
  static int compare(int a,int b);
  static int compareUnsigned(int a,int b);
  static Integer decode(String a);
  Optional<Integer> describeConstable();
  static int divideUnsigned(int a,int b);
  static Integer getInteger(String a);
  static Integer getInteger(String a,Integer b);
  static Integer getInteger(String a,int b);
  static int hashCode(int a);
  static int highestOneBit(int a);
  static int lowestOneBit(int a);
  static int max(int a,int b);
  static int min(int a,int b);
  static int numberOfLeadingZeros(int a);
  static int numberOfTrailingZeros(int a);
  static int parseInt(CharSequence a,int b,int c,int d);
  static int parseInt(String a);
  static int parseInt(String a,int b);
  static int parseUnsignedInt(CharSequence a,int b,int c,int d);
  static int parseUnsignedInt(String a);
  static int parseUnsignedInt(String a,int b);
  static int remainderUnsigned(int a,int b);
  Integer resolveConstantDesc(MethodHandles.Lookup a);
  static int reverse(int a);
  static int reverseBytes(int a);
  static int rotateLeft(int a,int b);
  static int rotateRight(int a,int b);
  static int signum(int a);
  static int sum(int a,int b);
  static String toBinaryString(int a);
  static String toHexString(int a);
  static String toOctalString(int a);
  static String toString(int a);
  static String toString(int a,int b);
  static long toUnsignedLong(int a);
  static String toUnsignedString(int a);
  static String toUnsignedString(int a,int b);
  static Integer valueOf(String a);
  static Integer valueOf(String a,int b);
  static Integer valueOf(int a);
}
class InterruptedException extends Exception {
  InterruptedException() {}
  InterruptedException(String a) {}
}
interface Iterable<T> {
  default void forEach(Consumer<? super T> a);
  Iterator<T> iterator();
  default Spliterator<T> spliterator();
}
class LinkageError extends Error {
  LinkageError() {}
  LinkageError(String a) {}
  LinkageError(String a,Throwable b) {}
}
class Long extends Number implements Comparable<Long> {
  static Class<Long> TYPE;
  static int BYTES,SIZE;
  static long MAX_VALUE,MIN_VALUE;
  Long(String a) {}
  Long(long a) {}
  static int bitCount(long a);
  static int compare(long a,long b);
  static int compareUnsigned(long a,long b);
  static Long decode(String a);
  Optional<Long> describeConstable();
  static long divideUnsigned(long a,long b);
  static Long getLong(String a);
  static Long getLong(String a,Long b);
  static Long getLong(String a,long b);
  static int hashCode(long a);
  static long highestOneBit(long a);
  static long lowestOneBit(long a);
  static long max(long a,long b);
  static long min(long a,long b);
  static int numberOfLeadingZeros(long a);
  static int numberOfTrailingZeros(long a);
  static long parseLong(CharSequence a,int b,int c,int d);
  static long parseLong(String a);
  static long parseLong(String a,int b);
  static long parseUnsignedLong(CharSequence a,int b,int c,int d);
  static long parseUnsignedLong(String a);
  static long parseUnsignedLong(String a,int b);
  static long remainderUnsigned(long a,long b);
  Long resolveConstantDesc(MethodHandles.Lookup a);
  static long reverse(long a);
  static long reverseBytes(long a);
  static long rotateLeft(long a,int b);
  static long rotateRight(long a,int b);
  static int signum(long a);
  static long sum(long a,long b);
  static String toBinaryString(long a);
  static String toHexString(long a);
  static String toOctalString(long a);
  static String toString(long a);
  static String toString(long a,int b);
  static String toUnsignedString(long a);
  static String toUnsignedString(long a,int b);
  static Long valueOf(String a);
  static Long valueOf(String a,int b);
  static Long valueOf(long a);
}
class Math {
  static double E,PI;
  static double IEEEremainder(double a,double b);
  static double abs(double a);
  static float abs(float a);
  static int abs(int a);
  static long abs(long a);
  static int absExact(int a);
  static long absExact(long a);
  static double acos(double a);
  static int addExact(int a,int b);
  static long addExact(long a,long b);
  static double asin(double a);
  static double atan(double a);
  static double atan2(double a,double b);
  static double cbrt(double a);
  static double ceil(double a);
  static double copySign(double a,double b);
  static float copySign(float a,float b);
  static double cos(double a);
  static double cosh(double a);
  static int decrementExact(int a);
  static long decrementExact(long a);
  static double exp(double a);
  static double expm1(double a);
  static double floor(double a);
  static int floorDiv(int a,int b);
  static long floorDiv(long a,int b);
  static long floorDiv(long a,long b);
  static int floorMod(int a,int b);
  static int floorMod(long a,int b);
  static long floorMod(long a,long b);
  static double fma(double a,double b,double c);
  static float fma(float a,float b,float c);
  static int getExponent(double a);
  static int getExponent(float a);
  static double hypot(double a,double b);
  static int incrementExact(int a);
  static long incrementExact(long a);
  static double log(double a);
  static double log10(double a);
  static double log1p(double a);
  static double max(double a,double b);
  static float max(float a,float b);
  static int max(int a,int b);
  static long max(long a,long b);
  static double min(double a,double b);
  static float min(float a,float b);
  static int min(int a,int b);
  static long min(long a,long b);
  static int multiplyExact(int a,int b);
  static long multiplyExact(long a,int b);
  static long multiplyExact(long a,long b);
  static long multiplyFull(int a,int b);
  static long multiplyHigh(long a,long b);
  static int negateExact(int a);
  static long negateExact(long a);
  static double nextAfter(double a,double b);
  static float nextAfter(float a,double b);
  static double nextDown(double a);
  static float nextDown(float a);
  static double nextUp(double a);
  static float nextUp(float a);
  static double pow(double a,double b);
  static double random();
  static double rint(double a);
  static int round(float a);
  static long round(double a);
  static double scalb(double a,int b);
  static float scalb(float a,int b);
  static double signum(double a);
  static float signum(float a);
  static double sin(double a);
  static double sinh(double a);
  static double sqrt(double a);
  static int subtractExact(int a,int b);
  static long subtractExact(long a,long b);
  static double tan(double a);
  static double tanh(double a);
  static double toDegrees(double a);
  static int toIntExact(long a);
  static double toRadians(double a);
  static double ulp(double a);
  static float ulp(float a);
}
class Module implements AnnotatedElement {
  Module addExports(String a,Module b);
  Module addOpens(String a,Module b);
  Module addReads(Module a);
  Module addUses(Class<?> a);
  boolean canRead(Module a);
  boolean canUse(Class<?> a);
  ClassLoader getClassLoader();
  ModuleDescriptor getDescriptor();
  ModuleLayer getLayer();
  String getName();
  Set<String> getPackages();
  InputStream getResourceAsStream(String a);
  boolean isExported(String a);
  boolean isExported(String a,Module b);
  boolean isNamed();
  boolean isOpen(String a);
  boolean isOpen(String a,Module b);
}
class NegativeArraySizeException extends RuntimeException {
  NegativeArraySizeException() {}
  NegativeArraySizeException(String a) {}
}
class NoClassDefFoundError extends LinkageError {
  NoClassDefFoundError() {}
  NoClassDefFoundError(String a) {}
}
class NoSuchFieldException extends ReflectiveOperationException {
  NoSuchFieldException() {}
  NoSuchFieldException(String a) {}
}
class NoSuchMethodError extends IncompatibleClassChangeError {
  NoSuchMethodError() {}
  NoSuchMethodError(String a) {}
}
class NoSuchMethodException extends ReflectiveOperationException {
  NoSuchMethodException() {}
  NoSuchMethodException(String a) {}
}
class NullPointerException extends RuntimeException {
  NullPointerException() {}
  NullPointerException(String a) {}
}
abstract class Number implements Serializable {
  byte byteValue();
  abstract double doubleValue();
  abstract float floatValue();
  abstract int intValue();
  abstract long longValue();
  short shortValue();
}
class NumberFormatException extends IllegalArgumentException {
  NumberFormatException() {}
  NumberFormatException(String a) {}
}
class Object {
  Object clone();
  boolean equals(Object a);
  void finalize();
  Class<?> getClass();
  int hashCode();
  void notify();
  void notifyAll();
  String toString();
  void wait();
  void wait(long a);
  void wait(long a,int b);
}
class OutOfMemoryError extends VirtualMachineError {
  OutOfMemoryError() {}
  OutOfMemoryError(String a) {}
}
@interface Override {
}
class Package implements AnnotatedElement {
  <A extends Annotation> A getAnnotation(Class<A> a);
  <A extends Annotation> A[] getAnnotationsByType(Class<A> a);
  <A extends Annotation> A getDeclaredAnnotation(Class<A> a);
  <A extends Annotation> A[] getDeclaredAnnotationsByType(Class<A> a);
  String getImplementationTitle();
  String getImplementationVendor();
  String getImplementationVersion();
  String getName();
  static Package getPackage(String a);
  static Package[] getPackages();
  String getSpecificationTitle();
  String getSpecificationVendor();
  String getSpecificationVersion();
  boolean isCompatibleWith(String a);
  boolean isSealed();
  boolean isSealed(URL a);
}
abstract class Process {
  Stream<ProcessHandle> children();
  Stream<ProcessHandle> descendants();
  abstract void destroy();
  Process destroyForcibly();
  BufferedReader errorReader();
  BufferedReader errorReader(Charset a);
  abstract int exitValue();
  abstract InputStream getErrorStream();
  abstract InputStream getInputStream();
  abstract OutputStream getOutputStream();
  ProcessHandle.Info info();
  BufferedReader inputReader();
  BufferedReader inputReader(Charset a);
  boolean isAlive();
  CompletableFuture<Process> onExit();
  BufferedWriter outputWriter();
  BufferedWriter outputWriter(Charset a);
  long pid();
  boolean supportsNormalTermination();
  ProcessHandle toHandle();
  abstract int waitFor();
  boolean waitFor(long a,TimeUnit b);
}
class ProcessBuilder {
  ProcessBuilder(List<String> a) {}
  ProcessBuilder(String... a) {}
  List<String> command();
  ProcessBuilder command(List<String> a);
  ProcessBuilder command(String... a);
  File directory();
  ProcessBuilder directory(File a);
  Map<String,String> environment();
  ProcessBuilder inheritIO();
  ProcessBuilder redirectError(File a);
  ProcessBuilder redirectError(ProcessBuilder.Redirect a);
  ProcessBuilder.Redirect redirectError();
  ProcessBuilder redirectErrorStream(boolean a);
  boolean redirectErrorStream();
  ProcessBuilder redirectInput(File a);
  ProcessBuilder redirectInput(ProcessBuilder.Redirect a);
  ProcessBuilder.Redirect redirectInput();
  ProcessBuilder redirectOutput(File a);
  ProcessBuilder redirectOutput(ProcessBuilder.Redirect a);
  ProcessBuilder.Redirect redirectOutput();
  Process start();
  static List<Process> startPipeline(List<ProcessBuilder> a);
  static abstract class Redirect {
    static ProcessBuilder.Redirect DISCARD,INHERIT,PIPE;
    static ProcessBuilder.Redirect appendTo(File a);
    File file();
    static ProcessBuilder.Redirect from(File a);
    static ProcessBuilder.Redirect to(File a);
    abstract ProcessBuilder.Redirect.Type type();
    enum Type {
      PIPE,INHERIT,READ,WRITE,APPEND;
    }
  }
}
interface Readable {
  int read(CharBuffer a);
}
abstract class Record {
}
class ReflectiveOperationException extends Exception {
  ReflectiveOperationException() {}
  ReflectiveOperationException(String a) {}
  ReflectiveOperationException(String a,Throwable b) {}
  ReflectiveOperationException(Throwable a) {}
}
interface Runnable {
  void run();
}
class Runtime {
  void addShutdownHook(Thread a);
  int availableProcessors();
  Process exec(String a);
  Process exec(String a,String[] b);
  Process exec(String a,String[] b,File c);
  Process exec(String[] a);
  Process exec(String[] a,String[] b);
  Process exec(String[] a,String[] b,File c);
  void exit(int a);
  long freeMemory();
  void gc();
  static Runtime getRuntime();
  void halt(int a);
  void load(String a);
  void loadLibrary(String a);
  long maxMemory();
  boolean removeShutdownHook(Thread a);
  void runFinalization();
  long totalMemory();
  static Runtime.Version version();
  static class Version implements Comparable<Runtime.Version> {
    Optional<Integer> build();
    int compareToIgnoreOptional(Runtime.Version a);
    boolean equalsIgnoreOptional(Object a);
    int feature();
    int interim();
    int major();
    int minor();
    Optional<String> optional();
    static Runtime.Version parse(String a);
    int patch();
    Optional<String> pre();
    int security();
    int update();
    List<Integer> version();
  }
}
class RuntimeException extends Exception {
  RuntimeException() {}
  RuntimeException(String a) {}
  RuntimeException(String a,Throwable b) {}
  RuntimeException(String a,Throwable b,boolean c,boolean d) {}
  RuntimeException(Throwable a) {}
}
@interface SafeVarargs {
}
class SecurityException extends RuntimeException {
  SecurityException() {}
  SecurityException(String a) {}
  SecurityException(String a,Throwable b) {}
  SecurityException(Throwable a) {}
}
class Short extends Number implements Comparable<Short> {
  static Class<Short> TYPE;
  static int BYTES,SIZE;
  static short MAX_VALUE,MIN_VALUE;
  Short(String a) {}
  Short(short a) {}
  static int compare(short a,short b);
  static int compareUnsigned(short a,short b);
  static Short decode(String a);
  Optional<DynamicConstantDesc<Short>> describeConstable();
  static int hashCode(short a);
  static short parseShort(String a);
  static short parseShort(String a,int b);
  static short reverseBytes(short a);
  static String toString(short a);
  static int toUnsignedInt(short a);
  static long toUnsignedLong(short a);
  static Short valueOf(String a);
  static Short valueOf(String a,int b);
  static Short valueOf(short a);
}
class StackOverflowError extends VirtualMachineError {
  StackOverflowError() {}
  StackOverflowError(String a) {}
}
class StackTraceElement implements Serializable {
  StackTraceElement(String a,String b,String c,String d,String e,String f,int g) {}
  StackTraceElement(String a,String b,String c,int d) {}
  String getClassLoaderName();
  String getClassName();
  String getFileName();
  int getLineNumber();
  String getMethodName();
  String getModuleName();
  String getModuleVersion();
  boolean isNativeMethod();
}
class String implements Serializable, Comparable<String>, CharSequence {
  static Comparator<String> CASE_INSENSITIVE_ORDER;
  String() {}
  String(String a) {}
  String(StringBuffer a) {}
  String(StringBuilder a) {}
  String(byte[] a) {}
  String(byte[] a,Charset b) {}
  String(byte[] a,String b) {}
  String(byte[] a,int b) {}
  String(byte[] a,int b,int c) {}
  String(byte[] a,int b,int c,Charset d) {}
  String(byte[] a,int b,int c,String d) {}
  String(byte[] a,int b,int c,int d) {}
  String(char[] a) {}
  String(char[] a,int b,int c) {}
  String(int[] a,int b,int c) {}
  int codePointAt(int a);
  int codePointBefore(int a);
  int codePointCount(int a,int b);
  int compareToIgnoreCase(String a);
  String concat(String a);
  boolean contains(CharSequence a);
  boolean contentEquals(CharSequence a);
  boolean contentEquals(StringBuffer a);
  static String copyValueOf(char[] a);
  static String copyValueOf(char[] a,int b,int c);
  Optional<String> describeConstable();
  boolean endsWith(String a);
  boolean equalsIgnoreCase(String a);
  static String format(Locale a,String b,Object... c);
  static String format(String a,Object... b);
  String formatted(Object... a);
  byte[] getBytes();
  byte[] getBytes(Charset a);
  byte[] getBytes(String a);
  void getBytes(int a,int b,byte[] c,int d);
  void getChars(int a,int b,char[] c,int d);
  String indent(int a);
  int indexOf(String a);
  int indexOf(String a,int b);
  int indexOf(int a);
  int indexOf(int a,int b);
  String intern();
  boolean isBlank();
  static String join(CharSequence a,CharSequence... b);
  static String join(CharSequence a,Iterable<? extends CharSequence> b);
  int lastIndexOf(String a);
  int lastIndexOf(String a,int b);
  int lastIndexOf(int a);
  int lastIndexOf(int a,int b);
  Stream<String> lines();
  boolean matches(String a);
  int offsetByCodePoints(int a,int b);
  boolean regionMatches(boolean a,int b,String c,int d,int e);
  boolean regionMatches(int a,String b,int c,int d);
  String repeat(int a);
  String replace(CharSequence a,CharSequence b);
  String replace(char a,char b);
  String replaceAll(String a,String b);
  String replaceFirst(String a,String b);
  String resolveConstantDesc(MethodHandles.Lookup a);
  String[] split(String a);
  String[] split(String a,int b);
  boolean startsWith(String a);
  boolean startsWith(String a,int b);
  String strip();
  String stripIndent();
  String stripLeading();
  String stripTrailing();
  String substring(int a);
  String substring(int a,int b);
  char[] toCharArray();
  String toLowerCase();
  String toLowerCase(Locale a);
  String toUpperCase();
  String toUpperCase(Locale a);
  <R> R transform(Function<? super String,? extends R> a);
  String translateEscapes();
  String trim();
  static String valueOf(Object a);
  static String valueOf(boolean a);
  static String valueOf(char a);
  static String valueOf(char[] a);
  static String valueOf(char[] a,int b,int c);
  static String valueOf(double a);
  static String valueOf(float a);
  static String valueOf(int a);
  static String valueOf(long a);
}
class StringBuffer implements Serializable, Comparable<StringBuffer>, CharSequence {
  StringBuffer() {}
  StringBuffer(CharSequence a) {}
  StringBuffer(String a) {}
  StringBuffer(int a) {}
  StringBuffer append(CharSequence a);
  StringBuffer append(CharSequence a,int b,int c);
  StringBuffer append(Object a);
  StringBuffer append(String a);
  StringBuffer append(StringBuffer a);
  StringBuffer append(boolean a);
  StringBuffer append(char a);
  StringBuffer append(char[] a);
  StringBuffer append(char[] a,int b,int c);
  StringBuffer append(double a);
  StringBuffer append(float a);
  StringBuffer append(int a);
  StringBuffer append(long a);
  StringBuffer appendCodePoint(int a);
  int capacity();
  int codePointAt(int a);
  int codePointBefore(int a);
  int codePointCount(int a,int b);
  StringBuffer delete(int a,int b);
  StringBuffer deleteCharAt(int a);
  void ensureCapacity(int a);
  void getChars(int a,int b,char[] c,int d);
  int indexOf(String a);
  int indexOf(String a,int b);
  StringBuffer insert(int a,CharSequence b);
  StringBuffer insert(int a,CharSequence b,int c,int d);
  StringBuffer insert(int a,Object b);
  StringBuffer insert(int a,String b);
  StringBuffer insert(int a,boolean b);
  StringBuffer insert(int a,char b);
  StringBuffer insert(int a,char[] b);
  StringBuffer insert(int a,char[] b,int c,int d);
  StringBuffer insert(int a,double b);
  StringBuffer insert(int a,float b);
  StringBuffer insert(int a,int b);
  StringBuffer insert(int a,long b);
  int lastIndexOf(String a);
  int lastIndexOf(String a,int b);
  int offsetByCodePoints(int a,int b);
  StringBuffer replace(int a,int b,String c);
  StringBuffer reverse();
  void setCharAt(int a,char b);
  void setLength(int a);
  String substring(int a);
  String substring(int a,int b);
  void trimToSize();
}
class StringBuilder implements Serializable, Comparable<StringBuilder>, CharSequence {
  StringBuilder() {}
  StringBuilder(CharSequence a) {}
  StringBuilder(String a) {}
  StringBuilder(int a) {}
  StringBuilder append(CharSequence a);
  StringBuilder append(CharSequence a,int b,int c);
  StringBuilder append(Object a);
  StringBuilder append(String a);
  StringBuilder append(StringBuffer a);
  StringBuilder append(boolean a);
  StringBuilder append(char a);
  StringBuilder append(char[] a);
  StringBuilder append(char[] a,int b,int c);
  StringBuilder append(double a);
  StringBuilder append(float a);
  StringBuilder append(int a);
  StringBuilder append(long a);
  StringBuilder appendCodePoint(int a);
  StringBuilder delete(int a,int b);
  StringBuilder deleteCharAt(int a);
  int indexOf(String a);
  int indexOf(String a,int b);
  StringBuilder insert(int a,CharSequence b);
  StringBuilder insert(int a,CharSequence b,int c,int d);
  StringBuilder insert(int a,Object b);
  StringBuilder insert(int a,String b);
  StringBuilder insert(int a,boolean b);
  StringBuilder insert(int a,char b);
  StringBuilder insert(int a,char[] b);
  StringBuilder insert(int a,char[] b,int c,int d);
  StringBuilder insert(int a,double b);
  StringBuilder insert(int a,float b);
  StringBuilder insert(int a,int b);
  StringBuilder insert(int a,long b);
  int lastIndexOf(String a);
  int lastIndexOf(String a,int b);
  StringBuilder replace(int a,int b,String c);
  StringBuilder reverse();
}
class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
  StringIndexOutOfBoundsException() {}
  StringIndexOutOfBoundsException(String a) {}
  StringIndexOutOfBoundsException(int a) {}
}
@interface SuppressWarnings {
  String[] value();
}
class System {
  static InputStream in;
  static PrintStream err,out;
  static void arraycopy(Object a,int b,Object c,int d,int e);
  static String clearProperty(String a);
  static Console console();
  static long currentTimeMillis();
  static void exit(int a);
  static void gc();
  static System.Logger getLogger(String a);
  static System.Logger getLogger(String a,ResourceBundle b);
  static Properties getProperties();
  static String getProperty(String a);
  static String getProperty(String a,String b);
  static SecurityManager getSecurityManager();
  static Map<String,String> getenv();
  static String getenv(String a);
  static int identityHashCode(Object a);
  static Channel inheritedChannel();
  static String lineSeparator();
  static void load(String a);
  static void loadLibrary(String a);
  static String mapLibraryName(String a);
  static long nanoTime();
  static void runFinalization();
  static void setErr(PrintStream a);
  static void setIn(InputStream a);
  static void setOut(PrintStream a);
  static void setProperties(Properties a);
  static String setProperty(String a,String b);
  static void setSecurityManager(SecurityManager a);
  interface Logger {
    String getName();
    boolean isLoggable(System.Logger.Level a);
    default void log(System.Logger.Level a,Object b);
    default void log(System.Logger.Level a,String b);
    default void log(System.Logger.Level a,String b,Object... c);
    default void log(System.Logger.Level a,String b,Throwable c);
    default void log(System.Logger.Level a,Supplier<String> b);
    default void log(System.Logger.Level a,Supplier<String> b,Throwable c);
    void log(System.Logger.Level a,ResourceBundle b,String c,Object... d);
    void log(System.Logger.Level a,ResourceBundle b,String c,Throwable d);
    enum Level {
      ALL,TRACE,DEBUG,INFO,WARNING,ERROR,OFF;
      String getName();
      int getSeverity();
    }
  }
  static abstract class LoggerFinder {
    System.Logger getLocalizedLogger(String a,ResourceBundle b,Module c);
    abstract System.Logger getLogger(String a,Module b);
    static System.LoggerFinder getLoggerFinder();
  }
}
class Thread implements Runnable {
  static int MAX_PRIORITY,MIN_PRIORITY,NORM_PRIORITY;
  Thread() {}
  Thread(Runnable a) {}
  Thread(Runnable a,String b) {}
  Thread(String a) {}
  Thread(ThreadGroup a,Runnable b) {}
  Thread(ThreadGroup a,Runnable b,String c) {}
  Thread(ThreadGroup a,Runnable b,String c,long d) {}
  Thread(ThreadGroup a,Runnable b,String c,long d,boolean e) {}
  Thread(ThreadGroup a,String b) {}
  static int activeCount();
  void checkAccess();
  int countStackFrames();
  static Thread currentThread();
  static void dumpStack();
  static int enumerate(Thread[] a);
  static Map<Thread,StackTraceElement[]> getAllStackTraces();
  ClassLoader getContextClassLoader();
  static Thread.UncaughtExceptionHandler getDefaultUncaughtExceptionHandler();
  long getId();
  String getName();
  int getPriority();
  StackTraceElement[] getStackTrace();
  Thread.State getState();
  ThreadGroup getThreadGroup();
  Thread.UncaughtExceptionHandler getUncaughtExceptionHandler();
  static boolean holdsLock(Object a);
  void interrupt();
  static boolean interrupted();
  boolean isAlive();
  boolean isDaemon();
  boolean isInterrupted();
  void join();
  void join(long a);
  void join(long a,int b);
  static void onSpinWait();
  void resume();
  void setContextClassLoader(ClassLoader a);
  void setDaemon(boolean a);
  static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler a);
  void setName(String a);
  void setPriority(int a);
  void setUncaughtExceptionHandler(Thread.UncaughtExceptionHandler a);
  static void sleep(long a);
  static void sleep(long a,int b);
  void start();
  void stop();
  void suspend();
  static void yield();
  enum State {
    NEW,RUNNABLE,BLOCKED,WAITING,TIMED_WAITING,TERMINATED;
  }
  interface UncaughtExceptionHandler {
    void uncaughtException(Thread a,Throwable b);
  }
}
class ThreadGroup implements Thread.UncaughtExceptionHandler {
  ThreadGroup(String a) {}
  ThreadGroup(ThreadGroup a,String b) {}
  int activeCount();
  int activeGroupCount();
  boolean allowThreadSuspension(boolean a);
  void checkAccess();
  void destroy();
  int enumerate(ThreadGroup[] a);
  int enumerate(ThreadGroup[] a,boolean b);
  int enumerate(Thread[] a);
  int enumerate(Thread[] a,boolean b);
  int getMaxPriority();
  String getName();
  ThreadGroup getParent();
  void interrupt();
  boolean isDaemon();
  boolean isDestroyed();
  void list();
  boolean parentOf(ThreadGroup a);
  void resume();
  void setDaemon(boolean a);
  void setMaxPriority(int a);
  void stop();
  void suspend();
}
class ThreadLocal<T> {
  T get();
  T initialValue();
  void remove();
  void set(T a);
  static <S> ThreadLocal<S> withInitial(Supplier<? extends S> a);
}
class Throwable implements Serializable {
  Throwable() {}
  Throwable(String a) {}
  Throwable(String a,Throwable b) {}
  Throwable(String a,Throwable b,boolean c,boolean d) {}
  Throwable(Throwable a) {}
  void addSuppressed(Throwable a);
  Throwable fillInStackTrace();
  Throwable getCause();
  String getLocalizedMessage();
  String getMessage();
  StackTraceElement[] getStackTrace();
  Throwable[] getSuppressed();
  Throwable initCause(Throwable a);
  void printStackTrace();
  void printStackTrace(PrintStream a);
  void printStackTrace(PrintWriter a);
  void setStackTrace(StackTraceElement[] a);
}
class TypeNotPresentException extends RuntimeException {
  TypeNotPresentException(String a,Throwable b) {}
  String typeName();
}
class UnsupportedOperationException extends RuntimeException {
  UnsupportedOperationException() {}
  UnsupportedOperationException(String a) {}
  UnsupportedOperationException(String a,Throwable b) {}
  UnsupportedOperationException(Throwable a) {}
}
abstract class VirtualMachineError extends Error {
  VirtualMachineError() {}
  VirtualMachineError(String a) {}
  VirtualMachineError(String a,Throwable b) {}
  VirtualMachineError(Throwable a) {}
}
class Void {
  static Class<Void> TYPE;
}
