package dev.malkoha.kafka;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets Kafka's own tests of one release run with the classes of another one, which has moved some
 * to a package for internals: what the tests ask of a class that is not there any more they ask of
 * the one there.
 */
public final class MovedClasses extends Remapper
    implements LauncherSessionListener, ClassFileTransformer {

  private static final String PACKAGE = "org/apache/kafka/common/utils/";
  private static final String INTERNALS = PACKAGE + "internals/";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (!exists(PACKAGE + "Exit")) {
      agent().addTransformer(this);
    }
  }

  /** By its name, since javac warns of annotations in the class that are nowhere. */
  private static Instrumentation agent() {
    try {
      Class<?> agent = Class.forName("net.bytebuddy.agent.ByteBuddyAgent");
      return (Instrumentation) agent.getMethod("install").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the agent that moves classes cannot be loaded", e);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> before,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (domain == null || !domain.getCodeSource().getLocation().getPath().endsWith("-test.jar")) {
      return null;
    }
    ClassWriter moved = new ClassWriter(0);
    new ClassReader(bytes).accept(new ClassRemapper(moved, this), 0);
    return moved.toByteArray();
  }

  @Override
  public String map(String name) {
    String after = name.substring(name.startsWith(PACKAGE) ? PACKAGE.length() : 0);
    boolean moved =
        name.startsWith(PACKAGE)
            && after.indexOf('/') < 0
            && !exists(name)
            && exists(INTERNALS + after);
    return moved ? INTERNALS + after : name;
  }

  private static boolean exists(String name) {
    return ClassLoader.getSystemResource(name + ".class") != null;
  }
}
