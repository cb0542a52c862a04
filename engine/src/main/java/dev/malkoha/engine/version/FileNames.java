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
  private static final String SIDECAR_SUFFIX = ".dv";
  private static final String MANIFEST_PREFIX = "MANIFEST-";

  private FileNames() {}

  /** The name of a table. */
  public static String table(long number) {
    return digits(number) + TABLE_SUFFIX;
  }

  /** The name of a sidecar: what says which entries of tables are dead. */
  public static String sidecar(long number) {
    return digits(number) + SIDECAR_SUFFIX;
  }

  /** The name of a manifest. */
  public static String manifest(long number) {
    return MANIFEST_PREFIX + digits(number);
  }

  /** The number in a table's name; empty for other names. */
  public static OptionalLong tableNumber(String name) {
    return numberBefore(TABLE_SUFFIX, name);
  }

  /** The number in a sidecar's name; empty for other names. */
  public static OptionalLong sidecarNumber(String name) {
    return numberBefore(SIDECAR_SUFFIX, name);
  }

  /** The number in a manifest's name; empty for other names. */
  public static OptionalLong manifestNumber(String name) {
    return name.startsWith(MANIFEST_PREFIX)
        ? parse(name.substring(MANIFEST_PREFIX.length()))
        : OptionalLong.empty();
  }

  /** The number that any file of the store but the log's bears; empty for those without. */
  public static OptionalLong number(String name) {
    OptionalLong table = tableNumber(name);
    OptionalLong sidecar = table.isPresent() ? table : sidecarNumber(name);
    return sidecar.isPresent() ? sidecar : manifestNumber(name);
  }

  private static OptionalLong numberBefore(String suffix, String name) {
    return name.endsWith(suffix)
        ? parse(name.substring(0, name.length() - suffix.length()))
        : OptionalLong.empty();
  }

  private static String digits(long number) {
    return String.format(Locale.ROOT, "%06d", number);
  }

  private static OptionalLong parse(String digits) {
    if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(FileNames::isDigit)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(digits));
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
