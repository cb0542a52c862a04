package dev.malkoha.sstable.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * What packing and unpacking a block of 4 KiB takes of a processor: a program to be run by hand.
 * All codecs take turns; of each the fastest turn is printed.
 */
final class CodecMeasurement {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BLOCK_LENGTH = 4096;
  private static final int BLOCKS = 512;
  private static final int TURNS = 12;
  private static final int PASSES = 10;

  private final byte[][] blocks = new byte[BLOCKS][];

  private CodecMeasurement(Content content) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < BLOCKS; i++) {
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      while (block.size() < BLOCK_LENGTH) {
        block.write(content.entry(random));
      }
      blocks[i] = block.toByteArray();
    }
  }

  private enum Content {
    /** As db_bench writes: values of 100 bytes whose second half is their first. */
    HALF,
    JSON,
    PATHS,
    NOISE;

    byte[] entry(SplittableRandom random) {
      return switch (this) {
        case HALF -> half(random);
        case JSON ->
            "{\"id\":%d,\"name\":\"user%d\",\"mail\":\"u%d@example.com\",\"active\":%b,\"score\":%d}"
                .formatted(
                    random.nextInt(1_000_000),
                    random.nextInt(10_000),
                    random.nextInt(10_000),
                    random.nextBoolean(),
                    random.nextInt(1000))
                .getBytes(StandardCharsets.US_ASCII);
        case PATHS ->
            "/usr/share/lib/module%d/src/main/java/com/example/part%d/File%d.java:%d "
                .formatted(
                    random.nextInt(40),
                    random.nextInt(100),
                    random.nextInt(1000),
                    random.nextInt(100_000))
                .getBytes(StandardCharsets.US_ASCII);
        case NOISE -> noise(random);
      };
    }

    private static byte[] half(SplittableRandom random) {
      byte[] entry = new byte[116];
      byte[] key =
          "%016d".formatted(random.nextInt(100_000_000)).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(key, 0, entry, 0, key.length);
      for (int i = 0; i < 50; i++) {
        entry[16 + i] = (byte) random.nextInt(' ', '~' + 1);
        entry[66 + i] = entry[16 + i];
      }
      return entry;
    }

    private static byte[] noise(SplittableRandom random) {
      byte[] entry = new byte[116];
      random.nextBytes(entry);
      return entry;
    }
  }

  public static void main(String[] args) throws IOException {
    System.out.println("content  codec   pack ns  unpack ns   size");
    for (Content content : Content.values()) {
      new CodecMeasurement(content).run(content);
    }
  }

  private void run(Content content) throws IOException {
    double[][] best = new double[Codecs.COUNT][];
    for (int turn = 0; turn < TURNS; turn++) {
      for (int id = 1; id < Codecs.COUNT; id++) {
        double[] now = turn(Codecs.ready(id));
        double[] so = best[id];
        best[id] =
            so == null
                ? now
                : new double[] {Math.min(so[0], now[0]), Math.min(so[1], now[1]), now[2]};
      }
    }
    for (int id = 1; id < Codecs.COUNT; id++) {
      System.out.printf(
          "%-7s  %-6s  %7.0f  %9.0f  %5.3f%n",
          content, Codecs.names(1 << id), best[id][0], best[id][1], best[id][2]);
    }
  }

  /** Nanoseconds to pack and to unpack a block, and the share of its length that is left. */
  private double[] turn(Codec codec) throws IOException {
    byte[][] packed = new byte[BLOCKS][codec.mostPacked(2 * BLOCK_LENGTH)];
    int[] lengths = new int[BLOCKS];
    byte[] raw = new byte[2 * BLOCK_LENGTH];
    long start = THREADS.getCurrentThreadCpuTime();
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < BLOCKS; i++) {
        lengths[i] = codec.pack(blocks[i], BLOCK_LENGTH, packed[i]);
      }
    }
    long middle = THREADS.getCurrentThreadCpuTime();
    long stored = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < BLOCKS; i++) {
        codec.unpack(packed[i], 0, lengths[i], raw, BLOCK_LENGTH);
        stored += lengths[i];
      }
    }
    double count = (double) BLOCKS * PASSES;
    long end = THREADS.getCurrentThreadCpuTime();
    return new double[] {
      (middle - start) / count, (end - middle) / count, stored / count / BLOCK_LENGTH
    };
  }
}
