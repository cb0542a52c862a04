package dev.malkoha.engine.crash;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Maps;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the keyspaces of a history merge, and when what is put into them expires: each in a way of
 * its own, by its name.
 */
final class Functions {

  /** Nothing merges, and nothing expires. */
  static final Functions NONE = new Functions(null, false);

  /** How long entries live, in milliseconds, where a keyspace says it. */
  static final int LIVES = 2_000;

  /** Has the function of the default keyspace, which is given only after the opening. */
  private static final String GIVEN_LATER = "k2";

  /** Has no merge function, and may have one that says when entries expire. */
  private static final String UNMERGED = "k3";

  /** The first time of the clock. */
  private static final long BEGIN = 1_000_000;

  private static final int UNIQUE_BYTES = Long.BYTES;
  private static final double[] GARBAGE_SHARES = {0.05, 0.3, 1};

  private final @Nullable Appending appending;
  private final boolean ages;

  /**
   * Functions of some kinds.
   *
   * @param appending how values merge that are no numbers; null if nothing merges
   * @param ages whether entries expire
   */
  Functions(@Nullable Appending appending, boolean ages) {
    this.appending = appending;
    this.ages = ages;
  }

  /** The names of so many keyspaces that have functions, if any do. */
  static List<String> names(int count) {
    return List.of(Maps.DEFAULT, Maps.SUMS, GIVEN_LATER, UNMERGED).subList(0, count);
  }

  /** Whether entries expire. */
  boolean age() {
    return ages;
  }

  /** The clock by which entries expire; null if none does. */
  @Nullable DrivenClock clock() {
    return ages ? new DrivenClock(BEGIN) : null;
  }

  /** The options with the functions of the default keyspace. */
  DbOptions with(DbOptions options, SplittableRandom random) {
    DbOptions.Builder builder = options.toBuilder();
    set(builder, Maps.DEFAULT, random);
    return builder.build();
  }

  /** The options with the functions of a keyspace. */
  KeyspaceOptions with(KeyspaceOptions options, String name, SplittableRandom random) {
    KeyspaceOptions.Builder builder = options.toBuilder();
    set(builder, name, random);
    return builder.build();
  }

  private void set(KeyspaceOptions.Settings<?> builder, String name, SplittableRandom random) {
    if (appending != null) {
      merge(builder, name, appending);
    }
    if (ages) {
      builder.garbageShare(GARBAGE_SHARES[random.nextInt(GARBAGE_SHARES.length)]);
      if (name.equals(UNMERGED)) {
        builder.expiry((_, value, now) -> expiry(value, now));
      } else {
        builder.timeToLive(random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofMillis(LIVES));
      }
    }
  }

  private static void merge(KeyspaceOptions.Settings<?> builder, String name, Appending appending) {
    if (name.equals(Maps.SUMS)) {
      builder.mergeFunction("sum", MergeFunctions.longSum());
    } else if (!name.equals(UNMERGED)) {
      builder.mergeFunction(Appending.NAME, appending.function());
    }
  }

  /** Never, long ago, at once, or some time on, as the value has it. */
  private static @Nullable Instant expiry(byte[] value, Instant now) {
    int chance = Math.floorMod(Arrays.hashCode(value), 6);
    return switch (chance) {
      case 0 -> null;
      case 1 -> Instant.EPOCH;
      default -> now.plusMillis((chance - 2L) * LIVES / 2);
    };
  }

  /** What is not stored, and has to be given again, by the keyspaces' names. */
  Map<String, KeyspaceOptions> given() {
    Map<String, KeyspaceOptions> given = new LinkedHashMap<>();
    if (appending != null) {
      KeyspaceOptions.Builder builder = KeyspaceOptions.builder();
      merge(builder, GIVEN_LATER, appending);
      given.put(GIVEN_LATER, builder.build());
    }
    if (ages) {
      given.put(
          UNMERGED,
          KeyspaceOptions.builder().expiry((_, value, now) -> expiry(value, now)).build());
    }
    return given;
  }

  /**
   * The edit, with a value that its keyspace takes, and that is another one's if entries expire.
   */
  Edit sized(Edit edit, LongSupplier numbers) {
    boolean isSum = appending != null && edit.keyspace().equals(Maps.SUMS);
    boolean isShort = ages && edit.value().filter(v -> v.length() < UNIQUE_BYTES).isPresent();
    return edit.isPut() && (isSum || isShort)
        ? edit.with(Bytes.numbered(numbers.getAsLong(), UNIQUE_BYTES))
        : edit;
  }

  /** A merge in place of most puts, and in place of others ones that live for a while. */
  Edit spiced(Edit edit, SplittableRandom random) {
    Edit write = edit;
    if (edit.isPut() && appending != null && !edit.keyspace().equals(UNMERGED)) {
      boolean isSum = edit.keyspace().equals(Maps.SUMS);
      write = !isSum ? edit.merging() : random.nextInt(4) > 0 ? edit.asMerge() : edit;
    }
    return ages && write.isPut() && random.nextInt(4) == 0
        ? write.living(Duration.ofMillis(1 + random.nextInt(2 * LIVES)))
        : write;
  }
}
