package dev.malkoha.engine.damage;

import dev.malkoha.engine.damage.Damage.How;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.SplittableRandom;

/** All that is done to one store, chosen so that no kind of place is left out. */
final class Damages {

  /** A file up to this length is cut at every byte. */
  private static final int SHORT_BYTES = 400;

  /** Of what no reader should look at, and within the parts of tables, one in so many bytes. */
  private static final int REST_STEP = 61;

  private static final int TABLE_STEP = 5;

  /** The head of a table, and the foot, of which every byte is flipped. */
  private static final int TABLE_ENDS = 96;

  /** Two of so many files of a kind are taken for each other, the newest of each kind. */
  private static final int PAIRED = 5;

  private static final int[] GROWTHS = {1, 8, 512};

  private final PristineStore store;
  private final SplittableRandom random;
  private final List<Damage> damages = new ArrayList<>();

  private Damages(PristineStore store, long seed) {
    this.store = store;
    this.random = new SplittableRandom(seed);
  }

  /** All damages of a store; the same for the same store and seed. */
  static List<Damage> all(PristineStore store, long seed) {
    Damages damages = new Damages(store, seed);
    for (String name : store.files().names()) {
      damages.addFlips(name);
      damages.addCuts(name);
      damages.addWhole(name);
    }
    damages.addPairs();
    damages.addOlder();
    return damages.damages;
  }

  /**
   * So many of them at most, in an order of chance: of each kind of file and of damage as many as
   * of any other, as long as there are some.
   */
  static List<Damage> sample(List<Damage> all, int most, long seed) {
    List<Damage> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    Map<String, List<Damage>> groups = new LinkedHashMap<>();
    for (Damage damage : shuffled) {
      String group = FileKind.of(damage.file()) + " " + damage.how();
      groups.computeIfAbsent(group, name -> new ArrayList<>()).add(damage);
    }
    List<List<Damage>> inTurn = new ArrayList<>(groups.values());
    Collections.shuffle(inTurn, new Random(seed));
    List<Damage> chosen = new ArrayList<>();
    for (int round = 0; chosen.size() < Math.min(most, all.size()); round++) {
      for (List<Damage> group : inTurn) {
        if (round < group.size() && chosen.size() < most) {
          chosen.add(group.get(round));
        }
      }
    }
    return chosen;
  }

  private void addFlips(String name) {
    int length = store.files().bytes(name).length;
    int written = writtenBytes(name);
    for (int at = 0; at < length; at += step(name, at, length, written)) {
      int bits = random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt(1, 256);
      damages.add(Damage.flip(name, at, bits));
    }
  }

  private static int step(String name, int at, int length, int written) {
    return switch (FileKind.of(name)) {
      case TABLE -> at < TABLE_ENDS || at >= length - TABLE_ENDS ? 1 : TABLE_STEP;
      case LOG -> at < written ? 1 : REST_STEP;
      default -> 1;
    };
  }

  private int writtenBytes(String name) {
    NavigableSet<Integer> borders = store.borders().of(name);
    return borders.isEmpty() ? 0 : borders.last();
  }

  private void addCuts(String name) {
    int length = store.files().bytes(name).length;
    NavigableSet<Integer> cuts = store.borders().of(name);
    for (int border : store.borders().of(name)) {
      cuts.addAll(List.of(border - 1, border + 1));
    }
    for (int at = 0; at < length; at += length <= SHORT_BYTES ? 1 : REST_STEP) {
      cuts.add(at);
    }
    cuts.add(length - 1);
    cuts.stream()
        .filter(at -> at >= 0 && at < length)
        .forEach(at -> damages.add(Damage.cut(name, at)));
  }

  private void addWhole(String name) {
    damages.add(Damage.remove(name));
    for (int bytes : GROWTHS) {
      damages.add(Damage.grow(name, bytes));
    }
  }

  private void addPairs() {
    for (FileKind kind : FileKind.values()) {
      List<String> names =
          store.files().names().descendingSet().stream()
              .filter(name -> FileKind.of(name) == kind)
              .limit(PAIRED)
              .toList();
      for (String one : names) {
        names.stream().filter(other -> !other.equals(one)).forEach(other -> addPair(one, other));
      }
    }
  }

  private void addPair(String one, String other) {
    damages.add(Damage.ofTwo(How.COPY, one, other));
    if (one.compareTo(other) < 0) {
      damages.add(Damage.ofTwo(How.SWAP, one, other));
    }
  }

  private void addOlder() {
    for (int moment = 0; moment < store.moments().size(); moment++) {
      StoreFiles before = store.moments().get(moment);
      for (String name : before.names()) {
        if (!store.files().has(name) || differ(before, name)) {
          damages.add(Damage.older(How.OLDER, name, moment));
        }
      }
      String manifest = Damage.manifest(before);
      damages.add(Damage.older(How.OLDER_BOTH, manifest, moment));
      damages.add(Damage.older(How.OLDER_ONLY, manifest, moment));
    }
  }

  private boolean differ(StoreFiles before, String name) {
    return !Arrays.equals(before.bytes(name), store.files().bytes(name));
  }
}
