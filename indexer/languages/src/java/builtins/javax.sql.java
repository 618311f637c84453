package javax.sql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.Wrapper;

interface DataSource extends Wrapper {
  default ConnectionBuilder createConnectionBuilder();
  Connection getConnection();
  Connection getConnection(String a,String b);
  PrintWriter getLogWriter();
  int getLoginTimeout();
  void setLogWriter(PrintWriter a);
  void setLoginTimeout(int a);
}
