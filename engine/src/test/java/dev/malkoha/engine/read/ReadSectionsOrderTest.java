package dev.malkoha.engine.read;

import dev.malkoha.engine.Interleavings;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In every order of steps, nothing is given away that a section may still be reading. */
@Tag("hunt")
public final class ReadSectionsOrderTest {

  private final ReadSections sections = new ReadSections();
  private volatile Published published = new Published(0);

  /** What readers read until its publisher gives it away. */
  private static final class Published {

    final int number;
    volatile boolean gone;

    Published(int number) {
      this.number = number;
    }
  }

  /** The number published last; less than nothing if it was given away meanwhile. */
  @Operation
  public int read() {
    int section = sections.enter();
    Published read = published;
    int number = read.gone ? -1 : read.number;
    boolean gone = read.gone;
    sections.exit(section);
    return gone ? -1 : number;
  }

  /** Publishes a number and gives the one before away; one at a time, as the installer does. */
  @Operation(nonParallelGroup = "publisher")
  public void publish(@Param(gen = IntGen.class, conf = "1:9") int number) {
    Published before = published;
    published = new Published(number);
    sections.awaitEarlierReads();
    before.gone = true;
  }

  @Test
  void nothingIsGivenAwayThatASectionReads() {
    Interleavings.check(ReadSectionsOrderTest.class, OneByOne.class);
  }

  /** The same in one thread. */
  public static final class OneByOne {

    private int number;

    /** As {@link ReadSectionsOrderTest#read}. */
    public int read() {
      return number;
    }

    /** As {@link ReadSectionsOrderTest#publish}. */
    public void publish(int next) {
      number = next;
    }
  }
}
