import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.ToolProvider;

/**
 * Writes Java stub declarations from class files: {@code java Stubs.java OUT CLASSPATH LIST...}.
 *
 * <p>A list names the types of each package. Their members follow from the class files alone. The compiler reads the
 * classes of the JDK with {@code --release}, so every JDK from {@link #RELEASE} on writes the same text.
 *
 * <p>A stub holds what resolution needs, and each rule below leaves out what a stub can do without:
 * <ul>
 *   <li>Only public and protected members appear, and no access modifier.
 *   <li>A supertype that no list names is left out; a class then extends its nearest superclass that a list names.
 *   <li>A method is left out if it only repeats the signature that it inherits from a type in a list.
 *   <li>The only constructor of a class is left out if it takes no argument.
 *   <li>Fields of one type share a declaration. Parameters are named a, b, c, ….
 * </ul>
 */
final class Stubs {
  private static final String RELEASE = "17";

  private final Elements elements;
  private final Types types;
  /** Qualified names of all types in the lists. */
  private final Set<String> listed = new TreeSet<>();

  private Stubs(JavacTask task) {
    elements = task.getElements();
    types = task.getTypes();
  }

  public static void main(String[] args) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) throw new IllegalStateException("a JDK is needed: this Java runtime has no compiler");
    var options = List.of("--release", RELEASE, "-classpath", args[1]);
    var task = (JavacTask) compiler.getTask(null, null, null, options, List.of("java.lang.Object"), null);
    var stubs = new Stubs(task);
    List<StubList> lists = new ArrayList<>();
    for (int i = 2; i < args.length; i++) lists.add(StubList.read(Path.of(args[i])));
    for (StubList list : lists) {
      list.packages.forEach((name, names) -> names.forEach(type -> stubs.listed.add(name + "." + type)));
    }
    for (StubList list : lists) {
      for (var entry : list.packages.entrySet()) {
        String text = stubs.new Stub(entry.getKey()).text(list.header, entry.getValue());
        Files.writeString(Path.of(args[0], entry.getKey() + ".java"), text);
      }
    }
  }

  /** Comment lines for the top of each stub, and the names of types by package, in order. */
  private record StubList(List<String> header, Map<String, List<String>> packages) {
    /** Reads "package NAME" lines, each followed by indented lines of type names; "//" opens a line of the header. */
    static StubList read(Path path) throws IOException {
      List<String> header = new ArrayList<>();
      Map<String, List<String>> packages = new LinkedHashMap<>();
      List<String> names = null;
      for (String line : Files.readAllLines(path)) {
        if (line.startsWith("//")) header.add(line);
        else if (line.startsWith("package ")) packages.put(line.substring(8), names = new ArrayList<>());
        else if (!line.isBlank() && !line.startsWith("#")) names.addAll(List.of(line.strip().split(" +")));
      }
      return new StubList(header, packages);
    }
  }

  /** The text of one package. */
  private final class Stub {
    private final String packageName;
    private final Set<String> imports = new TreeSet<>();
    private final StringBuilder body = new StringBuilder();

    Stub(String packageName) {
      this.packageName = packageName;
    }

    String text(List<String> header, List<String> names) {
      for (String name : names) {
        TypeElement type = elements.getTypeElement(packageName + "." + name);
        if (type == null) throw new IllegalStateException("no class " + packageName + "." + name);
        if (!type.getNestingKind().isNested()) writeType(type, "");
      }
      var text = new StringBuilder();
      for (String line : header) text.append(line).append("\n");
      text.append("\npackage ").append(packageName).append(";\n\n");
      for (String name : imports) text.append("import ").append(name).append(";\n");
      if (!imports.isEmpty()) text.append("\n");
      return text.append(body).toString();
    }

    private void line(String indent, String text) {
      body.append(indent).append(text).append("\n");
    }

    private void writeType(TypeElement type, String indent) {
      line(indent, head(type) + " {");
      String inner = indent + "  ";
      String constants = type.getEnclosedElements().stream()
          .filter(element -> element.getKind() == ElementKind.ENUM_CONSTANT)
          .map(element -> element.getSimpleName().toString())
          .collect(Collectors.joining(","));
      if (!constants.isEmpty()) line(inner, constants + ";");
      writeFields(type, inner);
      writeConstructors(type, inner);
      writeMethods(type, inner);
      ElementFilter.typesIn(type.getEnclosedElements()).stream()
          .filter(Stubs.this::isListed)
          .sorted(Comparator.comparing(nested -> nested.getSimpleName().toString()))
          .forEach(nested -> writeType(nested, inner));
      line(indent, "}");
    }

    private String head(TypeElement type) {
      String keyword = switch (type.getKind()) {
        case INTERFACE -> "interface";
        case ENUM -> "enum";
        case ANNOTATION_TYPE -> "@interface";
        default -> "class";
      };
      Set<Modifier> modifiers = type.getModifiers();
      String head = keyword + " " + type.getSimpleName() + typeParameters(type.getTypeParameters());
      if (keyword.equals("class")) {
        if (modifiers.contains(Modifier.ABSTRACT)) head = "abstract " + head;
        if (type.getNestingKind().isNested() && modifiers.contains(Modifier.STATIC)) head = "static " + head;
      }
      TypeMirror superclass = superclass(type);
      if (superclass != null) head += " extends " + text(superclass);
      String interfaces = keyword.equals("@interface") ? "" : type.getInterfaces().stream()
          .filter(mirror -> isListed((TypeElement) ((DeclaredType) mirror).asElement()))
          .map(this::text)
          .collect(Collectors.joining(", "));
      if (interfaces.isEmpty()) return head;
      return head + (keyword.equals("interface") ? " extends " : " implements ") + interfaces;
    }

    /** The nearest superclass that a list names; null if that is Object, and for all but classes. */
    private TypeMirror superclass(TypeElement type) {
      if (type.getKind() != ElementKind.CLASS) return null;
      TypeMirror mirror = type.getSuperclass();
      while (mirror.getKind() == TypeKind.DECLARED) {
        var element = (TypeElement) ((DeclaredType) mirror).asElement();
        if (element.getQualifiedName().contentEquals("java.lang.Object")) return null;
        if (isListed(element)) return mirror;
        mirror = types.directSupertypes(mirror).get(0);
      }
      return null;
    }

    private void writeFields(TypeElement type, String indent) {
      Map<String, Set<String>> names = new TreeMap<>();
      for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
        boolean constant = field.getKind() == ElementKind.ENUM_CONSTANT;
        if (constant || !isVisible(field) || field.getSimpleName().contentEquals("serialVersionUID")) continue;
        boolean marked = field.getModifiers().contains(Modifier.STATIC) && !type.getKind().isInterface();
        names.computeIfAbsent((marked ? "static " : "") + text(field.asType()), key -> new TreeSet<>())
            .add(field.getSimpleName().toString());
      }
      names.forEach((declared, fields) -> line(indent, declared + " " + String.join(",", fields) + ";"));
    }

    private void writeConstructors(TypeElement type, String indent) {
      if (type.getKind() != ElementKind.CLASS) return;
      var constructors = ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
          .filter(Stubs::isVisible)
          .toList();
      if (constructors.size() == 1 && constructors.get(0).getParameters().isEmpty()) return;
      constructors.stream()
          .map(method -> ownTypeParameters(method) + type.getSimpleName() + "(" + parameters(method) + ") {}")
          .sorted()
          .forEach(text -> line(indent, text));
    }

    private void writeMethods(TypeElement type, String indent) {
      Map<String, String> lines = new TreeMap<>();
      for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
        if (!isVisible(method) || isOfEveryEnum(type, method) || repeatsInherited(type, method)) continue;
        String modifier = "";
        if (method.getModifiers().contains(Modifier.STATIC)) modifier = "static ";
        else if (method.isDefault()) modifier = "default ";
        else if (method.getModifiers().contains(Modifier.ABSTRACT) && !type.getKind().isInterface()) {
          modifier = "abstract ";
        }
        String text = modifier + ownTypeParameters(method) + text(method.getReturnType()) + " "
            + method.getSimpleName() + "(" + parameters(method) + ");";
        lines.put(method.getSimpleName() + " " + text, text);
      }
      lines.values().forEach(text -> line(indent, text));
    }

    private String typeParameters(List<? extends TypeParameterElement> parameters) {
      if (parameters.isEmpty()) return "";
      return parameters.stream().map(parameter -> {
        List<? extends TypeMirror> bounds = parameter.getBounds();
        if (bounds.size() == 1 && isObject(bounds.get(0))) return parameter.getSimpleName().toString();
        return parameter.getSimpleName() + " extends "
            + bounds.stream().map(this::text).collect(Collectors.joining(" & "));
      }).collect(Collectors.joining(",", "<", ">"));
    }

    private String ownTypeParameters(ExecutableElement method) {
      String parameters = typeParameters(method.getTypeParameters());
      return parameters.isEmpty() ? "" : parameters + " ";
    }

    private String parameters(ExecutableElement method) {
      List<String> texts = new ArrayList<>();
      int count = method.getParameters().size();
      for (int i = 0; i < count; i++) {
        TypeMirror type = method.getParameters().get(i).asType();
        boolean rest = method.isVarArgs() && i == count - 1;
        String text = rest ? text(((ArrayType) type).getComponentType()) + "..." : text(type);
        texts.add(text + " " + (char) ('a' + i));
      }
      return String.join(",", texts);
    }

    private String text(TypeMirror type) {
      return switch (type.getKind()) {
        case ARRAY -> text(((ArrayType) type).getComponentType()) + "[]";
        case TYPEVAR -> ((TypeVariable) type).asElement().getSimpleName().toString();
        case WILDCARD -> {
          var wildcard = (WildcardType) type;
          TypeMirror upper = wildcard.getExtendsBound();
          if (wildcard.getSuperBound() != null) yield "? super " + text(wildcard.getSuperBound());
          yield upper == null || isObject(upper) ? "?" : "? extends " + text(upper);
        }
        case DECLARED -> declared((DeclaredType) type);
        default -> type.toString();
      };
    }

    private String declared(DeclaredType type) {
      String name = "";
      Element outer = type.asElement();
      for (Element element = outer; element.getKind() != ElementKind.PACKAGE; element = element.getEnclosingElement()) {
        outer = element;
        name = element.getSimpleName() + (name.isEmpty() ? "" : "." + name);
      }
      String home = elements.getPackageOf(outer).getQualifiedName().toString();
      if (!home.equals(packageName) && !home.equals("java.lang")) imports.add(home + "." + outer.getSimpleName());
      if (type.getTypeArguments().isEmpty()) return name;
      return name + type.getTypeArguments().stream().map(this::text).collect(Collectors.joining(",", "<", ">"));
    }
  }

  private boolean isListed(TypeElement type) {
    return listed.contains(type.getQualifiedName().toString());
  }

  private static boolean isVisible(Element element) {
    return element.getModifiers().contains(Modifier.PUBLIC) || element.getModifiers().contains(Modifier.PROTECTED);
  }

  private static boolean isObject(TypeMirror type) {
    return type.toString().equals("java.lang.Object");
  }

  /** True for values() and valueOf(String) of an enum, which every enum has. */
  private static boolean isOfEveryEnum(TypeElement type, ExecutableElement method) {
    if (type.getKind() != ElementKind.ENUM || !method.getModifiers().contains(Modifier.STATIC)) return false;
    return method.getSimpleName().contentEquals("values")
        || method.getSimpleName().contentEquals("valueOf") && method.getParameters().size() == 1;
  }

  /** True if a method overrides one of a listed supertype and changes neither its signature nor its result. */
  private boolean repeatsInherited(TypeElement type, ExecutableElement method) {
    if (method.getModifiers().contains(Modifier.STATIC)) return false;
    return supertypes(type.asType())
        .map(mirror -> (TypeElement) ((DeclaredType) mirror).asElement())
        .filter(this::isListed)
        .flatMap(owner -> ElementFilter.methodsIn(owner.getEnclosedElements()).stream())
        .filter(inherited -> isVisible(inherited) && elements.overrides(method, inherited, type))
        .anyMatch(inherited -> {
          // An interface that gives a body to an inherited method, or takes it away, says something new.
          if (type.getKind().isInterface() && method.isDefault() != inherited.isDefault()) return false;
          var seen = (ExecutableType) types.asMemberOf((DeclaredType) type.asType(), inherited);
          // Type variables of two methods are never the same type, so generic results are compared as texts.
          boolean generic = !method.getTypeParameters().isEmpty();
          return types.isSameType(method.getReturnType(), seen.getReturnType())
              || generic && method.getReturnType().toString().equals(seen.getReturnType().toString());
        });
  }

  private Stream<TypeMirror> supertypes(TypeMirror type) {
    return types.directSupertypes(type).stream()
        .flatMap(mirror -> Stream.concat(Stream.of(mirror), supertypes(mirror)));
  }
}
