package dev.malkoha.engine.crash;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.history.Spread;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * What a short history consists of: options, keys, writes, and how often what else is done.
 *
 * <p>Most are mixed. Some are made for what mixed ones do not reach.
 */
final class Script {

  private static final int OPERATIONS_MIN = 3;
  private static final int OPERATIONS_MAX = 40;
  private static final int LARGE_BYTES = 2500;
  private static final int UNIFORM_BYTES = 60;
  private static final int FILLINGS = 10;
  private static final int FILLING_EDITS = 80;
  private static final int FILLING_BYTES = 90;
  private static final int DELETED_KEYS = 14;
  private static final int COLLISIONS = 3;
  private static final int KEYSPACES_MAX = 4;
  private static final Changes.Mix MOSTLY_DELETES = new Changes.Mix(5, 1);
  private static final CollidingKeys COLLIDING = new CollidingKeys(Stores.hasher());

  private enum Style {
    MIXED,
    /**
     * Records of one length and many power cuts: there alone a record of an earlier life of a log
     * segment lies where one of the present life could.
     */
    UNIFORM,
    /** A store of three levels to begin with. */
    DEEP,
    /**
     * Mostly deletes, of keys of which some collide in every filter, and delete jobs and
     * compactions in the middle of each other. Only where it is asked for.
     */
    DELETES,
    /** Several keyspaces, made and dropped, flushed one by one. Only where it is asked for. */
    KEYSPACES,
    /** The same, written to by transactions. Only where it is asked for. */
    TRANSACTIONS,
    /** Ingestions among other writes to several keyspaces. Only where it is asked for. */
    INGESTIONS,
    /** Writes to keyspaces that have {@link Functions}. Only where it is asked for. */
    FUNCTIONS,
    /** Each write with a mark behind it, in stores opened there. Only where it is asked for. */
    MARKS;

    static Style any(SplittableRandom random) {
      int choice = random.nextInt(32);
      if (choice < 20) {
        return MIXED;
      }
      return choice < 29 ? UNIFORM : DEEP;
    }

    Keys keys(SplittableRandom random) {
      return switch (this) {
        case MIXED, KEYSPACES, TRANSACTIONS, INGESTIONS, FUNCTIONS, MARKS ->
            Keys.random(random, 12);
        case UNIFORM -> Keys.ofLength(6, 12);
        case DEEP -> Keys.random(random, FILLINGS * FILLING_EDITS);
        case DELETES -> Keys.colliding(random, DELETED_KEYS, COLLISIONS, COLLIDING);
      };
    }
  }

  /** One operation. */
  enum Step {
    WRITE,
    INGEST,
    MOVE_CLOCK,
    TICK,
    FLUSH,
    COMPACT,
    AWAIT_IDLE,
    INTERLEAVE,
    SET_KEYSPACE,
    DROP_KEYSPACE,
    FLUSH_ONE,
    WRITE_BACK,
    REOPEN,
    KILL,
    POWER_CUT;

    /** Whether the clock says another time after it. */
    boolean movesClock() {
      return this == MOVE_CLOCK || this == KILL || this == POWER_CUT;
    }
  }

  private final SplittableRandom random;
  private final Style style;
  private final Functions functions;
  private final Way way;
  private final Keys keys;
  private final Changes changes;
  private final Spread spread;
  private final int operations;

  private Script(SplittableRandom random, Style style, DbOptions options) {
    this(random, style, options, Functions.NONE);
  }

  private Script(SplittableRandom random, Style style, DbOptions options, Functions functions) {
    this.random = random;
    this.style = style;
    this.functions = functions;
    this.way = way(options);
    this.keys = style.keys(random);
    this.changes =
        style == Style.DELETES
            ? new Changes(random, keys, Integer.MAX_VALUE, 1, MOSTLY_DELETES)
            : new Changes(random, keys, 6, LARGE_BYTES);
    int keyspaces = isOfKeyspaces() ? random.nextInt(2, KEYSPACES_MAX + 1) : 1;
    this.spread = new Spread(random, names(keyspaces));
    this.operations =
        random.nextInt(3) == 0
            ? OPERATIONS_MIN
            : random.nextInt(OPERATIONS_MIN, OPERATIONS_MAX + 1);
  }

  /** A history of any kind. */
  static Script any(SplittableRandom random) {
    Style style = Style.any(random);
    return new Script(random, style, CrashOptions.any(random));
  }

  /** A history of deletes. */
  static Script ofDeletes(SplittableRandom random) {
    return new Script(random, Style.DELETES, CrashOptions.ofDeletes(random));
  }

  /** A history of several keyspaces. */
  static Script ofKeyspaces(SplittableRandom random) {
    return new Script(random, Style.KEYSPACES, CrashOptions.any(random));
  }

  /** A history of several keyspaces that transactions write to. */
  static Script ofTransactions(SplittableRandom random) {
    return new Script(random, Style.TRANSACTIONS, CrashOptions.any(random));
  }

  /** A history of ingestions into several keyspaces. */
  static Script ofIngestions(SplittableRandom random) {
    return new Script(random, Style.INGESTIONS, CrashOptions.any(random));
  }

  /** A history of a store that is opened at its marks. */
  static Script ofMarks(SplittableRandom random) {
    DbOptions options = CrashOptions.any(random).toBuilder().openAtLastMark(true).build();
    return new Script(random, Style.MARKS, options);
  }

  /** A history of merges. */
  static Script ofMerges(SplittableRandom random) {
    return ofFunctions(random, new Functions(Appending.any(random), false));
  }

  /** A history in which entries expire, some of which merge as well. */
  static Script ofAgeing(SplittableRandom random) {
    return ofFunctions(
        random, new Functions(random.nextBoolean() ? Appending.any(random) : null, true));
  }

  private static Script ofFunctions(SplittableRandom random, Functions functions) {
    DbOptions options = functions.with(CrashOptions.any(random), random);
    return new Script(random, Style.FUNCTIONS, options, functions);
  }

  private Way way(DbOptions options) {
    boolean isCommitted =
        style == Style.TRANSACTIONS || (style == Style.FUNCTIONS && random.nextInt(4) == 0);
    BiConsumer<Change, Db> writing = isCommitted ? Change::commitTo : Change::applyTo;
    return new Way(
        options,
        functions.given(),
        style == Style.MARKS ? writing.andThen(Script::mark) : writing,
        functions.clock());
  }

  /** A mark that is as durable as the change before it. */
  private static void mark(Change change, Db db) {
    db.mark(new byte[1], change.isSync(db) ? Durability.SYNC : Durability.PROCESS);
  }

  private List<String> names(int count) {
    return style == Style.FUNCTIONS ? Functions.names(count) : Spread.names(count);
  }

  private boolean isOfKeyspaces() {
    return switch (style) {
      case KEYSPACES, TRANSACTIONS, INGESTIONS, FUNCTIONS, MARKS -> true;
      default -> false;
    };
  }

  /** How stores are opened and written to. */
  Way way() {
    return way;
  }

  Keys keys() {
    return keys;
  }

  /** The keyspaces to begin with, beside the default one. */
  List<String> keyspaces() {
    return spread.names().subList(1, spread.names().size());
  }

  /** Any of these. */
  String anyKeyspace() {
    return spread.anyNamed();
  }

  /** Options for one of these: of some the memtable is not flushed by itself. */
  KeyspaceOptions keyspaceOptions(String name) {
    KeyspaceOptions any = CrashOptions.any(random).defaultKeyspace();
    return functions.with(any, name, random);
  }

  /** How many operations it has. */
  int operations() {
    return operations;
  }

  /** What is written before anybody looks. */
  List<Change> filling() {
    int changes = style == Style.DEEP ? FILLINGS : 0;
    return style == Style.DELETES
        ? List.of(putAll())
        : Stream.generate(this::fill).limit(changes).toList();
  }

  private Change fill() {
    Stream<Edit> edits =
        Stream.generate(
            () -> {
              Bytes value = Bytes.numbered(changes.nextNumber(), FILLING_BYTES);
              return new Edit(keys.any(random), Optional.of(value));
            });
    return new Change(edits.limit(FILLING_EDITS).toList(), Optional.empty());
  }

  private Change putAll() {
    Stream<Edit> edits =
        keys.all().stream()
            .map(
                key -> {
                  Bytes value = Bytes.numbered(changes.nextNumber(), UNIFORM_BYTES);
                  return new Edit(key, Optional.of(value));
                });
    return new Change(edits.toList(), Optional.empty());
  }

  Step nextStep() {
    int choice = random.nextInt(100);
    return switch (style) {
      case UNIFORM -> uniformStep(choice);
      case DELETES -> deletesStep(choice);
      case KEYSPACES, TRANSACTIONS -> keyspacesStep(choice);
      case INGESTIONS, MARKS -> choice % 5 == 0 ? Step.INGEST : keyspacesStep(choice);
      case FUNCTIONS -> functionsStep(choice);
      default -> mixedStep(choice);
    };
  }

  private static Step deletesStep(int choice) {
    if (choice < 84) {
      return choice < 78 ? Step.WRITE : Step.FLUSH;
    }
    if (choice < 92) {
      return choice < 86 ? Step.COMPACT : choice < 88 ? Step.AWAIT_IDLE : Step.INTERLEAVE;
    }
    return choice < 94 ? Step.WRITE_BACK : choice < 96 ? Step.REOPEN : lifesEnd(choice);
  }

  private static Step lifesEnd(int choice) {
    return choice < 98 ? Step.KILL : Step.POWER_CUT;
  }

  private static Step uniformStep(int choice) {
    return choice < 70 ? Step.WRITE : choice < 80 ? Step.WRITE_BACK : Step.POWER_CUT;
  }

  private static Step mixedStep(int choice) {
    if (choice < 80) {
      return choice < 70 ? Step.WRITE : Step.FLUSH;
    }
    if (choice < 93) {
      return choice < 84 ? Step.COMPACT : Step.WRITE_BACK;
    }
    return choice < 95 ? Step.REOPEN : choice < 97 ? Step.KILL : Step.POWER_CUT;
  }

  private static Step keyspacesStep(int choice) {
    if (choice < 75) {
      return choice < 66 ? Step.WRITE : Step.FLUSH_ONE;
    }
    if (choice < 81) {
      return choice < 78 ? Step.SET_KEYSPACE : Step.DROP_KEYSPACE;
    }
    return mixedStep(choice);
  }

  private Step functionsStep(int choice) {
    if (choice % 12 == 0) {
      return functions.age() && choice % 24 == 0 ? Step.MOVE_CLOCK : Step.INGEST;
    }
    if (functions.age() && choice % 12 == 1) {
      return choice % 24 == 1 ? Step.MOVE_CLOCK : Step.TICK;
    }
    if (choice >= 62 && choice < 66) {
      return choice < 64 ? Step.AWAIT_IDLE : Step.INTERLEAVE;
    }
    return keyspacesStep(choice);
  }

  /** Puts of some keys in one keyspace; a key may come twice. */
  Change nextIngestion() {
    Bytes[] some = new Bytes[1 + random.nextInt(2 * keys.all().size())];
    Arrays.setAll(some, i -> keys.any(random));
    String keyspace = spread.any();
    List<Edit> edits =
        Stream.of(some)
            .map(key -> sized(new Edit(key, Optional.of(changes.value())).in(keyspace)))
            .toList();
    return new Change(edits, Optional.of(Durability.SYNC));
  }

  Change nextChange() {
    if (isOfKeyspaces()) {
      return spiced(spread.spread(changes.next()));
    }
    if (style != Style.UNIFORM) {
      return changes.next();
    }
    Bytes value = Bytes.numbered(changes.nextNumber(), UNIFORM_BYTES);
    return Change.put(keys.any(random), value, Durability.PROCESS);
  }

  /** A put that survives power cuts. */
  Change nextSync() {
    Change put = Change.put(keys.any(random), changes.value(), Durability.SYNC);
    return isOfKeyspaces() ? spiced(spread.inOne(put)) : put;
  }

  /** A put that lives for a while, so that the store is asked for the time. */
  Change nextLasting() {
    Change put = Change.put(keys.any(random), changes.value(), Durability.PROCESS);
    Duration lives = Duration.ofMillis(1 + random.nextInt(Functions.LIVES));
    return spread.inOne(put).with(edit -> sized(edit).living(lives));
  }

  private Change spiced(Change change) {
    return style == Style.FUNCTIONS
        ? change.with(edit -> functions.spiced(sized(edit), random))
        : change;
  }

  private Edit sized(Edit edit) {
    return functions.sized(edit, changes::nextNumber);
  }
}
