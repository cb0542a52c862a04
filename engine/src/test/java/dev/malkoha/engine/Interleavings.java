package dev.malkoha.engine;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.malkoha.trials.Trials;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * How hard tests look for an order of threads' steps that breaks a structure: {@code
 * -Dmalkoha.count=N} tries N random programs of a few operations, each in N orders or ten.
 */
public final class Interleavings {

  private static final int PROGRAMS = Trials.count(3);
  private static final int ORDERS = Math.max(10, Trials.count(50));

  /** Loops that turn more often are taken for endless; a wait looks at 64 counters, twice. */
  private static final int LOOP_BOUND = 1_000;

  /**
   * Arithmetic on bytes that nobody changes any more, through views of arrays that the checker does
   * not know.
   */
  private static final String[] PURE = {
    "dev.malkoha.sstable.EntryOrder", "dev.malkoha.filter.KeyHasher"
  };

  private Interleavings() {}

  /**
   * Runs programs of the operations that the class declares, each in many orders of its threads'
   * steps, and fails with the steps where no order of whole operations has the same results.
   *
   * @param model does the same operations in one thread
   */
  public static void check(Class<?> operations, Class<?> model) {
    new ModelCheckingOptions()
        .iterations(PROGRAMS)
        .invocationsPerIteration(ORDERS)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .loopBound(LOOP_BOUND)
        .addGuarantee(forClasses(PURE).allMethods().treatAsAtomic())
        .sequentialSpecification(model)
        .check(operations);
  }
}
