package dev.malkoha.storage.sim;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What every call to a simulated disk passes: it is counted, logged, shown to the test and, where a
 * fault says so, refused. Guarded by the disk's monitor.
 */
final class CallGate {

  /** What a call does to the disk. */
  @FunctionalInterface
  interface Effect<T extends @Nullable Object> {
    T run(Call call) throws IOException;
  }

  private record Outcome(Call call, @Nullable Throwable failure) {
    @Override
    public String toString() {
      return failure == null ? call.toString() : call + " -> " + failure;
    }
  }

  private static final int LOGGED = 1_000;

  private final Map<CallKind, Long> countOfKind = new EnumMap<>(CallKind.class);
  private final Deque<Outcome> log = new ArrayDeque<>();
  private final List<Fault> faults = new ArrayList<>();
  private Consumer<Call> hook = call -> {};
  private long count;

  <T extends @Nullable Object> T pass(
      CallKind kind, String name, long offset, long length, Effect<T> effect, Consumer<Call> onFail)
      throws IOException {
    Call call = new Call(count++, count(kind), kind, name, offset, length);
    countOfKind.merge(kind, 1L, Long::sum);
    hook.accept(call);
    try {
      T result = run(call, effect, onFail);
      log(call, null);
      CallDigest.add(call, false);
      return result;
    } catch (IOException | Error e) {
      log(call, e);
      CallDigest.add(call, true);
      throw e;
    }
  }

  private <T extends @Nullable Object> T run(Call call, Effect<T> effect, Consumer<Call> onFail)
      throws IOException {
    Fault fault = faultOf(call);
    if (fault == null) {
      return effect.run(call);
    }
    if (fault.afterEffect()) {
      effect.run(call);
    } else if (!fault.kind().isError()) {
      onFail.accept(call);
    }
    throw fault.failure(call);
  }

  private void log(Call call, @Nullable Throwable failure) {
    if (log.size() == LOGGED) {
      log.removeFirst();
    }
    log.addLast(new Outcome(call, failure));
  }

  private @Nullable Fault faultOf(Call call) {
    for (Fault fault : faults) {
      if (fault.when().test(call)) {
        return fault;
      }
    }
    return null;
  }

  void add(Fault fault) {
    faults.add(fault);
  }

  void clearFaults() {
    faults.clear();
  }

  void hook(Consumer<Call> newHook) {
    hook = newHook;
  }

  long count() {
    return count;
  }

  long count(CallKind kind) {
    return countOfKind.getOrDefault(kind, 0L);
  }

  /** The last calls, one a line, failed ones with the reason. */
  String describe() {
    return log.stream().map(Outcome::toString).collect(Collectors.joining("\n", "", "\n"));
  }
}
