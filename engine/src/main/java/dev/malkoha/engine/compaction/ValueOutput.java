package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.sstable.value.ValueFileWriter;
import dev.malkoha.sstable.value.ValuePointer;
import java.io.Closeable;
import java.io.IOException;

/** One value file being written, and what the manifest will say of it. */
public final class ValueOutput implements Closeable {

  private final SummedFile file;
  private final ValueFileWriter writer;

  ValueOutput(SummedFile file, ValueFileWriter writer) {
    this.file = file;
    this.writer = writer;
  }

  void add(byte[] bytes, int offset, int length, ValuePointer pointer) throws IOException {
    writer.add(bytes, offset, length, pointer);
  }

  long number() {
    return writer.number();
  }

  long fileBytes() {
    return writer.fileBytes();
  }

  /** Completes the file and makes its bytes durable; its name is not yet. */
  ValueFileMeta finish() throws IOException {
    writer.finish();
    return new ValueFileMeta(number(), fileBytes(), file.crc());
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  @Override
  public String toString() {
    return FileNames.values(number());
  }
}
