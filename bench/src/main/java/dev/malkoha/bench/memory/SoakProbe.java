package dev.malkoha.bench.memory;

import com.google.gson.Gson;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SharedResources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process of a long run: opens the stores, has threads use them, prints what that showed. */
public final class SoakProbe {

  private final SoakPlan plan;
  private final List<Db> stores = new ArrayList<>();

  private SoakProbe(SoakPlan plan) {
    this.plan = plan;
  }

  /** Takes a plan as JSON. */
  public static void main(String[] arguments) throws InterruptedException {
    LimitedProbe.quieten();
    Gson gson = new Gson();
    SoakPlan plan = gson.fromJson(arguments[0], SoakPlan.class);
    System.out.println(gson.toJson(new SoakProbe(plan).run()));
  }

  private SoakResult run() throws InterruptedException {
    try (SharedResources shared = shared()) {
      try {
        for (int store = 0; store < plan.stores(); store++) {
          stores.add(Db.open(Path.of(plan.directory(), "store-" + store), options(shared)));
        }
        return new SoakRun(plan, stores).run(bound(shared));
      } finally {
        stores.forEach(Db::close);
      }
    }
  }

  /** The resources that several stores share; a store by itself has its own. */
  private @Nullable SharedResources shared() {
    return plan.stores() == 1
        ? null
        : SharedResources.builder()
            .blockCacheBytes(plan.cache())
            .memTableBytes(plan.memTables())
            .build();
  }

  private DbOptions options(@Nullable SharedResources shared) {
    DbOptions.Builder options = DbOptions.builder();
    return shared != null
        ? options.resources(shared).build()
        : options.blockCacheBytes(plan.cache()).memTableBytes(plan.memTable()).build();
  }

  private long bound(@Nullable SharedResources shared) {
    return shared != null ? shared.memoryBytesMax() : options(null).memoryBytesMax();
  }
}
