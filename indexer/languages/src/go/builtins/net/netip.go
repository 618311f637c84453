package netip

type Addr struct{}
func (*Addr) UnmarshalBinary([]byte) error
func (*Addr) UnmarshalText([]byte) error
func (Addr) AppendTo([]byte) []byte
func (Addr) As16() [16]byte
func (Addr) As4() [4]byte
func (Addr) AsSlice() []byte
func (Addr) BitLen() int
func (Addr) Compare(Addr) int
func (Addr) Is4() bool
func (Addr) Is4In6() bool
func (Addr) Is6() bool
func (Addr) IsGlobalUnicast() bool
func (Addr) IsInterfaceLocalMulticast() bool
func (Addr) IsLinkLocalMulticast() bool
func (Addr) IsLinkLocalUnicast() bool
func (Addr) IsLoopback() bool
func (Addr) IsMulticast() bool
func (Addr) IsPrivate() bool
func (Addr) IsUnspecified() bool
func (Addr) IsValid() bool
func (Addr) Less(Addr) bool
func (Addr) MarshalBinary() ([]byte, error)
func (Addr) MarshalText() ([]byte, error)
func (Addr) Next() Addr
func (Addr) Prefix(int) (Prefix, error)
func (Addr) Prev() Addr
func (Addr) String() string
func (Addr) StringExpanded() string
func (Addr) Unmap() Addr
func (Addr) WithZone(string) Addr
func (Addr) Zone() string
type AddrPort struct{}
func (*AddrPort) UnmarshalBinary([]byte) error
func (*AddrPort) UnmarshalText([]byte) error
func (AddrPort) Addr() Addr
func (AddrPort) AppendTo([]byte) []byte
func (AddrPort) IsValid() bool
func (AddrPort) MarshalBinary() ([]byte, error)
func (AddrPort) MarshalText() ([]byte, error)
func (AddrPort) Port() uint16
func (AddrPort) String() string
type Prefix struct{}
func (*Prefix) UnmarshalBinary([]byte) error
func (*Prefix) UnmarshalText([]byte) error
func (Prefix) Addr() Addr
func (Prefix) AppendTo([]byte) []byte
func (Prefix) Bits() int
func (Prefix) Contains(Addr) bool
func (Prefix) IsSingleIP() bool
func (Prefix) IsValid() bool
func (Prefix) MarshalBinary() ([]byte, error)
func (Prefix) MarshalText() ([]byte, error)
func (Prefix) Masked() Prefix
func (Prefix) Overlaps(Prefix) bool
func (Prefix) String() string
func AddrFrom16([16]byte) Addr
func AddrFrom4([4]byte) Addr
func AddrFromSlice([]byte) (Addr, bool)
func AddrPortFrom(Addr, uint16) AddrPort
func IPv4Unspecified() Addr
func IPv6LinkLocalAllNodes() Addr
func IPv6Unspecified() Addr
func MustParseAddr(string) Addr
func MustParseAddrPort(string) AddrPort
func MustParsePrefix(string) Prefix
func ParseAddr(string) (Addr, error)
func ParseAddrPort(string) (AddrPort, error)
func ParsePrefix(string) (Prefix, error)
func PrefixFrom(Addr, int) Prefix
