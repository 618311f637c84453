package java.math;

import java.io.Serializable;
import java.util.Random;

class BigDecimal extends Number implements Comparable<BigDecimal> {
  static BigDecimal ONE,TEN,ZERO;
  static int ROUND_CEILING,ROUND_DOWN,ROUND_FLOOR,ROUND_HALF_DOWN,ROUND_HALF_EVEN,ROUND_HALF_UP,ROUND_UNNECESSARY,ROUND_UP;
  BigDecimal(BigInteger a) {}
  BigDecimal(BigInteger a,MathContext b) {}
  BigDecimal(BigInteger a,int b) {}
  BigDecimal(BigInteger a,int b,MathContext c) {}
  BigDecimal(String a) {}
  BigDecimal(String a,MathContext b) {}
  BigDecimal(char[] a) {}
  BigDecimal(char[] a,MathContext b) {}
  BigDecimal(char[] a,int b,int c) {}
  BigDecimal(char[] a,int b,int c,MathContext d) {}
  BigDecimal(double a) {}
  BigDecimal(double a,MathContext b) {}
  BigDecimal(int a) {}
  BigDecimal(int a,MathContext b) {}
  BigDecimal(long a) {}
  BigDecimal(long a,MathContext b) {}
  BigDecimal abs();
  BigDecimal abs(MathContext a);
  BigDecimal add(BigDecimal a);
  BigDecimal add(BigDecimal a,MathContext b);
  byte byteValueExact();
  BigDecimal divide(BigDecimal a);
  BigDecimal divide(BigDecimal a,MathContext b);
  BigDecimal divide(BigDecimal a,RoundingMode b);
  BigDecimal divide(BigDecimal a,int b);
  BigDecimal divide(BigDecimal a,int b,RoundingMode c);
  BigDecimal divide(BigDecimal a,int b,int c);
  BigDecimal[] divideAndRemainder(BigDecimal a);
  BigDecimal[] divideAndRemainder(BigDecimal a,MathContext b);
  BigDecimal divideToIntegralValue(BigDecimal a);
  BigDecimal divideToIntegralValue(BigDecimal a,MathContext b);
  int intValueExact();
  long longValueExact();
  BigDecimal max(BigDecimal a);
  BigDecimal min(BigDecimal a);
  BigDecimal movePointLeft(int a);
  BigDecimal movePointRight(int a);
  BigDecimal multiply(BigDecimal a);
  BigDecimal multiply(BigDecimal a,MathContext b);
  BigDecimal negate();
  BigDecimal negate(MathContext a);
  BigDecimal plus();
  BigDecimal plus(MathContext a);
  BigDecimal pow(int a);
  BigDecimal pow(int a,MathContext b);
  int precision();
  BigDecimal remainder(BigDecimal a);
  BigDecimal remainder(BigDecimal a,MathContext b);
  BigDecimal round(MathContext a);
  int scale();
  BigDecimal scaleByPowerOfTen(int a);
  BigDecimal setScale(int a);
  BigDecimal setScale(int a,RoundingMode b);
  BigDecimal setScale(int a,int b);
  short shortValueExact();
  int signum();
  BigDecimal sqrt(MathContext a);
  BigDecimal stripTrailingZeros();
  BigDecimal subtract(BigDecimal a);
  BigDecimal subtract(BigDecimal a,MathContext b);
  BigInteger toBigInteger();
  BigInteger toBigIntegerExact();
  String toEngineeringString();
  String toPlainString();
  BigDecimal ulp();
  BigInteger unscaledValue();
  static BigDecimal valueOf(double a);
  static BigDecimal valueOf(long a);
  static BigDecimal valueOf(long a,int b);
}
class BigInteger extends Number implements Comparable<BigInteger> {
  static BigInteger ONE,TEN,TWO,ZERO;
  BigInteger(String a) {}
  BigInteger(String a,int b) {}
  BigInteger(byte[] a) {}
  BigInteger(byte[] a,int b,int c) {}
  BigInteger(int a,Random b) {}
  BigInteger(int a,byte[] b) {}
  BigInteger(int a,byte[] b,int c,int d) {}
  BigInteger(int a,int b,Random c) {}
  BigInteger abs();
  BigInteger add(BigInteger a);
  BigInteger and(BigInteger a);
  BigInteger andNot(BigInteger a);
  int bitCount();
  int bitLength();
  byte byteValueExact();
  BigInteger clearBit(int a);
  BigInteger divide(BigInteger a);
  BigInteger[] divideAndRemainder(BigInteger a);
  BigInteger flipBit(int a);
  BigInteger gcd(BigInteger a);
  int getLowestSetBit();
  int intValueExact();
  boolean isProbablePrime(int a);
  long longValueExact();
  BigInteger max(BigInteger a);
  BigInteger min(BigInteger a);
  BigInteger mod(BigInteger a);
  BigInteger modInverse(BigInteger a);
  BigInteger modPow(BigInteger a,BigInteger b);
  BigInteger multiply(BigInteger a);
  BigInteger negate();
  BigInteger nextProbablePrime();
  BigInteger not();
  BigInteger or(BigInteger a);
  BigInteger pow(int a);
  static BigInteger probablePrime(int a,Random b);
  BigInteger remainder(BigInteger a);
  BigInteger setBit(int a);
  BigInteger shiftLeft(int a);
  BigInteger shiftRight(int a);
  short shortValueExact();
  int signum();
  BigInteger sqrt();
  BigInteger[] sqrtAndRemainder();
  BigInteger subtract(BigInteger a);
  boolean testBit(int a);
  byte[] toByteArray();
  String toString(int a);
  static BigInteger valueOf(long a);
  BigInteger xor(BigInteger a);
}
class MathContext implements Serializable {
  static MathContext DECIMAL128,DECIMAL32,DECIMAL64,UNLIMITED;
  MathContext(String a) {}
  MathContext(int a) {}
  MathContext(int a,RoundingMode b) {}
  int getPrecision();
  RoundingMode getRoundingMode();
}
enum RoundingMode {
  UP,DOWN,CEILING,FLOOR,HALF_UP,HALF_DOWN,HALF_EVEN,UNNECESSARY;
}
