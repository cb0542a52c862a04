package dev.malkoha.engine.events;

import java.nio.file.Path;
import java.time.Duration;

/** A store was closed. The last that is heard of it. */
public record Closed(Path store, Duration took) implements StoreEvent {}
