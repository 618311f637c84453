package template

import (
	"io"
	"io/fs"
	"text/template"
	"text/template/parse"
)

type CSS string
type Error struct {
	Node parse.Node
	Description string
	ErrorCode ErrorCode
	Line int
	Name string
}
func (*Error) Error() string
type ErrorCode int
type FuncMap map[string]any
type HTML string
type HTMLAttr string
type JS string
type JSStr string
type Srcset string
type Template struct {
	Tree *parse.Tree
}
func (*Template) AddParseTree(string, *parse.Tree) (*Template, error)
func (*Template) Clone() (*Template, error)
func (*Template) DefinedTemplates() string
func (*Template) Delims(string, string) *Template
func (*Template) Execute(io.Writer, any) error
func (*Template) ExecuteTemplate(io.Writer, string, any) error
func (*Template) Funcs(FuncMap) *Template
func (*Template) Funcs(template.FuncMap) *Template
func (*Template) Lookup(string) *Template
func (*Template) Name() string
func (*Template) New(string) *Template
func (*Template) Option(...string) *Template
func (*Template) Parse(string) (*Template, error)
func (*Template) ParseFS(fs.FS, ...string) (*Template, error)
func (*Template) ParseFiles(...string) (*Template, error)
func (*Template) ParseGlob(string) (*Template, error)
func (*Template) Templates() []*Template
type URL string
var ErrAmbigContext, ErrBadHTML, ErrBranchEnd, ErrEndContext, ErrNoSuchTemplate, ErrOutputContext, ErrPartialCharset, ErrPartialEscape, ErrPredefinedEscaper, ErrRangeLoopReentry, ErrSlashAmbig, OK ErrorCode
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
