package dev.malkoha.engine.version;

/**
 * How much of a value file the entries of a table point to.
 *
 * @param file the value file
 * @param bytes of all records that the table's entries, dead or alive, point to
 */
public record ValueUse(ValueFileMeta file, long bytes) {

  /** A use of a file of which nothing else is known yet. */
  public static ValueUse of(long number, long bytes) {
    return new ValueUse(new ValueFileMeta(number, 0, 0), bytes);
  }

  @Override
  public String toString() {
    return bytes + " of " + FileNames.values(file.number());
  }
}
