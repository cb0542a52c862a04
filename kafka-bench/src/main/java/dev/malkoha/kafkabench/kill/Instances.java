package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.AppInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All instances of the application. */
final class Instances implements AutoCloseable {

  private final List<AppInstance> all;

  Instances(List<AppInstance> all) {
    this.all = List.copyOf(all);
  }

  void startAll() throws IOException {
    for (AppInstance instance : all) {
      instance.start();
    }
  }

  /** Starts again those that were killed. */
  void revive() throws IOException {
    for (AppInstance instance : all) {
      if (!instance.alive()) {
        instance.check();
        instance.start();
      }
    }
  }

  AppInstance get(int index) {
    return all.get(index);
  }

  int count() {
    return all.size();
  }

  boolean allRunning() {
    check();
    return all.stream().allMatch(AppInstance::running);
  }

  /** Fails if an instance has ended that nobody has killed. */
  void check() {
    all.forEach(AppInstance::check);
  }

  /**
   * The content of all stores, a file for each instance; no files if an instance could not tell.
   */
  List<Path> dump(Path directory) {
    List<Path> files = new ArrayList<>();
    for (AppInstance instance : all) {
      Path file = directory.resolve(instance.name() + ".stores");
      if (!instance.running() || !instance.dump(file)) {
        return List.of();
      }
      files.add(file);
    }
    return files;
  }

  List<String> wipes() throws IOException {
    List<String> wipes = new ArrayList<>();
    for (AppInstance instance : all) {
      wipes.addAll(instance.wipes());
    }
    return wipes;
  }

  long restoredRecords() {
    return all.stream().mapToLong(AppInstance::restoredRecords).sum();
  }

  String describe() {
    return all.stream().map(AppInstance::describe).collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    // Those that were to be told first would wait for the others to take over.
    all.parallelStream().forEach(AppInstance::close);
  }
}
