package net

import (
	"context"
	"io"
	"net/netip"
	"os"
	"syscall"
	"time"
)

type Addr interface {
	Network() string
	String() string
}
type AddrError struct {
	Addr string
	Err string
}
func (*AddrError) Error() string
func (*AddrError) Temporary() bool
func (*AddrError) Timeout() bool
type Buffers [][]byte
func (*Buffers) Read([]byte) (int, error)
func (*Buffers) WriteTo(io.Writer) (int64, error)
type Conn interface {
	Close() error
	LocalAddr() Addr
	Read([]byte) (int, error)
	RemoteAddr() Addr
	SetDeadline(time.Time) error
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	Write([]byte) (int, error)
}
type DNSConfigError struct {
	Err error
}
func (*DNSConfigError) Error() string
func (*DNSConfigError) Temporary() bool
func (*DNSConfigError) Timeout() bool
func (*DNSConfigError) Unwrap() error
type DNSError struct {
	IsNotFound bool
	IsTemporary bool
	Err string
	IsTimeout bool
	Name string
	Server string
}
func (*DNSError) Error() string
func (*DNSError) Temporary() bool
func (*DNSError) Timeout() bool
type Dialer struct {
	Deadline time.Time
	LocalAddr Addr
	Timeout time.Duration
	Control func(string, string, syscall.RawConn) error
	DualStack bool
	KeepAlive time.Duration
	FallbackDelay time.Duration
	Cancel <-chan struct{}
	Resolver *Resolver
}
func (*Dialer) Dial(string, string) (Conn, error)
func (*Dialer) DialContext(context.Context, string, string) (Conn, error)
type Error interface {
	Error() string
	Temporary() bool
	Timeout() bool
}
type Flags uint
func (Flags) String() string
type HardwareAddr []byte
func (HardwareAddr) String() string
type IP []byte
func (*IP) UnmarshalText([]byte) error
func (IP) DefaultMask() IPMask
func (IP) Equal(IP) bool
func (IP) IsGlobalUnicast() bool
func (IP) IsInterfaceLocalMulticast() bool
func (IP) IsLinkLocalMulticast() bool
func (IP) IsLinkLocalUnicast() bool
func (IP) IsLoopback() bool
func (IP) IsMulticast() bool
func (IP) IsPrivate() bool
func (IP) IsUnspecified() bool
func (IP) MarshalText() ([]byte, error)
func (IP) Mask(IPMask) IP
func (IP) String() string
func (IP) To16() IP
func (IP) To4() IP
type IPAddr struct {
	Zone string
	IP IP
}
func (*IPAddr) Network() string
func (*IPAddr) String() string
type IPConn struct{}
func (*IPConn) Close() error
func (*IPConn) File() (*os.File, error)
func (*IPConn) LocalAddr() Addr
func (*IPConn) Read([]byte) (int, error)
func (*IPConn) ReadFrom([]byte) (int, Addr, error)
func (*IPConn) ReadFromIP([]byte) (int, *IPAddr, error)
func (*IPConn) ReadMsgIP([]byte, []byte) (int, int, int, *IPAddr, error)
func (*IPConn) RemoteAddr() Addr
func (*IPConn) SetDeadline(time.Time) error
func (*IPConn) SetReadBuffer(int) error
func (*IPConn) SetReadDeadline(time.Time) error
func (*IPConn) SetWriteBuffer(int) error
func (*IPConn) SetWriteDeadline(time.Time) error
func (*IPConn) SyscallConn() (syscall.RawConn, error)
func (*IPConn) Write([]byte) (int, error)
func (*IPConn) WriteMsgIP([]byte, []byte, *IPAddr) (int, int, error)
func (*IPConn) WriteTo([]byte, Addr) (int, error)
func (*IPConn) WriteToIP([]byte, *IPAddr) (int, error)
type IPMask []byte
func (IPMask) Size() (int, int)
func (IPMask) String() string
type IPNet struct {
	IP IP
	Mask IPMask
}
func (*IPNet) Contains(IP) bool
func (*IPNet) Network() string
func (*IPNet) String() string
type Interface struct {
	Flags Flags
	HardwareAddr HardwareAddr
	Index int
	MTU int
	Name string
}
func (*Interface) Addrs() ([]Addr, error)
func (*Interface) MulticastAddrs() ([]Addr, error)
type InvalidAddrError string
func (InvalidAddrError) Error() string
func (InvalidAddrError) Temporary() bool
func (InvalidAddrError) Timeout() bool
type ListenConfig struct {
	Control func(string, string, syscall.RawConn) error
	KeepAlive time.Duration
}
func (*ListenConfig) Listen(context.Context, string, string) (Listener, error)
func (*ListenConfig) ListenPacket(context.Context, string, string) (PacketConn, error)
type Listener interface {
	Accept() (Conn, error)
	Addr() Addr
	Close() error
}
type MX struct {
	Host string
	Pref uint16
}
type NS struct {
	Host string
}
type OpError struct {
	Source Addr
	Addr Addr
	Err error
	Net string
	Op string
}
func (*OpError) Error() string
func (*OpError) Temporary() bool
func (*OpError) Timeout() bool
func (*OpError) Unwrap() error
type PacketConn interface {
	Close() error
	LocalAddr() Addr
	ReadFrom([]byte) (int, Addr, error)
	SetDeadline(time.Time) error
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
	WriteTo([]byte, Addr) (int, error)
}
type ParseError struct {
	Text string
	Type string
}
func (*ParseError) Error() string
func (*ParseError) Temporary() bool
func (*ParseError) Timeout() bool
type Resolver struct {
	PreferGo bool
	Dial func(context.Context, string, string) (Conn, error)
	StrictErrors bool
}
func (*Resolver) LookupAddr(context.Context, string) ([]string, error)
func (*Resolver) LookupCNAME(context.Context, string) (string, error)
func (*Resolver) LookupHost(context.Context, string) ([]string, error)
func (*Resolver) LookupIP(context.Context, string, string) ([]IP, error)
func (*Resolver) LookupIPAddr(context.Context, string) ([]IPAddr, error)
func (*Resolver) LookupMX(context.Context, string) ([]*MX, error)
func (*Resolver) LookupNS(context.Context, string) ([]*NS, error)
func (*Resolver) LookupNetIP(context.Context, string, string) ([]netip.Addr, error)
func (*Resolver) LookupPort(context.Context, string, string) (int, error)
func (*Resolver) LookupSRV(context.Context, string, string, string) (string, []*SRV, error)
func (*Resolver) LookupTXT(context.Context, string) ([]string, error)
type SRV struct {
	Port uint16
	Priority uint16
	Target string
	Weight uint16
}
type TCPAddr struct {
	Zone string
	IP IP
	Port int
}
func (*TCPAddr) AddrPort() netip.AddrPort
func (*TCPAddr) Network() string
func (*TCPAddr) String() string
type TCPConn struct{}
func (*TCPConn) Close() error
func (*TCPConn) CloseRead() error
func (*TCPConn) CloseWrite() error
func (*TCPConn) File() (*os.File, error)
func (*TCPConn) LocalAddr() Addr
func (*TCPConn) Read([]byte) (int, error)
func (*TCPConn) ReadFrom(io.Reader) (int64, error)
func (*TCPConn) RemoteAddr() Addr
func (*TCPConn) SetDeadline(time.Time) error
func (*TCPConn) SetKeepAlive(bool) error
func (*TCPConn) SetKeepAlivePeriod(time.Duration) error
func (*TCPConn) SetLinger(int) error
func (*TCPConn) SetNoDelay(bool) error
func (*TCPConn) SetReadBuffer(int) error
func (*TCPConn) SetReadDeadline(time.Time) error
func (*TCPConn) SetWriteBuffer(int) error
func (*TCPConn) SetWriteDeadline(time.Time) error
func (*TCPConn) SyscallConn() (syscall.RawConn, error)
func (*TCPConn) Write([]byte) (int, error)
type TCPListener struct{}
func (*TCPListener) Accept() (Conn, error)
func (*TCPListener) AcceptTCP() (*TCPConn, error)
func (*TCPListener) Addr() Addr
func (*TCPListener) Close() error
func (*TCPListener) File() (*os.File, error)
func (*TCPListener) SetDeadline(time.Time) error
func (*TCPListener) SyscallConn() (syscall.RawConn, error)
type UDPAddr struct {
	Zone string
	IP IP
	Port int
}
func (*UDPAddr) AddrPort() netip.AddrPort
func (*UDPAddr) Network() string
func (*UDPAddr) String() string
type UDPConn struct{}
func (*UDPConn) Close() error
func (*UDPConn) File() (*os.File, error)
func (*UDPConn) LocalAddr() Addr
func (*UDPConn) Read([]byte) (int, error)
func (*UDPConn) ReadFrom([]byte) (int, Addr, error)
func (*UDPConn) ReadFromUDP([]byte) (int, *UDPAddr, error)
func (*UDPConn) ReadFromUDPAddrPort([]byte) (int, netip.AddrPort, error)
func (*UDPConn) ReadMsgUDP([]byte, []byte) (int, int, int, *UDPAddr, error)
func (*UDPConn) ReadMsgUDPAddrPort([]byte, []byte) (int, int, int, netip.AddrPort, error)
func (*UDPConn) RemoteAddr() Addr
func (*UDPConn) SetDeadline(time.Time) error
func (*UDPConn) SetReadBuffer(int) error
func (*UDPConn) SetReadDeadline(time.Time) error
func (*UDPConn) SetWriteBuffer(int) error
func (*UDPConn) SetWriteDeadline(time.Time) error
func (*UDPConn) SyscallConn() (syscall.RawConn, error)
func (*UDPConn) Write([]byte) (int, error)
func (*UDPConn) WriteMsgUDP([]byte, []byte, *UDPAddr) (int, int, error)
func (*UDPConn) WriteMsgUDPAddrPort([]byte, []byte, netip.AddrPort) (int, int, error)
func (*UDPConn) WriteTo([]byte, Addr) (int, error)
func (*UDPConn) WriteToUDP([]byte, *UDPAddr) (int, error)
func (*UDPConn) WriteToUDPAddrPort([]byte, netip.AddrPort) (int, error)
type UnixAddr struct {
	Name string
	Net string
}
func (*UnixAddr) Network() string
func (*UnixAddr) String() string
type UnixConn struct{}
func (*UnixConn) Close() error
func (*UnixConn) CloseRead() error
func (*UnixConn) CloseWrite() error
func (*UnixConn) File() (*os.File, error)
func (*UnixConn) LocalAddr() Addr
func (*UnixConn) Read([]byte) (int, error)
func (*UnixConn) ReadFrom([]byte) (int, Addr, error)
func (*UnixConn) ReadFromUnix([]byte) (int, *UnixAddr, error)
func (*UnixConn) ReadMsgUnix([]byte, []byte) (int, int, int, *UnixAddr, error)
func (*UnixConn) RemoteAddr() Addr
func (*UnixConn) SetDeadline(time.Time) error
func (*UnixConn) SetReadBuffer(int) error
func (*UnixConn) SetReadDeadline(time.Time) error
func (*UnixConn) SetWriteBuffer(int) error
func (*UnixConn) SetWriteDeadline(time.Time) error
func (*UnixConn) SyscallConn() (syscall.RawConn, error)
func (*UnixConn) Write([]byte) (int, error)
func (*UnixConn) WriteMsgUnix([]byte, []byte, *UnixAddr) (int, int, error)
func (*UnixConn) WriteTo([]byte, Addr) (int, error)
func (*UnixConn) WriteToUnix([]byte, *UnixAddr) (int, error)
type UnixListener struct{}
func (*UnixListener) Accept() (Conn, error)
func (*UnixListener) AcceptUnix() (*UnixConn, error)
func (*UnixListener) Addr() Addr
func (*UnixListener) Close() error
func (*UnixListener) File() (*os.File, error)
func (*UnixListener) SetDeadline(time.Time) error
func (*UnixListener) SetUnlinkOnClose(bool)
func (*UnixListener) SyscallConn() (syscall.RawConn, error)
type UnknownNetworkError string
func (UnknownNetworkError) Error() string
func (UnknownNetworkError) Temporary() bool
func (UnknownNetworkError) Timeout() bool
var DefaultResolver *Resolver
var FlagBroadcast, FlagLoopback, FlagMulticast, FlagPointToPoint, FlagUp Flags
var IPv4allrouter, IPv4allsys, IPv4bcast, IPv4zero, IPv6interfacelocalallnodes, IPv6linklocalallnodes, IPv6linklocalallrouters, IPv6loopback, IPv6unspecified, IPv6zero IP
var ErrClosed, ErrWriteToConnected error
func CIDRMask(int, int) IPMask
func Dial(string, string) (Conn, error)
func DialIP(string, *IPAddr, *IPAddr) (*IPConn, error)
func DialTCP(string, *TCPAddr, *TCPAddr) (*TCPConn, error)
func DialTimeout(string, string, time.Duration) (Conn, error)
func DialUDP(string, *UDPAddr, *UDPAddr) (*UDPConn, error)
func DialUnix(string, *UnixAddr, *UnixAddr) (*UnixConn, error)
func FileConn(*os.File) (Conn, error)
func FileListener(*os.File) (Listener, error)
func FilePacketConn(*os.File) (PacketConn, error)
func IPv4(byte, byte, byte, byte) IP
func IPv4Mask(byte, byte, byte, byte) IPMask
func InterfaceAddrs() ([]Addr, error)
func InterfaceByIndex(int) (*Interface, error)
func InterfaceByName(string) (*Interface, error)
func Interfaces() ([]Interface, error)
func JoinHostPort(string, string) string
func Listen(string, string) (Listener, error)
func ListenIP(string, *IPAddr) (*IPConn, error)
func ListenMulticastUDP(string, *Interface, *UDPAddr) (*UDPConn, error)
func ListenPacket(string, string) (PacketConn, error)
func ListenTCP(string, *TCPAddr) (*TCPListener, error)
func ListenUDP(string, *UDPAddr) (*UDPConn, error)
func ListenUnix(string, *UnixAddr) (*UnixListener, error)
func ListenUnixgram(string, *UnixAddr) (*UDPConn, error)
func ListenUnixgram(string, *UnixAddr) (*UnixConn, error)
func LookupAddr(string) ([]string, error)
func LookupCNAME(string) (string, error)
func LookupHost(string) ([]string, error)
func LookupIP(string) ([]IP, error)
func LookupMX(string) ([]*MX, error)
func LookupNS(string) ([]*NS, error)
func LookupPort(string, string) (int, error)
func LookupSRV(string, string, string) (string, []*SRV, error)
func LookupTXT(string) ([]string, error)
func ParseCIDR(string) (IP, *IPNet, error)
func ParseIP(string) IP
func ParseMAC(string) (HardwareAddr, error)
func Pipe() (Conn, Conn)
func ResolveIPAddr(string, string) (*IPAddr, error)
func ResolveTCPAddr(string, string) (*TCPAddr, error)
func ResolveUDPAddr(string, string) (*UDPAddr, error)
func ResolveUnixAddr(string, string) (*UnixAddr, error)
func SplitHostPort(string) (string, string, error)
func TCPAddrFromAddrPort(netip.AddrPort) *TCPAddr
func UDPAddrFromAddrPort(netip.AddrPort) *UDPAddr
