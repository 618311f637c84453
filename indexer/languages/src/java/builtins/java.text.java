package java.text;

import java.io.Serializable;
import java.math.RoundingMode;
import java.util.Calendar;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

abstract class Collator implements Comparator<Object>, Cloneable {
  static int CANONICAL_DECOMPOSITION,FULL_DECOMPOSITION,IDENTICAL,NO_DECOMPOSITION,PRIMARY,SECONDARY,TERTIARY;
  abstract int compare(String a,String b);
  boolean equals(String a,String b);
  static Locale[] getAvailableLocales();
  abstract CollationKey getCollationKey(String a);
  int getDecomposition();
  static Collator getInstance();
  static Collator getInstance(Locale a);
  int getStrength();
  void setDecomposition(int a);
  void setStrength(int a);
}
abstract class DateFormat extends Format {
  Calendar calendar;
  NumberFormat numberFormat;
  static int AM_PM_FIELD,DATE_FIELD,DAY_OF_WEEK_FIELD,DAY_OF_WEEK_IN_MONTH_FIELD,DAY_OF_YEAR_FIELD,DEFAULT,ERA_FIELD,FULL,HOUR0_FIELD,HOUR1_FIELD,HOUR_OF_DAY0_FIELD,HOUR_OF_DAY1_FIELD,LONG,MEDIUM,MILLISECOND_FIELD,MINUTE_FIELD,MONTH_FIELD,SECOND_FIELD,SHORT,TIMEZONE_FIELD,WEEK_OF_MONTH_FIELD,WEEK_OF_YEAR_FIELD,YEAR_FIELD;
  String format(Date a);
  abstract StringBuffer format(Date a,StringBuffer b,FieldPosition c);
  static Locale[] getAvailableLocales();
  Calendar getCalendar();
  static DateFormat getDateInstance();
  static DateFormat getDateInstance(int a);
  static DateFormat getDateInstance(int a,Locale b);
  static DateFormat getDateTimeInstance();
  static DateFormat getDateTimeInstance(int a,int b);
  static DateFormat getDateTimeInstance(int a,int b,Locale c);
  static DateFormat getInstance();
  NumberFormat getNumberFormat();
  static DateFormat getTimeInstance();
  static DateFormat getTimeInstance(int a);
  static DateFormat getTimeInstance(int a,Locale b);
  TimeZone getTimeZone();
  boolean isLenient();
  Date parse(String a);
  abstract Date parse(String a,ParsePosition b);
  void setCalendar(Calendar a);
  void setLenient(boolean a);
  void setNumberFormat(NumberFormat a);
  void setTimeZone(TimeZone a);
  static class Field extends Format.Field {
    static DateFormat.Field AM_PM,DAY_OF_MONTH,DAY_OF_WEEK,DAY_OF_WEEK_IN_MONTH,DAY_OF_YEAR,ERA,HOUR0,HOUR1,HOUR_OF_DAY0,HOUR_OF_DAY1,MILLISECOND,MINUTE,MONTH,SECOND,TIME_ZONE,WEEK_OF_MONTH,WEEK_OF_YEAR,YEAR;
    Field(String a,int b) {}
    int getCalendarField();
    static DateFormat.Field ofCalendarField(int a);
    Object readResolve();
  }
}
class DateFormatSymbols implements Serializable, Cloneable {
  DateFormatSymbols() {}
  DateFormatSymbols(Locale a) {}
  String[] getAmPmStrings();
  static Locale[] getAvailableLocales();
  String[] getEras();
  static DateFormatSymbols getInstance();
  static DateFormatSymbols getInstance(Locale a);
  String getLocalPatternChars();
  String[] getMonths();
  String[] getShortMonths();
  String[] getShortWeekdays();
  String[] getWeekdays();
  String[][] getZoneStrings();
  void setAmPmStrings(String[] a);
  void setEras(String[] a);
  void setLocalPatternChars(String a);
  void setMonths(String[] a);
  void setShortMonths(String[] a);
  void setShortWeekdays(String[] a);
  void setWeekdays(String[] a);
  void setZoneStrings(String[][] a);
}
class DecimalFormat extends NumberFormat {
  DecimalFormat() {}
  DecimalFormat(String a) {}
  DecimalFormat(String a,DecimalFormatSymbols b) {}
  void applyLocalizedPattern(String a);
  void applyPattern(String a);
  DecimalFormatSymbols getDecimalFormatSymbols();
  int getGroupingSize();
  int getMultiplier();
  String getNegativePrefix();
  String getNegativeSuffix();
  String getPositivePrefix();
  String getPositiveSuffix();
  boolean isDecimalSeparatorAlwaysShown();
  boolean isParseBigDecimal();
  void setDecimalFormatSymbols(DecimalFormatSymbols a);
  void setDecimalSeparatorAlwaysShown(boolean a);
  void setGroupingSize(int a);
  void setMultiplier(int a);
  void setNegativePrefix(String a);
  void setNegativeSuffix(String a);
  void setParseBigDecimal(boolean a);
  void setPositivePrefix(String a);
  void setPositiveSuffix(String a);
  String toLocalizedPattern();
  String toPattern();
}
class DecimalFormatSymbols implements Cloneable, Serializable {
  DecimalFormatSymbols() {}
  DecimalFormatSymbols(Locale a) {}
  static Locale[] getAvailableLocales();
  Currency getCurrency();
  String getCurrencySymbol();
  char getDecimalSeparator();
  char getDigit();
  String getExponentSeparator();
  char getGroupingSeparator();
  String getInfinity();
  static DecimalFormatSymbols getInstance();
  static DecimalFormatSymbols getInstance(Locale a);
  String getInternationalCurrencySymbol();
  char getMinusSign();
  char getMonetaryDecimalSeparator();
  char getMonetaryGroupingSeparator();
  String getNaN();
  char getPatternSeparator();
  char getPerMill();
  char getPercent();
  char getZeroDigit();
  void setCurrency(Currency a);
  void setCurrencySymbol(String a);
  void setDecimalSeparator(char a);
  void setDigit(char a);
  void setExponentSeparator(String a);
  void setGroupingSeparator(char a);
  void setInfinity(String a);
  void setInternationalCurrencySymbol(String a);
  void setMinusSign(char a);
  void setMonetaryDecimalSeparator(char a);
  void setMonetaryGroupingSeparator(char a);
  void setNaN(String a);
  void setPatternSeparator(char a);
  void setPerMill(char a);
  void setPercent(char a);
  void setZeroDigit(char a);
}
class FieldPosition {
  FieldPosition(Format.Field a) {}
  FieldPosition(Format.Field a,int b) {}
  FieldPosition(int a) {}
  int getBeginIndex();
  int getEndIndex();
  int getField();
  Format.Field getFieldAttribute();
  void setBeginIndex(int a);
  void setEndIndex(int a);
}
abstract class Format implements Serializable, Cloneable {
  String format(Object a);
  abstract StringBuffer format(Object a,StringBuffer b,FieldPosition c);
  AttributedCharacterIterator formatToCharacterIterator(Object a);
  Object parseObject(String a);
  abstract Object parseObject(String a,ParsePosition b);
  static class Field {
    Field(String a) {}
  }
}
class MessageFormat extends Format {
  MessageFormat(String a) {}
  MessageFormat(String a,Locale b) {}
  void applyPattern(String a);
  StringBuffer format(Object[] a,StringBuffer b,FieldPosition c);
  static String format(String a,Object... b);
  Format[] getFormats();
  Format[] getFormatsByArgumentIndex();
  Locale getLocale();
  Object[] parse(String a);
  Object[] parse(String a,ParsePosition b);
  void setFormat(int a,Format b);
  void setFormatByArgumentIndex(int a,Format b);
  void setFormats(Format[] a);
  void setFormatsByArgumentIndex(Format[] a);
  void setLocale(Locale a);
  String toPattern();
  static class Field extends Format.Field {
    static MessageFormat.Field ARGUMENT;
    Field(String a) {}
    Object readResolve();
  }
}
class Normalizer {
  static boolean isNormalized(CharSequence a,Normalizer.Form b);
  static String normalize(CharSequence a,Normalizer.Form b);
  enum Form {
    NFD,NFC,NFKD,NFKC;
  }
}
abstract class NumberFormat extends Format {
  static int FRACTION_FIELD,INTEGER_FIELD;
  String format(double a);
  String format(long a);
  abstract StringBuffer format(double a,StringBuffer b,FieldPosition c);
  abstract StringBuffer format(long a,StringBuffer b,FieldPosition c);
  static Locale[] getAvailableLocales();
  static NumberFormat getCompactNumberInstance();
  static NumberFormat getCompactNumberInstance(Locale a,NumberFormat.Style b);
  Currency getCurrency();
  static NumberFormat getCurrencyInstance();
  static NumberFormat getCurrencyInstance(Locale a);
  static NumberFormat getInstance();
  static NumberFormat getInstance(Locale a);
  static NumberFormat getIntegerInstance();
  static NumberFormat getIntegerInstance(Locale a);
  int getMaximumFractionDigits();
  int getMaximumIntegerDigits();
  int getMinimumFractionDigits();
  int getMinimumIntegerDigits();
  static NumberFormat getNumberInstance();
  static NumberFormat getNumberInstance(Locale a);
  static NumberFormat getPercentInstance();
  static NumberFormat getPercentInstance(Locale a);
  RoundingMode getRoundingMode();
  boolean isGroupingUsed();
  boolean isParseIntegerOnly();
  Number parse(String a);
  abstract Number parse(String a,ParsePosition b);
  void setCurrency(Currency a);
  void setGroupingUsed(boolean a);
  void setMaximumFractionDigits(int a);
  void setMaximumIntegerDigits(int a);
  void setMinimumFractionDigits(int a);
  void setMinimumIntegerDigits(int a);
  void setParseIntegerOnly(boolean a);
  void setRoundingMode(RoundingMode a);
  static class Field extends Format.Field {
    static NumberFormat.Field CURRENCY,DECIMAL_SEPARATOR,EXPONENT,EXPONENT_SIGN,EXPONENT_SYMBOL,FRACTION,GROUPING_SEPARATOR,INTEGER,PERCENT,PERMILLE,PREFIX,SIGN,SUFFIX;
    Field(String a) {}
    Object readResolve();
  }
  enum Style {
    SHORT,LONG;
  }
}
class ParseException extends Exception {
  ParseException(String a,int b) {}
  int getErrorOffset();
}
class ParsePosition {
  ParsePosition(int a) {}
  int getErrorIndex();
  int getIndex();
  void setErrorIndex(int a);
  void setIndex(int a);
}
class SimpleDateFormat extends DateFormat {
  SimpleDateFormat() {}
  SimpleDateFormat(String a) {}
  SimpleDateFormat(String a,DateFormatSymbols b) {}
  SimpleDateFormat(String a,Locale b) {}
  void applyLocalizedPattern(String a);
  void applyPattern(String a);
  Date get2DigitYearStart();
  DateFormatSymbols getDateFormatSymbols();
  void set2DigitYearStart(Date a);
  void setDateFormatSymbols(DateFormatSymbols a);
  String toLocalizedPattern();
  String toPattern();
}
