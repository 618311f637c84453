package java.time.format;

import java.text.Format;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Period;
import java.time.ZoneId;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.Chronology;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalField;
import java.time.temporal.TemporalQuery;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

class DateTimeFormatter {
  static DateTimeFormatter BASIC_ISO_DATE,ISO_DATE,ISO_DATE_TIME,ISO_INSTANT,ISO_LOCAL_DATE,ISO_LOCAL_DATE_TIME,ISO_LOCAL_TIME,ISO_OFFSET_DATE,ISO_OFFSET_DATE_TIME,ISO_OFFSET_TIME,ISO_ORDINAL_DATE,ISO_TIME,ISO_WEEK_DATE,ISO_ZONED_DATE_TIME,RFC_1123_DATE_TIME;
  String format(TemporalAccessor a);
  void formatTo(TemporalAccessor a,Appendable b);
  Chronology getChronology();
  DecimalStyle getDecimalStyle();
  Locale getLocale();
  Set<TemporalField> getResolverFields();
  ResolverStyle getResolverStyle();
  ZoneId getZone();
  DateTimeFormatter localizedBy(Locale a);
  static DateTimeFormatter ofLocalizedDate(FormatStyle a);
  static DateTimeFormatter ofLocalizedDateTime(FormatStyle a);
  static DateTimeFormatter ofLocalizedDateTime(FormatStyle a,FormatStyle b);
  static DateTimeFormatter ofLocalizedTime(FormatStyle a);
  static DateTimeFormatter ofPattern(String a);
  static DateTimeFormatter ofPattern(String a,Locale b);
  <T> T parse(CharSequence a,TemporalQuery<T> b);
  TemporalAccessor parse(CharSequence a);
  TemporalAccessor parse(CharSequence a,ParsePosition b);
  TemporalAccessor parseBest(CharSequence a,TemporalQuery<?>... b);
  TemporalAccessor parseUnresolved(CharSequence a,ParsePosition b);
  static TemporalQuery<Period> parsedExcessDays();
  static TemporalQuery<Boolean> parsedLeapSecond();
  Format toFormat();
  Format toFormat(TemporalQuery<?> a);
  DateTimeFormatter withChronology(Chronology a);
  DateTimeFormatter withDecimalStyle(DecimalStyle a);
  DateTimeFormatter withLocale(Locale a);
  DateTimeFormatter withResolverFields(Set<TemporalField> a);
  DateTimeFormatter withResolverFields(TemporalField... a);
  DateTimeFormatter withResolverStyle(ResolverStyle a);
  DateTimeFormatter withZone(ZoneId a);
}
class DateTimeFormatterBuilder {
  DateTimeFormatterBuilder append(DateTimeFormatter a);
  DateTimeFormatterBuilder appendChronologyId();
  DateTimeFormatterBuilder appendChronologyText(TextStyle a);
  DateTimeFormatterBuilder appendDayPeriodText(TextStyle a);
  DateTimeFormatterBuilder appendFraction(TemporalField a,int b,int c,boolean d);
  DateTimeFormatterBuilder appendGenericZoneText(TextStyle a);
  DateTimeFormatterBuilder appendGenericZoneText(TextStyle a,Set<ZoneId> b);
  DateTimeFormatterBuilder appendInstant();
  DateTimeFormatterBuilder appendInstant(int a);
  DateTimeFormatterBuilder appendLiteral(String a);
  DateTimeFormatterBuilder appendLiteral(char a);
  DateTimeFormatterBuilder appendLocalized(FormatStyle a,FormatStyle b);
  DateTimeFormatterBuilder appendLocalizedOffset(TextStyle a);
  DateTimeFormatterBuilder appendOffset(String a,String b);
  DateTimeFormatterBuilder appendOffsetId();
  DateTimeFormatterBuilder appendOptional(DateTimeFormatter a);
  DateTimeFormatterBuilder appendPattern(String a);
  DateTimeFormatterBuilder appendText(TemporalField a);
  DateTimeFormatterBuilder appendText(TemporalField a,Map<Long,String> b);
  DateTimeFormatterBuilder appendText(TemporalField a,TextStyle b);
  DateTimeFormatterBuilder appendValue(TemporalField a);
  DateTimeFormatterBuilder appendValue(TemporalField a,int b);
  DateTimeFormatterBuilder appendValue(TemporalField a,int b,int c,SignStyle d);
  DateTimeFormatterBuilder appendValueReduced(TemporalField a,int b,int c,ChronoLocalDate d);
  DateTimeFormatterBuilder appendValueReduced(TemporalField a,int b,int c,int d);
  DateTimeFormatterBuilder appendZoneId();
  DateTimeFormatterBuilder appendZoneOrOffsetId();
  DateTimeFormatterBuilder appendZoneRegionId();
  DateTimeFormatterBuilder appendZoneText(TextStyle a);
  DateTimeFormatterBuilder appendZoneText(TextStyle a,Set<ZoneId> b);
  static String getLocalizedDateTimePattern(FormatStyle a,FormatStyle b,Chronology c,Locale d);
  DateTimeFormatterBuilder optionalEnd();
  DateTimeFormatterBuilder optionalStart();
  DateTimeFormatterBuilder padNext(int a);
  DateTimeFormatterBuilder padNext(int a,char b);
  DateTimeFormatterBuilder parseCaseInsensitive();
  DateTimeFormatterBuilder parseCaseSensitive();
  DateTimeFormatterBuilder parseDefaulting(TemporalField a,long b);
  DateTimeFormatterBuilder parseLenient();
  DateTimeFormatterBuilder parseStrict();
  DateTimeFormatter toFormatter();
  DateTimeFormatter toFormatter(Locale a);
}
class DateTimeParseException extends DateTimeException {
  DateTimeParseException(String a,CharSequence b,int c) {}
  DateTimeParseException(String a,CharSequence b,int c,Throwable d) {}
  int getErrorIndex();
  String getParsedString();
}
enum FormatStyle {
  FULL,LONG,MEDIUM,SHORT;
}
enum TextStyle {
  FULL,FULL_STANDALONE,SHORT,SHORT_STANDALONE,NARROW,NARROW_STANDALONE;
  TextStyle asNormal();
  TextStyle asStandalone();
  boolean isStandalone();
}
