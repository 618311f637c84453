package java.net.http;

import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

abstract class HttpClient {
  abstract Optional<Authenticator> authenticator();
  abstract Optional<Duration> connectTimeout();
  abstract Optional<CookieHandler> cookieHandler();
  abstract Optional<Executor> executor();
  abstract HttpClient.Redirect followRedirects();
  static HttpClient.Builder newBuilder();
  static HttpClient newHttpClient();
  WebSocket.Builder newWebSocketBuilder();
  abstract Optional<ProxySelector> proxy();
  abstract <T> HttpResponse<T> send(HttpRequest a,HttpResponse.BodyHandler<T> b);
  abstract <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest a,HttpResponse.BodyHandler<T> b);
  abstract <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest a,HttpResponse.BodyHandler<T> b,HttpResponse.PushPromiseHandler<T> c);
  abstract SSLContext sslContext();
  abstract SSLParameters sslParameters();
  abstract HttpClient.Version version();
  interface Builder {
    ProxySelector NO_PROXY;
    HttpClient.Builder authenticator(Authenticator a);
    HttpClient build();
    HttpClient.Builder connectTimeout(Duration a);
    HttpClient.Builder cookieHandler(CookieHandler a);
    HttpClient.Builder executor(Executor a);
    HttpClient.Builder followRedirects(HttpClient.Redirect a);
    HttpClient.Builder priority(int a);
    HttpClient.Builder proxy(ProxySelector a);
    HttpClient.Builder sslContext(SSLContext a);
    HttpClient.Builder sslParameters(SSLParameters a);
    HttpClient.Builder version(HttpClient.Version a);
  }
  enum Redirect {
    NEVER,ALWAYS,NORMAL;
  }
  enum Version {
    HTTP_1_1,HTTP_2;
  }
}
class HttpHeaders {
  List<String> allValues(String a);
  Optional<String> firstValue(String a);
  OptionalLong firstValueAsLong(String a);
  Map<String,List<String>> map();
  static HttpHeaders of(Map<String,List<String>> a,BiPredicate<String,String> b);
}
abstract class HttpRequest {
  abstract Optional<HttpRequest.BodyPublisher> bodyPublisher();
  abstract boolean expectContinue();
  abstract HttpHeaders headers();
  abstract String method();
  static HttpRequest.Builder newBuilder();
  static HttpRequest.Builder newBuilder(HttpRequest a,BiPredicate<String,String> b);
  static HttpRequest.Builder newBuilder(URI a);
  abstract Optional<Duration> timeout();
  abstract URI uri();
  abstract Optional<HttpClient.Version> version();
  interface BodyPublisher {
    long contentLength();
  }
  static class BodyPublishers {
    static HttpRequest.BodyPublisher concat(HttpRequest.BodyPublisher... a);
    static HttpRequest.BodyPublisher fromPublisher(Flow.Publisher<? extends ByteBuffer> a);
    static HttpRequest.BodyPublisher fromPublisher(Flow.Publisher<? extends ByteBuffer> a,long b);
    static HttpRequest.BodyPublisher noBody();
    static HttpRequest.BodyPublisher ofByteArray(byte[] a);
    static HttpRequest.BodyPublisher ofByteArray(byte[] a,int b,int c);
    static HttpRequest.BodyPublisher ofByteArrays(Iterable<byte[]> a);
    static HttpRequest.BodyPublisher ofFile(Path a);
    static HttpRequest.BodyPublisher ofInputStream(Supplier<? extends InputStream> a);
    static HttpRequest.BodyPublisher ofString(String a);
    static HttpRequest.BodyPublisher ofString(String a,Charset b);
  }
  interface Builder {
    HttpRequest.Builder DELETE();
    HttpRequest.Builder GET();
    HttpRequest.Builder POST(HttpRequest.BodyPublisher a);
    HttpRequest.Builder PUT(HttpRequest.BodyPublisher a);
    HttpRequest build();
    HttpRequest.Builder copy();
    HttpRequest.Builder expectContinue(boolean a);
    HttpRequest.Builder header(String a,String b);
    HttpRequest.Builder headers(String... a);
    HttpRequest.Builder method(String a,HttpRequest.BodyPublisher b);
    HttpRequest.Builder setHeader(String a,String b);
    HttpRequest.Builder timeout(Duration a);
    HttpRequest.Builder uri(URI a);
    HttpRequest.Builder version(HttpClient.Version a);
  }
}
interface HttpResponse<T> {
  T body();
  HttpHeaders headers();
  Optional<HttpResponse<T>> previousResponse();
  HttpRequest request();
  Optional<SSLSession> sslSession();
  int statusCode();
  URI uri();
  HttpClient.Version version();
  interface BodyHandler<T> {
    HttpResponse.BodySubscriber<T> apply(HttpResponse.ResponseInfo a);
  }
  static class BodyHandlers {
    static <T> HttpResponse.BodyHandler<T> buffering(HttpResponse.BodyHandler<T> a,int b);
    static HttpResponse.BodyHandler<Void> discarding();
    static <S extends Flow.Subscriber<? super String>,T> HttpResponse.BodyHandler<T> fromLineSubscriber(S a,Function<? super S,? extends T> b,String c);
    static HttpResponse.BodyHandler<Void> fromLineSubscriber(Flow.Subscriber<? super String> a);
    static <S extends Flow.Subscriber<? super List<ByteBuffer>>,T> HttpResponse.BodyHandler<T> fromSubscriber(S a,Function<? super S,? extends T> b);
    static HttpResponse.BodyHandler<Void> fromSubscriber(Flow.Subscriber<? super List<ByteBuffer>> a);
    static HttpResponse.BodyHandler<byte[]> ofByteArray();
    static HttpResponse.BodyHandler<Void> ofByteArrayConsumer(Consumer<Optional<byte[]>> a);
    static HttpResponse.BodyHandler<Path> ofFile(Path a);
    static HttpResponse.BodyHandler<Path> ofFile(Path a,OpenOption... b);
    static HttpResponse.BodyHandler<Path> ofFileDownload(Path a,OpenOption... b);
    static HttpResponse.BodyHandler<InputStream> ofInputStream();
    static HttpResponse.BodyHandler<Stream<String>> ofLines();
    static HttpResponse.BodyHandler<Flow.Publisher<List<ByteBuffer>>> ofPublisher();
    static HttpResponse.BodyHandler<String> ofString();
    static HttpResponse.BodyHandler<String> ofString(Charset a);
    static <U> HttpResponse.BodyHandler<U> replacing(U a);
  }
  interface BodySubscriber<T> {
    CompletionStage<T> getBody();
  }
  static class BodySubscribers {
    static <T> HttpResponse.BodySubscriber<T> buffering(HttpResponse.BodySubscriber<T> a,int b);
    static HttpResponse.BodySubscriber<Void> discarding();
    static <S extends Flow.Subscriber<? super String>,T> HttpResponse.BodySubscriber<T> fromLineSubscriber(S a,Function<? super S,? extends T> b,Charset c,String d);
    static HttpResponse.BodySubscriber<Void> fromLineSubscriber(Flow.Subscriber<? super String> a);
    static <S extends Flow.Subscriber<? super List<ByteBuffer>>,T> HttpResponse.BodySubscriber<T> fromSubscriber(S a,Function<? super S,? extends T> b);
    static HttpResponse.BodySubscriber<Void> fromSubscriber(Flow.Subscriber<? super List<ByteBuffer>> a);
    static <T,U> HttpResponse.BodySubscriber<U> mapping(HttpResponse.BodySubscriber<T> a,Function<? super T,? extends U> b);
    static HttpResponse.BodySubscriber<byte[]> ofByteArray();
    static HttpResponse.BodySubscriber<Void> ofByteArrayConsumer(Consumer<Optional<byte[]>> a);
    static HttpResponse.BodySubscriber<Path> ofFile(Path a);
    static HttpResponse.BodySubscriber<Path> ofFile(Path a,OpenOption... b);
    static HttpResponse.BodySubscriber<InputStream> ofInputStream();
    static HttpResponse.BodySubscriber<Stream<String>> ofLines(Charset a);
    static HttpResponse.BodySubscriber<Flow.Publisher<List<ByteBuffer>>> ofPublisher();
    static HttpResponse.BodySubscriber<String> ofString(Charset a);
    static <U> HttpResponse.BodySubscriber<U> replacing(U a);
  }
  interface PushPromiseHandler<T> {
    void applyPushPromise(HttpRequest a,HttpRequest b,Function<HttpResponse.BodyHandler<T>,CompletableFuture<HttpResponse<T>>> c);
    static <T> HttpResponse.PushPromiseHandler<T> of(Function<HttpRequest,HttpResponse.BodyHandler<T>> a,ConcurrentMap<HttpRequest,CompletableFuture<HttpResponse<T>>> b);
  }
  interface ResponseInfo {
    HttpHeaders headers();
    int statusCode();
    HttpClient.Version version();
  }
}
