package dev.malkoha.engine.share;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.SharedResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Opens many stores in this process, writes a little to each, and prints what they cost when nobody
 * uses them: {@code IdleStoresProbe DIRECTORY STORES [own|shared] [KEYSPACES]}.
 */
public final class IdleStoresProbe {

  private static final int KEYS = 10;
  private static final double MIB = 1 << 20;

  private IdleStoresProbe() {}

  /** Runs it. */
  public static void main(String[] arguments) throws InterruptedException {
    Path directory = Path.of(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    boolean shares = arguments.length < 3 || arguments[2].equals("shared");
    int keyspaces = arguments.length < 4 ? 0 : Integer.parseInt(arguments[3]);
    long heapBefore = heap();
    int threadsBefore = Thread.activeCount();
    SharedResources shared = SharedResources.builder().build();
    DbOptions.Builder options = DbOptions.builder().memTableBytes(4 << 20);
    if (shares) {
      options.resources(shared);
    } else {
      options.blockCacheBytes(1 << 20);
    }
    long begin = System.nanoTime();
    List<Db> stores = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stores.add(Db.open(directory.resolve("store-" + i), options.build()));
    }
    print("opened, stores", count);
    print("  milliseconds a store", (System.nanoTime() - begin) / 1e6 / count);
    print("  heap, KB a store", (heap() - heapBefore) / 1e3 / count);
    for (Db store : stores) {
      fill(store, keyspaces);
    }
    stores.forEach(Db::flush);
    print("  threads after a flush of each", Thread.activeCount() - threadsBefore);
    Thread.sleep(15_000); // until threads have ended
    print("idle, threads", Thread.activeCount() - threadsBefore);
    print("  heap, KB a store", (heap() - heapBefore) / 1e3 / count);
    print("  heap, MiB", heap() / MIB);
    print("  table files open", shares ? shared.openFiles() : -1);
    files(directory);
    stores.forEach(Db::close);
    shared.close();
  }

  private static void fill(Db store, int keyspaces) {
    for (int key = 0; key < KEYS; key++) {
      store.put(new byte[] {(byte) key}, new byte[100]);
    }
    for (int i = 0; i < keyspaces; i++) {
      Keyspace keyspace = store.keyspace("k" + i);
      keyspace.put(new byte[] {1}, new byte[100]);
    }
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static void files(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      long bytes = 0;
      long log = 0;
      for (Path file : files) {
        bytes += Files.size(file);
        log += String.valueOf(file.getFileName()).contains("log") ? Files.size(file) : 0;
      }
      print("  files", files.size());
      print("  MiB of files", bytes / MIB);
      print("  of which log, MiB", log / MIB);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void print(String what, double figure) {
    System.out.printf("%-34s %,12.1f%n", what, figure);
  }
}
