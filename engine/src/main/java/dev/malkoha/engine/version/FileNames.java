package dev.malkoha.engine.version;

import java.util.Locale;
import java.util.OptionalLong;

/** The names of the store's files: files hold numbers, and only this class makes names of them. */
public final class FileNames {

  /** Names the manifest in force. */
  public static final String CURRENT = "CURRENT";

  /** The next {@link #CURRENT} while it is written. */
  public static final String CURRENT_DRAFT = "CURRENT.tmp";

  /** Locks the directory. */
  public static final String LOCK = "LOCK";

  private static final String TABLE_SUFFIX = ".sst";
  private static final String MANIFEST_PREFIX = "MANIFEST-";

  private FileNames() {}

  /** The name of a table. */
  public static String table(long number) {
    return digits(number) + TABLE_SUFFIX;
  }

  /** The name of a manifest. */
  public static String manifest(long number) {
    return MANIFEST_PREFIX + digits(number);
  }

  /** The number in a table's name; empty for other names. */
  public static OptionalLong tableNumber(String name) {
    return name.endsWith(TABLE_SUFFIX)
        ? number(name.substring(0, name.length() - TABLE_SUFFIX.length()))
        : OptionalLong.empty();
  }

  /** The number in a manifest's name; empty for other names. */
  public static OptionalLong manifestNumber(String name) {
    return name.startsWith(MANIFEST_PREFIX)
        ? number(name.substring(MANIFEST_PREFIX.length()))
        : OptionalLong.empty();
  }

  private static String digits(long number) {
    return String.format(Locale.ROOT, "%06d", number);
  }

  private static OptionalLong number(String digits) {
    if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(FileNames::isDigit)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(digits));
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
