package dev.malkoha.sstable.compression;

import module java.base;

import org.jspecify.annotations.Nullable;

/** A codec that is made and tried out when it is first asked for, and the outcome of that. */
final class LazyCodec {

  private static final int TRIAL_LENGTH = 1000;

  private static final String ADVICE =
      " on the class path and let it load its native code, with"
          + " --enable-native-access=ALL-UNNAMED and a temporary directory that programs may be run"
          + " from; or choose LZ4 for what is written, which needs neither";

  private final String name;
  private final String library;
  private final Supplier<Codec> maker;
  private final Runtime.Version java;
  private volatile @Nullable Codec proved;

  /** Kept, since a class that could not be initialised does not say why a second time. */
  private @Nullable Throwable failure;

  /**
   * Makes none yet.
   *
   * @param library that has the codec's native code; empty for plain Java
   */
  LazyCodec(String name, String library, Supplier<Codec> maker) {
    this(name, library, maker, Runtime.version());
  }

  LazyCodec(String name, String library, Supplier<Codec> maker, Runtime.Version java) {
    this.name = name;
    this.library = library;
    this.maker = maker;
    this.java = java;
  }

  String name() {
    return name;
  }

  /** The codec, which has packed and unpacked a block in this process. */
  Codec ready() throws CodecMissingException {
    Codec known = proved;
    return known != null ? known : prove();
  }

  private synchronized Codec prove() throws CodecMissingException {
    if (!library.isEmpty() && !keepsArrays(java)) {
      throw refusal();
    }
    Codec codec = proved;
    if (codec == null) {
      if (failure == null) {
        failure = trial();
      }
      codec = proved;
    }
    if (codec == null) {
      throw missing(failure);
    }
    return codec;
  }

  /**
   * Whether arrays stay where they are while native code works on them. In JDK 25.0.0 to 25.0.2 the
   * default collector, G1, may move one meanwhile (JDK-8377811): what a native codec packs or
   * unpacks there may be garbage, and no checksum tells, as that is taken afterwards.
   */
  static boolean keepsArrays(Runtime.Version java) {
    return java.feature() != 25 || java.interim() > 0 || java.update() >= 3;
  }

  private CodecMissingException refusal() {
    return new CodecMissingException(
        "compression "
            + name
            + " is refused on Java "
            + java
            + ", whose collector may move arrays that native code works on (JDK-8377811), so that"
            + " blocks become garbage. Run Java 25.0.3 or newer; or choose LZ4 for what is written,"
            + " which is plain Java",
        null);
  }

  /** Makes the codec and tries it; what went wrong, or null. */
  private @Nullable Throwable trial() {
    try {
      Codec made = maker.get();
      roundTrip(made);
      proved = made;
      return null;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) { // each library fails in its own way
      return e;
    }
  }

  private static void roundTrip(Codec codec) throws IOException {
    byte[] block = new byte[TRIAL_LENGTH];
    for (int i = 0; i < block.length; i++) {
      block[i] = (byte) ((i * i) >> 4);
    }
    byte[] packed = new byte[codec.mostPacked(block.length)];
    int length = codec.pack(block, block.length, packed);
    byte[] unpacked = new byte[block.length];
    codec.unpack(packed, 0, length, unpacked, block.length);
    if (!Arrays.equals(block, unpacked)) {
      throw new IOException("a block came back changed");
    }
  }

  private CodecMissingException missing(@Nullable Throwable cause) {
    Throwable first = cause == null ? new IOException("not tried") : cause;
    return new CodecMissingException(
        "compression "
            + name
            + " cannot be used here ("
            + rootOf(first)
            + "). Have the library "
            + library
            + ADVICE,
        first);
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
