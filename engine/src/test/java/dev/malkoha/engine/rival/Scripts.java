package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** What actors do to one directory, and what they notice that should not be. */
final class Scripts {

  private final SimulatedDisk disk;
  private final SplittableRandom random;

  /** Of each directory that somebody has used, whatever its path is by now. */
  private final Map<Object, Home> homes = new LinkedHashMap<>();

  private final Set<Map<String, String>> offers = new HashSet<>();
  private boolean moved;
  private int stores;
  private int values;
  private int fillings;
  private int refusals;

  Scripts(SimulatedDisk disk, SplittableRandom random) {
    this.disk = disk;
    this.random = random;
  }

  Map<Object, Home> homes() {
    return homes;
  }

  /** Whether a directory was moved while others used it. */
  boolean hasMoved() {
    return moved;
  }

  /** Whether somebody was after the directory who can fill it, and need not be killed for it. */
  boolean mustHaveFilled() {
    return !offers.isEmpty();
  }

  /** How often somebody has filled a directory, or was refused. */
  int outcomes() {
    return fillings + refusals;
  }

  Home home(Object directory) {
    return homes.computeIfAbsent(directory, d -> new Home(offers));
  }

  /** The directory is a store of the ground. */
  void isStore(Path path) {
    home(at(path)).filled(InitialDisk.CONTENT);
  }

  private Object at(Path path) {
    Object directory = disk.directoryAt(path);
    assertTrue(directory != null, path + " is gone");
    return directory;
  }

  /** Restores into the target, and perhaps opens the store that is there then. */
  void restore(Actor actor) {
    fill(
        actor,
        () -> Stores.restore(actor.process(), InitialDisk.CHECKPOINT, InitialDisk.TARGET),
        InitialDisk.CONTENT);
    if (random.nextBoolean()) {
      write(actor);
    }
  }

  /** Takes a checkpoint of a store of its own into the target. */
  void checkpoint(Actor actor) {
    try (Db db = InitialDisk.open(actor.process(), InitialDisk.store(stores++), false)) {
      db.put(InitialDisk.bytes("k2"), InitialDisk.bytes("new"));
      Map<String, String> content = Home.content(db);
      fill(actor, () -> db.checkpoint(InitialDisk.TARGET), content);
      if (random.nextInt(3) == 0) {
        fill(actor, () -> db.checkpoint(InitialDisk.TARGET), content);
      }
    }
  }

  private void fill(Actor actor, Runnable filling, Map<String, String> content) {
    offers.add(content);
    try {
      filling.run();
      home(actor.process().lastLocked()).filled(content);
      fillings++;
    } catch (IllegalArgumentException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("is not empty"), e.getMessage());
    } catch (DbException e) {
      refused(e);
    }
  }

  /** Opens the target, which is made if there is none, and changes it. */
  void write(Actor actor) {
    boolean mayCreate = random.nextInt(3) > 0;
    try {
      Db db = InitialDisk.open(actor.process(), InitialDisk.TARGET, mayCreate);
      Object directory = actor.process().lastLocked();
      Home home = home(directory);
      home.opened(actor, db);
      try {
        for (int changes = random.nextInt(8); changes > 0; changes--) {
          change(db, home, directory);
          actor.giveWay();
        }
      } finally {
        home.closed(actor);
        db.close();
      }
    } catch (DbException e) {
      refused(e);
    }
  }

  private void change(Db db, Home home, Object directory) {
    String value = "v" + values++;
    boolean isMoved = !directory.equals(disk.directoryAt(InitialDisk.TARGET));
    boolean isEdit = false;
    switch (random.nextInt(8)) {
      case 0 -> {
        put(db, home, value);
        db.flush();
        isEdit = true;
      }
      case 1 -> {
        if (!db.keyspaces().contains("side")) {
          return;
        }
        isEdit = true;
        home.change(
            content -> {
              content.keySet().removeIf(key -> key.startsWith("side/"));
              return content;
            },
            () -> db.dropKeyspace("side"));
      }
      case 2 -> {
        isEdit = !db.keyspaces().contains("side");
        Keyspace side = db.keyspace("side");
        home.change(
            content -> {
              content.put("side/k", value);
              return content;
            },
            () -> side.put(InitialDisk.bytes("k"), InitialDisk.bytes(value)));
      }
      case 3 -> db.compact();
      default -> put(db, home, value);
    }
    assertTrue(!isMoved || !isEdit, "an edit was made though the directory was replaced before");
  }

  private void put(Db db, Home home, String value) {
    WriteBatch batch = new WriteBatch();
    List<String> keys = random.nextBoolean() ? List.of("k1", "k4") : List.of("k0", "k1", "k5");
    keys.forEach(key -> batch.put(InitialDisk.bytes(key), InitialDisk.bytes(value)));
    home.change(
        content -> {
          keys.forEach(key -> content.put("default/" + key, value));
          return content;
        },
        () -> db.write(batch));
  }

  /** Reads the target beside the others. */
  void read(Actor actor) {
    Object directory = disk.directoryAt(InitialDisk.TARGET);
    try (DbReader db =
        Stores.openReadOnly(actor.process(), InitialDisk.TARGET, InitialDisk.OPTIONS)) {
      do {
        if (!moved && directory != null) {
          home(directory).checkBeside(db);
        }
        actor.giveWay();
        db.refresh();
      } while (random.nextInt(3) > 0);
    } catch (DbException e) {
      // What a reader is told of a directory that others fill or replace is not looked at here.
    }
  }

  /** Puts the target away, and perhaps another store in its place, which nobody has open. */
  void move(Actor actor) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      actor.giveWay();
    }
    if (disk.directoryAt(InitialDisk.TARGET) == null) {
      return;
    }
    moved = true;
    disk.move(InitialDisk.TARGET, Path.of("/away"));
    if (random.nextBoolean()) {
      actor.giveWay();
    }
    if (random.nextInt(4) > 0 && disk.directoryAt(InitialDisk.TARGET) == null) {
      isStore(InitialDisk.SPARE);
      disk.move(InitialDisk.SPARE, InitialDisk.TARGET);
    }
  }

  private void refused(DbException e) {
    refusals++;
    String message = String.valueOf(e.getMessage());
    boolean isKnown =
        switch (e) {
          case DbLockedException _, DbNotFoundException _ -> true;
          case DbCorruptionException _ -> message.contains("unfinished");
          case DbIoException _ ->
              moved && (message.contains("was moved away") || message.contains("not there"));
          case DbSealedException _ -> moved && message.contains("was moved away");
          default -> false;
        };
    if (!isKnown) {
      throw e;
    }
  }
}
