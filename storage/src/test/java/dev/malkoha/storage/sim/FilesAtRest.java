package dev.malkoha.storage.sim;

import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of one directory as they lie on the disk, to be looked at and damaged behind the
 * store's back. What is written here is durable at once, and is no call.
 */
public final class FilesAtRest {

  private final SimulatedDisk disk;
  private final DirectoryState state;

  FilesAtRest(SimulatedDisk disk, DirectoryState state) {
    this.disk = disk;
    this.state = state;
  }

  /** The files' names, sorted; of those set aside with the subdirectory before them. */
  public Set<String> names() {
    synchronized (disk) {
      return new TreeSet<>(state.entries().keySet());
    }
  }

  /** A file's bytes. */
  public byte[] read(String name) throws NoSuchFileException {
    synchronized (disk) {
      return state.get(name).content();
    }
  }

  /** Gives a file these bytes; makes the file where there is none. */
  public void write(String name, byte[] content) {
    synchronized (disk) {
      Inode inode = state.entries().get(name);
      if (inode == null) {
        inode = disk.newInode();
        state.entries().put(name, inode);
        state.durableEntries().put(name, inode);
      }
      inode.replace(content);
      disk.stir(content);
    }
  }

  /** Removes a file. */
  public void remove(String name) {
    synchronized (disk) {
      state.entries().remove(name);
      state.durableEntries().remove(name);
    }
  }

  /** Flips one bit; bits are counted from the lowest of the first byte. */
  public void flipBit(String name, long bit) throws NoSuchFileException {
    byte[] content = read(name);
    content[(int) (bit / Byte.SIZE)] ^= (byte) (1 << (bit % Byte.SIZE));
    write(name, content);
  }

  /** Fills one sector of 512 bytes, or what there is of it, with zero bytes. */
  public void zeroSector(String name, int sector) throws NoSuchFileException {
    byte[] content = read(name);
    int start = sector * Inode.SECTOR_BYTES;
    Arrays.fill(content, start, Math.min(content.length, start + Inode.SECTOR_BYTES), (byte) 0);
    write(name, content);
  }

  /** Cuts a file to a length. */
  public void truncate(String name, int length) throws NoSuchFileException {
    write(name, Arrays.copyOf(read(name), length));
  }
}
