// Stubs writes Go stub declarations from the sources of a Go distribution: go run stubs.go OUT LIST.
//
// A list names the types, functions and values of each package. What a type holds follows from the sources alone.
//
// A stub holds what resolution needs:
//   - Only exported fields and methods appear, and no parameter names.
//   - Promoted methods stand beside a type's own, since the embedded type may be unexported or without a stub.
//   - An interface with unexported methods has a method "unexported", so that no other type implements it.
//   - A type parameter that stands for a slice or map of others gives way to them: see generic.
//   - Constants are variables: their values are no matter.
package main

import (
	"bufio"
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: stubs OUT LIST")
	}
	header, lists, err := read(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	// The same declarations on every machine.
	build.Default.GOOS, build.Default.GOARCH, build.Default.CgoEnabled = "linux", "amd64", false
	sources := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, list := range lists {
		pkg, err := sources.Import(list.source)
		if err != nil {
			log.Fatal(err)
		}
		stub := stub{pkg: pkg, imports: map[string]string{}}
		path := filepath.Join(os.Args[1], filepath.FromSlash(list.path)+".go")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(header+"\n"+stub.text(list)), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// A list is what one stub holds.
type list struct {
	// The path that a program imports, and the path of the sources, which differs for vendored packages.
	path, source string
	// Names by keyword.
	names map[string][]string
}

// Reads "package PATH" lines, each followed by indented lines of names behind a keyword (type, var, func). A second path
// says where the sources are. "//" opens a line of the header.
func read(path string) (header string, lists []*list, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	var current *list
	keyword := ""
	for lines.Scan() {
		line := lines.Text()
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
		case strings.HasPrefix(line, "//"):
			header += line + "\n"
		case words[0] == "package":
			current = &list{path: words[1], source: words[len(words)-1], names: map[string][]string{}}
			lists = append(lists, current)
		default:
			if slices.Contains([]string{"type", "var", "func"}, words[0]) {
				keyword, words = words[0], words[1:]
			}
			current.names[keyword] = append(current.names[keyword], words...)
		}
	}
	return header, lists, lines.Err()
}

// A stub is the text of one package.
type stub struct {
	pkg *types.Package
	// Paths of imports by name.
	imports map[string]string
	body    strings.Builder
}

func (s *stub) text(list *list) string {
	for _, keyword := range []string{"type", "var", "func"} {
		sort.Strings(list.names[keyword])
	}
	for _, name := range list.names["type"] {
		s.writeType(name)
	}
	s.writeValues(list.names["var"])
	for _, name := range list.names["func"] {
		signature := s.lookup(name).Type().(*types.Signature)
		s.write("func %s%s\n", name, s.generic(signature))
	}
	text := "package " + s.pkg.Name() + "\n\n"
	if len(s.imports) > 0 {
		var lines []string
		for _, path := range s.imports {
			lines = append(lines, fmt.Sprintf("\t%q\n", path))
		}
		sort.Strings(lines)
		text += "import (\n" + strings.Join(lines, "") + ")\n\n"
	}
	return text + s.body.String()
}

func (s *stub) write(format string, args ...any) {
	fmt.Fprintf(&s.body, format, args...)
}

func (s *stub) lookup(name string) types.Object {
	object := s.pkg.Scope().Lookup(name)
	if object == nil {
		log.Fatalf("%s has no %s", s.pkg.Path(), name)
	}
	return object
}

// Writes constants and variables, one declaration for each type.
func (s *stub) writeValues(names []string) {
	byType := map[string][]string{}
	for _, name := range names {
		text := s.typ(s.lookup(name).Type())
		byType[text] = append(byType[text], name)
	}
	var texts []string
	for text := range byType {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	for _, text := range texts {
		s.write("var %s %s\n", strings.Join(byType[text], ", "), text)
	}
}

func (s *stub) writeType(name string) {
	object := s.lookup(name).(*types.TypeName)
	if object.IsAlias() {
		s.write("type %s = %s\n", name, s.typ(types.Unalias(object.Type())))
		return
	}
	named := object.Type().(*types.Named)
	head := name + s.parameters(named.TypeParams())
	switch under := named.Underlying().(type) {
	case *types.Struct:
		s.writeStruct(head, under)
	case *types.Interface:
		s.writeInterface(head, under)
		return
	default:
		s.write("type %s %s\n", head, s.typ(under))
	}
	receiver := name
	if params := named.TypeParams(); params.Len() > 0 {
		var names []string
		for i := range params.Len() {
			names = append(names, params.At(i).Obj().Name())
		}
		receiver += "[" + strings.Join(names, ", ") + "]"
	}
	ofValue := types.NewMethodSet(named)
	ofPointer := types.NewMethodSet(types.NewPointer(named))
	var lines []string
	for i := range ofPointer.Len() {
		method := ofPointer.At(i).Obj()
		if !method.Exported() {
			continue
		}
		on := "*" + receiver
		if ofValue.Lookup(s.pkg, method.Name()) != nil {
			on = receiver
		}
		signature := ofPointer.At(i).Type().(*types.Signature)
		lines = append(lines, fmt.Sprintf("func (%s) %s%s\n", on, method.Name(), s.signature(signature)))
	}
	sort.Strings(lines)
	s.write("%s", strings.Join(lines, ""))
}

func (s *stub) writeStruct(head string, under *types.Struct) {
	var lines []string
	for i := range under.NumFields() {
		field := under.Field(i)
		switch {
		case !field.Exported():
		case field.Embedded():
			lines = append(lines, "\t"+s.typ(field.Type())+"\n")
		default:
			lines = append(lines, "\t"+field.Name()+" "+s.typ(field.Type())+"\n")
		}
	}
	if len(lines) == 0 {
		s.write("type %s struct{}\n", head)
		return
	}
	s.write("type %s struct {\n%s}\n", head, strings.Join(lines, ""))
}

func (s *stub) writeInterface(head string, under *types.Interface) {
	var lines []string
	for i := range under.NumEmbeddeds() {
		if union, ok := under.EmbeddedType(i).(*types.Union); ok {
			lines = append(lines, "\t"+s.typ(union)+"\n")
		}
	}
	hidden := false
	for i := range under.NumMethods() {
		method := under.Method(i)
		if method.Exported() {
			lines = append(lines, "\t"+method.Name()+s.signature(method.Type().(*types.Signature))+"\n")
		} else {
			hidden = true
		}
	}
	if hidden {
		lines = append(lines, "\tunexported()\n")
	}
	if len(lines) == 0 {
		s.write("type %s interface{}\n", head)
		return
	}
	s.write("type %s interface {\n%s}\n", head, strings.Join(lines, ""))
}

// The type parameters and the signature of a function.
//
// Resolution infers a type parameter from an argument whose type names it, not through a constraint. A parameter with the
// constraint ~[]E is thus replaced by []E where the result does not name it. Where the result does, it stays, and what no
// other part of the signature needs is dropped: Clone[S ~[]E, E any](S) S becomes Clone[S any](S) S.
func (s *stub) generic(signature *types.Signature) string {
	params := signature.TypeParams()
	if params.Len() == 0 {
		return s.signature(signature)
	}
	var replacements []types.Type
	for param := range params.TypeParams() {
		core := coreOf(param)
		if core == nil || mentions(signature.Results(), param) {
			replacements = append(replacements, param)
		} else {
			replacements = append(replacements, core)
		}
	}
	instance, err := types.Instantiate(nil, signature, replacements, false)
	if err != nil {
		log.Fatal(err)
	}
	plain := instance.(*types.Signature)
	needed := func(param *types.TypeParam) bool {
		return mentions(plain.Params(), param) || mentions(plain.Results(), param)
	}
	// True if there is a parameter only for the constraint of another.
	isPart := func(param *types.TypeParam) bool {
		for other := range params.TypeParams() {
			if core := coreOf(other); core != nil && mentions(core, param) {
				return true
			}
		}
		return false
	}
	var texts []string
	for param := range params.TypeParams() {
		if !needed(param) && (isPart(param) || coreOf(param) != nil) {
			continue
		}
		constraint := s.typ(param.Constraint())
		if core := coreOf(param); core != nil {
			bound := false
			for other := range params.TypeParams() {
				bound = bound || mentions(core, other) && needed(other)
			}
			if !bound {
				constraint = "any"
			}
		}
		if named, ok := param.Constraint().(*types.Named); ok && named.Obj().Pkg() != nil && !named.Obj().Exported() {
			constraint = "any"
		}
		texts = append(texts, param.Obj().Name()+" "+constraint)
	}
	return "[" + strings.Join(texts, ", ") + "]" + s.signature(plain)
}

// The T of a type parameter with the constraint ~T, if T is a slice or a map.
func coreOf(param *types.TypeParam) types.Type {
	constraint, ok := param.Constraint().Underlying().(*types.Interface)
	if !ok || constraint.NumEmbeddeds() != 1 {
		return nil
	}
	union, ok := constraint.EmbeddedType(0).(*types.Union)
	if !ok || union.Len() != 1 || !union.Term(0).Tilde() {
		return nil
	}
	switch core := union.Term(0).Type().(type) {
	case *types.Slice, *types.Map:
		return core
	}
	return nil
}

// True if a type names a type parameter.
func mentions(in types.Type, param *types.TypeParam) bool {
	switch in := in.(type) {
	case *types.TypeParam:
		return in == param
	case *types.Pointer:
		return mentions(in.Elem(), param)
	case *types.Slice:
		return mentions(in.Elem(), param)
	case *types.Array:
		return mentions(in.Elem(), param)
	case *types.Chan:
		return mentions(in.Elem(), param)
	case *types.Map:
		return mentions(in.Key(), param) || mentions(in.Elem(), param)
	case *types.Signature:
		return mentions(in.Params(), param) || mentions(in.Results(), param)
	case *types.Tuple:
		for v := range in.Variables() {
			if mentions(v.Type(), param) {
				return true
			}
		}
	case interface{ TypeArgs() *types.TypeList }:
		for arg := range in.TypeArgs().Types() {
			if mentions(arg, param) {
				return true
			}
		}
	}
	return false
}

// The text of type parameters in brackets; none for none.
func (s *stub) parameters(params *types.TypeParamList) string {
	var texts []string
	for param := range params.TypeParams() {
		texts = append(texts, param.Obj().Name()+" "+s.typ(param.Constraint()))
	}
	if len(texts) == 0 {
		return ""
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// The text of parameters and results.
func (s *stub) signature(signature *types.Signature) string {
	var params []string
	for param := range signature.Params().Variables() {
		params = append(params, s.typ(param.Type()))
	}
	if last := len(params) - 1; signature.Variadic() {
		params[last] = "..." + strings.TrimPrefix(params[last], "[]")
	}
	text := "(" + strings.Join(params, ", ") + ")"
	var results []string
	for result := range signature.Results().Variables() {
		results = append(results, s.typ(result.Type()))
	}
	switch len(results) {
	case 0:
		return text
	case 1:
		return text + " " + results[0]
	}
	return text + " (" + strings.Join(results, ", ") + ")"
}

// The text of a type, without names of parameters; notes the imports that it needs.
func (s *stub) typ(t types.Type) string {
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + s.typ(t.Elem())
	case *types.Slice:
		return "[]" + s.typ(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), s.typ(t.Elem()))
	case *types.Map:
		return "map[" + s.typ(t.Key()) + "]" + s.typ(t.Elem())
	case *types.Chan:
		return [...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()] + s.typ(t.Elem())
	case *types.Signature:
		return "func" + s.signature(t)
	case *types.Alias:
		return s.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return s.named(t.Obj(), t.TypeArgs())
	}
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg == s.pkg {
			return ""
		}
		s.imports[pkg.Name()] = pkg.Path()
		return pkg.Name()
	})
}

// The text of a type with a name.
func (s *stub) named(object *types.TypeName, args *types.TypeList) string {
	text := object.Name()
	if pkg := object.Pkg(); pkg != nil && pkg != s.pkg {
		s.imports[pkg.Name()] = pkg.Path()
		text = pkg.Name() + "." + text
	}
	var texts []string
	for arg := range args.Types() {
		texts = append(texts, s.typ(arg))
	}
	if len(texts) == 0 {
		return text
	}
	return text + "[" + strings.Join(texts, ", ") + "]"
}
