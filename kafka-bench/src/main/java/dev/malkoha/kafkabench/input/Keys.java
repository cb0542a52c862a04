package dev.malkoha.kafkabench.input;

/** How keys with times are written as text. */
public final class Keys {

  private Keys() {}

  /** Of something at a time. */
  public static String at(long what, long time) {
    return what + "@" + time;
  }

  /** Of a user's session. */
  public static String session(long user, long start, long end) {
    return user + "@" + start + "-" + end;
  }
}
