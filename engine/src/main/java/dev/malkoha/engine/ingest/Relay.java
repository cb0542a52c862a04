package dev.malkoha.engine.ingest;

import dev.malkoha.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands the entries of a cursor over to another thread, some at a time: so they are read, sorted
 * and merged in one thread while those before are packed and written in the other. The caller's
 * thread reads.
 */
final class Relay {

  private static final int PARCELS = 4;
  private static final int PARCEL_BYTES = 1 << 18;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<EntryBuffer> empty = new ArrayDeque<>();
  private final Deque<EntryBuffer> full = new ArrayDeque<>();

  /** Nothing more comes. */
  private boolean ended;

  /** The input failed before its end. */
  private boolean cutShort;

  /** The reader has stopped: nothing more will be taken. */
  private boolean abandoned;

  private Relay() {
    for (int i = 0; i < PARCELS; i++) {
      empty.add(new EntryBuffer(PARCEL_BYTES));
    }
  }

  /** Does something with a cursor. */
  interface Work<T> {
    T with(EntryCursor source) throws IOException;
  }

  /** The reading ended before the source did, by an exception that the caller's thread has. */
  private static final class CutShortException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CutShortException() {
      super("the input was cut short", null, false, false);
    }
  }

  /** Does work on the entries of a source in a thread of its own; returns when it is done. */
  static <T> T run(EntryCursor source, Work<T> work) throws IOException {
    Relay relay = new Relay();
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              try {
                return work.with(relay.new Receiver());
              } finally {
                relay.abandon();
              }
            });
    Thread.ofPlatform().daemon().name("malkoha-ingest").start(task);
    boolean whole = false;
    try {
      relay.send(source);
      whole = true;
    } finally {
      relay.end(whole);
      if (!whole) {
        relay.awaitQuietly(task);
      }
    }
    return relay.await(task);
  }

  private void send(EntryCursor source) throws IOException {
    source.seekToFirst();
    EntryBuffer parcel = source.valid() ? takeEmpty() : null;
    while (source.valid() && parcel != null) {
      if (parcel.append(source)) {
        source.next();
      } else {
        put(parcel);
        parcel = takeEmpty();
      }
    }
    if (parcel != null) {
      put(parcel);
    }
  }

  /** Null if nobody takes anything any more. */
  private @Nullable EntryBuffer takeEmpty() {
    lock.lock();
    try {
      while (empty.isEmpty() && !abandoned) {
        changed.awaitUninterruptibly();
      }
      return abandoned ? null : empty.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  private void put(EntryBuffer parcel) {
    lock.lock();
    try {
      full.addLast(parcel);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void end(boolean whole) {
    lock.lock();
    try {
      ended = true;
      cutShort = !whole;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void abandon() {
    lock.lock();
    try {
      abandoned = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives a parcel back and takes the next one; null at the end. */
  private @Nullable EntryBuffer exchange(@Nullable EntryBuffer done) {
    lock.lock();
    try {
      if (done != null) {
        done.clear();
        empty.addLast(done);
        changed.signalAll();
      }
      while (full.isEmpty() && !ended) {
        changed.awaitUninterruptibly();
      }
      if (cutShort) {
        throw new CutShortException();
      }
      return full.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  private <T> T await(FutureTask<T> task) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw rethrow(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for the task and ignores its failure, which the caller's own failure has caused. */
  private void awaitQuietly(FutureTask<?> task) {
    try {
      await(task);
    } catch (IOException | RuntimeException | Error e) {
      // the caller has a reason of its own
    }
  }

  private static IOException rethrow(ExecutionException failure) {
    return switch (failure.getCause()) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> new IOException(failure);
    };
  }

  /** The entries as they arrive; of the thread that works with them. */
  private final class Receiver extends ForwardCursor {

    private @Nullable EntryBuffer parcel;
    private int position;

    @Override
    public void seekToFirst() {
      take();
    }

    private void take() {
      leave();
      EntryBuffer next = exchange(parcel);
      parcel = next;
      position = 0;
      if (next != null) {
        standOn(next, 0);
      }
    }

    @Override
    public void next() {
      EntryBuffer current = parcel;
      position++;
      if (current != null && position < current.count()) {
        standOn(current, position);
      } else {
        take();
      }
    }

    @Override
    public void close() {
      leave();
    }
  }
}
