package dev.malkoha.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The machine and the Java that a measurement ran on, in words that name nobody. */
public final class Machine {

  private Machine() {}

  /** Fact by fact, in the order to show them. */
  public static Map<String, String> describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "processor", processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
    facts.put(
        "memory",
        gibibytes(memoryBytes()) + ", Java heap " + gibibytes(Runtime.getRuntime().maxMemory()));
    facts.put(
        "system", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    facts.put("java", property("java.vm.name") + " " + property("java.runtime.version"));
    return facts;
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /** Linux says it in a file; elsewhere the architecture must do. */
  private static String processor() {
    try (BufferedReader lines =
        new BufferedReader(new FileReader("/proc/cpuinfo", StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return property("os.arch");
    }
    return property("os.arch");
  }
}
