package dev.malkoha.engine.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who must have come before whom among committed transactions, each of which says which versions of
 * keys it has read and made (Adya's serialization graph). Every version is one more than the one
 * before it, and number 0 is there from the beginning. They were serializable if there is no cycle.
 */
final class DependencyGraph {

  /** What a committed transaction has read, and has made of what it has read: key to version. */
  record Done(Map<Integer, Long> read, Map<Integer, Long> made) {}

  private record Version(int key, long number) {}

  private final List<Set<Integer>> after = new ArrayList<>();

  DependencyGraph(List<Done> all) {
    Map<Version, Integer> makers = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      after.add(new HashSet<>());
      for (Map.Entry<Integer, Long> made : all.get(i).made().entrySet()) {
        Integer other = makers.put(new Version(made.getKey(), made.getValue()), i);
        if (other != null) {
          throw new AssertionError(
              "an update is lost: two transactions made the same version of %s: %s, %s"
                  .formatted(made, all.get(other), all.get(i)));
        }
      }
    }
    for (int i = 0; i < all.size(); i++) {
      int reader = i;
      all.get(i).read().forEach((key, number) -> addRead(reader, key, number, makers));
    }
  }

  /** A reader comes after who made what it read, and before who made the next version. */
  private void addRead(int reader, int key, long number, Map<Version, Integer> makers) {
    Integer maker = makers.get(new Version(key, number));
    Integer next = makers.get(new Version(key, number + 1));
    if (maker != null && maker != reader) {
      after.get(maker).add(reader);
    }
    if (next != null && next != reader) {
      after.get(reader).add(next);
    }
  }

  /** Whether there is no order of all of them one by one. */
  boolean hasCycle() {
    int[] before = new int[after.size()];
    after.forEach(later -> later.forEach(one -> before[one]++));
    Deque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < before.length; i++) {
      if (before[i] == 0) {
        free.add(i);
      }
    }
    int ordered = 0;
    for (; !free.isEmpty(); ordered++) {
      for (int later : after.get(free.remove())) {
        if (--before[later] == 0) {
          free.add(later);
        }
      }
    }
    return ordered < before.length;
  }
}
