package dev.malkoha.storage;

/** The rule for what may name a file in a {@link Directory}. */
public final class PlainName {

  private static final int MAX_LENGTH = 255;

  private PlainName() {}

  /**
   * Returns the name if it is plain: 1 to 255 characters, no separator of any system, no control
   * character, not "." or "..".
   *
   * @throws IllegalArgumentException if it is not
   */
  public static String check(String name) {
    if (!isPlain(name)) {
      throw new IllegalArgumentException(
          "not a plain file name (empty, \".\", \"..\", too long, or with a separator, colon or"
              + " control character): length "
              + name.length());
    }
    return name;
  }

  static boolean isPlain(String name) {
    boolean isPlain =
        !name.isEmpty() && name.length() <= MAX_LENGTH && !name.equals(".") && !name.equals("..");
    for (int i = 0; isPlain && i < name.length(); i++) {
      isPlain = isPlain(name.charAt(i));
    }
    return isPlain;
  }

  /** A colon names a volume or an alternate stream on Windows. */
  private static boolean isPlain(char c) {
    return c >= ' ' && c != 0x7f && c != '/' && c != '\\' && c != ':';
  }
}
