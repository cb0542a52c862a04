package dev.malkoha.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents hang together: their links lead somewhere, and no decision or raw file is lost. */
class DocsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path DECISIONS = DOCS.resolve("adr");
  private static final Path RESULTS = DOCS.resolve("results");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");
  private static final Pattern STATUS =
      Pattern.compile(
          "# \\d+\\. .*\n\n\\*\\*Status\\.\\*\\* (Accepted|Superseded by|Partly replaced by).*");

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        if (!link.group(1).contains("://") && !leadsSomewhere(page, link.group(1))) {
          broken.add(page + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void everyDecisionHasAStatusAndALineInTheIndex() throws IOException {
    String index = Files.readString(DECISIONS.resolve("README.md"));
    for (Path page : filesIn(DECISIONS, ".md")) {
      String name = page.getFileName().toString();
      if (!name.equals("README.md")) {
        String text = Files.readString(page);
        assertTrue(STATUS.matcher(text).lookingAt(), name + " begins without a status");
        assertTrue(index.contains("](" + name + ")"), "docs/adr/README.md lacks " + name);
      }
    }
  }

  @Test
  void everyRawFileOfResultsIsNamedByAPage() throws IOException {
    StringBuilder pages = new StringBuilder();
    for (Path page : filesIn(RESULTS, ".md")) {
      pages.append(Files.readString(page));
    }
    List<String> unnamed =
        filesIn(RESULTS, ".json").stream()
            .map(file -> file.getFileName().toString())
            .filter(name -> pages.indexOf(name) < 0)
            .toList();
    assertEquals(List.of(), unnamed);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(filesIn(ROOT, ".md"));
    try (Stream<Path> all = Files.walk(DOCS)) {
      all.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  private static List<Path> filesIn(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || headings(target).contains(parts[1]);
  }

  /** The names that headings of a page have in links. */
  private static Set<String> headings(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
