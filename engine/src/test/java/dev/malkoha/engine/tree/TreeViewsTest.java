package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.tree.Trees.TreeViews;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A view of many keyspaces, whose numbers have gaps. */
class TreeViewsTest {

  private final Tree first = BareTree.on(new SimulatedDisk(), DbOptions.defaults()).tree();

  TreeViewsTest() throws IOException {}

  private Tree tree(long number) throws IOException {
    return first.another(new KeyspaceId(number, "k" + number), first.options());
  }

  @Test
  void eachKeyspaceIsFoundByItsNumber() throws IOException {
    long[] numbers = {0, 1, 31, 32, 1023, 1024, 40_000, 1L << 40, Long.MAX_VALUE - 1};
    TreeViews views = TreeViews.empty();
    List<Tree> trees = new ArrayList<>();
    List<ReadView> parts = new ArrayList<>();
    for (long number : numbers) {
      assertNull(views.view(number));
      trees.add(tree(number));
      parts.add(trees.getLast().nothing());
      views = views.with(trees.getLast(), parts.getLast());
    }
    for (int i = 0; i < numbers.length; i++) {
      assertSame(trees.get(i), views.tree(numbers[i]));
      assertSame(parts.get(i), views.view(numbers[i]));
      assertNull(views.view(numbers[i] ^ 2));
    }
    assertEquals(trees, views.trees());
  }

  @Test
  void aViewStaysAsItIs() throws IOException {
    Tree tree = tree(1000);
    ReadView before = tree.nothing();
    ReadView after = tree.nothing();
    TreeViews one = TreeViews.empty().with(first, first.nothing()).with(tree, before);
    TreeViews two = one.with(tree, after);
    TreeViews three = two.without(tree);
    assertSame(before, one.view(1000));
    assertSame(after, two.view(1000));
    assertNull(three.view(1000));
    assertSame(two.view(0), three.view(0));
    assertEquals(List.of(first, tree), two.trees());
    assertEquals(List.of(first), three.trees());
  }
}
