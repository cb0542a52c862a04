package dev.malkoha.engine;

import dev.malkoha.engine.base.HeapShares;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The line of {@code name=value} pairs that options are stored as.
 *
 * <p>Names are never given another meaning: stores keep lines that older releases wrote.
 */
final class OptionsLine {

  /** Names of options that are none any more: stores keep lines with them, which say nothing. */
  private static final Set<String> GONE = Set.of("applierReadsPerSecond", "applierJobBytes");

  private OptionsLine() {}

  /**
   * The table of options: a name, what it is of, and its default. Switches and no functions: to
   * link some dozens of these takes 10 ms.
   */
  enum Option {
    FILTER("filter", false, FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001))),
    MEM_TABLE_BYTES("memTableBytes", false, HeapShares.DEFAULT_PART),
    BLOCK_CACHE_BYTES("blockCacheBytes", true, HeapShares.DEFAULT_PART),
    BLOCK_BYTES("blockBytes", false, 4096),
    TABLE_BYTES("tableBytes", false, 32L << 20),
    COMPRESSION("compression", false, Compression.LZ4),
    DURABILITY("durability", false, Durability.PROCESS),
    BACKGROUND_THREADS("backgroundThreads", true, 1),
    DELETE_APPLIER("deleteApplier", false, true),
    GARBAGE_SHARE("garbageShare", false, 0.3),
    LOG_BYTES_MAX("logBytesMax", true, 256L << 20),
    PREFIX_FILTER("prefixFilter", false, KeyPrefix.none()),
    VALUE_FILE_THRESHOLD("valueFileThreshold", false, 0);

    /** The name in the line. */
    private final String label;

    /** Whether it is of the whole store, not of each keyspace. */
    final boolean isOfStore;

    @SuppressWarnings("ImmutableEnumChecker") // these values are
    final Object byDefault;

    Option(String label, boolean isOfStore, Object byDefault) {
      this.label = label;
      this.isOfStore = isOfStore;
      this.byDefault = byDefault;
    }

    void set(DbOptions.Builder builder, String text) {
      try {
        read(builder, text);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "cannot read the option " + label + "=" + text + ": " + e.getMessage(), e);
      }
    }

    private void read(DbOptions.Builder to, String text) {
      switch (this) {
        case FILTER -> to.filter(FilterPolicy.parse(text));
        case MEM_TABLE_BYTES -> to.memTableBytes(big(text));
        case BLOCK_CACHE_BYTES -> to.blockCacheBytes(big(text));
        case BLOCK_BYTES -> to.blockBytes(small(text));
        case TABLE_BYTES -> to.tableBytes(big(text));
        case COMPRESSION -> to.compression(oneOf(Compression.values(), text));
        case DURABILITY -> to.durability(oneOf(Durability.values(), text));
        case BACKGROUND_THREADS -> to.backgroundThreads(small(text));
        case DELETE_APPLIER -> to.deleteApplier(yesOrNo(text));
        case GARBAGE_SHARE -> to.garbageShare(share(text));
        case LOG_BYTES_MAX -> to.logBytesMax(big(text));
        case PREFIX_FILTER -> to.prefixFilter(KeyPrefix.parse(text));
        case VALUE_FILE_THRESHOLD -> to.valueFileThreshold(small(text));
      }
    }
  }

  static String of(Map<Option, Object> values) {
    StringJoiner line = new StringJoiner(" ");
    values.forEach((option, value) -> line.add(option.label + "=" + text(value)));
    return line.toString();
  }

  /**
   * Writes those that were set, and the defaults of all others.
   *
   * @param withStore whether with options of the whole store
   */
  static String ofAll(Map<Option, Object> given, boolean withStore) {
    Map<Option, Object> all = new EnumMap<>(Option.class);
    for (Option option : Option.values()) {
      if (withStore || !option.isOfStore) {
        all.put(option, given.getOrDefault(option, option.byDefault));
      }
    }
    return of(all);
  }

  private static String text(Object value) {
    return switch (value) {
      case FilterPolicy policy -> policy.spec();
      case KeyPrefix prefix -> prefix.spec();
      case Enum<?> constant -> constant.name();
      default -> value.toString();
    };
  }

  static DbOptions parse(String line) {
    DbOptions.Builder builder = DbOptions.builder();
    Set<Option> seen = EnumSet.noneOf(Option.class);
    for (String part : line.strip().split("\\s+", -1)) {
      if (!part.isEmpty()) {
        setOne(builder, part, seen);
      }
    }
    return builder.build();
  }

  private static void setOne(DbOptions.Builder builder, String part, Set<Option> seen) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "cannot read the options at \""
              + part
              + "\": expected a name, '=' and a value, such as blockBytes=4096");
    }
    String name = part.substring(0, equals);
    if (GONE.contains(name)) {
      return;
    }
    Option option = named(name);
    if (!seen.add(option)) {
      throw new IllegalArgumentException(
          "the option " + option.label + " is given twice: expected it once");
    }
    option.set(builder, part.substring(equals + 1));
  }

  private static Option named(String label) {
    List<String> known = new ArrayList<>();
    for (Option option : Option.values()) {
      if (option.label.equals(label)) {
        return option;
      }
      known.add(option.label);
    }
    throw new IllegalArgumentException(
        "unknown option \""
            + label
            + "\": written by a newer version? Expected one of "
            + String.join(", ", known));
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
    for (E value : values) {
      if (value.name().equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException("expected one of " + Arrays.toString(values));
  }
}
