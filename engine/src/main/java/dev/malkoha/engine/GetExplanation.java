package dev.malkoha.engine;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The way of one look-up: every source that was asked for the key, in order, and what it answered.
 * The last step is the one that decided, if any did.
 *
 * <p>{@link #toString} is the way as text, a line for each step. It shows no byte of keys or
 * values.
 *
 * @param steps what was asked, first to last; immutable
 * @param rangeDelete the sequence number of the range delete that covers what was found, so that
 *     the key is absent all the same; 0 if none does
 */
public record GetExplanation(List<Step> steps, long rangeDelete) {

  /** What a source answered. */
  public enum Answer {
    /** The key lies outside the keys that the source holds. */
    OUT_OF_RANGE,
    /** The filter says "absent": nothing was read. */
    FILTERED,
    /** The source was looked into, and has no entry of the key. */
    NOT_FOUND,
    /**
     * By the deletion vector the newest entry of the key in the source is dead, and with it all
     * older ones; or all entries are dead of the block in which it could be.
     */
    DEAD,
    /** The source holds the newest entry of the key, which decides. */
    FOUND
  }

  /**
   * One source and its answer.
   *
   * @param source a memtable, a level and its table's file, or a level none of whose tables reaches
   *     as far as the key
   * @param answer what came of asking it
   * @param filterAsked whether its filter was asked; if so, and it did not say "absent", it said
   *     "maybe"
   * @param block where in a table the key could be; null for memtables, and where the index or less
   *     told that it is nowhere
   * @param bitsChecked how many entries were looked up in the deletion vector
   * @param entry what was found, dead or alive; null if nothing was
   */
  public record Step(
      String source,
      Answer answer,
      boolean filterAsked,
      @Nullable Block block,
      int bitsChecked,
      @Nullable Entry entry) {

    private boolean isFalsePositive() {
      return filterAsked && (answer == Answer.NOT_FOUND || answer == Answer.DEAD);
    }

    private boolean isBlockFrom(Origin origin) {
      return block != null && block.origin() == origin;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-24s ", source));
      if (filterAsked) {
        text.append("filter: ").append(answer == Answer.FILTERED ? "absent" : "maybe; ");
      }
      if (block != null) {
        text.append(block).append(": ");
      }
      return text.append(outcome()).toString();
    }

    private String outcome() {
      return switch (answer) {
        case OUT_OF_RANGE -> "the key is out of range";
        case FILTERED -> "";
        case NOT_FOUND -> filterAsked ? "not there, a false positive" : "not there";
        case DEAD -> (entry == null ? "all is dead" : entry + ", dead") + ", a false positive";
        case FOUND -> String.valueOf(entry);
      };
    }
  }

  /** Where a block came from. */
  public enum Origin {
    /** It was in the block cache. */
    CACHE("from the cache"),
    /** It was read from the file. */
    FILE("from the file"),
    /** From nowhere: all its entries are dead. */
    NOT_READ("not read");

    private final String text;

    Origin(String text) {
      this.text = text;
    }
  }

  /**
   * The data block in which the key could be.
   *
   * @param number counted from 0, as the table's index has it
   * @param count how many blocks the table has
   * @param origin where it came from
   */
  public record Block(int number, int count, Origin origin) {
    @Override
    public String toString() {
      return "block " + number + " of " + count + " " + origin.text;
    }
  }

  /**
   * An entry that was found.
   *
   * @param isDelete whether it says that the key is deleted
   * @param sequence its sequence number; 0 where the store no longer keeps it
   * @param valueLength the bytes of its value; 0 for a delete
   */
  public record Entry(boolean isDelete, long sequence, int valueLength) {
    @Override
    public String toString() {
      String what = isDelete ? "delete" : "put of " + bytes(valueLength);
      return what + ", sequence " + sequence;
    }
  }

  /** Creates an explanation. */
  public GetExplanation {
    steps = List.copyOf(steps);
  }

  /** The entry that decided; null if no source had one. */
  public @Nullable Entry entry() {
    boolean decided = !steps.isEmpty() && steps.getLast().answer() == Answer.FOUND;
    return decided ? steps.getLast().entry() : null;
  }

  /** Whether the key has a value. */
  public boolean isPresent() {
    Entry entry = entry();
    return entry != null && !entry.isDelete() && rangeDelete == 0;
  }

  /** How many filters were asked. */
  public int filtersAsked() {
    return count(Step::filterAsked);
  }

  /** How many of them said "absent". */
  public int filtersAbsent() {
    return count(step -> step.answer() == Answer.FILTERED);
  }

  /** How many of them said "maybe" of a table that has no entry of the key. */
  public int falsePositives() {
    return count(Step::isFalsePositive);
  }

  /** How many blocks were read from files. */
  public int blocksRead() {
    return count(step -> step.isBlockFrom(Origin.FILE));
  }

  /** How many blocks were found in the block cache. */
  public int blocksFromCache() {
    return count(step -> step.isBlockFrom(Origin.CACHE));
  }

  /** How many entries were looked up in deletion vectors. */
  public int bitsChecked() {
    return steps.stream().mapToInt(Step::bitsChecked).sum();
  }

  private int count(Predicate<Step> which) {
    return (int) steps.stream().filter(which).count();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    steps.forEach(step -> text.append(step).append('\n'));
    return text + "\n" + verdict() + "\n" + totals() + "\n";
  }

  private String verdict() {
    Entry entry = entry();
    if (entry == null) {
      return "absent: no entry of the key";
    }
    if (rangeDelete != 0) {
      return "absent: deleted by a range delete, sequence " + rangeDelete;
    }
    return entry.isDelete() ? "absent: deleted" : "present: " + bytes(entry.valueLength());
  }

  private String totals() {
    return String.format(
        Locale.ROOT,
        "filters asked %d (absent %d, false positive %d), blocks read %d, from the cache %d,"
            + " bits checked %d",
        filtersAsked(),
        filtersAbsent(),
        falsePositives(),
        blocksRead(),
        blocksFromCache(),
        bitsChecked());
  }

  private static String bytes(int count) {
    return String.format(Locale.ROOT, "%,d byte%s", count, count == 1 ? "" : "s");
  }
}
