package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingMappedFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** A directory that lets a test act, or wait, in the middle of a call. */
final class GatedDirectory extends DelegatingDirectory {

  /** What happens before the next allocation, write and force of a file; once each. */
  static final class Gate {
    private final AtomicReference<Runnable> force = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> allocate = new AtomicReference<>(() -> {});

    private final AtomicReference<Runnable> write = new AtomicReference<>(() -> {});

    void beforeWrite(Runnable action) {
      write.set(action);
    }

    void beforeForce(Runnable action) {
      force.set(action);
    }

    void beforeAllocate(Runnable action) {
      allocate.set(action);
    }
  }

  private final Gate gate;

  GatedDirectory(Directory directory, Gate gate) {
    super(directory);
    this.gate = gate;
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    gate.allocate.getAndSet(() -> {}).run();
    return super.allocate(name, size);
  }

  @Override
  protected MappedFile wrap(MappedFile file) {
    return new DelegatingMappedFile(file) {
      @Override
      public void write(long position, byte[] from, int offset, int length) throws IOException {
        gate.write.getAndSet(() -> {}).run();
        super.write(position, from, offset, length);
      }

      @Override
      public void force(long offset, long length) throws IOException {
        gate.force.getAndSet(() -> {}).run();
        super.force(offset, length);
      }
    };
  }
}
