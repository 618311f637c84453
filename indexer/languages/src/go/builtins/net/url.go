package url

type Error struct {
	Err error
	Op string
	URL string
}
func (*Error) Error() string
func (*Error) Temporary() bool
func (*Error) Timeout() bool
func (*Error) Unwrap() error
type EscapeError string
func (EscapeError) Error() string
type InvalidHostError string
func (InvalidHostError) Error() string
type URL struct {
	RawFragment string
	OmitHost bool
	RawPath string
	ForceQuery bool
	Fragment string
	Host string
	Opaque string
	Path string
	RawQuery string
	Scheme string
	User *Userinfo
}
func (*URL) EscapedFragment() string
func (*URL) EscapedPath() string
func (*URL) Hostname() string
func (*URL) IsAbs() bool
func (*URL) JoinPath(...string) *URL
func (*URL) MarshalBinary() ([]byte, error)
func (*URL) Parse(string) (*URL, error)
func (*URL) Port() string
func (*URL) Query() Values
func (*URL) Redacted() string
func (*URL) RequestURI() string
func (*URL) ResolveReference(*URL) *URL
func (*URL) String() string
func (*URL) UnmarshalBinary([]byte) error
type Userinfo struct{}
func (*Userinfo) Password() (string, bool)
func (*Userinfo) String() string
func (*Userinfo) Username() string
type Values map[string][]string
func (Values) Add(string, string)
func (Values) Del(string)
func (Values) Encode() string
func (Values) Get(string) string
func (Values) Has(string) bool
func (Values) Set(string, string)
func JoinPath(string, ...string) (string, error)
func Parse(string) (*URL, error)
func ParseQuery(string) (Values, error)
func ParseRequestURI(string) (*URL, error)
func PathEscape(string) string
func PathUnescape(string) (string, error)
func QueryEscape(string) string
func QueryUnescape(string) (string, error)
func User(string) *Userinfo
func UserPassword(string, string) *Userinfo
func (*URL) JoinPath(...string) *URL
func JoinPath(string, ...string) (string, error)
