package dev.malkoha.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class PlotImageTest {

  private static Set<Integer> colours(Plot.Style style) throws IOException {
    Plot plot =
        new Plot(
            "name",
            "Title",
            new Plot.Axis("rate", true),
            new Plot.Axis("bits", false),
            List.of(
                new Plot.Series(
                    "one", List.of(new Plot.Point(0.00001, 20), new Plot.Point(0.1, 5)), style, 0),
                new Plot.Series("two", List.of(new Plot.Point(0.01, 9)), Plot.Style.DOTS, 8)));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(PlotImage.png(plot)));
    assertNotNull(image);
    assertEquals(1_600, image.getWidth());
    assertEquals(920, image.getHeight());
    Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    return colours;
  }

  @Test
  void everySeriesIsDrawnInItsColour() throws IOException {
    for (Plot.Style style : Plot.Style.values()) {
      Set<Integer> colours = colours(style);
      assertTrue(colours.contains(0x0072B2), style.name());
      assertTrue(colours.contains(0xD55E00), style.name());
    }
  }
}
