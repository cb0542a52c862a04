package dev.malkoha.papers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table or figure of the papers that is reproduced here. */
public enum PaperPart {
  TABLE2("Table 2", "Space and memory references of a look-up"),
  TABLE3("Table 3", "Space efficiency and construction speed"),
  FIGURE2("Figure 2", "Load factor by fingerprint bits"),
  FIGURE3("Figure 3", "Bits per item against false-positive rate, by bucket size"),
  FIGURE4("Figure 4", "Space against false-positive rate"),
  FIGURE5("Figure 5", "Look-up rate by share of positive queries"),
  FIGURE6("Figure 6", "Look-up rate by occupancy"),
  FIGURE7("Figure 7", "Insert rate by occupancy"),
  FIGURE8("Figure 8", "Delete rate by occupancy"),
  LOGIN("Table 2 of the login article", "Mean load factor by fingerprint bits");

  private final String place;
  private final String title;

  PaperPart(String place, String title) {
    this.place = place;
    this.title = title;
  }

  /** The name on the command line and of the files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where the papers have it. */
  public String place() {
    return place;
  }

  /** The subject of the part. */
  public String title() {
    return title;
  }

  /** All names, in the order of the papers. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(PaperPart::label).toList();
  }

  /**
   * The part with the given name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PaperPart of(String label) {
    return Arrays.stream(values())
        .filter(part -> part.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(unknown(label)));
  }

  private static String unknown(String label) {
    return "no table or figure is called '%s'; there are %s"
        .formatted(label, labels().stream().collect(Collectors.joining(", ")));
  }
}
