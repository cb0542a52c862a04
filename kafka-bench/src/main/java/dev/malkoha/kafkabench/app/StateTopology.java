package dev.malkoha.kafkabench.app;

import dev.malkoha.kafkabench.input.Card;
import dev.malkoha.kafkabench.input.Event;
import dev.malkoha.kafkabench.input.Model;
import dev.malkoha.kafkabench.input.Profile;
import dev.malkoha.kafkabench.input.Sequences;
import dev.malkoha.kafkabench.input.Serdes;
import dev.malkoha.kafkabench.input.Tally;
import dev.malkoha.kafkabench.input.Times;
import dev.malkoha.kafkabench.input.UserWindow;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Joined;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The application: events without duplicates, aggregated, joined with a table as a stream and as a
 * table, counted by windows whose results are held back until they are final, and cut into
 * sessions.
 */
final class StateTopology {

  private final StreamsBuilder builder;
  private final DslStoreSuppliers suppliers;
  private final boolean exactlyOnce;

  private StateTopology(Properties settings) {
    this.builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(settings)));
    this.suppliers = StoreKind.suppliers(Settings.map(settings));
    this.exactlyOnce = Settings.exactlyOnce(settings);
  }

  /** The topology for an application with these settings. */
  static Topology of(Properties settings) {
    StateTopology topology = new StateTopology(settings);
    KTable<Long, Profile> profiles = topology.profiles();
    KStream<Long, Event> unique = topology.unique();
    unique.to(Names.UNIQUE, Produced.with(Serdes.number(), Serdes.event()));
    cards(unique, profiles);
    regions(unique, profiles);
    windows(unique);
    topology.sessions(unique);
    return topology.builder.build(settings);
  }

  private KTable<Long, Profile> profiles() {
    return builder.table(
        Names.PROFILES,
        Consumed.with(Serdes.number(), Serdes.profile()),
        keptAs(Names.PROFILES, Serdes.profile()));
  }

  private static <S extends StateStore, V> Materialized<Long, V, S> keptAs(
      String store, Serde<V> values) {
    return Materialized.<Long, V, S>as(store).withKeySerde(Serdes.number()).withValueSerde(values);
  }

  private KStream<Long, Event> unique() {
    builder.addStateStore(
        Stores.windowStoreBuilder(
            suppliers.windowStore(
                new DslWindowParams(
                    Names.SEEN,
                    Times.RETENTION,
                    Times.DUPLICATES_WITHIN,
                    false,
                    EmitStrategy.onWindowUpdate(),
                    false,
                    DslStoreFormat.PLAIN)),
            Serdes.number(),
            Serdes.number()));
    return builder.stream(Names.EVENTS, Consumed.with(Serdes.number(), Serdes.event()))
        .processValues(Deduplication::new, Named.as("deduplication"), Names.SEEN);
  }

  private static Grouped<Long, Event> grouped(String name) {
    return Grouped.with(name, Serdes.number(), Serdes.event());
  }

  /** An aggregation, and its join with a table. */
  private static void cards(KStream<Long, Event> unique, KTable<Long, Profile> profiles) {
    unique
        .groupByKey(grouped("by-user"))
        .aggregate(
            () -> Tally.NONE,
            (user, event, tally) -> tally.plus(event),
            keptAs(Names.TOTALS, Serdes.tally()))
        .join(profiles, Card::of, keptAs(Names.CARDS, Serdes.card()));
  }

  /** A stream's join with a table, and an aggregation by another key. */
  private static void regions(KStream<Long, Event> unique, KTable<Long, Profile> profiles) {
    unique
        .join(
            profiles,
            (event, profile) -> KeyValue.pair(Model.regionKey(profile, event.user()), event),
            Joined.with(Serdes.number(), Serdes.event(), Serdes.profile()))
        .map((user, placed) -> placed)
        .groupByKey(grouped("by-region"))
        .aggregate(
            () -> Tally.NONE,
            (place, event, tally) -> tally.plus(event),
            keptAs(Names.REGIONS, Serdes.tally()));
  }

  private static void windows(KStream<Long, Event> unique) {
    unique
        .groupByKey(grouped("by-window"))
        .windowedBy(TimeWindows.ofSizeAndGrace(Times.WINDOW, Times.GRACE))
        .aggregate(
            () -> Tally.NONE,
            (user, event, tally) -> tally.plus(event),
            StateTopology.<WindowStore<Bytes, byte[]>, Tally>keptAs(Names.WINDOWS, Serdes.tally())
                .withRetention(Times.RETENTION))
        .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("until-closed"))
        .toStream()
        .map((at, tally) -> KeyValue.pair(new UserWindow(at.key(), at.window().start()), tally))
        .to(Names.CLOSED, Produced.with(Serdes.userWindow(), Serdes.tally()));
  }

  private void sessions(KStream<Long, Event> unique) {
    if (exactlyOnce) {
      unique
          .groupByKey(grouped("by-session"))
          .windowedBy(SessionWindows.ofInactivityGapAndGrace(Times.GAP, Times.GRACE))
          .aggregate(
              () -> Sequences.NONE,
              (user, event, all) -> all.union(Sequences.of(event.sequence())),
              (user, one, other) -> one.union(other),
              StateTopology.<SessionStore<Bytes, byte[]>, Sequences>keptAs(
                      Names.SESSIONS, Serdes.sequences())
                  .withRetention(Times.RETENTION));
      return;
    }
    builder.addStateStore(
        Stores.sessionStoreBuilder(
            suppliers.sessionStore(
                new DslSessionParams(
                    Names.SESSIONS,
                    Times.RETENTION,
                    EmitStrategy.onWindowUpdate(),
                    DslStoreFormat.PLAIN)),
            Serdes.number(),
            Serdes.sequences()));
    unique.process(Sessions::new, Names.SESSIONS);
  }
}
