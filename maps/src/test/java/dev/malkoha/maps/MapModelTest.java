package dev.malkoha.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.engine.Db;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Random histories of calls on views of a typed map and on those of a {@link TreeMap}: each call
 * has the same result or refuses the same, and both hold the same afterwards.
 */
final class MapModelTest {

  private static final int HISTORIES = 400;
  private static final int STEPS = 150;
  private static final int KEYS = 40;

  @TestFactory
  Stream<DynamicTest> histories() {
    return Trials.seeds(HISTORIES)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> new History(seed).run()));
  }

  /** A view of the map and the same one of the model. */
  private record Views(NavigableMap<Integer, String> real, NavigableMap<Integer, String> model) {

    Views map(Function<NavigableMap<Integer, String>, NavigableMap<Integer, String>> step) {
      return new Views(step.apply(real), step.apply(model));
    }
  }

  private static final class History {

    private final long seed;
    private final Random random;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() {
      try (Db db = Db.inMemory()) {
        NavigableMap<Integer, String> real =
            TypedMap.of(db.keyspace("birds"), Codecs.ints(), Codecs.strings()).asNavigableMap();
        Views whole = new Views(real, new TreeMap<>());
        List<Views> views = new ArrayList<>(List.of(whole));
        for (int i = 0; i < STEPS; i++) {
          step(views.get(random.nextInt(views.size())), views, i);
          if (i % 10 == 0) {
            same(whole, i);
          }
        }
        views.forEach(view -> same(view, STEPS));
      } catch (AssertionError e) {
        throw new AssertionError("again: " + Trials.replay(MapModelTest.class, seed), e);
      }
    }

    private void same(Views views, int step) {
      String at = "step " + step;
      assertEquals(List.copyOf(views.model.entrySet()), List.copyOf(views.real.entrySet()), at);
      assertEquals(List.copyOf(views.model.keySet()), List.copyOf(views.real.keySet()), at);
      assertEquals(List.copyOf(views.model.values()), List.copyOf(views.real.values()), at);
      assertEquals(views.model.size(), views.real.size(), at);
      assertEquals(views.model.isEmpty(), views.real.isEmpty(), at);
      assertEquals(views.model, views.real, at);
      assertEquals(views.model.hashCode(), views.real.hashCode(), at);
      assertEquals(
          List.copyOf(views.model.descendingMap().entrySet()),
          List.copyOf(views.real.descendingMap().entrySet()),
          at);
    }

    private int key() {
      return random.nextInt(KEYS) - KEYS / 2;
    }

    private void step(Views views, List<Views> all, int step) {
      int k = key();
      int l = key();
      boolean a = random.nextBoolean();
      boolean b = random.nextBoolean();
      String v = "v" + random.nextInt(4);
      String w = "v" + random.nextInt(4);
      int kind = random.nextInt(32);
      Call<?> call =
          switch (kind) {
            case 0, 1, 2, 3, 4 -> m -> m.put(k, v);
            case 5, 6 -> m -> m.remove(k);
            case 7 -> m -> m.putIfAbsent(k, v);
            case 8 -> m -> m.replace(k, v);
            case 9 -> m -> m.replace(k, v, w);
            case 10 -> m -> m.remove(k, v);
            case 11 ->
                m -> within(m, k).compute(k, (key, old) -> old == null ? v : a ? null : old + key);
            case 12 -> m -> within(m, k).computeIfAbsent(k, key -> a ? v : null);
            case 13 -> m -> within(m, k).computeIfPresent(k, (key, old) -> a ? null : v);
            case 14 -> m -> within(m, k).merge(k, v, (old, more) -> a ? null : more);
            case 15 -> m -> a ? m.pollFirstEntry() : m.pollLastEntry();
            case 16 -> m -> a ? m.firstEntry() : m.lastEntry();
            case 17 -> m -> a ? m.lowerEntry(k) : m.floorKey(k);
            case 18 -> m -> a ? m.higherKey(k) : m.ceilingEntry(k);
            case 19 -> m -> a ? m.firstKey() : m.lastKey();
            case 20 -> m -> a ? m.get(k) : m.containsKey(k);
            case 21 -> m -> a ? m.containsValue(v) : m.entrySet().contains(Map.entry(k, v));
            case 22 -> m -> m.entrySet().remove(Map.entry(k, v));
            case 23 -> m -> a ? m.values().remove(v) : m.values().removeIf(v::equals);
            case 24 -> m -> walk(m.entrySet().iterator(), k, l);
            case 25 -> m -> neighbours(m.navigableKeySet(), k);
            case 26 -> m -> neighbours(m.descendingKeySet().tailSet(k, a), l);
            case 27 -> m -> set(m, v, l);
            case 28 -> m -> m.keySet().retainAll(keep(m, l));
            default -> null;
          };
      if (call != null) {
        both(views, call, "step " + step + ", a call of kind " + kind);
      } else if (kind == 29 && random.nextInt(4) == 0) {
        both(views, m -> replaced(m), "replaceAll");
        both(views, m -> cleared(m.subMap(Math.min(k, l), a, Math.max(k, l), b)), "clear");
      } else if (all.size() < 12) {
        view(views, all, k, l, a, b, random.nextInt(4));
      }
    }

    private void view(Views views, List<Views> all, int k, int l, boolean a, boolean b, int kind) {
      Function<NavigableMap<Integer, String>, NavigableMap<Integer, String>> step =
          switch (kind) {
            case 0 -> m -> m.subMap(k, a, l, b);
            case 1 -> m -> m.headMap(k, a);
            case 2 -> m -> m.tailMap(k, a);
            default -> NavigableMap::descendingMap;
          };
      both(views, m -> step.apply(m).toString(), "a view of kind " + kind);
      try {
        all.add(views.map(step));
      } catch (IllegalArgumentException refusedByBoth) {
        return;
      }
    }

    private static <T> void both(Views views, Call<T> call, String what) {
      assertEquals(outcome(call, views.model), outcome(call, views.real), what);
    }

    private static <T> Object outcome(Call<T> call, NavigableMap<Integer, String> map) {
      try {
        return Objects.requireNonNullElse(call.on(map), "null");
      } catch (RuntimeException e) {
        return e.getClass();
      }
    }

    /** A map that refuses a key out of its range: to compute what is refused is up to a map. */
    private static NavigableMap<Integer, String> within(NavigableMap<Integer, String> map, int k) {
      assertFalse(map.tailMap(k, true) == null);
      return map;
    }

    private static List<Object> walk(Iterator<? extends Map.Entry<?, ?>> walk, int k, int l) {
      List<Object> seen = new ArrayList<>();
      while (walk.hasNext()) {
        Map.Entry<?, ?> entry = walk.next();
        seen.add(entry.toString());
        if (entry.getKey().equals(k) || entry.getKey().equals(l)) {
          walk.remove();
        }
      }
      return seen;
    }

    private static String neighbours(NavigableSet<Integer> keys, int k) {
      return keys.lower(k)
          + " "
          + keys.floor(k)
          + " "
          + keys.ceiling(k)
          + " "
          + keys.higher(k)
          + keys
          + keys.contains(k)
          + List.copyOf(keys.headSet(k, true))
          + (keys.isEmpty() ? "" : keys.first() + " " + keys.last())
          + keys.remove(k);
    }

    private static String set(NavigableMap<Integer, String> map, String v, int l) {
      for (Map.Entry<Integer, String> entry : map.entrySet()) {
        if (entry.getKey() > l) {
          entry.setValue(v);
        }
      }
      return map.toString();
    }

    private static List<Integer> keep(NavigableMap<Integer, String> map, int l) {
      return map.keySet().stream().filter(key -> key % 5 != l % 5).toList();
    }

    private static String replaced(NavigableMap<Integer, String> map) {
      map.replaceAll((key, old) -> old + key % 2);
      return map.toString();
    }

    private static String cleared(NavigableMap<Integer, String> map) {
      map.clear();
      return map.toString();
    }
  }

  private interface Call<T> {
    @Nullable T on(NavigableMap<Integer, String> map);
  }

  @Test
  void aSubMapBetweenAKeyAndItselfIsEmpty() {
    try (Db db = Db.inMemory()) {
      NavigableMap<Integer, String> map =
          TypedMap.of(db, Codecs.ints(), Codecs.strings()).asNavigableMap();
      map.put(5, "v");
      assertEquals(Map.of(), map.subMap(5, false, 5, true));
      assertEquals(Map.of(), map.subMap(5, true, 5, false));
      assertEquals(Map.of(), map.subMap(5, false, 5, false));
      assertEquals(Map.of(), map.descendingMap().subMap(5, false, 5, true));
      assertEquals(Map.of(5, "v"), map.subMap(5, true, 5, true));
    }
  }

  @Test
  void longWalksComeThroughAndMayBeLeft() {
    try (Db db = Db.inMemory()) {
      NavigableMap<Integer, String> map =
          TypedMap.of(db, Codecs.ints(), Codecs.strings()).asNavigableMap();
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        map.put(i, (i % 1000 == 0 ? "x".repeat(100_000) : "v") + i);
        expected.add(i);
      }
      assertEquals(expected, List.copyOf(map.keySet()));
      assertEquals(expected.reversed(), List.copyOf(map.descendingKeySet()));
      assertEquals(expected, map.entrySet().stream().map(Map.Entry::getKey).toList());
      assertEquals(3000, map.values().stream().distinct().count());
      for (int i = 0; i < 1000; i++) {
        assertEquals(0, map.keySet().iterator().next());
      }
    }
  }

  @Test
  void aWalkSeesEachKeyThatStaysOnce() {
    try (Db db = Db.inMemory()) {
      NavigableMap<Integer, String> map =
          TypedMap.of(db, Codecs.ints(), Codecs.strings()).asNavigableMap();
      for (int i = 0; i < 2000; i += 2) {
        map.put(i, "stays");
      }
      List<Integer> seen = new ArrayList<>();
      Random random = new Random(1);
      for (Iterator<Integer> walk = map.keySet().iterator(); walk.hasNext(); ) {
        seen.add(walk.next());
        map.put(1 + 2 * random.nextInt(1000), "comes");
        map.remove(1 + 2 * random.nextInt(1000));
      }
      assertEquals(1000, seen.stream().filter(key -> key % 2 == 0).count());
      assertEquals(seen.stream().distinct().sorted().toList(), seen);
    }
  }
}
