package dev.malkoha.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar on the terminal that disappears when its part is done. */
final class ProgressBars implements Progress {

  private static final int COLUMNS = 79;
  private static final int UPDATE_MILLIS = 250;
  private static final int NAME_WIDTH = 34;

  private final PrintStream err;

  ProgressBars(PrintStream err) {
    this.err = err;
  }

  @Override
  public Task start(String name, long operations) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(name + " ".repeat(Math.max(0, NAME_WIDTH - name.length())))
            .setInitialMax(operations)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setMaxRenderedLength(COLUMNS)
            .setConsumer(new ConsoleProgressBarConsumer(err, COLUMNS))
            .clearDisplayOnFinish()
            .hideEta()
            .build();
    return new Task() {
      @Override
      public void advance(long more) {
        bar.stepBy(more);
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }
}
