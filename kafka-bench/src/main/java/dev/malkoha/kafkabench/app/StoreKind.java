package dev.malkoha.kafkabench.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.RocksDBDslStoreSuppliers;
import org.apache.kafka.streams.state.DslStoreSuppliers;

/** A store of an application's state: the one line of configuration that chooses it, and more. */
public enum StoreKind {
  /** Malkoha with its defaults. */
  MALKOHA("dev.malkoha.kafka.MalkohaStoreSuppliers", ""),

  /** RocksDB as Kafka Streams sets it up. */
  ROCKSDB(RocksDBDslStoreSuppliers.class.getName(), ""),

  /** RocksDB with one cache and one write buffer for all stores of the process. */
  ROCKSDB_TUNED(RocksDBDslStoreSuppliers.class.getName(), TunedRocks.class.getName());

  private final String suppliers;
  private final String setter;

  StoreKind(String suppliers, String setter) {
    this.suppliers = suppliers;
    this.setter = setter;
  }

  /** The name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one with a label. */
  public static StoreKind of(String label) {
    return Stream.of(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no store " + label + "; there are " + String.join(", ", labels())));
  }

  /** All labels. */
  public static List<String> labels() {
    return Stream.of(values()).map(StoreKind::label).toList();
  }

  /** The entries of a configuration of Kafka Streams. */
  public Map<String, String> config() {
    Map<String, String> stores = Map.of(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, suppliers);
    return setter.isEmpty()
        ? stores
        : Map.of(
            StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
            suppliers,
            StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
            setter);
  }

  /** Options for a Java process that uses it: native code is allowed only where it is needed. */
  public List<String> javaOptions() {
    return this == MALKOHA
        ? List.of("--illegal-native-access=deny")
        : List.of("--enable-native-access=ALL-UNNAMED");
  }

  /** The supplier of an application's stores with such a configuration. */
  public static DslStoreSuppliers suppliers(Map<String, ?> config) {
    String name = String.valueOf(config.get(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG));
    try {
      DslStoreSuppliers suppliers =
          Class.forName(name)
              .asSubclass(DslStoreSuppliers.class)
              .getDeclaredConstructor()
              .newInstance();
      suppliers.configure(config);
      return suppliers;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "cannot make a " + name + ", which is to make the stores; is it on the class path?", e);
    }
  }
}
