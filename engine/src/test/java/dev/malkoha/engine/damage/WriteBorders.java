package dev.malkoha.engine.damage;

import dev.malkoha.storage.sim.Call;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Where in each file of a disk a write began or ended: the borders of what the files consist of,
 * whatever their format is.
 */
final class WriteBorders implements Consumer<Call> {

  private final Map<String, NavigableSet<Integer>> borders = new HashMap<>();
  private String lastLog = "";

  @Override
  public void accept(Call call) {
    switch (call.kind()) {
      case CREATE, ALLOCATE -> borders.put(call.name(), new TreeSet<>());
      case DELETE -> borders.remove(call.name());
      case RENAME -> rename(call.name().split(" -> "));
      case APPEND, MAPPED_WRITE -> add(call);
      default -> {}
    }
  }

  private void rename(String[] names) {
    NavigableSet<Integer> moved = borders.remove(names[0]);
    if (moved != null) {
      borders.put(names[1], moved);
    }
  }

  private void add(Call call) {
    NavigableSet<Integer> found = borders.computeIfAbsent(call.name(), name -> new TreeSet<>());
    found.add((int) call.offset());
    found.add((int) (call.offset() + call.length()));
    if (FileKind.of(call.name()) == FileKind.LOG) {
      lastLog = call.name();
    }
  }

  /** The borders in a file; there may be some that are none any more. */
  NavigableSet<Integer> of(String name) {
    return new TreeSet<>(borders.getOrDefault(name, new TreeSet<>()));
  }

  /** The segment of the log that was written to last. */
  String lastLog() {
    return lastLog;
  }
}
