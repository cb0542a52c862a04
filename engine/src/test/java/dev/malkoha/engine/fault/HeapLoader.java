package dev.malkoha.engine.fault;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A loader of classes in which the store and its tests exist a second time, with a call to {@link
 * Heap#allocate} in front of everything in the store's code that takes memory.
 *
 * <p>Such are the creation of an object, an array, a lambda or a joined string, and calls to those
 * methods of the JDK that are known to create something. Exceptions are left out, and so is what
 * initializes a class, for it cannot be tried again.
 */
final class HeapLoader extends ClassLoader {

  private static final String ALL = "dev.malkoha.";

  /** What runs in a store that is written to; tests' classes are in other packages. */
  private static final Pattern PRODUCT =
      Pattern.compile(
          "dev\\.malkoha\\.((codec|wal|sstable|filter)\\..*"
              + "|engine\\.(store|opening|recovery|jobs|commit|background|tree|deletion|compaction"
              + "|read|version|memtable|entry|range|base)\\..*"
              + "|engine\\.(?!Stores)[A-Z].*)");

  private static final Pattern CREATING_CLASSES =
      Pattern.compile("java/(util/[A-Z].*|util/(stream|concurrent)/[A-Z].*|lang/[A-Z].*)");

  /** Methods by name: what is found by mistake only makes the search longer. */
  private static final Pattern CREATING_METHODS =
      Pattern.compile(
          "add.*|all|boxed|clone|collect|concat|copyOf.*|compute.*|execute|filter|flatMap|forEach"
              + "|generate|iterator|keySet|map.*|merge|of.*|offer.*|put.*|removeIf|replaceAll"
              + "|sorted|stream|subList|toArray|toList|toString|toUnmodifiable.*|valueOf|values"
              + "|entrySet");

  private static final ClassDesc HEAP = ClassDesc.of(Heap.class.getName());
  private static final MethodTypeDesc ALLOCATE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private final ClassFile format =
      ClassFile.of(
          ClassFile.ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(HeapLoader.class.getClassLoader())));

  private final List<String> sites = Collections.synchronizedList(new ArrayList<>());

  HeapLoader() {
    super(HeapLoader.class.getClassLoader());
  }

  /** The places where memory is taken, in classes that were loaded so far, by their numbers. */
  List<String> sites() {
    return List.copyOf(sites);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(ALL) || name.equals(Heap.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream usual = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (usual == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = usual.readAllBytes();
      byte[] told = PRODUCT.matcher(name).matches() ? telling(name, bytes) : bytes;
      return defineClass(name, told, 0, told.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] telling(String name, byte[] bytes) {
    ClassModel model = format.parse(bytes);
    ClassTransform transform =
        (to, element) -> {
          if (element instanceof MethodModel method && !isInitializer(method)) {
            String where = name + "." + method.methodName().stringValue();
            to.transformMethod(
                method, java.lang.classfile.MethodTransform.transformingCode(new Telling(where)));
          } else {
            to.with(element);
          }
        };
    return format.transformClass(model, transform);
  }

  private static boolean isInitializer(MethodModel method) {
    return method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
  }

  /** One method's code, told about. */
  private final class Telling implements CodeTransform {

    private final String method;
    private int line;

    Telling(String method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder to, CodeElement element) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      String created = created(element);
      if (created != null) {
        to.loadConstant(newSite(method + ":" + line + " " + created));
        to.invokestatic(HEAP, "allocate", ALLOCATE);
      }
      to.with(element);
    }
  }

  private int newSite(String site) {
    synchronized (sites) {
      sites.add(site);
      return sites.size() - 1;
    }
  }

  /** What an instruction creates; null if nothing. */
  private static String created(CodeElement element) {
    return switch (element) {
      case NewObjectInstruction object -> object(object.className().asInternalName());
      case NewPrimitiveArrayInstruction array -> array.typeKind() + "[]";
      case NewReferenceArrayInstruction array -> array.componentType().asInternalName() + "[]";
      case NewMultiArrayInstruction array -> array.arrayType().asInternalName();
      case InvokeDynamicInstruction call -> "lambda " + call.name().stringValue();
      case InvokeInstruction call -> called(call);
      default -> null;
    };
  }

  private static String object(String type) {
    return type.endsWith("Exception") || type.endsWith("Error") ? null : type;
  }

  private static String called(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String method = call.name().stringValue();
    boolean creates =
        CREATING_CLASSES.matcher(owner).matches() && CREATING_METHODS.matcher(method).matches();
    boolean isHarmless = owner.startsWith("java/lang/foreign") || owner.equals("java/lang/Math");
    return creates && !isHarmless ? owner + "." + method : null;
  }
}
