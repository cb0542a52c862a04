package dev.malkoha.trials;

import net.jqwik.api.FixedSeedMode;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives every jqwik property the seed and the number of tries of this run. */
public final class FixedSeeds implements AroundPropertyHook {

  /** Tries of a property that names none, as a whole. */
  private static final int TRIES = 200;

  /** Creates it, as jqwik does for each property. */
  public FixedSeeds() {}

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public int aroundPropertyProximity() {
    return Integer.MIN_VALUE;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    var attributes = context.attributes();
    if (attributes.seed().isEmpty()) {
      attributes.setSeed(Long.toString(Trials.seed()));
      attributes.setWhenFixedSeed(FixedSeedMode.ALLOW);
    }
    attributes.setTries(Trials.count(attributes.tries().orElse(TRIES)));
    return property.execute();
  }
}
