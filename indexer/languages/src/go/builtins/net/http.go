package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"io/fs"
	"log"
	"mime/multipart"
	"net"
	"net/url"
	"os"
	"time"
)

type Client struct {
	Timeout time.Duration
	CheckRedirect func(*Request, []*Request) error
	Jar CookieJar
	Transport RoundTripper
}
func (*Client) CloseIdleConnections()
func (*Client) Do(*Request) (*Response, error)
func (*Client) Get(string) (*Response, error)
func (*Client) Head(string) (*Response, error)
func (*Client) Post(string, string, io.Reader) (*Response, error)
func (*Client) PostForm(string, url.Values) (*Response, error)
type CloseNotifier interface {
	CloseNotify() <-chan bool
}
type ConnState int
func (ConnState) String() string
type Cookie struct {
	SameSite SameSite
	Domain string
	Expires time.Time
	HttpOnly bool
	MaxAge int
	Name string
	Path string
	Raw string
	RawExpires string
	Secure bool
	Unparsed []string
	Value string
}
func (*Cookie) String() string
func (*Cookie) Valid() error
type CookieJar interface {
	Cookies(*url.URL) []*Cookie
	SetCookies(*url.URL, []*Cookie)
}
type Dir string
func (Dir) Open(string) (File, error)
type File interface {
	Close() error
	Read([]byte) (int, error)
	Readdir(int) ([]os.FileInfo, error)
	Seek(int64, int) (int64, error)
	Stat() (os.FileInfo, error)
}
type FileSystem interface {
	Open(string) (File, error)
}
type Flusher interface {
	Flush()
}
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}
type HandlerFunc func(ResponseWriter, *Request)
func (HandlerFunc) ServeHTTP(ResponseWriter, *Request)
type Header map[string][]string
func (Header) Add(string, string)
func (Header) Clone() Header
func (Header) Del(string)
func (Header) Get(string) string
func (Header) Set(string, string)
func (Header) Values(string) []string
func (Header) Write(io.Writer) error
func (Header) WriteSubset(io.Writer, map[string]bool) error
type Hijacker interface {
	Hijack() (net.Conn, *bufio.ReadWriter, error)
}
type MaxBytesError struct {
	Limit int64
}
func (*MaxBytesError) Error() string
type ProtocolError struct {
	ErrorString string
}
func (*ProtocolError) Error() string
type PushOptions struct {
	Header Header
	Method string
}
type Pusher interface {
	Push(string, *PushOptions) error
}
type Request struct {
	PostForm url.Values
	Cancel <-chan struct{}
	Response *Response
	GetBody func() (io.ReadCloser, error)
	Body io.ReadCloser
	Close bool
	ContentLength int64
	Form url.Values
	Header Header
	Host string
	Method string
	MultipartForm *multipart.Form
	Proto string
	ProtoMajor int
	ProtoMinor int
	RemoteAddr string
	RequestURI string
	TLS *tls.ConnectionState
	Trailer Header
	TransferEncoding []string
	URL *url.URL
}
func (*Request) AddCookie(*Cookie)
func (*Request) BasicAuth() (string, string, bool)
func (*Request) Clone(context.Context) *Request
func (*Request) Context() context.Context
func (*Request) Cookie(string) (*Cookie, error)
func (*Request) Cookies() []*Cookie
func (*Request) FormFile(string) (multipart.File, *multipart.FileHeader, error)
func (*Request) FormValue(string) string
func (*Request) MultipartReader() (*multipart.Reader, error)
func (*Request) ParseForm() error
func (*Request) ParseMultipartForm(int64) error
func (*Request) PostFormValue(string) string
func (*Request) ProtoAtLeast(int, int) bool
func (*Request) Referer() string
func (*Request) SetBasicAuth(string, string)
func (*Request) UserAgent() string
func (*Request) WithContext(context.Context) *Request
func (*Request) Write(io.Writer) error
func (*Request) WriteProxy(io.Writer) error
type Response struct {
	TLS *tls.ConnectionState
	Uncompressed bool
	Body io.ReadCloser
	Close bool
	ContentLength int64
	Header Header
	Proto string
	ProtoMajor int
	ProtoMinor int
	Request *Request
	Status string
	StatusCode int
	Trailer Header
	TransferEncoding []string
}
func (*Response) Cookies() []*Cookie
func (*Response) Location() (*url.URL, error)
func (*Response) ProtoAtLeast(int, int) bool
func (*Response) Write(io.Writer) error
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(int)
}
type RoundTripper interface {
	RoundTrip(*Request) (*Response, error)
}
type SameSite int
type ServeMux struct{}
func (*ServeMux) Handle(string, Handler)
func (*ServeMux) HandleFunc(string, func(ResponseWriter, *Request))
func (*ServeMux) Handler(*Request) (Handler, string)
func (*ServeMux) ServeHTTP(ResponseWriter, *Request)
type Server struct {
	TLSNextProto map[string]func(*Server, *tls.Conn, Handler)
	BaseContext func(net.Listener) context.Context
	ConnContext func(context.Context, net.Conn) context.Context
	ConnState func(net.Conn, ConnState)
	ErrorLog *log.Logger
	IdleTimeout time.Duration
	ReadHeaderTimeout time.Duration
	Addr string
	Handler Handler
	MaxHeaderBytes int
	ReadTimeout time.Duration
	TLSConfig *tls.Config
	WriteTimeout time.Duration
}
func (*Server) Close() error
func (*Server) ListenAndServe() error
func (*Server) ListenAndServeTLS(string, string) error
func (*Server) RegisterOnShutdown(func())
func (*Server) Serve(net.Listener) error
func (*Server) ServeTLS(net.Listener, string, string) error
func (*Server) SetKeepAlivesEnabled(bool)
func (*Server) Shutdown(context.Context) error
type Transport struct {
	ResponseHeaderTimeout time.Duration
	MaxConnsPerHost int
	ForceAttemptHTTP2 bool
	ReadBufferSize int
	WriteBufferSize int
	DialTLSContext func(context.Context, string, string) (net.Conn, error)
	GetProxyConnectHeader func(context.Context, *url.URL, string) (Header, error)
	TLSHandshakeTimeout time.Duration
	DialTLS func(string, string) (net.Conn, error)
	ExpectContinueTimeout time.Duration
	TLSNextProto map[string]func(string, *tls.Conn) RoundTripper
	DialContext func(context.Context, string, string) (net.Conn, error)
	IdleConnTimeout time.Duration
	MaxIdleConns int
	MaxResponseHeaderBytes int64
	ProxyConnectHeader Header
	Dial func(string, string) (net.Conn, error)
	DisableCompression bool
	DisableKeepAlives bool
	MaxIdleConnsPerHost int
	Proxy func(*Request) (*url.URL, error)
	TLSClientConfig *tls.Config
}
func (*Transport) CancelRequest(*Request)
func (*Transport) Clone() *Transport
func (*Transport) CloseIdleConnections()
func (*Transport) RegisterProtocol(string, RoundTripper)
func (*Transport) RoundTrip(*Request) (*Response, error)
var DefaultClient *Client
var ErrHeaderTooLong, ErrMissingBoundary, ErrMissingContentLength, ErrNotMultipart, ErrNotSupported, ErrShortBody, ErrUnexpectedTrailer *ProtocolError
var DefaultServeMux *ServeMux
var LocalAddrContextKey, ServerContextKey *contextKey
var StateActive, StateClosed, StateHijacked, StateIdle, StateNew ConnState
var DefaultTransport RoundTripper
var SameSiteDefaultMode, SameSiteLaxMode, SameSiteNoneMode, SameSiteStrictMode SameSite
var ErrAbortHandler, ErrBodyNotAllowed, ErrBodyReadAfterClose, ErrContentLength, ErrHandlerTimeout, ErrHijacked, ErrLineTooLong, ErrMissingFile, ErrNoCookie, ErrNoLocation, ErrServerClosed, ErrSkipAltProtocol, ErrUseLastResponse, ErrWriteAfterFlush error
var NoBody noBody
func AllowQuerySemicolons(Handler) Handler
func CanonicalHeaderKey(string) string
func DetectContentType([]byte) string
func Error(ResponseWriter, string, int)
func FS(fs.FS) FileSystem
func FileServer(FileSystem) Handler
func Get(string) (*Response, error)
func Handle(string, Handler)
func HandleFunc(string, func(ResponseWriter, *Request))
func Head(string) (*Response, error)
func ListenAndServe(string, Handler) error
func ListenAndServeTLS(string, string, string, Handler) error
func MaxBytesHandler(Handler, int64) Handler
func MaxBytesReader(ResponseWriter, io.ReadCloser, int64) io.ReadCloser
func NewFileTransport(FileSystem) RoundTripper
func NewRequest(string, string, io.Reader) (*Request, error)
func NewRequestWithContext(context.Context, string, string, io.Reader) (*Request, error)
func NewServeMux() *ServeMux
func NotFound(ResponseWriter, *Request)
func NotFoundHandler() Handler
func ParseHTTPVersion(string) (int, int, bool)
func ParseTime(string) (time.Time, error)
func Post(string, string, io.Reader) (*Response, error)
func PostForm(string, url.Values) (*Response, error)
func ProxyFromEnvironment(*Request) (*url.URL, error)
func ProxyURL(*url.URL) func(*Request) (*url.URL, error)
func ReadRequest(*bufio.Reader) (*Request, error)
func ReadResponse(*bufio.Reader, *Request) (*Response, error)
func Redirect(ResponseWriter, *Request, string, int)
func RedirectHandler(string, int) Handler
func Serve(net.Listener, Handler) error
func ServeContent(ResponseWriter, *Request, string, time.Time, io.ReadSeeker)
func ServeFile(ResponseWriter, *Request, string)
func ServeTLS(net.Listener, Handler, string, string) error
func SetCookie(ResponseWriter, *Cookie)
func StatusText(int) string
func StripPrefix(string, Handler) Handler
func TimeoutHandler(Handler, time.Duration, string) Handler
type noBody struct {
	io.ReadCloser
}

type ResponseController struct{}

func (*ResponseController) EnableFullDuplex() error
func (*ResponseController) Flush() error
func (*ResponseController) Hijack() (net.Conn, *bufio.ReadWriter, error)
func (*ResponseController) SetReadDeadline(time.Time) error
func (*ResponseController) SetWriteDeadline(time.Time) error
func NewResponseController(ResponseWriter) *ResponseController
func (*Request) PathValue(string) string
func (*Request) SetPathValue(string, string)
