package dev.malkoha.tools.log;

/**
 * What a check found one log file to be.
 *
 * @param file the file's name
 * @param state what the file is
 * @param sequence which segment of the log it holds; 0 if none
 * @param from position of its first record
 * @param to position after its last valid record
 * @param records how many valid records it holds
 * @param detail why the records end where they do, or what is wrong
 */
public record SegmentReport(
    String file, State state, long sequence, long from, long to, long records, String detail) {

  /** The kinds of log files. */
  public enum State {
    /** No valid header: a slot that no segment lives in. */
    FREE,
    /** Its records are not needed any more: it lies before the segment a replay begins in. */
    RELEASED,
    /** All records are there, up to where the next segment goes on. */
    COMPLETE,
    /** The last segment of the log: it ends at the first bytes that are not a record. */
    TAIL,
    /**
     * It ends before the next segment goes on, and nothing shows that more was durable: an opening
     * will end the log here.
     */
    TORN,
    /** It cannot be reached from the start of a replay: an opening will delete it. */
    ABANDONED,
    /** It ends before a position known to have been durable, or its file is cut short. */
    DAMAGED
  }
}
