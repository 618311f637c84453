import java.io.IOException;
import java.io.PrintWriter;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * An agent that writes which method was called from which line: {@code dispatch.py} reads it.
 *
 * <pre>
 * javac -cp asm.jar -d classes DispatchAgent.java
 * printf 'Premain-Class: DispatchAgent\n' > manifest; jar cfm agent.jar manifest -C classes .
 * java -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xbootclasspath/a:agent.jar:asm.jar \
 *      -javaagent:agent.jar=com/example/,calls.tsv …
 * </pre>
 */
public class DispatchAgent {
    private static final Set<String> CALLS = ConcurrentHashMap.newKeySet();
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

    /** Arguments: the start of the names of classes to look at, and the file to write. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        String prefix = arguments.split(",")[0];
        String out = arguments.split(",")[1];
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(out)));
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                return name == null || !name.startsWith(prefix) ? null : probed(bytes);
            }
        });
    }

    private static byte[] probed(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                int generated = Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;
                if ((access & generated) != 0 || name.startsWith("<")) {
                    return method;
                }
                return new MethodVisitor(Opcodes.ASM9, method) {
                    private boolean done;

                    @Override
                    public void visitLineNumber(int line, Label at) {
                        super.visitLineNumber(line, at);
                        if (!done) {
                            done = true;
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, "DispatchAgent", "entered", "()V", false);
                        }
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Called first in each method. */
    public static void entered() {
        if (INSIDE.get()) {
            return;
        }
        INSIDE.set(true);
        try {
            WALKER.walk(frames -> {
                Iterator<StackWalker.StackFrame> each = frames.iterator();
                each.next();
                StackWalker.StackFrame callee = each.next();
                StackWalker.StackFrame caller = each.hasNext() ? each.next() : null;
                if (caller != null && isBridge(caller, callee) && each.hasNext()) {
                    caller = each.next();
                }
                if (caller != null) {
                    CALLS.add(caller.getClassName() + "\t" + caller.getFileName() + "\t" + caller.getLineNumber()
                            + "\t" + callee.getClassName() + "\t" + callee.getFileName() + "\t" + callee.getMethodName()
                            + "\t" + callee.getLineNumber());
                }
                return null;
            });
        } finally {
            INSIDE.set(false);
        }
    }

    /** A bridge has the name and the class of the method, and the line at which the class starts. */
    private static boolean isBridge(StackWalker.StackFrame caller, StackWalker.StackFrame callee) {
        return caller.getClassName().equals(callee.getClassName())
                && caller.getMethodName().equals(callee.getMethodName())
                && !caller.getDescriptor().equals(callee.getDescriptor())
                && caller.getLineNumber() < callee.getLineNumber();
    }

    private static void write(String out) {
        try (PrintWriter writer = new PrintWriter(out)) {
            CALLS.stream().sorted().forEach(writer::println);
        } catch (IOException error) {
            error.printStackTrace();
        }
    }
}
