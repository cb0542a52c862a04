package dev.malkoha.bench.compare;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The classes and resources of the running JDK as a dataset: {@code module/path} is the key, the
 * file's bytes are the value. Its misses are what a class path asks for: every class in every
 * module that does not have it.
 */
public final class JdkClasses {

  /** The module whose entries the comparison removes: the largest one that is not the base. */
  static final String REMOVED_MODULE = "java.desktop";

  private final List<String> modules;
  private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<String, BitSet> modulesOfClass = new TreeMap<>();

  private JdkClasses(List<String> modules) {
    this.modules = modules;
  }

  /**
   * Reads the whole image of the running JDK.
   *
   * @throws IOException if it cannot be read
   */
  public static Dataset read(long seed, Progress progress) throws IOException {
    List<ModuleReference> references =
        ModuleFinder.ofSystem().findAll().stream()
            .sorted(Comparator.comparing(reference -> reference.descriptor().name()))
            .toList();
    JdkClasses read = new JdkClasses(references.stream().map(r -> r.descriptor().name()).toList());
    try (Progress.Task task = progress.start("read the JDK's classes", references.size())) {
      for (int module = 0; module < references.size(); module++) {
        read.module(module, references.get(module));
        task.advance(1);
      }
    }
    return read.dataset(seed);
  }

  private void module(int index, ModuleReference reference) throws IOException {
    try (ModuleReader reader = reference.open()) {
      for (String path : reader.list().filter(name -> !name.endsWith("/")).toList()) {
        try (InputStream in = reader.open(path).orElseThrow()) {
          entries.put(key(modules.get(index), path), in.readAllBytes());
        }
        if (path.endsWith(".class")) {
          modulesOfClass.computeIfAbsent(path, p -> new BitSet()).set(index);
        }
      }
    }
  }

  private static byte[] key(String module, String path) {
    return (module + "/" + path).getBytes(StandardCharsets.UTF_8);
  }

  private Dataset dataset(long seed) {
    byte[][] keys = entries.keySet().toArray(new byte[0][]);
    byte[][] values = entries.values().toArray(new byte[0][]);
    String[] classes = modulesOfClass.keySet().toArray(new String[0]);
    int[] order = RandomOrder.of(classes.length, seed);
    byte[] prefix = key(REMOVED_MODULE, "");
    int[] removed =
        IntStream.range(0, keys.length).filter(i -> startsWith(keys[i], prefix)).toArray();
    long pairs = (long) classes.length * modules.size();
    long present = modulesOfClass.values().stream().mapToLong(BitSet::cardinality).sum();
    return new Dataset(
        String.format(
            Locale.ROOT,
            "every class and resource of JDK %s: %,d entries, %,.1f MB",
            Runtime.version(),
            keys.length,
            bytes(keys, values) / 1e6),
        String.format(
            Locale.ROOT,
            "%,d classes, each asked in %d modules: %,d are not there",
            classes.length,
            modules.size(),
            pairs - present),
        String.format(Locale.ROOT, "%,d entries of module %s", removed.length, REMOVED_MODULE),
        keys,
        values,
        () -> new Misses(classes, order),
        pairs - present,
        removed);
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  static long bytes(byte[][] keys, byte[][] values) {
    long sum = 0;
    for (int i = 0; i < keys.length; i++) {
      sum += keys[i].length + values[i].length;
    }
    return sum;
  }

  /** Class by class in random order, and for each the modules that lack it, by name. */
  private final class Misses implements KeyStream {

    private final String[] classes;
    private final int[] order;
    private int at;
    private int module;

    Misses(String[] classes, int[] order) {
      this.classes = classes;
      this.order = order;
    }

    @Override
    public int fill(byte[][] into) {
      int filled = 0;
      while (filled < into.length && at < order.length) {
        String path = classes[order[at]];
        module = modulesOfClass.getOrDefault(path, new BitSet()).nextClearBit(module);
        if (module < modules.size()) {
          into[filled++] = key(modules.get(module++), path);
        } else {
          module = 0;
          at++;
        }
      }
      return filled;
    }
  }
}
