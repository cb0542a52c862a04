package dev.malkoha.engine.damage;

import static dev.malkoha.engine.damage.KnownMap.bytes;

import dev.malkoha.engine.KeyRange;
import java.util.List;
import java.util.SplittableRandom;

/** Where walks through a damaged store go: keys and ranges, empty ones and such beyond all keys. */
record SoughtPlaces(WornStore store, SplittableRandom random) {

  /** A key that was written at some time, a place between two, or the end of a damaged block. */
  String key() {
    String key = store.key(random.nextInt(WornStore.KEYS + 20) - 10);
    return switch (random.nextInt(10)) {
      case 0 -> key.substring(0, random.nextInt(key.length() + 1));
      case 1 -> key + "!";
      case 2, 3, 4 -> store.damaged().isEmpty() ? key : endOfDamage();
      case 5, 6 -> store.lateKey();
      default -> key;
    };
  }

  private String endOfDamage() {
    List<StoredBlock> damaged = store.damaged();
    StoredBlock block = damaged.get(random.nextInt(damaged.size()));
    return random.nextBoolean() ? block.lowest() : block.highest();
  }

  KeyRange range() {
    byte[] a = bytes(key());
    byte[] b = bytes(key());
    return switch (random.nextInt(11)) {
      case 0 -> KeyRange.between(a, a);
      case 1 -> KeyRange.between(a, b);
      case 2 -> KeyRange.closed(a, b);
      case 3 -> KeyRange.above(a).intersect(KeyRange.atMost(b));
      case 4 -> KeyRange.atLeast(a);
      case 5 -> KeyRange.below(a);
      case 6 -> KeyRange.prefix(bytes("key0" + random.nextInt(6)));
      case 7 -> KeyRange.closed(a, a);
      case 8 -> KeyRange.closed(bytes(store.lateKey()), bytes(store.lateKey()));
      default -> KeyRange.all();
    };
  }
}
