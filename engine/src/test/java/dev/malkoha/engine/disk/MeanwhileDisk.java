package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingWritableFile;
import dev.malkoha.storage.sim.DiskAround;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A disk on which something else happens meanwhile: once, before a call to a table's file or to a
 * sidecar, on the thread that makes the call. So one job runs in the middle of another one, at a
 * place of the test's choice, without a second thread.
 *
 * <p>Tables are read and written without a lock held: there another thread could do the same. While
 * a sidecar is written, compactions may run, and other delete jobs may not.
 */
public final class MeanwhileDisk implements DiskAround {

  /** What is waited for. */
  public enum When {
    /** A table is created, appended to or forced. */
    TABLE_WRITE,
    /** A table is read from. */
    TABLE_READ,
    /** A sidecar with marks is created, appended to or forced. */
    MARKS_WRITE
  }

  private final Disk disk;
  private When when = When.TABLE_WRITE;
  private long callsLeft;
  private Runnable action;

  /** Wraps a disk; nothing happens yet. */
  public MeanwhileDisk(Disk disk) {
    this.disk = disk;
  }

  /** Has something done after so many calls of a kind and before the next one. */
  public void after(long calls, When kind, Runnable what) {
    when = kind;
    callsLeft = calls;
    action = what;
  }

  /** Does it no more; returns whether it was done. */
  public boolean end() {
    boolean done = action == null;
    action = null;
    return done;
  }

  private void passWrite(String name) {
    pass(name.endsWith(".dv") ? When.MARKS_WRITE : When.TABLE_WRITE, name);
  }

  private void pass(When kind, String name) {
    String suffix = when == When.MARKS_WRITE ? ".dv" : ".sst";
    if (action != null && kind == when && name.endsWith(suffix) && callsLeft-- == 0) {
      Runnable now = action;
      action = null;
      now.run();
    }
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return new Passing(disk.openDirectory(path));
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    return new Passing(disk.openExisting(path));
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    return disk.isDirectory(path);
  }

  @Override
  public List<String> directories(Path path) throws IOException {
    return disk.directories(path);
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    disk.deleteDirectory(path);
  }

  private final class Passing extends DelegatingDirectory {
    Passing(Directory directory) {
      super(directory);
    }

    @Override
    public WritableFile create(String name) throws IOException {
      passWrite(name);
      return super.create(name);
    }

    @Override
    protected WritableFile wrap(WritableFile file) {
      return new Written(file);
    }

    @Override
    public ReadableFile open(String name) throws IOException {
      return new Read(super.open(name));
    }
  }

  private final class Written extends DelegatingWritableFile {

    Written(WritableFile file) {
      super(file);
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      passWrite(name());
      super.append(bytes, offset, length);
    }

    @Override
    public void force() throws IOException {
      passWrite(name());
      super.force();
    }
  }

  private final class Read implements ReadableFile {
    private final ReadableFile file;

    Read(ReadableFile file) {
      this.file = file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      pass(When.TABLE_READ, name());
      file.read(position, into, offset, length);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
