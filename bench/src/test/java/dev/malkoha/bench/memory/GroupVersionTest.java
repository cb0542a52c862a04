package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GroupVersionTest {

  @Test
  void memoryInNoFile() {
    List<String> v1 = List.of("cache 9265152", "rss 5591040", "rss_huge 0", "total_rss 1815875584");
    List<String> v2 = List.of("anon 1531904", "file 180224", "anon_thp 0", "inactive_anon 7");

    assertEquals(5_591_040, GroupVersion.V1.anonymousBytes(v1));
    assertEquals(1_531_904, GroupVersion.V2.anonymousBytes(v2));
    assertEquals(0, GroupVersion.V2.anonymousBytes(List.of()));
  }

  @Test
  void processesThatWereKilled() {
    assertEquals(3, GroupVersion.kills(List.of("oom_kill_disable 0", "under_oom 0", "oom_kill 3")));
    assertEquals(
        2, GroupVersion.kills(List.of("max 9", "oom 4", "oom_kill 2", "oom_group_kill 1")));
  }

  @Test
  void nothingIsSwapped() {
    assertEquals(100, GroupVersion.V1.noSwap(100));
    assertEquals(0, GroupVersion.V2.noSwap(100));
  }
}
