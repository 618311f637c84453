package httptest

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
)

type ResponseRecorder struct {
	Body *bytes.Buffer
	Code int
	Flushed bool
	HeaderMap http.Header
}
func (*ResponseRecorder) Flush()
func (*ResponseRecorder) Header() http.Header
func (*ResponseRecorder) Result() *http.Response
func (*ResponseRecorder) Write([]byte) (int, error)
func (*ResponseRecorder) WriteHeader(int)
func (*ResponseRecorder) WriteString(string) (int, error)
type Server struct {
	EnableHTTP2 bool
	Config *http.Server
	Listener net.Listener
	TLS *tls.Config
	URL string
}
func (*Server) Certificate() *x509.Certificate
func (*Server) Client() *http.Client
func (*Server) Close()
func (*Server) CloseClientConnections()
func (*Server) Start()
func (*Server) StartTLS()
func NewRecorder() *ResponseRecorder
func NewRequest(string, string, io.Reader) *http.Request
func NewServer(http.Handler) *Server
func NewTLSServer(http.Handler) *Server
func NewUnstartedServer(http.Handler) *Server
