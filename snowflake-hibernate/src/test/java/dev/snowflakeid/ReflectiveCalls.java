package dev.snowflakeid;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class calls by reflection, or loads as a resource, and the texts that it has for it. */
final class ReflectiveCalls extends ClassVisitor {

  private static final Map<String, Set<String>> REFLECTIVE =
      Map.of(
          "java/lang/Class",
          Set.of(
              "forName",
              "getConstructor",
              "getConstructors",
              "getDeclaredConstructor",
              "getDeclaredConstructors",
              "getDeclaredField",
              "getDeclaredFields",
              "getDeclaredMethod",
              "getDeclaredMethods",
              "getField",
              "getFields",
              "getMethod",
              "getMethods",
              "getResource",
              "getResourceAsStream",
              "newInstance"),
          "java/lang/ClassLoader",
          Set.of("getResource", "getResourceAsStream", "getResources", "loadClass"),
          "java/lang/reflect/Constructor",
          Set.of("newInstance"),
          "java/lang/reflect/Method",
          Set.of("invoke"),
          "java/lang/reflect/Proxy",
          Set.of("newProxyInstance"),
          "java/util/ResourceBundle",
          Set.of("getBundle"),
          "java/util/ServiceLoader",
          Set.of("load"),
          "java/lang/invoke/MethodHandles$Lookup",
          Set.of(
              "findClass",
              "findConstructor",
              "findGetter",
              "findSetter",
              "findStatic",
              "findStaticVarHandle",
              "findVarHandle",
              "findVirtual"));

  private final Map<String, Set<String>> callsByClass = new TreeMap<>();
  private final Map<String, Set<String>> textsByClass = new TreeMap<>();
  private String name = "";

  ReflectiveCalls() {
    super(Opcodes.ASM9);
  }

  /** Calls such as {@code Class.forName}, by name of the class that has them. */
  Map<String, Set<String>> byClass() {
    return callsByClass;
  }

  /** The string constants of a class that has such calls. */
  Set<String> texts(String className) {
    return textsByClass.getOrDefault(className, Set.of());
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.name = name.replace('/', '.');
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitLdcInsn(Object constant) {
        if (constant instanceof String text) {
          textsByClass.computeIfAbsent(name, n -> new TreeSet<>()).add(text);
        }
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String called, String descriptor, boolean isInterface) {
        if (REFLECTIVE.getOrDefault(owner, Set.of()).contains(called)) {
          String simple = owner.substring(owner.lastIndexOf('/') + 1);
          callsByClass.computeIfAbsent(name, n -> new TreeSet<>()).add(simple + "." + called);
        }
      }
    };
  }
}
