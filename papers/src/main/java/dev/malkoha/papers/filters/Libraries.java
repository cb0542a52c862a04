package dev.malkoha.papers.filters;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The libraries that take part, with their versions as their jars tell them. */
final class Libraries {

  private static final List<String> ALL =
      List.of(
          "com.google.guava/guava",
          "com.google.setfilters/setfilters",
          "io.github.fastfilter/fastfilter",
          "org.openjdk.jmh/jmh-core");

  private Libraries() {}

  static String versions() {
    List<String> versions = new ArrayList<>();
    for (String library : ALL) {
      versions.add(library.substring(library.indexOf('/') + 1) + " " + version(library));
    }
    return String.join(", ", versions);
  }

  private static String version(String library) {
    String resource = "META-INF/maven/" + library + "/pom.properties";
    try (InputStream in = Libraries.class.getClassLoader().getResourceAsStream(resource)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "of unknown version");
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + resource, e);
    }
  }
}
