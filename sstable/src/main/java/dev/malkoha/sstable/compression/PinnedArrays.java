package dev.malkoha.sstable.compression;

/**
 * Whether arrays stay where they are while native code works on them. In JDK 25.0.0 to 25.0.2 the
 * default collector, G1, may move one meanwhile (JDK-8377811): what a native codec packs or unpacks
 * there may be garbage, and no checksum tells, as that is taken afterwards.
 */
final class PinnedArrays {

  private static final int FEATURE = 25;
  private static final int MENDED_IN = 3;

  private PinnedArrays() {}

  static boolean areSafe(Runtime.Version java) {
    return java.feature() != FEATURE || java.interim() > 0 || java.update() >= MENDED_IN;
  }

  /** Says why a codec is refused, and what to do. */
  static String refusal(String codec, Runtime.Version java) {
    return "compression "
        + codec
        + " is refused on Java "
        + java
        + ", whose collector may move arrays that native code works on (JDK-8377811), so that blocks"
        + " become garbage. Run Java 25.0.3 or newer; or choose LZ4 for what is written, which is plain"
        + " Java";
  }
}
