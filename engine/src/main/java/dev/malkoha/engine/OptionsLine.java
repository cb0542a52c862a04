package dev.malkoha.engine;

import dev.malkoha.filter.FilterPolicy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The line of {@code name=value} pairs that options are stored as.
 *
 * <p>Names are never given another meaning: stores keep lines that older releases wrote.
 */
final class OptionsLine {

  private static final List<Option> OPTIONS =
      List.of(
          new Option("filter", o -> o.filter().spec(), (b, v) -> b.filter(FilterPolicy.parse(v))),
          new Option("memTableBytes", DbOptions::memTableBytes, (b, v) -> b.memTableBytes(big(v))),
          new Option(
              "blockCacheBytes", DbOptions::blockCacheBytes, (b, v) -> b.blockCacheBytes(big(v))),
          new Option("blockBytes", DbOptions::blockBytes, (b, v) -> b.blockBytes(small(v))),
          new Option("tableBytes", DbOptions::tableBytes, (b, v) -> b.tableBytes(big(v))),
          new Option(
              "compression",
              o -> o.compression().name(),
              (b, v) -> b.compression(oneOf(Compression.values(), v))),
          new Option(
              "durability",
              o -> o.durability().name(),
              (b, v) -> b.durability(oneOf(Durability.values(), v))),
          new Option(
              "backgroundThreads",
              DbOptions::backgroundThreads,
              (b, v) -> b.backgroundThreads(small(v))),
          new Option(
              "deleteApplier", DbOptions::deleteApplier, (b, v) -> b.deleteApplier(yesOrNo(v))),
          new Option(
              "applierReadsPerSecond",
              DbOptions::applierReadsPerSecond,
              (b, v) -> b.applierReadsPerSecond(small(v))),
          new Option(
              "applierJobBytes", DbOptions::applierJobBytes, (b, v) -> b.applierJobBytes(big(v))),
          new Option("garbageShare", DbOptions::garbageShare, (b, v) -> b.garbageShare(share(v))),
          new Option("logBytesMax", DbOptions::logBytesMax, (b, v) -> b.logBytesMax(big(v))));

  private OptionsLine() {}

  /** One option: its name, its value as text, and what takes that text. */
  private record Option(
      String name,
      Function<DbOptions, Object> value,
      BiConsumer<DbOptions.Builder, String> setter) {

    void set(DbOptions.Builder builder, String text) {
      try {
        setter.accept(builder, text);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "cannot read the option " + name + "=" + text + ": " + e.getMessage(), e);
      }
    }
  }

  static String of(DbOptions options) {
    return OPTIONS.stream()
        .map(option -> option.name() + "=" + option.value().apply(options))
        .collect(Collectors.joining(" "));
  }

  static DbOptions parse(String line) {
    DbOptions.Builder builder = DbOptions.builder();
    Set<String> seen = new HashSet<>();
    for (String part : line.strip().split("\\s+", -1)) {
      if (!part.isEmpty()) {
        setOne(builder, part, seen);
      }
    }
    return builder.build();
  }

  private static void setOne(DbOptions.Builder builder, String part, Set<String> seen) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "cannot read the options at \""
              + part
              + "\": expected a name, '=' and a value, such as blockBytes=4096");
    }
    Option option = named(part.substring(0, equals));
    if (!seen.add(option.name())) {
      throw new IllegalArgumentException(
          "the option " + option.name() + " is given twice: expected it once");
    }
    option.set(builder, part.substring(equals + 1));
  }

  private static Option named(String name) {
    return OPTIONS.stream()
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown option \""
                        + name
                        + "\": written by a newer version? Expected one of "
                        + OPTIONS.stream().map(Option::name).collect(Collectors.joining(", "))));
  }

  private static long big(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number", e);
    }
  }

  private static int small(String text) {
    long number = big(text);
    if (number != (int) number) {
      throw new IllegalArgumentException("expected a whole number of at most nine digits");
    }
    return (int) number;
  }

  private static double share(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a number such as 0.3", e);
    }
  }

  private static boolean yesOrNo(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }

  private static <E extends Enum<E>> E oneOf(E[] values, String text) {
    return Arrays.stream(values)
        .filter(value -> value.name().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected one of " + Arrays.toString(values)));
  }
}
