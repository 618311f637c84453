package template

import (
	"io"
	"io/fs"
	"text/template/parse"
)

type ExecError struct {
	Err error
	Name string
}
func (ExecError) Error() string
func (ExecError) Unwrap() error
type FuncMap map[string]any
type Template struct {
	*parse.Tree
}
func (*Template) AddParseTree(string, *parse.Tree) (*Template, error)
func (*Template) Clone() (*Template, error)
func (*Template) DefinedTemplates() string
func (*Template) Delims(string, string) *Template
func (*Template) Execute(io.Writer, any) error
func (*Template) ExecuteTemplate(io.Writer, string, any) error
func (*Template) Funcs(FuncMap) *Template
func (*Template) Lookup(string) *Template
func (*Template) Name() string
func (*Template) New(string) *Template
func (*Template) Option(...string) *Template
func (*Template) Parse(string) (*Template, error)
func (*Template) ParseFS(fs.FS, ...string) (*Template, error)
func (*Template) ParseFiles(...string) (*Template, error)
func (*Template) ParseGlob(string) (*Template, error)
func (*Template) Templates() []*Template
func (Template) Copy() *parse.Tree
func (Template) ErrorContext(parse.Node) (string, string)
func HTMLEscape(io.Writer, []byte)
func HTMLEscapeString(string) string
func HTMLEscaper(...any) string
func IsTrue(any) (bool, bool)
func JSEscape(io.Writer, []byte)
func JSEscapeString(string) string
func JSEscaper(...any) string
func Must(*Template, error) *Template
func New(string) *Template
func ParseFS(fs.FS, ...string) (*Template, error)
func ParseFiles(...string) (*Template, error)
func ParseGlob(string) (*Template, error)
func URLQueryEscaper(...any) string
