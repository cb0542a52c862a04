package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which manifest an opening goes on with: the one there is, if the store was closed, so that
 * CURRENT proves all of it; a new one otherwise.
 */
class ManifestOfOpeningsTest {

  private static final DbOptions OPTIONS = DbOptions.defaults();
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};
  private static final List<UnaryOperator<Fault>> WAYS =
      List.of(UnaryOperator.identity(), Fault::afterTheEffect, Fault::noSpace);

  private final SimulatedDisk disk = new SimulatedDisk();

  @BeforeEach
  void fill() {
    try (Db db = Stores.open(disk, OPTIONS)) {
      db.put(KEY, VALUE);
      db.flush();
    }
  }

  private static String manifest(SimulatedDisk disk) throws IOException {
    try (Directory directory = disk.openExisting(Stores.PATH)) {
      List<String> names = directory.list(name -> name.startsWith("MANIFEST"));
      assertEquals(1, names.size(), names.toString());
      return names.getFirst();
    }
  }

  private byte[] bytes(String name) throws IOException {
    try (Directory directory = disk.openExisting(Stores.PATH);
        ReadableFile file = directory.open(name)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static void check(SimulatedDisk left, String when) {
    try (Db db = Stores.open(left, OPTIONS)) {
      assertArrayEquals(VALUE, db.get(KEY), when);
    }
    assertEquals(List.of(), Stores.verify(left).problems(), when);
  }

  @Test
  void aClosedStoreGoesOnWithItsOwn() throws IOException {
    String first = manifest(disk);
    byte[] before = bytes(first);
    for (int i = 0; i < 3; i++) {
      check(disk, "opening " + i);
    }
    assertEquals(first, manifest(disk));
    byte[] after = bytes(first);
    assertTrue(after.length > before.length);
    assertArrayEquals(before, Arrays.copyOf(after, before.length));
  }

  @Test
  void aKilledStoreGetsAnotherOne() throws IOException {
    Db db = Stores.open(disk, OPTIONS);
    db.put(KEY, VALUE);
    SimulatedDisk left = disk.kill();
    db.close();
    String killed = manifest(left);
    check(left, "after the kill");
    assertNotEquals(killed, manifest(left));
  }

  @Test
  void aLongOneIsRewritten() throws IOException {
    String first = manifest(disk);
    long length = 0;
    for (int i = 0; manifest(disk).equals(first); i++) {
      assertTrue(bytes(first).length > length && i < 100, "it grows without end");
      length = bytes(first).length;
      try (Db db = Stores.open(disk, OPTIONS)) {
        for (int name = 0; name < 500; name++) {
          db.keyspace("keyspace " + i + " " + name + "-".repeat(200));
        }
      }
    }
    check(disk, "after the rewriting");
  }

  @Test
  void aCrashOfAnOpeningLosesNothing() {
    List<Call> calls = new ArrayList<>();
    openWatched(
        disk,
        _ -> true,
        call -> {
          calls.add(call);
          check(disk.kill(), "kill before " + call);
          cutPower(disk, call);
        });
    assertTrue(calls.stream().anyMatch(ManifestOfOpeningsTest::appendsToManifest));
  }

  private static boolean changes(Call call) {
    return call.kind().isChanging();
  }

  private static boolean appendsToManifest(Call call) {
    return call.kind() == CallKind.APPEND && call.name().startsWith("MANIFEST");
  }

  /**
   * Kills before each call of an opening after a kill, and power cuts before each call of the next
   * one. The first kill comes before a flush is durable, so that the old CURRENT needs old
   * segments.
   */
  @Tag("slow")
  @Test
  void aKillAndThenAPowerCutLoseNothing() {
    for (SimulatedDisk killed : killsOfAFlush()) {
      List<SimulatedDisk> begun = new ArrayList<>();
      openWatched(killed, ManifestOfOpeningsTest::changes, _ -> begun.add(killed.kill()));
      for (SimulatedDisk half : begun) {
        openWatched(half, ManifestOfOpeningsTest::changes, call -> cutPower(half, call));
      }
    }
  }

  /** Opens a store and does something before some of its calls; then closes it. */
  private static void openWatched(
      SimulatedDisk disk, Predicate<Call> which, Consumer<Call> before) {
    disk.onCall(
        call -> {
          if (which.test(call)) {
            before.accept(call);
          }
        });
    Db db = Stores.open(disk, OPTIONS);
    disk.onCall(_ -> {});
    db.close();
  }

  private static void cutPower(SimulatedDisk disk, Call call) {
    for (CrashState how : CrashState.ALL) {
      check(disk.crash(how, call.index()), how + " before " + call);
    }
    for (int piece = 0; piece < disk.unsyncedPieces(); piece++) {
      check(disk.crash(CrashState.only(piece), 0), "only " + piece + " before " + call);
      check(disk.crash(CrashState.allBut(piece), 0), "all but " + piece + " before " + call);
    }
  }

  /** Disks after kills of a writer, each before a call that makes a flush durable. */
  private List<SimulatedDisk> killsOfAFlush() {
    List<SimulatedDisk> kills = new ArrayList<>();
    try (Db db = Stores.open(disk, OPTIONS)) {
      db.put(KEY, VALUE);
      db.sync();
      disk.onCall(
          call -> {
            if (call.kind() == CallKind.FORCE && call.name().startsWith("MANIFEST")) {
              kills.add(disk.kill());
            }
          });
      db.flush();
      disk.onCall(call -> {});
      kills.add(disk.kill());
    }
    return kills;
  }

  /** An edit that was cut short is left out by the next opening, which begins a new manifest. */
  @Test
  void aFailedOpeningLosesNothing() {
    SimulatedDisk dry = disk.kill();
    Db db = Stores.open(dry, OPTIONS);
    long calls = dry.calls();
    db.close();
    int failed = 0;
    for (UnaryOperator<Fault> way : WAYS) {
      for (long call = 0; call < calls; call++) {
        SimulatedDisk copy = disk.kill().fail(way.apply(Fault.at(call)));
        try (Db opened = Stores.open(copy, OPTIONS)) {
          assertArrayEquals(VALUE, opened.get(KEY));
        } catch (DbException e) {
          failed++;
        }
        check(copy.kill(), "after " + copy.history());
      }
    }
    assertTrue(failed > calls, "most calls matter");
  }
}
