package dev.malkoha.engine.history;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Spreads writes that were made for one keyspace over several, most of them over few. */
public final class Spread {

  private final SplittableRandom random;
  private final List<String> names;

  /** Over some keyspaces by name, of which the first is written to most. */
  public Spread(SplittableRandom random, List<String> names) {
    this.random = random;
    this.names = names;
  }

  /** Names for so many keyspaces: the default one, and others. */
  public static List<String> names(int count) {
    return Stream.concat(Stream.of(Maps.DEFAULT), IntStream.range(1, count).mapToObj(i -> "k" + i))
        .toList();
  }

  /** All of the names. */
  public List<String> names() {
    return names;
  }

  /** Any of them. */
  public String any() {
    int most = 1 + random.nextInt(names.size());
    return names.get(random.nextInt(most));
  }

  /** Any but that of the default keyspace, which must not be the only one. */
  public String anyNamed() {
    return names.get(1 + random.nextInt(names.size() - 1));
  }

  /**
   * The change, each of its edits in a keyspace, or all in one. One that is made of one edit
   * becomes, now and then, the same edit in each.
   */
  public Change spread(Change change) {
    int choice = random.nextInt(8);
    if (choice == 0 && change.edits().size() == 1) {
      return inEach(change);
    }
    return choice < 3 ? change.with(edit -> edit.in(any())) : inOne(change);
  }

  /** The change, all of it in one keyspace. */
  public Change inOne(Change change) {
    String one = any();
    return change.with(edit -> edit.in(one));
  }

  /** The first edit of a change, in each keyspace. */
  private Change inEach(Change change) {
    Change.Edit edit = change.edits().getFirst();
    return new Change(names.stream().map(edit::in).toList(), change.durability());
  }
}
