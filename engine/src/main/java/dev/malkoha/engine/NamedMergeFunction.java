package dev.malkoha.engine;

import dev.malkoha.engine.MergeFunctions.Ready;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The merge function of a keyspace under the name by which it is stored.
 *
 * @param function null if it was not given, and is no ready one
 */
record NamedMergeFunction(String name, @Nullable MergeFunction function) {

  /** No merge function. */
  static final NamedMergeFunction NONE = new NamedMergeFunction("none", null);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /**
   * A function that was given.
   *
   * @throws IllegalArgumentException if the name is none, or another function's
   */
  static NamedMergeFunction of(String name, MergeFunction function) {
    return checked(name, Objects.requireNonNull(function, "function"));
  }

  private static NamedMergeFunction checked(String name, @Nullable MergeFunction function) {
    if (!NAME.matcher(name).matches() || name.equals(NONE.name)) {
      throw new IllegalArgumentException(
          "the merge function's name is \""
              + name
              + "\"; it must be 1 to 64 letters, digits, dots, dashes and underlines, and not"
              + " \"none\"");
    }
    return new NamedMergeFunction(name, function);
  }

  /** The one that is stored as a text: a name, and after a colon which one it is of the ready. */
  static NamedMergeFunction parse(String text) {
    int end = text.indexOf(':');
    return checked(
        end < 0 ? text : text.substring(0, end),
        end < 0 ? null : MergeFunctions.parse(text.substring(end + 1)));
  }

  /** The text that is stored. */
  String text() {
    return function instanceof Ready ready ? name + ":" + ready.spec() : name;
  }

  /** Whether operands of this one are none of another's: by name, or by which ready one it is. */
  boolean isOtherThan(NamedMergeFunction other) {
    boolean areReady = function instanceof Ready && other.function instanceof Ready;
    boolean isSame = areReady ? text().equals(other.text()) : name.equals(other.name);
    return !isNone() && !other.isNone() && !isSame;
  }

  boolean isNone() {
    return name.equals(NONE.name);
  }
}
