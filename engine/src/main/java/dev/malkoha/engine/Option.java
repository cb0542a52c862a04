package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;

/**
 * The table of options: a name, what it is of, its default and its range; and the line of {@code
 * name=value} pairs that options are stored as.
 *
 * <p>Names are never given another meaning: stores keep lines that older releases wrote. Switches
 * and no functions: to link some dozens of these takes 10 ms.
 */
enum Option {
  FILTER("filter", false, FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001))),
  MEM_TABLE_BYTES("memTableBytes", false, Limits.DEFAULT_PART, 4096, 1 << 30),
  BLOCK_CACHE_BYTES("blockCacheBytes", true, Limits.DEFAULT_PART, 0, 1L << 40),
  BLOCK_BYTES("blockBytes", false, 4096, 256, 64 << 10),
  TABLE_BYTES("tableBytes", false, 32L << 20, 4096, 1 << 30),
  COMPRESSION("compression", false, Compression.LZ4),
  DURABILITY("durability", false, Durability.PROCESS),
  BACKGROUND_THREADS("backgroundThreads", true, 1, 1, 64),
  DELETE_APPLIER("deleteApplier", false, true),
  GARBAGE_SHARE("garbageShare", false, 0.3),
  LOG_BYTES_MAX("logBytesMax", true, 256L << 20, 1 << 20, 1L << 40),
  PREFIX_FILTER("prefixFilter", false, KeyPrefix.none()),
  VALUE_FILE_THRESHOLD("valueFileThreshold", false, 0, 32, 256 << 20),
  MERGE_FUNCTION("mergeFunction", false, NamedMergeFunction.NONE),
  TIME_TO_LIVE("timeToLive", false, Duration.ZERO),
  EXPIRY("expiry", false, ExpiryFunction.NONE),
  FIFO("fifo", false, 0L, 64 << 10, 1L << 50),
  COMPACTION_FILTER("compactionFilter", false, CompactionFilter.NONE);

  /** What is stored of a function. */
  private static final String GIVEN = "function";

  /** Names of options that are none any more: stores keep lines with them, which say nothing. */
  private static final Set<String> GONE = Set.of("applierReadsPerSecond", "applierJobBytes");

  /** Stands for a function that is stored to be there, and that nobody has given again. */
  private static final class FunctionNotGiven implements ExpiryFunction {

    @Override
    public Instant expiry(byte[] key, byte[] value, Instant now) {
      throw new IllegalStateException(
          "the keyspace has an expiry function, which the opening was not given: name it by expiry() in the keyspace's options, or set timeToLive() or ExpiryFunction.NONE; a put that says itself how long it lives is taken");
    }
  }

  /** The name in the line. */
  final String label;

  /** Whether it is of the whole store, not of each keyspace. */
  final boolean isOfStore;

  @SuppressWarnings("ImmutableEnumChecker") // these values are
  final Object byDefault;

  private final long least;
  private final long most;

  Option(String label, boolean isOfStore, Object byDefault) {
    this(label, isOfStore, byDefault, 0, 0);
  }

  /** A number that is in a range, or 0 if that is the default, which means: off. */
  Option(String label, boolean isOfStore, Object byDefault, long least, long most) {
    this.label = label;
    this.isOfStore = isOfStore;
    this.byDefault = byDefault;
    this.least = least;
    this.most = most;
  }

  /** The value that was set, else the default. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // of the default's type, as set
  <T> T in(Map<Option, Object> given) {
    return (T) given.getOrDefault(this, byDefault);
  }

  /** Whether another option is none any more once this one is set. */
  boolean replaces(Option other) {
    return this != other && isOfExpiry() && other.isOfExpiry();
  }

  private boolean isOfExpiry() {
    return this == TIME_TO_LIVE || this == EXPIRY;
  }

  /** The value itself, unless it is refused. */
  Object checked(Object value) {
    switch (Objects.requireNonNull(value, label)) {
      case FilterPolicy policy when !FilterPolicy.parse(policy.spec()).equals(policy) ->
          throw new IllegalArgumentException(
              "the filter policy "
                  + policy.spec()
                  + " is none of FilterPolicy's own: it could not be read back from the store");
      case Double share when !(share > 0 && share <= 1) ->
          throw new IllegalArgumentException(
              label + " is " + share + "; it must be above 0 and at most 1");
      case Duration time when !time.isZero() -> {
        return Duration.ofMillis(Limits.checkTimeToLive(time));
      }
      case Number number when most > 0 && !number.equals(byDefault) -> // 0 may be below the least
          Limits.inRange(label, number.longValue(), least, most);
      default -> {}
    }
    return value;
  }

  private Object read(String part, int begin) {
    try {
      return checked(value(part.substring(begin)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot read the option " + part + ": " + e.getMessage(), e);
    }
  }

  private Object value(String text) {
    return switch (byDefault) {
      case FilterPolicy _ -> FilterPolicy.parse(text);
      case KeyPrefix _ -> KeyPrefix.parse(text);
      case NamedMergeFunction _ -> NamedMergeFunction.parse(text);
      case Boolean _ -> oneOf(text, true, false);
      case Duration _ -> Duration.ofMillis(Long.parseLong(text));
      case ExpiryFunction none ->
          oneOf(text, "none", GIVEN).equals(GIVEN) ? new FunctionNotGiven() : none;
      case Enum<?> constant ->
          oneOf(text, (Object[]) constant.getDeclaringClass().getEnumConstants());
      default -> number(text);
    };
  }

  private static Object oneOf(String text, Object... values) {
    return Stream.of(values)
        .filter(value -> value.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected one of " + Arrays.toString(values)));
  }

  private Object number(String text) {
    try {
      if (byDefault instanceof Double) {
        return Double.parseDouble(text);
      }
      long number = Long.parseLong(text);
      return byDefault instanceof Integer && number == (int) number
          ? (Object) (int) number
          : number;
    } catch (NumberFormatException e) {
      String kind = byDefault instanceof Double ? "number" : "whole number";
      throw new IllegalArgumentException("expected a " + kind + " such as " + byDefault, e);
    }
  }

  static String of(Map<Option, Object> values) {
    return values.entrySet().stream()
        .filter(given -> given.getKey() != COMPACTION_FILTER) // code, of which nothing is stored
        .map(given -> given.getKey().label + "=" + text(given.getValue()))
        .collect(Collectors.joining(" "));
  }

  /**
   * Writes those that were set, and the defaults of all others.
   *
   * @param withStore whether with options of the whole store
   */
  static String ofAll(Map<Option, Object> given, boolean withStore) {
    Map<Option, Object> all = new EnumMap<>(Option.class);
    for (Option option : Option.values()) {
      boolean isNothing = option == MERGE_FUNCTION && !given.containsKey(option);
      if ((withStore || !option.isOfStore) && !isNothing) {
        all.put(option, given.getOrDefault(option, option.byDefault));
      }
    }
    return of(all);
  }

  private static String text(Object value) {
    return switch (value) {
      case FilterPolicy policy -> policy.spec();
      case KeyPrefix prefix -> prefix.spec();
      case NamedMergeFunction function -> function.text();
      case Enum<?> constant -> constant.name();
      case Duration time -> String.valueOf(time.toMillis());
      case ExpiryFunction function -> function.equals(ExpiryFunction.NONE) ? "none" : GIVEN;
      default -> value.toString();
    };
  }

  /** Reads a line, and gives what it sets. */
  static Map<Option, Object> parse(String line) {
    Map<Option, Object> values = new EnumMap<>(Option.class);
    for (String part : line.strip().split("\\s+", -1)) {
      if (!part.isEmpty()) {
        parseOne(part, values);
      }
    }
    return values;
  }

  private static void parseOne(String part, Map<Option, Object> values) {
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
    if (values.put(option, option.read(part, equals + 1)) != null) {
      throw new IllegalArgumentException(
          "the option " + name + " is given twice: expected it once");
    }
  }

  private static Option named(String label) {
    return Stream.of(values())
        .filter(option -> option.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown option \""
                        + label
                        + "\": written by a newer version? Expected one of "
                        + Stream.of(values()).map(o -> o.label).collect(Collectors.joining(", "))));
  }
}
