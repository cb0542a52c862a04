package dev.malkoha.engine.tree;

import dev.malkoha.engine.version.KeyspaceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The trees of an open store, one for each keyspace: the default one first, the others in the order
 * of their numbers. Any thread reads; one at a time changes.
 */
public final class Trees {

  /** The tree that nearly every write is for: found without a search. */
  private final Tree ofDefault;

  private volatile Map<Long, Tree> byNumber;

  public Trees(Collection<Tree> trees) {
    Map<Long, Tree> first = new LinkedHashMap<>();
    trees.forEach(tree -> first.put(tree.id().number(), tree));
    byNumber = first;
    ofDefault = Objects.requireNonNull(first.get(KeyspaceId.DEFAULT.number()));
  }

  /** All of them. */
  public Collection<Tree> all() {
    return Collections.unmodifiableCollection(byNumber.values());
  }

  /** The tree of the default keyspace. */
  public Tree ofDefault() {
    return ofDefault;
  }

  /** The tree with a keyspace's number; null if there is none, or none any more. */
  public @Nullable Tree of(long number) {
    return number == KeyspaceId.DEFAULT.number() ? ofDefault : byNumber.get(number);
  }

  /**
   * The tree with a keyspace's number, to write a batch to.
   *
   * @throws IllegalStateException if the keyspace was dropped
   */
  public Tree writtenTo(long number) {
    Tree tree = of(number);
    if (tree == null) {
      throw new IllegalStateException("a keyspace of the batch was dropped; nothing was written");
    }
    return tree;
  }

  /** The tree with a keyspace's name; null if there is none. */
  public @Nullable Tree of(String name) {
    for (Tree tree : byNumber.values()) {
      if (tree.id().name().equals(name)) {
        return tree;
      }
    }
    return null;
  }

  /** The names of all keyspaces, in order. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    byNumber.values().forEach(tree -> names.add(tree.id().name()));
    Collections.sort(names);
    return List.copyOf(names);
  }

  /** Which keyspaces there are. */
  public List<KeyspaceId> ids() {
    return byNumber.values().stream().map(Tree::id).toList();
  }

  public void add(Tree tree) {
    Map<Long, Tree> more = new LinkedHashMap<>(byNumber);
    more.put(tree.id().number(), tree);
    byNumber = more;
  }

  public void remove(Tree tree) {
    Map<Long, Tree> fewer = new LinkedHashMap<>(byNumber);
    fewer.remove(tree.id().number());
    byNumber = fewer;
  }

  /**
   * A moment of a store that can be read until it is let go.
   *
   * @param trees to read
   * @param sequence the number to read them at
   * @param release lets it go; once
   */
  public record Pin(Trees trees, long sequence, Runnable release) {}
}
