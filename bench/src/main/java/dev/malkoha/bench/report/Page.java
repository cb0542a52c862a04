package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A page of HTML that needs nothing beside itself: a head, sections of panels, tables, facts. */
final class Page {

  private static final String STYLE = "page.css";

  private final StringBuilder out = new StringBuilder();

  Page(String title) {
    out.append(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>%s</title>
            <style>
            """
                .formatted(Html.escape(title)))
        .append(style())
        .append("</style>\n</head>\n<body>\n<main>\n");
  }

  private static String style() {
    try (InputStream in = Page.class.getResourceAsStream(STYLE)) {
      if (in == null) {
        throw new IllegalStateException(STYLE + " is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + STYLE, e);
    }
  }

  /** Begins with the heading, a sentence, and the colour of each store. */
  void head(String heading, String lead, List<StoreKind> stores) {
    out.append(
        "<header>\n<h1>%s</h1>\n<p class=\"lead\">%s</p>\n<ul class=\"key\">\n"
            .formatted(Html.escape(heading), Html.escape(lead)));
    for (StoreKind store : stores) {
      String what = Html.escape(store.description());
      out.append(
          "<li><i class=\"%s\"></i><b>%s</b> %s</li>\n"
              .formatted(store.label(), store.label(), what));
    }
    out.append("</ul>\n</header>\n");
  }

  /** Adds panels, which are HTML, under a question. */
  void section(String question, String note, String panels) {
    String below = note.isEmpty() ? "" : "<p class=\"note\">" + Html.escape(note) + "</p>\n";
    out.append(
        "<section>\n<h2>%s</h2>\n%s<div class=\"panels\">\n%s</div>\n</section>\n"
            .formatted(Html.escape(question), below, panels));
  }

  /** A PNG image as a panel. */
  static String image(String title, byte[] png) {
    return "<figure class=\"panel\"><img alt=\"%s\" src=\"data:image/png;base64,%s\"></figure>\n"
        .formatted(Html.escape(title), Base64.getEncoder().encodeToString(png));
  }

  /** Adds a table, with a stronger line where the first cell changes. */
  void table(String title, List<String> head, List<List<String>> rows) {
    out.append("<h2>%s</h2>\n<table>\n<thead>".formatted(Html.escape(title)));
    row("th", "", head);
    out.append("</thead>\n<tbody>\n");
    for (int i = 0; i < rows.size(); i++) {
      String first = rows.get(i).get(0);
      boolean last = i + 1 == rows.size() || !rows.get(i + 1).get(0).equals(first);
      row("td", last ? " class=\"last\"" : "", rows.get(i));
    }
    out.append("</tbody>\n</table>\n");
  }

  private void row(String cell, String style, List<String> texts) {
    out.append("<tr").append(style).append('>');
    texts.forEach(text -> out.append("<%s>%s</%s>".formatted(cell, Html.escape(text), cell)));
    out.append("</tr>\n");
  }

  /** Adds names and what they stand for. */
  void facts(String title, Map<String, String> facts) {
    out.append("<h2>%s</h2>\n<dl>\n".formatted(Html.escape(title)));
    facts.forEach(
        (name, value) ->
            out.append(
                "<dt>%s</dt><dd>%s</dd>\n".formatted(Html.escape(name), Html.escape(value))));
    out.append("</dl>\n");
  }

  /** The whole page. */
  String html() {
    return out + "</main>\n</body>\n</html>\n";
  }
}
