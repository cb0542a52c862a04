package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users compile against is what the listing says: whoever changes it sees that, and nothing of
 * a released version goes. {@code -Dmalkoha.api=write} writes the listing anew.
 */
class ApiListingTest {

  private static final Path LISTING = Path.of("..", "docs", "api", "0.1.txt");

  /** The packages that modules export to everybody. The tools are compiled with these tests. */
  private static final List<String> EXPORTED =
      List.of(
          "filter/target/classes/dev/malkoha/filter",
          "filter/target/classes/dev/malkoha/filter/cuckoo",
          "engine/target/classes/dev/malkoha/engine",
          "engine/target/classes/dev/malkoha/engine/events",
          "engine/target/test-classes/dev/malkoha/tools");

  @Test
  void nothingHasChangedUnseen() throws IOException, ClassNotFoundException {
    List<String> found = List.copyOf(listing());
    if ("write".equals(System.getProperty("malkoha.api"))) {
      Files.createDirectories(LISTING.getParent());
      Files.write(LISTING, found);
    }
    List<String> listed = Files.readAllLines(LISTING);
    List<String> gone = new ArrayList<>(listed);
    gone.removeAll(found);
    List<String> added = new ArrayList<>(found);
    added.removeAll(listed);
    assertEquals(List.of(), gone, "gone or changed: programs of users may not run any more");
    assertEquals(List.of(), added, "new: add it to docs/api by -Dmalkoha.api=write");
  }

  private static Set<String> listing() throws IOException, ClassNotFoundException {
    Set<String> lines = new TreeSet<>();
    for (String exported : EXPORTED) {
      String packageName = exported.substring(exported.indexOf("dev/"));
      Path classes = Path.of("..", exported);
      try (Stream<Path> files = Files.list(classes)) {
        for (Path file : files.filter(name -> name.toString().endsWith(".class")).toList()) {
          String simple = file.getFileName().toString().replace(".class", "");
          if (!simple.equals("package-info")) {
            add(Class.forName(packageName.replace('/', '.') + "." + simple), lines);
          }
        }
      }
    }
    return lines;
  }

  private static void add(Class<?> type, Set<String> lines) {
    if (!isVisible(type)) {
      return;
    }
    lines.add(type.getName() + ": " + type.toGenericString());
    for (Field field : type.getDeclaredFields()) {
      addIfVisible(type, field, field.toGenericString(), lines);
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (!type.isRecord() || type == Entry.class) { // others are made by the store alone
        addIfVisible(type, constructor, constructor.toGenericString(), lines);
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isBridge()) {
        addIfVisible(type, method, method.toGenericString(), lines);
      }
    }
  }

  private static void addIfVisible(Class<?> type, Member member, String text, Set<String> lines) {
    int visible = Modifier.PUBLIC | Modifier.PROTECTED;
    if ((member.getModifiers() & visible) != 0 && !member.isSynthetic()) {
      lines.add(type.getName() + ": " + text);
    }
  }

  /** Whether users can name a class: it and all around it are public or protected. */
  private static boolean isVisible(Class<?> type) {
    int visible = Modifier.PUBLIC | Modifier.PROTECTED;
    Class<?> outer = type.getDeclaringClass();
    return (type.getModifiers() & visible) != 0
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && (outer == null || isVisible(outer));
  }
}
