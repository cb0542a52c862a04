package dev.malkoha.papers;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The entry of a process that measures one system: it does what standard input asks, and answers on
 * standard output.
 *
 * <p>A request is the name of an {@link Op} and two longs, an answer is two longs: the nanoseconds
 * and the count of a {@link Timing}.
 */
public final class SubjectProcess {

  /** The questions to the process. */
  enum Op {
    CLEAR,
    INSERT,
    LOOK_UP,
    REMOVE,
    SIZE
  }

  private SubjectProcess() {}

  /**
   * Serves until standard input ends.
   *
   * @param arguments the system's label, the size in bucket bits, the seed, the lives to warm up
   */
  public static void main(String[] arguments) throws IOException {
    FilterSystem system = FilterSystem.of(arguments[0]);
    long seed = Long.parseLong(arguments[2]);
    LocalSubject.warmUp(system, Integer.parseInt(arguments[3]), seed);
    Subject subject = new LocalSubject(system, Integer.parseInt(arguments[1]), seed);
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    serve(subject, System.in, out);
  }

  static void serve(Subject subject, InputStream in, OutputStream out) throws IOException {
    DataInputStream requests = new DataInputStream(in);
    DataOutputStream answers = new DataOutputStream(out);
    while (true) {
      Op op;
      try {
        op = Op.valueOf(requests.readUTF());
      } catch (EOFException end) {
        return;
      }
      Timing answer = answer(subject, op, requests.readLong(), requests.readLong());
      answers.writeLong(answer.nanos());
      answers.writeLong(answer.count());
      answers.flush();
    }
  }

  private static Timing answer(Subject subject, Op op, long first, long second) throws IOException {
    return switch (op) {
      case CLEAR -> {
        subject.clear();
        yield Timing.NONE;
      }
      case INSERT -> subject.insert(first);
      case LOOK_UP -> subject.lookUp(Math.toIntExact(first), second);
      case REMOVE -> subject.remove(first);
      case SIZE -> new Timing(0, subject.sizeBytes());
    };
  }
}
