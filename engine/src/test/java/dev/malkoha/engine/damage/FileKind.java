package dev.malkoha.engine.damage;

/** What a file of a store is for, as its name says. */
enum FileKind {
  CURRENT,
  MANIFEST,
  LOG,
  TABLE,
  SIDECAR,
  VALUES,
  LOCK,
  OTHER;

  static FileKind of(String name) {
    if (name.startsWith("MANIFEST-")) {
      return MANIFEST;
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "CURRENT" -> CURRENT;
      case "LOCK" -> LOCK;
      case "log" -> LOG;
      case "sst" -> TABLE;
      case "dv" -> SIDECAR;
      case "val" -> VALUES;
      default -> OTHER;
    };
  }
}
