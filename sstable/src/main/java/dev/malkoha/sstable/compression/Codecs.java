package dev.malkoha.sstable.compression;

import module java.base;

/** All codecs, by the number that stands for each in files. */
public final class Codecs {

  /** Blocks as they are. */
  public static final int NONE = 0;

  /** Snappy, by a native library. */
  public static final int SNAPPY = 1;

  /** LZ4, in plain Java. */
  public static final int LZ4 = 2;

  /** Zstandard, by a native library. */
  public static final int ZSTD = 3;

  /** How many there are. */
  public static final int COUNT = 4;

  // Made by lambdas, not by constructor references: those would load the classes here, and with
  // them libraries that need not be there.
  private static final List<LazyCodec> ALL =
      List.of(
          new LazyCodec("NONE", "", () -> new PlainCodec()),
          new LazyCodec("SNAPPY", "org.xerial.snappy:snappy-java", () -> new SnappyCodec()),
          new LazyCodec("LZ4", "", () -> new Lz4Codec()),
          new LazyCodec("ZSTD", "com.github.luben:zstd-jni", () -> new ZstdCodec()));

  private Codecs() {}

  /** Whether a number stands for a codec. */
  public static boolean isKnown(int id) {
    return id >= 0 && id < COUNT;
  }

  /**
   * The codec of a number, which {@link #isKnown}, proved to work here.
   *
   * @throws CodecMissingException if it does not
   */
  public static Codec ready(int id) throws CodecMissingException {
    return ALL.get(id).ready();
  }

  /** The names of the codecs whose numbers' bits are set. */
  public static String names(int bits) {
    return IntStream.range(0, COUNT)
        .filter(id -> (bits >>> id & 1) != 0)
        .mapToObj(id -> ALL.get(id).name())
        .collect(Collectors.joining("+"));
  }
}
