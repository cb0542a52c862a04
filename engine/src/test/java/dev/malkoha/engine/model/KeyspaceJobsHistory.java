package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldCalls;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A history of threads in which keyspaces are made, changed, dropped and made again while flushes,
 * compactions, rewrites, the delete applier, ingestions and checkpoints are held in the middle of
 * their work and let go on. A number picks what is done. Nothing seals the store; it, what a kill
 * or a power cut leaves of it, and its checkpoints hold what was written.
 */
final class KeyspaceJobsHistory {

  private static final int STEPS = 140;
  private static final int KEYS = 24;
  private static final int INGESTED = 30;
  private static final int MIB = 1 << 20;
  private static final long NANOS_MAX = 60_000_000_000L;
  private static final String DEFAULT = "default";
  private static final List<String> NAMES = List.of(DEFAULT, "a", "b", "c");

  /** One history in so many fills the write buffer that its keyspaces share. */
  private static final int FILLS = 5;

  private static final int KEYSPACES_MAX = 20;

  /** The least that a store's memtables may use together, and a batch that goes beyond. */
  private static final long MEMTABLE_BYTES_MAX = (128 << 10) + (48 << 10);

  /** What a keyspace holds; the number tells one from another of its name. */
  private record Content(int number, NavigableMap<String, String> entries) {

    Content with(String key, String value) {
      NavigableMap<String, String> next = new TreeMap<>(entries);
      if (value == null) {
        next.remove(key);
      } else {
        next.put(key, value);
      }
      return new Content(number, next);
    }
  }

  /** Something that is done beside the history. */
  private record Aside(Keyspace on, String name, int number, int since, FutureTask<String> task) {}

  /** Work that may end by the end of the keyspace, or the store. */
  private interface Work {
    String run();
  }

  private final SplittableRandom random;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final HeldCalls held;
  private final AtomicReference<Throwable> sealed = new AtomicReference<>();
  private final DbOptions options;
  private final Db db;
  private final boolean isLong;

  /** Whether values are large, and keyspaces one to twenty, by the seed. */
  private final boolean fills;

  private final List<String> names;
  private final Map<String, Keyspace> keyspaces = new HashMap<>();

  /** The model after each step, by keyspace. */
  private final List<Map<String, Content>> states = new ArrayList<>();

  private final List<Aside> asides = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private int numbers;
  private int copies;

  KeyspaceJobsHistory(long seed) {
    random = new SplittableRandom(seed);
    fills = seed % FILLS == FILLS - 1;
    names = fills ? names((int) (seed / FILLS * 7 % KEYSPACES_MAX)) : NAMES;
    held =
        new HeldCalls(seed, 2 << random.nextInt(6), thread -> !thread.getName().equals("script"));
    isLong = random.nextInt(4) == 0;
    options =
        DbOptions.builder()
            .memTableBytes(4096)
            .tableBytes(4096)
            .blockBytes(256)
            .blockCacheBytes(0)
            .compression(Compression.NONE)
            .garbageShare(random.nextBoolean() ? 1 : 0.2)
            .valueFileThreshold(random.nextBoolean() ? 0 : 64)
            .logBytesMax(MIB)
            .listener(
                new DbListener() {
                  @Override
                  public void sealed(Sealed event) {
                    sealed.set(event.cause());
                  }
                })
            .build();
    db = Stores.open(held.on(disk), options, Workers.threads(2));
    states.add(Map.of(DEFAULT, new Content(numbers++, new TreeMap<>())));
  }

  /** The default keyspace and some more. */
  private static List<String> names(int more) {
    return Stream.concat(Stream.of(DEFAULT), IntStream.range(0, more).mapToObj(i -> "k" + i))
        .toList();
  }

  void run() {
    try {
      for (int i = 0; i < (isLong ? STEPS / 3 : STEPS); i++) {
        step();
        letSomeGoOn();
        if (random.nextInt(40) == 0) {
          check(disk.kill(), states.size() - 1);
        }
        if (random.nextInt(40) == 0) {
          check(disk.crash(CrashState.RANDOM, random.nextLong()), 0);
        }
      }
      if (isLong) {
        fallBehind();
      }
      end(random.nextBoolean());
    } catch (RuntimeException | AssertionError e) {
      held.letGo();
      throw new AssertionError("after " + steps + ", sealed by " + sealed.get(), e);
    }
  }

  /** Does something on a thread of its own, and lets held work go on as long as that is needed. */
  private void script(String what, Runnable work) {
    steps.add(what);
    FutureTask<String> task = start("script", () -> done(work));
    await(task);
    result(task);
  }

  private static String done(Runnable work) {
    work.run();
    return "";
  }

  private static FutureTask<String> start(String name, Work work) {
    FutureTask<String> task = new FutureTask<>(work::run);
    Thread.ofPlatform().daemon().name(name).start(task);
    return task;
  }

  private void await(FutureTask<String> task) {
    long began = System.nanoTime();
    while (!task.isDone()) {
      if (!held.isQuiet() || !held.releaseOne(random)) {
        Thread.onSpinWait();
      }
      if (System.nanoTime() - began > NANOS_MAX) {
        throw new AssertionError("it does not end: " + held);
      }
    }
  }

  private static String result(FutureTask<String> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void letSomeGoOn() {
    for (int i = random.nextInt(3); i > 0 && held.releaseOne(random); i--) {
      long began = System.nanoTime();
      while (!held.isQuiet() && System.nanoTime() - began < NANOS_MAX) {
        Thread.onSpinWait();
      }
    }
    asides.removeIf(aside -> aside.task.isDone() && join(aside));
    if (sealed.get() != null) {
      throw new AssertionError("the store is sealed", sealed.get());
    }
    long used = isLong ? 0 : db.stats().memTableBytes();
    if (used > MEMTABLE_BYTES_MAX) {
      throw new AssertionError("memtables use " + used + " bytes");
    }
  }

  private void step() {
    String name = names.get(random.nextInt(names.size()));
    int dice = random.nextInt(100);
    if (!now().containsKey(name)) {
      create(name);
    } else if (dice < 62) {
      write(name, dice);
    } else if (dice < 72) {
      script("flush " + name, db.equals(map(name)) ? db::flush : keyspaces.get(name)::flush);
    } else if (dice < 84 && !name.equals(DEFAULT)) {
      drop(name);
    } else if (dice < 88) {
      create(name);
    } else if (dice < 92) {
      aside(name, "ingest", () -> ingest(map(name), numbers));
    } else if (dice < 94) {
      Path to = Path.of("/copy" + copies++);
      aside(name, "checkpoint", () -> db.checkpoint(to).directory().toString());
    } else if (dice < 97) {
      aside(
          name,
          "compact",
          () -> done(db.equals(map(name)) ? db::compact : keyspaceOf(name)::compact));
    } else {
      aside(name, "idle", () -> done(db::awaitIdle));
    }
  }

  private Keyspace keyspaceOf(String name) {
    return keyspaces.get(name);
  }

  private Map<String, Content> now() {
    return states.getLast();
  }

  private KeyValueMap map(String name) {
    return name.equals(DEFAULT) ? db : keyspaces.get(name);
  }

  private void create(String name) {
    DbOptions its =
        random.nextInt(4) == 0
            ? DbOptions.builder().memTableBytes(8192).tableBytes(4096).build()
            : options;
    script(
        "make or change " + name,
        () -> keyspaces.put(name, db.keyspace(name, its.defaultKeyspace())));
    Map<String, Content> next = new HashMap<>(now());
    next.computeIfAbsent(name, none -> new Content(numbers++, new TreeMap<>()));
    states.add(next);
  }

  private void drop(String name) {
    script("drop " + name, () -> db.dropKeyspace(name));
    Map<String, Content> next = new HashMap<>(now());
    next.remove(name);
    states.add(next);
    if (random.nextBoolean()) {
      create(name);
    }
  }

  /** Deletes come in numbers, as what they leave has to be applied. */
  private void write(String name, int dice) {
    Map<String, Content> next = new HashMap<>(now());
    WriteBatch batch = new WriteBatch();
    int count = 1 + random.nextInt(10);
    for (int i = 0; i < count; i++) {
      String key = String.format("k%02d", random.nextInt(KEYS));
      boolean isPut = dice < 40;
      String value = isPut ? value() : null;
      add(batch, next, name, key, value);
    }
    String other = names.get(random.nextInt(names.size()));
    if (dice % 5 == 0 && now().containsKey(other)) {
      add(batch, next, other, "k00", value());
    }
    script((dice < 40 ? "put " : "delete ") + name, () -> db.write(batch));
    states.add(next);
  }

  private String value() {
    return states.size() + "-" + "v".repeat((random.nextInt(3) == 0 ? 300 : 20) * (fills ? 10 : 1));
  }

  private void add(
      WriteBatch batch, Map<String, Content> next, String name, String key, String value) {
    Keyspace to = name.equals(DEFAULT) ? db.keyspace(DEFAULT) : keyspaces.get(name);
    if (value == null) {
      batch.in(to).delete(bytes(key));
    } else {
      batch.in(to).put(bytes(key), bytes(value));
    }
    next.compute(name, (same, content) -> content.with(key, value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private void aside(String name, String what, Work work) {
    steps.add(what + " beside");
    int number = now().get(name).number;
    FutureTask<String> task = start("aside-" + asides.size() + "-" + steps.size(), work);
    asides.add(new Aside(keyspaces.get(name), name, number, states.size() - 1, task));
    numbers++; // also names what is ingested
  }

  private static String ingest(KeyValueMap map, int group) {
    map.ingest(
        IntStream.range(0, INGESTED)
            .mapToObj(i -> Map.entry(bytes("i" + group + "/" + i), bytes("ingested " + i)))
            .iterator(),
        IngestOptions.ofMemory(4096));
    return "i" + group + "/";
  }

  /** Takes what has ended into account; only the end of its keyspace or store excuses it. */
  private boolean join(Aside aside) {
    String made;
    try {
      made = aside.task.get();
    } catch (ExecutionException e) {
      String message = String.valueOf(e.getCause().getMessage());
      boolean isExcused =
          e.getCause() instanceof IllegalStateException
              && (message.contains("was dropped") || message.equals("the store is closed"));
      if (!isExcused) {
        throw new AssertionError("beside", e.getCause());
      }
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Content content = now().get(aside.name);
    if (made.startsWith("i") && content != null && content.number == aside.number) {
      Content more = content;
      for (int i = 0; i < INGESTED; i++) {
        more = more.with(made + i, "ingested " + i);
      }
      Map<String, Content> next = new HashMap<>(now());
      next.put(aside.name, more);
      states.add(next);
    } else if (made.startsWith("/copy")) {
      check(disk, Path.of(made), aside.since);
    }
    return true;
  }

  /** Several keyspaces keep what little they have in the log alone, while much is written. */
  private void fallBehind() {
    names.stream().filter(name -> !now().containsKey(name)).toList().forEach(this::create);
    KeyspaceOptions large = KeyspaceOptions.builder().memTableBytes(4 * MIB).build();
    script("make room for all in the store's buffer", () -> db.keyspace(DEFAULT, large));
    names.forEach(name -> write(name, 1));
    Keyspace much = db.keyspace("much", large);
    keyspaces.put("much", much);
    Map<String, Content> next = new HashMap<>(now());
    String value = "m".repeat(1000);
    NavigableMap<String, String> entries = new TreeMap<>();
    script(
        "write much",
        () -> {
          for (int i = 0; i < 1_300; i++) {
            much.put(bytes("k" + i), bytes(value));
            entries.put("k" + i, value);
          }
        });
    next.put("much", new Content(numbers++, entries));
    states.add(next);
    Keyspace first = db.keyspace(DEFAULT); // after its flush what is far behind is flushed, too
    aside(DEFAULT, "flush", () -> done(first::flush));
  }

  private void end(boolean atRest) {
    if (atRest) {
      held.letGo();
      asides.forEach(aside -> await(aside.task));
      asides.forEach(this::join);
      asides.clear();
      script("idle", db::awaitIdle);
      checkFiles();
    }
    script("close", db::close);
    held.letGo();
    asides.forEach(aside -> await(aside.task));
    asides.forEach(this::join);
    if (sealed.get() != null) {
      throw new AssertionError("the store is sealed", sealed.get());
    }
    check(disk.crash(CrashState.SYNCED_ONLY, 1), states.size() - 1);
    var problems = Stores.verify(disk).problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("verify finds " + problems);
    }
  }

  private void checkFiles() {
    try {
      long there =
          disk.openDirectory(Stores.PATH).list().stream().filter(f -> f.endsWith(".sst")).count();
      long known = Arrays.stream(db.stats().tablesPerLevel()).sum();
      if (there != known) {
        throw new AssertionError(there + " tables, of which " + known + " are known");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void check(SimulatedDisk left, int since) {
    check(left, Stores.PATH, since);
  }

  /** A store holds what one moment of the model did, from one on. */
  private void check(SimulatedDisk left, Path path, int since) {
    try (Db after = Stores.open(left, path, options, Workers.inline(), false)) {
      Map<String, NavigableMap<String, String>> found = new HashMap<>();
      after.keyspaces().forEach(name -> found.put(name, read(after.keyspace(name))));
      boolean isCopy = !path.equals(Stores.PATH);
      if (IntStream.range(since, states.size()).noneMatch(i -> fits(found, i, isCopy))) {
        throw new AssertionError(path + " holds " + found + ", the model " + now());
      }
      boolean isCut = since == 0 && !isCopy; // which leaves doubts
      if (!isCut && !after.problems().isEmpty()) {
        throw new AssertionError(after.problems());
      }
    }
  }

  private static NavigableMap<String, String> read(Keyspace keyspace) {
    NavigableMap<String, String> found = new TreeMap<>();
    try (Cursor cursor = keyspace.scan(KeyRange.all())) {
      while (cursor.next()) {
        found.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    return found;
  }

  /** Which keyspaces there are is durable at once; what was written to them, up to some step. */
  private boolean fits(Map<String, NavigableMap<String, String>> found, int step, boolean isCopy) {
    Map<String, Content> then = states.get(step);
    Map<String, Content> named = isCopy ? then : now();
    if (!found.keySet().equals(named.keySet())) {
      return false;
    }
    for (Map.Entry<String, NavigableMap<String, String>> one : found.entrySet()) {
      Content content = then.get(one.getKey());
      boolean wasThere = content != null && content.number == named.get(one.getKey()).number;
      NavigableMap<String, String> expected = wasThere ? content.entries : new TreeMap<>();
      if (!own(one.getValue()).equals(own(expected))
          || !areWhole(one.getValue())
          || !one.getValue().keySet().containsAll(wasThere ? expected.keySet() : List.of())) {
        return false;
      }
    }
    return true;
  }

  /** What was not ingested. */
  private static Map<String, String> own(NavigableMap<String, String> all) {
    return all.tailMap("k");
  }

  /** Of what was ingested together all is there, or nothing. */
  private static boolean areWhole(NavigableMap<String, String> all) {
    Map<String, Integer> groups = new HashMap<>();
    all.headMap("k").keySet().forEach(k -> groups.merge(k.split("/", 2)[0], 1, Integer::sum));
    return groups.values().stream().allMatch(count -> count == INGESTED);
  }
}
