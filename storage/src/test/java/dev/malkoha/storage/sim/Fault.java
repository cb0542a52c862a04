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
 * make them durable unless they are rewritten, as on Linux.
 *
 * @param when which calls fail
 * @param kind in which way
 * @param afterEffect whether the call does its work before it reports failure
 */
public record Fault(Predicate<Call> when, Kind kind, boolean afterEffect) {

  /** What a failed call throws. */
  public enum Kind {
    /** The device fails. */
    IO_ERROR,
    /** The disk is full. */
    NO_SPACE,
    /** The call finds no memory for itself and never comes to the device. */
    NO_MEMORY,
    /** A mapping cannot be served, and nobody has made an exception of it. */
    BROKEN_MAPPING;

    /** Whether it is an error and no exception. */
    public boolean isError() {
      return this == NO_MEMORY || this == BROKEN_MAPPING;
    }
  }

  /** The reason of a device failure. */
  public static final String IO_ERROR = "Input/output error";

  /** The reason of a full disk. */
  public static final String NO_SPACE = "No space left on device";

  /** The calls that can meet a full disk, or no descriptor, and leave nothing in doubt. */
  private static final Set<CallKind> GROWING =
      EnumSet.of(
          CallKind.CREATE,
          CallKind.OPEN,
          CallKind.MAP,
          CallKind.APPEND,
          CallKind.ALLOCATE,
          CallKind.ALLOCATE_WRITE,
          CallKind.LINK);

  /** A device failure of all calls that the predicate accepts. */
  public static Fault when(Predicate<Call> when) {
    return new Fault(when, Kind.IO_ERROR, false);
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
    return as(Kind.NO_SPACE);
  }

  /** The same calls fail, in this way. */
  public Fault as(Kind other) {
    return new Fault(when, other, afterEffect);
  }

  /** The same calls fail, but what they were to do has happened. */
  public Fault afterTheEffect() {
    return new Fault(when, kind, true);
  }

  /** What a disk without room throws where a file is made or grows. */
  static NoSpaceException noSpace(String where) {
    return new NoSpaceException(NO_SPACE + where);
  }

  /** Fails a call. */
  IOException failure(Call call) {
    String where = " (simulated, " + call + ")";
    return switch (kind) {
      case IO_ERROR -> new IOException(IO_ERROR + where);
      case NO_SPACE -> leavesNoDoubt(call) ? noSpace(where) : new IOException(NO_SPACE + where);
      case NO_MEMORY -> throw new OutOfMemoryError("Java heap space" + where);
      case BROKEN_MAPPING ->
          throw new InternalError("a fault occurred in an unsafe memory access" + where);
    };
  }

  private boolean leavesNoDoubt(Call call) {
    return !afterEffect && GROWING.contains(call.kind());
  }
}
