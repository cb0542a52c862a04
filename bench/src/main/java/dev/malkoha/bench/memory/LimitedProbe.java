package dev.malkoha.bench.memory;

import com.google.gson.Gson;
import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.workload.KeptStore;
import dev.malkoha.cli.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The process that has little memory: does what its order says, and prints what it measured. */
public final class LimitedProbe {

  /** Held here because a logger that nobody holds forgets its level. */
  private static final Logger ENGINE_LOG = Logger.getLogger("dev.malkoha");

  private LimitedProbe() {}

  /** The engine's log stays out of what the process prints, but for failures. */
  static void quieten() {
    ENGINE_LOG.setLevel(Level.SEVERE);
  }

  /** Takes an order as JSON. */
  public static void main(String[] arguments) throws IOException {
    quieten();
    Gson gson = new Gson();
    Order order = gson.fromJson(arguments[0], Order.class);
    try {
      System.out.println(gson.toJson(measured(order)));
    } catch (WrongAnswerException e) {
      System.err.println("malkoha: " + e.getMessage());
      System.exit(ExitCode.CORRUPTION);
    }
  }

  private static List<KeptStore.Measured> measured(Order order) throws IOException {
    KeptStore store = order.keptStore();
    if (order.load()) {
      dropCache(order);
      return List.of(store.load());
    }
    return store.run(order.workload(), order.warmReads(), () -> dropCache(order));
  }

  private static void dropCache(Order order) {
    if (order.dropping()) {
      PageCache.drop();
    }
  }
}
