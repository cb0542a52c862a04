package dev.malkoha.engine.damage;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import java.util.List;
import java.util.NavigableSet;

/**
 * A store before it is damaged, and all that is known of it.
 *
 * @param shape what it is like
 * @param files what lies on the disk
 * @param borders what its files consist of
 * @param moments what lay there at some moments before, oldest first
 * @param changes all that was written
 * @param content what it holds
 * @param keys what to look for: all that was ever written to
 * @param needed files that it could not do without
 */
record PristineStore(
    StoreShape shape,
    StoreFiles files,
    WriteBorders borders,
    List<StoreFiles> moments,
    List<Change> changes,
    Maps content,
    NavigableSet<Bytes> keys,
    NavigableSet<String> needed) {

  DbOptions options() {
    return shape.options();
  }

  /** Whether it held just this at some moment. */
  boolean everHeld(Maps found) {
    Maps then = new Maps();
    content.names().forEach(then::create);
    for (Change change : changes) {
      if (then.equals(found)) {
        return true;
      }
      change.applyTo(then);
    }
    return then.equals(found);
  }
}
