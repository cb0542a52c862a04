package dev.malkoha.micrometer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.Metric;
import dev.malkoha.engine.OpenStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Registers a store's metrics as meters: {@code malkoha.} and the metric's name, with its unit, its
 * meaning and its labels as tags. Any thread.
 *
 * <p>Counters are function counters and gauges are gauges. A histogram of times is a function timer
 * of its count and sum, with a gauge for each quantile, named {@code .quantile}, and one for the
 * longest, named {@code .max}. Figures are at most a second old: they are read once for all meters.
 *
 * <p>A meter takes the place of one with the same name and tags: so metrics of a store that was
 * closed and opened again are bound again, with the tags of before. {@link #close} removes the
 * meters. Until then the registry keeps them: when the store is closed counters stay as they are,
 * and gauges are NaN.
 */
public final class MalkohaMetrics implements MeterBinder, AutoCloseable {

  private static final String KEYSPACE = "keyspace";

  private final OpenStore db;
  private final Tags tags;
  private final LongSupplier clock;

  @GuardedBy("this")
  private final List<BoundMeters> bound = new ArrayList<>();

  @GuardedBy("this")
  private boolean byKeyspace;

  /** Metrics of a store that is the only one in its registry. */
  public MalkohaMetrics(OpenStore db) {
    this(db, List.of());
  }

  /**
   * Metrics of a store.
   *
   * @param tags that every meter gets, such as the store's name
   */
  public MalkohaMetrics(OpenStore db, Iterable<Tag> tags) {
    this(db, tags, System::nanoTime);
  }

  MalkohaMetrics(OpenStore db, Iterable<Tag> tags, LongSupplier clock) {
    this.db = db;
    this.tags = Tags.of(tags);
    this.clock = clock;
  }

  /**
   * Has metrics that keyspaces have of their own registered for each keyspace, with its name as the
   * tag {@code keyspace}, and not for the store: those of {@link DbStats#keyspaceMetrics}. Of
   * keyspaces that are made after {@link #bindTo} there is nothing until it is called again.
   *
   * @return this
   */
  public synchronized MalkohaMetrics byKeyspace() {
    byKeyspace = true;
    return this;
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    BoundMeters meters = new BoundMeters(registry);
    bound.add(meters);
    if (!byKeyspace) {
      meters.add(new Figures(db::stats, DbStats::metrics, clock), tags);
      return;
    }
    meters.add(new Figures(db::stats, MalkohaMetrics::ofTheStore, clock), tags);
    Function<DbStats, List<Metric>> own = DbStats::keyspaceMetrics;
    for (String name : db.keyspaces()) {
      meters.add(new Figures(db.keyspace(name)::stats, own, clock), tags.and(KEYSPACE, name));
    }
  }

  private static List<Metric> ofTheStore(DbStats stats) {
    List<Metric> metrics = new ArrayList<>(stats.metrics());
    metrics.removeAll(stats.keyspaceMetrics());
    return metrics;
  }

  /** Removes the meters, but for those whose place others have taken. May be called again. */
  @Override
  public synchronized void close() {
    bound.forEach(BoundMeters::remove);
    bound.clear();
  }
}
