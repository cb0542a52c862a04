package dev.malkoha.sstable.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs of native code are refused where the collector would move their arrays. */
final class LazyCodecTest {

  private static LazyCodec zstd(String java) {
    return new LazyCodec(
        "ZSTD", "com.github.luben:zstd-jni", () -> new ZstdCodec(), Runtime.Version.parse(java));
  }

  @ParameterizedTest
  @ValueSource(strings = {"25", "25.0.1", "25.0.2+10"})
  void nativeCodecsAreRefusedWhereArraysMove(String java) {
    assertFalse(LazyCodec.keepsArrays(Runtime.Version.parse(java)));
    CodecMissingException refused =
        assertThrows(CodecMissingException.class, () -> zstd(java).ready());
    assertTrue(
        String.valueOf(refused.getMessage())
            .startsWith("compression ZSTD is refused on Java " + java + ", whose"),
        refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"25.0.3", "25.0.4.1+2", "25.1", "26", "27.0.1"})
  void andWorkElsewhere(String java) throws CodecMissingException {
    assertEquals(Codecs.ZSTD, zstd(java).ready().id());
  }

  @Test
  void plainJavaIsNeverRefused() throws CodecMissingException {
    LazyCodec lz4 = new LazyCodec("LZ4", "", () -> new Lz4Codec(), Runtime.Version.parse("25.0.1"));
    assertEquals(Codecs.LZ4, lz4.ready().id());
  }
}
