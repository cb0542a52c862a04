package dev.malkoha.engine.heap;

import java.nio.file.Path;

/**
 * Work that a store has to do in a heap of a given size. Some are in the build, all are in the full
 * share.
 */
enum HeapCase {
  SLOW_UPDATE(64, true, SlowCallers::update),
  SLOW_COMPARE_AND_SET(64, false, SlowCallers::compareAndSet),
  SLOW_UPDATE_OF_SHARED_MEMORY(64, false, SlowCallers::updateOfSharedMemory),
  SLOW_TRANSACTION(64, true, SlowCallers::transaction),
  SLOW_COMMIT(96, false, SlowCallers::commit),
  SLOW_INGESTION(64, false, SlowCallers::ingestion),
  SLOW_LISTENER(64, false, SlowCallers::listener),
  THROWING_CALLERS(64, false, ThrowingCallers::run),
  EMPTY_KEYSPACES(64, false, ManyOf::emptyKeyspaces),
  TWENTY_THOUSAND_KEYSPACES(128, false, ManyOf::twentyThousandKeyspaces),
  MANY_CURSORS(96, false, ManyOf::cursors),
  MANY_SNAPSHOTS(64, false, ManyOf::snapshots),
  CLOSED_STORES(64, true, ManyOf::closedStores),
  VALUE_IN_TABLE(160, true, LargeValues::inTable),
  VALUE_APART(160, false, LargeValues::apart),
  VALUES_IN_A_ROW(160, false, LargeValues::inARow),
  VALUE_TOO_LARGE(160, false, LargeValues::refused),
  LARGEST_IN_TABLE(1280, false, LargeValues::largestInTable),
  LARGEST_APART(1280, false, LargeValues::largestApart),
  TEN_KEYSPACES_WRITTEN(256, false, WrittenKeyspaces::ten),
  A_THOUSAND_KEYSPACES_WRITTEN(256, false, WrittenKeyspaces::aThousand);

  private final int mebibytes;
  private final boolean inBuild;

  @SuppressWarnings("ImmutableEnumChecker") // each is a method, without state
  private final Body body;

  /** What is done in a directory of its own. */
  private interface Body {

    void in(Path directory) throws Exception;
  }

  HeapCase(int mebibytes, boolean inBuild, Body body) {
    this.mebibytes = mebibytes;
    this.inBuild = inBuild;
    this.body = body;
  }

  int mebibytes() {
    return mebibytes;
  }

  boolean isInBuild() {
    return inBuild;
  }

  /** Runs one in this process: its name and a directory are the arguments. */
  public static void main(String[] arguments) throws Exception {
    valueOf(arguments[0]).body.in(Path.of(arguments[1]));
    System.out.println("fine");
  }
}
