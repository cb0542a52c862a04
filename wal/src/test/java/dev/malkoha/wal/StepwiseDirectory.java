package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingMappedFile;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A directory in which something else happens between any two calls, and in the middle of them:
 * files grow to their size piece by piece, writes and reads are done in two parts.
 */
final class StepwiseDirectory extends DelegatingDirectory {

  private static final int PIECE_BYTES = 700;

  private final Runnable meanwhile;
  private final SplittableRandom random;

  StepwiseDirectory(Directory directory, Runnable meanwhile, SplittableRandom random) {
    super(directory);
    this.meanwhile = meanwhile;
    this.random = random;
  }

  @Override
  public MappedFile allocate(String name, long size) throws IOException {
    meanwhile.run();
    try (WritableFile file = create(name)) {
      for (long left = size; left > 0; left -= PIECE_BYTES) {
        meanwhile.run();
        file.append(new byte[PIECE_BYTES], 0, (int) Math.min(left, PIECE_BYTES));
      }
      file.force();
    }
    return map(name);
  }

  @Override
  public List<String> list() throws IOException {
    meanwhile.run();
    return super.list();
  }

  @Override
  public void delete(String name) throws IOException {
    meanwhile.run();
    super.delete(name);
  }

  @Override
  public String setAside(String name) throws IOException {
    meanwhile.run();
    return super.setAside(name);
  }

  @Override
  public void force() throws IOException {
    meanwhile.run();
    super.force();
  }

  @Override
  protected MappedFile wrap(MappedFile file) {
    return new DelegatingMappedFile(file) {
      @Override
      public void write(long position, byte[] from, int offset, int length) throws IOException {
        int first = random.nextInt(length + 1);
        meanwhile.run();
        super.write(position, from, offset, first);
        meanwhile.run();
        super.write(position + first, from, offset + first, length - first);
      }
    };
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    meanwhile.run();
    return new Read(super.open(name));
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
      int first = random.nextInt(length + 1);
      meanwhile.run();
      file.read(position, into, offset, first);
      meanwhile.run();
      file.read(position + first, into, offset + first, length - first);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
