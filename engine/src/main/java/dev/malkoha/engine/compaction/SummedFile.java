package dev.malkoha.engine.compaction;

import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.util.function.IntConsumer;
import java.util.zip.CRC32C;

/** A file being written at some pace, and the CRC-32C of all that was appended to it. */
final class SummedFile implements WritableFile {

  private final WritableFile file;
  private final IntConsumer pace;
  private final CRC32C crc = new CRC32C();

  /**
   * Wraps a file.
   *
   * @param pace waits until a number of bytes may be written
   */
  SummedFile(WritableFile file, IntConsumer pace) {
    this.file = file;
    this.pace = pace;
  }

  int crc() {
    return (int) crc.getValue();
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
  public void append(byte[] bytes, int offset, int length) throws IOException {
    pace.accept(length);
    file.append(bytes, offset, length);
    crc.update(bytes, offset, length);
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
