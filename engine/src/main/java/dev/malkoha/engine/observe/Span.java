package dev.malkoha.engine.observe;

import org.jspecify.annotations.Nullable;

/** Something that has begun, and will be told of when it is over. */
public final class Span {

  final SpanKind kind;
  final long began;

  /** The event of Flight Recorder that has begun with it; null if nobody records it. */
  final @Nullable Object recorded;

  Span(SpanKind kind, long began, @Nullable Object recorded) {
    this.kind = kind;
    this.began = began;
    this.recorded = recorded;
  }
}
