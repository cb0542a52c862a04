package dev.malkoha.sstable.sidecar;

import module java.base;

import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.WritableFile;

/**
 * A sidecar file being written: a section for each table, which says all that is deleted of it.
 *
 * <p>Used by one thread. After an exception that is not about an argument, the file is good for
 * nothing but to be closed and deleted.
 */
public final class SidecarWriter implements Closeable {

  private final WritableFile file;
  private final long fileId;

  /** The next bytes to append: the header at first, then section by section. */
  private final ByteWriter pending = new ByteWriter(4096);

  private long position;
  private int sections;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    FAILED,
    FINISHED,
    CLOSED
  }

  /**
   * Starts a sidecar in a new, empty file.
   *
   * @param file to append to; closed with the writer
   * @param fileId bound into every checksum; the sidecar is read with the same
   */
  public SidecarWriter(WritableFile file, long fileId) {
    if (file.size() != 0) {
      throw new IllegalArgumentException(
          "a sidecar needs an empty file, this one is not: " + file.name());
    }
    this.file = file;
    this.fileId = fileId;
    pending.write(SidecarFormat.header(fileId), 0, Frame.HEADER_BYTES);
  }

  /**
   * Appends the section of a table.
   *
   * @param tableNumber the table's, which the section is read with
   * @param deletions all that is deleted of it
   * @param table the table, of which only what is resident is asked
   * @return where the section is
   * @throws IllegalArgumentException if these cannot be this table's deletions
   * @throws IllegalStateException if the sidecar is finished, failed or closed
   */
  public SidecarSection add(long tableNumber, TableDeletions deletions, TableReader table)
      throws IOException {
    requireOpen();
    String mismatch = deletions.mismatch(table);
    if (!mismatch.isEmpty()) {
      throw new IllegalArgumentException("not the table's deletions: " + mismatch);
    }
    state = State.FAILED;
    flush();
    pending.write(new byte[SidecarFormat.SECTION_CONTENT], 0, SidecarFormat.SECTION_CONTENT);
    SidecarContent.encode(deletions, pending);
    SidecarSection section =
        SidecarFormat.seal(pending.array(), pending.length(), fileId, position, tableNumber);
    flush();
    sections++;
    state = State.OPEN;
    return section;
  }

  /**
   * Completes the file and makes it durable.
   *
   * @throws IllegalStateException if the sidecar is finished, failed or closed
   */
  public void finish() throws IOException {
    requireOpen();
    state = State.FAILED;
    flush();
    byte[] footer = SidecarFormat.footer(fileId, position, sections);
    pending.write(footer, 0, footer.length);
    flush();
    file.force();
    state = State.FINISHED;
  }

  /** Bytes of the file so far; once finished, of the whole file. */
  public long fileSize() {
    return position + pending.length();
  }

  /** Closes the file, finished or not. */
  @Override
  public void close() throws IOException {
    if (state != State.CLOSED) {
      state = State.CLOSED;
      file.close();
    }
  }

  private void flush() throws IOException {
    file.append(pending.array(), 0, pending.length());
    position += pending.length();
    pending.clear();
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException("the sidecar takes no sections: it is " + state);
    }
  }
}
