package dev.malkoha.filter.block;

/** Why a filter could not be built, as its always-maybe block numbers it. */
public enum Unbuildable {
  /** No try of the bounded number placed every key. */
  NO_PLACEMENT(1, "no placement for all keys was found in a bounded number of tries"),
  /** The payload would not fit an array. */
  TOO_LARGE(2, "the keys need a filter of more than 2 GiB; cut smaller tables");

  private final int code;
  private final String text;

  Unbuildable(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The always-maybe block that says so. */
  public byte[] block(long salt, long keys) {
    return FilterBlock.headerOnly(FilterKind.ALWAYS_MAYBE, code, salt, keys);
  }

  static String text(int code) {
    for (Unbuildable reason : values()) {
      if (reason.code == code) {
        return "filter could not be built: " + reason.text;
      }
    }
    return "filter could not be built: reason " + code;
  }
}
