package java.util.regex;

import java.io.Serializable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

interface MatchResult {
  int end();
  int end(int a);
  String group();
  String group(int a);
  int groupCount();
  int start();
  int start(int a);
}
class Matcher implements MatchResult {
  Matcher appendReplacement(StringBuffer a,String b);
  Matcher appendReplacement(StringBuilder a,String b);
  StringBuffer appendTail(StringBuffer a);
  StringBuilder appendTail(StringBuilder a);
  int end(String a);
  boolean find();
  boolean find(int a);
  String group(String a);
  boolean hasAnchoringBounds();
  boolean hasTransparentBounds();
  boolean hitEnd();
  boolean lookingAt();
  boolean matches();
  Pattern pattern();
  static String quoteReplacement(String a);
  Matcher region(int a,int b);
  int regionEnd();
  int regionStart();
  String replaceAll(Function<MatchResult,String> a);
  String replaceAll(String a);
  String replaceFirst(Function<MatchResult,String> a);
  String replaceFirst(String a);
  boolean requireEnd();
  Matcher reset();
  Matcher reset(CharSequence a);
  Stream<MatchResult> results();
  int start(String a);
  MatchResult toMatchResult();
  Matcher useAnchoringBounds(boolean a);
  Matcher usePattern(Pattern a);
  Matcher useTransparentBounds(boolean a);
}
class Pattern implements Serializable {
  static int CANON_EQ,CASE_INSENSITIVE,COMMENTS,DOTALL,LITERAL,MULTILINE,UNICODE_CASE,UNICODE_CHARACTER_CLASS,UNIX_LINES;
  Predicate<String> asMatchPredicate();
  Predicate<String> asPredicate();
  static Pattern compile(String a);
  static Pattern compile(String a,int b);
  int flags();
  Matcher matcher(CharSequence a);
  static boolean matches(String a,CharSequence b);
  String pattern();
  static String quote(String a);
  String[] split(CharSequence a);
  String[] split(CharSequence a,int b);
  Stream<String> splitAsStream(CharSequence a);
}
class PatternSyntaxException extends IllegalArgumentException {
  PatternSyntaxException(String a,String b,int c) {}
  String getDescription();
  int getIndex();
  String getPattern();
}
