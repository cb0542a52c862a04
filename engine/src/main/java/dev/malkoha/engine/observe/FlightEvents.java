package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.Checkpointed;
import dev.malkoha.engine.events.Closed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.Damaged;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.HeapTight;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.Sealed;
import dev.malkoha.engine.events.Stalled;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.Tables;
import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** The events of Java Flight Recorder, by their names in a recording. */
final class FlightEvents {

  private FlightEvents() {}

  /** What all events say. */
  @Category("Malkoha")
  @StackTrace(false)
  abstract static class StoreFlight extends Event {
    @Label("Store")
    @Description("The store's directory")
    String store = "";
  }

  @Name("dev.malkoha.Flush")
  @Label("Flush")
  @Description("A memtable was written out")
  static final class Flush extends StoreFlight {
    @Label("Keyspace")
    String keyspace = "";

    @Label("Memtable")
    @DataAmount
    long memTableBytes;

    @Label("Memtable Was Full")
    boolean wasFull;

    @Label("Tables Written")
    int tablesWritten;

    @Label("Entries Written")
    long entriesWritten;

    @Label("Written")
    @DataAmount
    long bytesWritten;
  }

  @Name("dev.malkoha.Compaction")
  @Label("Compaction")
  @Description("Tables have become others")
  static final class Compaction extends StoreFlight {
    @Label("Keyspace")
    String keyspace = "";

    @Label("Cause")
    String cause = "";

    @Label("From Level")
    int fromLevel;

    @Label("To Level")
    int toLevel;

    @Label("Tables Read")
    int tablesRead;

    @Label("Read")
    @DataAmount
    long bytesRead;

    @Label("Tables Written")
    int tablesWritten;

    @Label("Written")
    @DataAmount
    long bytesWritten;
  }

  @Name("dev.malkoha.DeletesApplied")
  @Label("Deletes Applied")
  @Description("The delete applier has made one run")
  static final class Deletes extends StoreFlight {
    @Label("Keyspace")
    String keyspace = "";

    @Label("Entries Marked Dead")
    long marked;

    @Label("Blocks Read")
    long blocksRead;

    @Label("Complete")
    boolean complete;
  }

  @Name("dev.malkoha.Stall")
  @Label("Stall")
  @Description("A writer was made to wait")
  @Threshold("1 ms")
  static final class Stall extends StoreFlight {
    @Label("Keyspace")
    String keyspace = "";

    @Label("Cause")
    String cause = "";

    @Label("Behind")
    @Description("Memtables, tables or bytes that are to be caught up with")
    long behind;
  }

  @Name("dev.malkoha.Force")
  @Label("Force")
  @Description("The log was made durable")
  @Threshold("1 ms")
  static final class Force extends StoreFlight {
    @Label("Forced")
    @DataAmount
    long bytes;
  }

  @Name("dev.malkoha.Recovery")
  @Label("Recovery")
  @Description("An opening has opened the tables and read the log")
  static final class Recovery extends StoreFlight {
    @Label("Tables")
    int tables;

    @Label("Table Files")
    @DataAmount
    long tableBytes;

    @Label("Log Records")
    long records;

    @Label("Log Read")
    @DataAmount
    long bytes;
  }

  @Name("dev.malkoha.Seal")
  @Label("Seal")
  @Description("A failure has ended writing")
  @StackTrace(true)
  static final class Seal extends StoreFlight {
    @Label("Cause")
    String cause = "";
  }

  @Name("dev.malkoha.Checkpoint")
  @Label("Checkpoint")
  @Description("A checkpoint was taken")
  static final class Checkpoint extends StoreFlight {
    @Label("Directory")
    String directory = "";

    @Label("Files Linked")
    int filesLinked;

    @Label("Files Copied")
    int filesCopied;

    @Label("Copied")
    @DataAmount
    long bytesCopied;
  }

  /** Begins an event; null if nobody records it. */
  static @Nullable Event begin(SpanKind kind) {
    Event event = event(kind);
    if (event == null || !event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  private static @Nullable Event event(SpanKind kind) {
    return switch (kind) {
      case FLUSH -> new Flush();
      case COMPACTION -> new Compaction();
      case DELETES -> new Deletes();
      case STALL -> new Stall();
      case FORCE -> new Force();
      case RECOVERY -> new Recovery();
      case SEAL -> new Seal();
      case CHECKPOINT -> new Checkpoint();
      case OPEN, CLOSE -> null;
    };
  }

  /** Ends an event and records what it was. */
  static void commit(Object begun, StoreEvent fact) {
    StoreFlight event = (StoreFlight) begun;
    event.end();
    if (event.shouldCommit()) {
      event.store = fact.store().toString();
      fill(event, fact);
      event.commit();
    }
  }

  private static void fill(StoreFlight event, StoreEvent fact) {
    switch (fact) {
      case Flushed f -> fill((Flush) event, f);
      case Compacted f -> fill((Compaction) event, f);
      case DeletesApplied f -> fill((Deletes) event, f);
      case Stalled f -> fill((Stall) event, f);
      case Recovered f -> fill((Recovery) event, f);
      case Sealed f -> ((Seal) event).cause = f.cause().toString();
      case Checkpointed f -> fill((Checkpoint) event, f);
      case Opened _, Closed _, Damaged _, HeapTight _ ->
          throw new IllegalArgumentException(event + " does not tell of " + fact);
    }
  }

  private static void fill(Flush to, Flushed from) {
    to.keyspace = from.keyspace();
    to.memTableBytes = from.memTableBytes();
    to.wasFull = from.wasFull();
    to.tablesWritten = from.written().count();
    to.entriesWritten = from.written().entries();
    to.bytesWritten = from.written().bytes();
  }

  private static void fill(Compaction to, Compacted from) {
    Tables read = from.read();
    Tables written = from.written();
    to.keyspace = from.keyspace();
    to.cause = from.way().cause().name();
    to.fromLevel = from.way().fromLevel();
    to.toLevel = from.way().toLevel();
    to.tablesRead = read.count();
    to.bytesRead = read.bytes();
    to.tablesWritten = written.count();
    to.bytesWritten = written.bytes();
  }

  private static void fill(Deletes to, DeletesApplied from) {
    to.keyspace = from.keyspace();
    to.marked = from.marked();
    to.blocksRead = from.blocksRead();
    to.complete = from.complete();
  }

  private static void fill(Stall to, Stalled from) {
    to.keyspace = from.keyspace();
    to.cause = from.cause().name();
    to.behind = from.behind();
  }

  private static void fill(Recovery to, Recovered from) {
    to.tables = from.tables().count();
    to.tableBytes = from.tables().bytes();
    to.records = from.records();
    to.bytes = from.bytes();
  }

  private static void fill(Checkpoint to, Checkpointed from) {
    to.directory = from.directory().toString();
    to.filesLinked = from.filesLinked();
    to.filesCopied = from.filesCopied();
    to.bytesCopied = from.bytesCopied();
  }

  /** Ends the event of a force of the log and records it. */
  static void commitForce(Object begun, Path store, long bytes) {
    Force event = (Force) begun;
    event.end();
    if (event.shouldCommit()) {
      event.store = store.toString();
      event.bytes = bytes;
      event.commit();
    }
  }
}
