package dev.malkoha.bench.memory;

import java.util.List;

/** The two ways in which Linux shows groups of processes ("cgroups") whose memory it limits. */
enum GroupVersion {
  /** A hierarchy for memory alone. */
  V1("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "rss", "memory.oom_control"),
  /** One hierarchy for all that is limited. */
  V2("memory.max", "memory.swap.max", "anon", "memory.events");

  private final String limitFile;
  private final String swapFile;
  private final String anonymous;
  private final String eventsFile;

  GroupVersion(String limitFile, String swapFile, String anonymous, String eventsFile) {
    this.limitFile = limitFile;
    this.swapFile = swapFile;
    this.anonymous = anonymous;
    this.eventsFile = eventsFile;
  }

  /** The file that holds the limit. */
  String limitFile() {
    return limitFile;
  }

  /** The file that holds what may be swapped: in version 1, with the memory. */
  String swapFile() {
    return swapFile;
  }

  /** The text to write there so that nothing is swapped. */
  long noSwap(long limit) {
    return this == V1 ? limit : 0;
  }

  /** The file that tells how many processes were killed. */
  String eventsFile() {
    return eventsFile;
  }

  /** Bytes in no file, by the lines of memory.stat; 0 where they do not say. */
  long anonymousBytes(List<String> stat) {
    return number(stat, anonymous);
  }

  /** Processes that were killed for lack of memory, by the lines of {@link #eventsFile}. */
  static long kills(List<String> events) {
    return number(events, "oom_kill");
  }

  private static long number(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
        .findFirst()
        .orElse(0);
  }
}
