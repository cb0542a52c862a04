package dev.malkoha.kafkabench.input;

/** How keys with times are written as text. */
public final class Keys {

  private Keys() {}

  /** The key of something at a time. */
  public static String at(long what, long time) {
    return what + "@" + time;
  }

  /** The key of a user's session. */
  public static String session(long user, long start, long end) {
    return user + "@" + start + "-" + end;
  }
}
