package dev.malkoha.storage.sim;

import dev.malkoha.storage.NoSpaceException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A rule that makes calls to a {@link SimulatedDisk} fail.
 *
 * <p>{@link #at} fails one call, {@link #from} that call and all later ones. A failed force leaves
 * some of the bytes durable and gives the others up: a later force that succeeds does <em>not</em>
 * make them durable unless they are written anew, as on Linux.
 *
 * @param when which calls fail
 * @param reason the system's words
 * @param afterEffect whether the call does its work before it reports failure
 */
public record Fault(Predicate<Call> when, String reason, boolean afterEffect) {

  /** The reason of a device failure. */
  public static final String IO_ERROR = "Input/output error";

  /** The reason of a full disk. */
  public static final String NO_SPACE = "No space left on device";

  /** The calls that can meet a full disk and leave nothing in doubt. */
  private static final Set<CallKind> GROWING =
      EnumSet.of(CallKind.CREATE, CallKind.APPEND, CallKind.ALLOCATE, CallKind.ALLOCATE_WRITE);

  /** A device failure of all calls that the predicate accepts. */
  public static Fault when(Predicate<Call> when) {
    return new Fault(when, IO_ERROR, false);
  }

  /** A device failure of the call with this index, once. */
  public static Fault at(long index) {
    return when(call -> call.index() == index);
  }

  /** A device failure of the call with this index and of every later one. */
  public static Fault from(long index) {
    return when(call -> call.index() >= index);
  }

  /** A device failure of the call with this index among those of its kind, once. */
  public static Fault at(CallKind kind, long indexOfKind) {
    return when(call -> call.kind() == kind && call.indexOfKind() == indexOfKind);
  }

  /** A device failure of the call with this index among those of its kind, and of later ones. */
  public static Fault from(CallKind kind, long indexOfKind) {
    return when(call -> call.kind() == kind && call.indexOfKind() >= indexOfKind);
  }

  /** The same calls fail, for want of space. */
  public Fault noSpace() {
    return new Fault(when, NO_SPACE, afterEffect);
  }

  /** The same calls fail, but what they were to do has happened. */
  public Fault afterTheEffect() {
    return new Fault(when, reason, true);
  }

  IOException failure(Call call) {
    String message = reason + " (simulated, " + call + ")";
    boolean isFull = reason.equals(NO_SPACE) && !afterEffect && GROWING.contains(call.kind());
    return isFull ? new NoSpaceException(message) : new IOException(message);
  }
}
