package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.Directory;

/** The names of the store's files: files hold numbers, and only this class makes names of them. */
public final class FileNames {

  /** Names the manifest in force. */
  public static final String CURRENT = "CURRENT";

  /** Locks the directory. */
  public static final String LOCK = "LOCK";

  /** Lists the files of a checkpoint that nobody has written to. */
  public static final String CHECKPOINT = "CHECKPOINT";

  /** Says that the directory is still being filled, or was when that was cut short. */
  public static final String UNFINISHED = "UNFINISHED";

  private static final String TABLE_SUFFIX = ".sst";
  private static final String SIDECAR_SUFFIX = ".dv";
  private static final String VALUES_SUFFIX = ".val";
  private static final String MANIFEST_PREFIX = "MANIFEST-";
  private static final String DRAFT_MARK = ".tmp";
  private static final int DIGITS_MIN = 6;
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private FileNames() {}

  /** The name of a table. */
  public static String table(long number) {
    return digits(number) + TABLE_SUFFIX;
  }

  /** The name of a sidecar: what says which entries of tables are dead. */
  public static String sidecar(long number) {
    return digits(number) + SIDECAR_SUFFIX;
  }

  /** The name of a value file. */
  public static String values(long number) {
    return digits(number) + VALUES_SUFFIX;
  }

  /** The name of a manifest. */
  public static String manifest(long number) {
    return MANIFEST_PREFIX + digits(number);
  }

  /**
   * The name of a file until what names it is durable: the manifest's edit for a table or sidecar,
   * CURRENT for a manifest. So a draft that nothing names was never part of the store, and whatever
   * has its own name was. The mark stands before the ending, if there is one.
   */
  public static String draft(String name) {
    int ending = name.indexOf('.');
    int at = ending < 0 ? name.length() : ending;
    return name.substring(0, at) + DRAFT_MARK + name.substring(at);
  }

  /** Whether a file is a draft of one of ours. */
  public static boolean isDraft(String name) {
    String own = withoutDraft(name);
    return !own.equals(name) && (own.equals(CURRENT) || number(own).isPresent());
  }

  /** The name that a draft is a draft of; other names as they are. */
  public static String withoutDraft(String name) {
    int at = name.indexOf(DRAFT_MARK);
    String own = at < 0 ? name : name.substring(0, at) + name.substring(at + DRAFT_MARK.length());
    return draft(own).equals(name) ? own : name;
  }

  /** The name under which a file that is named lies: its own, or its draft's. */
  public static String found(Directory directory, String name) throws IOException {
    String draft = draft(name);
    return !directory.exists(name) && directory.exists(draft) ? draft : name;
  }

  /**
   * Gives a file its own name if it has its draft's. Where that fails nothing is lost: it is found
   * under either, and the next opening tries again.
   */
  public static void renameDraft(Directory directory, String name) {
    try {
      if (directory.exists(draft(name))) {
        directory.rename(draft(name), name);
      }
    } catch (IOException e) {
      StoreLog.debug("still a draft: " + name, e);
    }
  }

  /** The number in a table's name; empty for other names. */
  public static OptionalLong tableNumber(String name) {
    return numberIn("", name, TABLE_SUFFIX);
  }

  /** The number in a sidecar's name; empty for other names. */
  public static OptionalLong sidecarNumber(String name) {
    return numberIn("", name, SIDECAR_SUFFIX);
  }

  /** The number in a value file's name; empty for other names. */
  public static OptionalLong valuesNumber(String name) {
    return numberIn("", name, VALUES_SUFFIX);
  }

  /** Whether a file of this name never changes: a table, a sidecar or a value file. */
  public static boolean isUnchanging(String name) {
    return number(name).isPresent() && manifestNumber(name).isEmpty();
  }

  /** The number in a manifest's name; empty for other names. */
  public static OptionalLong manifestNumber(String name) {
    return numberIn(MANIFEST_PREFIX, name, "");
  }

  /** The number that any file of the store but the log's bears; empty for those without. */
  public static OptionalLong number(String name) {
    OptionalLong table = tableNumber(name);
    OptionalLong sidecar = table.isPresent() ? table : sidecarNumber(name);
    OptionalLong values = sidecar.isPresent() ? sidecar : valuesNumber(name);
    return values.isPresent() ? values : manifestNumber(name);
  }

  /** The number that a file or its draft bears; 0, which no file has, for those without. */
  public static long numberOf(String name) {
    return number(withoutDraft(name)).orElse(0);
  }

  private static String digits(long number) {
    String digits = Long.toString(number); // no formatter: it takes an opening 10 ms to load one
    return "0".repeat(Math.max(0, DIGITS_MIN - digits.length())) + digits;
  }

  private static OptionalLong numberIn(String before, String name, String after) {
    int end = name.length() - after.length();
    return name.startsWith(before)
            && name.endsWith(after)
            && end > before.length()
            && DIGITS.matcher(name).region(before.length(), end).matches()
        ? OptionalLong.of(Long.parseLong(name, before.length(), end, 10))
        : OptionalLong.empty();
  }
}
