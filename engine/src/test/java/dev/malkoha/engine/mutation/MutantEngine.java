package dev.malkoha.engine.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/**
 * A loader of classes in which the engine, its tables, its tools and its tests exist a second time,
 * with a bug. All other classes are the usual ones.
 */
final class MutantEngine extends ClassLoader {

  private static final List<String> PACKAGES =
      List.of("dev.malkoha.engine.", "dev.malkoha.sstable.", "dev.malkoha.tools.");

  private final Path compiled;

  private MutantEngine(Path compiled) {
    super(MutantEngine.class.getClassLoader());
    this.compiled = compiled;
  }

  /** Compiles a mutant's files into an empty directory. */
  static MutantEngine compile(Mutant mutant, Path directory) throws IOException {
    Path compiled = Files.createDirectory(directory.resolve("classes"));
    if (mutant.files().isEmpty()) {
      return new MutantEngine(compiled);
    }
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-implicit:none"));
    arguments.addAll(List.of("-d", compiled.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (Map.Entry<Path, String> file : mutant.files().entrySet()) {
      Path source = directory.resolve(file.getKey().getFileName());
      Files.writeString(source, file.getValue());
      arguments.add(source.toString());
    }
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    if (javac.run(to, to, arguments.toArray(new String[0])) != 0) {
      throw new IllegalStateException("the bug does not compile: " + said);
    }
    return new MutantEngine(compiled);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (PACKAGES.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try {
      byte[] bytes = bytes(name.replace('.', '/') + ".class");
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] bytes(String file) throws IOException {
    Path mutated = compiled.resolve(file);
    if (Files.exists(mutated)) {
      return Files.readAllBytes(mutated);
    }
    try (InputStream usual = getParent().getResourceAsStream(file)) {
      if (usual == null) {
        throw new IOException("there is no " + file);
      }
      return usual.readAllBytes();
    }
  }
}
