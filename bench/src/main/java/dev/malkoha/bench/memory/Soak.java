package dev.malkoha.bench.memory;

import com.google.gson.Gson;
import java.io.IOException;
import java.util.Locale;

/** A long run in a process of its own, and the memory that this process used. */
public final class Soak {

  private Soak() {}

  /**
   * What came of it.
   *
   * @param anonymousPeak the most bytes seen in no file, ten times a second
   */
  public record Ended(SoakPlan plan, SoakResult result, long anonymousPeak) {

    /** Bytes beside the heap: classes, code, threads, the collector's own. */
    public long besideHeap() {
      return anonymousPeak - plan.heap();
    }

    /** In words, a line a fact. */
    public String text() {
      return String.format(
          Locale.ROOT,
          """
      operations %,d, wrong answers %d, tables %s
      writes p50 %.1f us, p99.9 %.0f, longest %.0f; gets p50 %.1f us, p99.9 %.0f, longest %.0f
      anonymous memory at most %s: the heap, and %s beside it (%d threads)
      live heap at most %s; by the formula %s (cache and memtables %s, filters %s, indexes %s)
      """,
          result.operations(),
          result.wrong(),
          ByteSize.mebibytes(result.tableBytes()),
          result.write().p50(),
          result.write().p999(),
          result.write().max(),
          result.read().p50(),
          result.read().p999(),
          result.read().max(),
          ByteSize.mebibytes(anonymousPeak),
          ByteSize.mebibytes(besideHeap()),
          result.threadsPeak(),
          ByteSize.mebibytes(result.liveHeapPeak()),
          ByteSize.mebibytes(result.formulaBytes()),
          ByteSize.mebibytes(result.boundBytes()),
          ByteSize.mebibytes(result.filterBytes()),
          ByteSize.mebibytes(result.indexBytes()));
    }
  }

  /**
   * Runs it to its end.
   *
   * @throws IOException if memory cannot be limited here, or the process failed
   */
  public static Ended run(SoakPlan plan) throws IOException {
    LimitedJava java = new LimitedJava(GroupPlaces.ofThisProcess(), plan.limit());
    LimitedJava.Ended ended = java.run(SoakProbe.class, plan.java(), plan);
    if (!ended.failure().isEmpty()) {
      throw new IOException("the process " + ended.failure());
    }
    SoakResult result = new Gson().fromJson(ended.told(), SoakResult.class);
    return new Ended(plan, result, ended.anonymousPeak());
  }
}
