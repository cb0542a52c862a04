package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reproduces tables and figures of the papers. */
public final class Papers {

  /** The receiver of each result as soon as it is there. */
  public interface Listener {

    /** Never called inside a timed section. */
    void done(PartResult result) throws IOException;
  }

  private final PapersOptions options;
  private final Progress progress;
  private final Listener done;
  private final Map<PaperPart, PartResult> results = new EnumMap<>(PaperPart.class);

  private Papers(PapersOptions options, Progress progress, Listener done) {
    this.options = options;
    this.progress = progress;
    this.done = done;
  }

  /**
   * Runs the experiments that are wanted; those that share their tables run once for all.
   *
   * @param done is told each result as soon as it is there
   * @return the results in the order of the papers
   * @throws IOException if a measuring process cannot be started or ends, or the listener throws it
   */
  public static List<PartResult> run(PapersOptions options, Progress progress, Listener done)
      throws IOException {
    Papers papers = new Papers(options, progress, done);
    papers.space();
    papers.lives();
    papers.loads();
    return List.copyOf(papers.results.values());
  }

  /** How systems are kept from disturbing one another, for the record. */
  public static String howSpeedIsMeasured() {
    return "each system in a Java process of its own (%s), all taking turns"
        .formatted(String.join(", ", ForkedSubject.options()));
  }

  private void space() throws IOException {
    if (options.wantsAnyOf(PaperPart.TABLE2)) {
      add(Table2.run(options.scale(), options.seed(), progress));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE3)) {
      add(Figure3.run(options.scale(), options.seed(), progress));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE4)) {
      add(Figure4.run(options.scale(), options.seed(), progress));
    }
  }

  private void lives() throws IOException {
    if (!options.wantsAnyOf(
        PaperPart.TABLE3,
        PaperPart.FIGURE5,
        PaperPart.FIGURE6,
        PaperPart.FIGURE7,
        PaperPart.FIGURE8)) {
      return;
    }
    LifeResults lives = Lives.run(options.scale(), options.parts(), options.seed(), progress);
    if (options.wantsAnyOf(PaperPart.TABLE3)) {
      add(Table3.of(lives));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE5)) {
      add(Figure5.of(lives));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE6)) {
      add(OccupancyFigure.figure6(lives));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE7)) {
      add(OccupancyFigure.figure7(lives));
    }
    if (options.wantsAnyOf(PaperPart.FIGURE8)) {
      add(OccupancyFigure.figure8(lives));
    }
  }

  private void loads() throws IOException {
    if (!options.wantsAnyOf(PaperPart.FIGURE2, PaperPart.LOGIN)) {
      return;
    }
    List<LoadStudy.Loads> loads =
        LoadStudy.run(options.scale(), options.parts(), options.seed(), progress);
    if (options.wantsAnyOf(PaperPart.FIGURE2)) {
      add(Figure2.of(loads, options.scale()));
    }
    if (options.wantsAnyOf(PaperPart.LOGIN)) {
      add(LoginTable.of(loads, options.scale()));
    }
  }

  private void add(PartResult result) throws IOException {
    results.put(result.part(), result);
    done.done(result);
  }
}
