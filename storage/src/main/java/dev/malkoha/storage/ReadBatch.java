package dev.malkoha.storage;

import module java.base;

/**
 * Reads of several places that a device is asked for side by side, so that they are in memory when
 * they are read one after the other. A device answers several requests in little more time than
 * one.
 *
 * <p>Who asks reads too, and the threads are daemons of all stores of the process: where none is to
 * be had it reads alone. What fails here is met again by the read that needs it. Used by one thread
 * at a time.
 */
public final class ReadBatch {

  /** Fewer are not worth waking a thread. */
  private static final int LEAST = 3;

  private static final int READERS = 7;
  private static final int MOST_THREADS = 32;

  private static final Executor THREADS =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          OwnThread.factory("malkoha-read"));

  private record Place(ReadableFile file, long position, int length) {}

  private final List<Place> places = new ArrayList<>();

  /** A batch of nothing. */
  public ReadBatch() {}

  /** Adds what is about to be read, if the device has to be asked for it. */
  public void add(ReadableFile file, long position, int length) {
    if (file.isFar()) {
      places.add(new Place(file, position, length));
    }
  }

  /** Has all places read, and forgets them. */
  public void run() {
    if (places.size() >= LEAST) {
      Place[] all = places.toArray(Place[]::new);
      AtomicInteger next = new AtomicInteger();
      Phaser left = new Phaser(all.length);
      Runnable reader = () -> read(all, next, left);
      int helpers = Math.min(READERS, all.length - 1);
      for (int i = 0; i < helpers && start(reader); i++) {}
      reader.run();
      left.awaitAdvance(0); // an interrupt does not end the wait, and is kept
    }
    places.clear();
  }

  private static boolean start(Runnable reader) {
    try {
      THREADS.execute(reader);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no thread is to be had
      return false;
    }
  }

  private static void read(Place[] all, AtomicInteger next, Phaser left) {
    byte[] bytes = {};
    for (int i = next.getAndIncrement(); i < all.length; i = next.getAndIncrement()) {
      try {
        Place place = all[i];
        bytes = bytes.length < place.length ? new byte[place.length] : bytes;
        place.file.read(place.position, bytes, 0, place.length);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        // The read that needs these bytes meets it again, and tells it.
      } finally {
        left.arrive();
      }
    }
  }
}
