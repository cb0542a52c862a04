package dev.malkoha.engine.beside;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A look comes to an end, and shows what was written before it, however fast the writer is.
 *
 * <p>Slow: the writer does something whole at each call of the reader.
 */
@Tag("slow")
class FullSpeedTest {

  @ParameterizedTest
  @EnumSource(FullSpeed.Pace.class)
  void everyLookComesToAnEnd(FullSpeed.Pace pace) {
    new FullSpeed().run(pace);
  }
}
