package dev.malkoha.engine.damage;

import java.util.Arrays;
import java.util.Objects;

/**
 * One thing done to the files of a store behind its back. Its text says all of it.
 *
 * @param how what is done
 * @param file the file it is done to
 * @param at where in the file, the new length, or 0
 * @param extra the bits that are flipped, the number of a moment before, or 0
 * @param other the other file of two, or none
 */
record Damage(How how, String file, int at, int extra, String other) {

  /** What can be done. */
  enum How {
    /** Bits of one byte are others. */
    FLIP,
    /** The file ends earlier. */
    CUT,
    /** Bytes that mean nothing are behind its end. */
    GROW,
    /** The file is gone. */
    REMOVE,
    /** Two files have each other's names. */
    SWAP,
    /** The file has the bytes of another one. */
    COPY,
    /** The file has the bytes of a moment before, or is there again. */
    OLDER,
    /** CURRENT and its manifest are those of a moment before; what came later is there, too. */
    OLDER_BOTH,
    /** CURRENT and its manifest are those of a moment before, and no later manifest is there. */
    OLDER_ONLY
  }

  static Damage flip(String file, int at, int bits) {
    return new Damage(How.FLIP, file, at, bits, "");
  }

  static Damage cut(String file, int length) {
    return new Damage(How.CUT, file, length, 0, "");
  }

  static Damage grow(String file, int bytes) {
    return new Damage(How.GROW, file, bytes, 0, "");
  }

  static Damage remove(String file) {
    return new Damage(How.REMOVE, file, 0, 0, "");
  }

  static Damage ofTwo(How how, String file, String other) {
    return new Damage(how, file, 0, 0, other);
  }

  static Damage older(How how, String file, int moment) {
    return new Damage(how, file, 0, moment, "");
  }

  /** The store's files with this damage. */
  StoreFiles in(PristineStore store) {
    StoreFiles files = store.files();
    return switch (how) {
      case FLIP -> files.with(file, flipped(files.bytes(file)));
      case CUT -> files.with(file, Arrays.copyOf(files.bytes(file), at));
      case GROW -> files.with(file, grown(files.bytes(file)));
      case REMOVE -> files.without(file);
      case SWAP -> files.with(file, files.bytes(other)).with(other, files.bytes(file));
      case COPY -> files.with(file, files.bytes(other));
      case OLDER -> files.with(file, store.moments().get(extra).bytes(file));
      case OLDER_BOTH -> olderManifest(files, store.moments().get(extra));
      case OLDER_ONLY -> olderManifest(files.without(manifest(files)), store.moments().get(extra));
    };
  }

  private byte[] flipped(byte[] bytes) {
    byte[] damaged = bytes.clone();
    damaged[at] ^= (byte) extra;
    return damaged;
  }

  private byte[] grown(byte[] bytes) {
    byte[] damaged = Arrays.copyOf(bytes, bytes.length + at);
    for (int i = bytes.length; i < damaged.length; i++) {
      damaged[i] = (byte) (i * extra);
    }
    return damaged;
  }

  private static StoreFiles olderManifest(StoreFiles files, StoreFiles before) {
    String name = manifest(before);
    return files.with("CURRENT", before.bytes("CURRENT")).with(name, before.bytes(name));
  }

  /** The manifest of a store that has one. */
  static String manifest(StoreFiles files) {
    return Objects.requireNonNull(files.names().ceiling("MANIFEST-"));
  }

  @Override
  public String toString() {
    return how + ":" + file + ":" + at + ":" + extra + (other.isEmpty() ? "" : ":" + other);
  }
}
