package dev.malkoha.kafkabench.app;

import java.util.List;

/** The topics and stores of the application. */
public final class Names {

  /** Topic: events by user. */
  public static final String EVENTS = "events";

  /** Topic and store: profiles by user. */
  public static final String PROFILES = "profiles";

  /** Topic: events by user, each once. */
  public static final String UNIQUE = "unique";

  /** Topic: tallies by user and window, once the window is closed. */
  public static final String CLOSED = "closed";

  /** Store: at which offset an event's id was first seen. */
  public static final String SEEN = "seen";

  /** Store: tallies by user. */
  public static final String TOTALS = "totals";

  /** Store: tallies by region and user, of events joined with profiles. */
  public static final String REGIONS = "regions";

  /** Store: tallies joined with profiles. */
  public static final String CARDS = "cards";

  /** Store: tallies by user and window. */
  public static final String WINDOWS = "windows";

  /** Store: sets of events by session. */
  public static final String SESSIONS = "sessions";

  /** Store of the application that only keeps values: {@link ValueTopology}. */
  public static final String VALUES = "values";

  /** Topics that must be there before the application starts. */
  public static final List<String> TOPICS = List.of(EVENTS, PROFILES, UNIQUE, CLOSED);

  private Names() {}
}
