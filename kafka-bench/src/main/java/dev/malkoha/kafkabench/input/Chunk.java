package dev.malkoha.kafkabench.input;

import java.util.List;

/** A part of the input, in the order in which it is sent: profiles, then events. */
public record Chunk(List<ProfileUpdate> profiles, List<Sent> events) {

  /** A user's new profile. */
  public record ProfileUpdate(long user, long time, Profile profile) {}

  /** An event at its time, perhaps not for the first time. */
  public record Sent(long time, Event event) {}
}
