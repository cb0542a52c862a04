package dev.malkoha.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A few horizontal bars on one scale from zero, as inline SVG: who is longer, and by how much. Each
 * bar has its name and its number beside it, so that colour only repeats what is written.
 */
final class BarPanel {

  private static final int WIDTH = 360;
  private static final int LABEL_WIDTH = 112;
  private static final int NUMBER_WIDTH = 76;
  private static final int BAR_HEIGHT = 18;
  private static final int STEP = 26;
  private static final double HAIR = 1.5;

  private final String title;
  private final String note;
  private final List<Bar> bars = new ArrayList<>();

  private record Bar(String label, String style, double value, String text) {}

  BarPanel(String title, String note) {
    this.title = title;
    this.note = note;
  }

  /** Adds a bar; the style is a class of the page's style sheet. */
  void bar(String label, String style, double value, String text) {
    bars.add(new Bar(label, style, value, text));
  }

  String html() {
    StringBuilder out = new StringBuilder();
    out.append("<figure class=\"panel\"><figcaption><b>")
        .append(Html.escape(title))
        .append("</b> ");
    out.append("<span>").append(Html.escape(note)).append("</span></figcaption>\n");
    out.append(
        "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(WIDTH, bars.size() * STEP + 2, Html.escape(title)));
    double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
    for (int i = 0; i < bars.size(); i++) {
      bar(bars.get(i), i * STEP, most, out);
    }
    return out.append("</svg></figure>\n").toString();
  }

  private static void bar(Bar bar, int top, double most, StringBuilder out) {
    int room = WIDTH - LABEL_WIDTH - NUMBER_WIDTH;
    double length = most == 0 ? HAIR : Math.max(HAIR, room * bar.value() / most);
    double middle = top + BAR_HEIGHT / 2.0 + 1;
    out.append(
        String.format(
            Locale.ROOT,
            """
            <text class="label" x="%d" y="%.1f">%s</text>\
            <rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"><title>%s %s</title></rect>\
            <text class="figure" x="%.1f" y="%.1f">%s</text>
            """,
            LABEL_WIDTH - 8,
            middle,
            Html.escape(bar.label()),
            bar.style(),
            LABEL_WIDTH,
            top + 1,
            length,
            BAR_HEIGHT,
            Html.escape(bar.label()),
            Html.escape(bar.text()),
            LABEL_WIDTH + length + 6,
            middle,
            Html.escape(bar.text())));
  }
}
