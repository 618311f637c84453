package java.util.logging;

import java.io.Serializable;
import java.time.Instant;
import java.util.ResourceBundle;
import java.util.function.Supplier;

abstract class Handler {
  abstract void close();
  abstract void flush();
  String getEncoding();
  ErrorManager getErrorManager();
  Filter getFilter();
  Formatter getFormatter();
  Level getLevel();
  boolean isLoggable(LogRecord a);
  abstract void publish(LogRecord a);
  void reportError(String a,Exception b,int c);
  void setEncoding(String a);
  void setErrorManager(ErrorManager a);
  void setFilter(Filter a);
  void setFormatter(Formatter a);
  void setLevel(Level a);
}
class Level implements Serializable {
  static Level ALL,CONFIG,FINE,FINER,FINEST,INFO,OFF,SEVERE,WARNING;
  Level(String a,int b) {}
  Level(String a,int b,String c) {}
  String getLocalizedName();
  String getName();
  String getResourceBundleName();
  int intValue();
  static Level parse(String a);
}
class LogRecord implements Serializable {
  LogRecord(Level a,String b) {}
  Instant getInstant();
  Level getLevel();
  String getLoggerName();
  long getLongThreadID();
  String getMessage();
  long getMillis();
  Object[] getParameters();
  ResourceBundle getResourceBundle();
  String getResourceBundleName();
  long getSequenceNumber();
  String getSourceClassName();
  String getSourceMethodName();
  int getThreadID();
  Throwable getThrown();
  void setInstant(Instant a);
  void setLevel(Level a);
  void setLoggerName(String a);
  LogRecord setLongThreadID(long a);
  void setMessage(String a);
  void setMillis(long a);
  void setParameters(Object[] a);
  void setResourceBundle(ResourceBundle a);
  void setResourceBundleName(String a);
  void setSequenceNumber(long a);
  void setSourceClassName(String a);
  void setSourceMethodName(String a);
  void setThreadID(int a);
  void setThrown(Throwable a);
}
class Logger {
  static Logger global;
  static String GLOBAL_LOGGER_NAME;
  Logger(String a,String b) {}
  void addHandler(Handler a);
  void config(String a);
  void config(Supplier<String> a);
  void entering(String a,String b);
  void entering(String a,String b,Object c);
  void entering(String a,String b,Object[] c);
  void exiting(String a,String b);
  void exiting(String a,String b,Object c);
  void fine(String a);
  void fine(Supplier<String> a);
  void finer(String a);
  void finer(Supplier<String> a);
  void finest(String a);
  void finest(Supplier<String> a);
  static Logger getAnonymousLogger();
  static Logger getAnonymousLogger(String a);
  Filter getFilter();
  static Logger getGlobal();
  Handler[] getHandlers();
  Level getLevel();
  static Logger getLogger(String a);
  static Logger getLogger(String a,String b);
  String getName();
  Logger getParent();
  ResourceBundle getResourceBundle();
  String getResourceBundleName();
  boolean getUseParentHandlers();
  void info(String a);
  void info(Supplier<String> a);
  boolean isLoggable(Level a);
  void log(Level a,String b);
  void log(Level a,String b,Object c);
  void log(Level a,String b,Object[] c);
  void log(Level a,String b,Throwable c);
  void log(Level a,Supplier<String> b);
  void log(Level a,Throwable b,Supplier<String> c);
  void log(LogRecord a);
  void logp(Level a,String b,String c,String d);
  void logp(Level a,String b,String c,String d,Object e);
  void logp(Level a,String b,String c,String d,Object[] e);
  void logp(Level a,String b,String c,String d,Throwable e);
  void logp(Level a,String b,String c,Supplier<String> d);
  void logp(Level a,String b,String c,Throwable d,Supplier<String> e);
  void logrb(Level a,ResourceBundle b,String c,Object... d);
  void logrb(Level a,ResourceBundle b,String c,Throwable d);
  void logrb(Level a,String b,String c,ResourceBundle d,String e,Object... f);
  void logrb(Level a,String b,String c,ResourceBundle d,String e,Throwable f);
  void logrb(Level a,String b,String c,String d,String e);
  void logrb(Level a,String b,String c,String d,String e,Object f);
  void logrb(Level a,String b,String c,String d,String e,Object[] f);
  void logrb(Level a,String b,String c,String d,String e,Throwable f);
  void removeHandler(Handler a);
  void setFilter(Filter a);
  void setLevel(Level a);
  void setParent(Logger a);
  void setResourceBundle(ResourceBundle a);
  void setUseParentHandlers(boolean a);
  void severe(String a);
  void severe(Supplier<String> a);
  void throwing(String a,String b,Throwable c);
  void warning(String a);
  void warning(Supplier<String> a);
}
