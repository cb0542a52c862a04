package dev.malkoha.sstable.sidecar;

import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.Tables;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;

/** A sidecar that a test writes in memory. */
final class Sidecar {

  private static int files;

  private final Tables tables;
  private final String name = "sidecar-" + files++;
  private final SidecarWriter writer;

  Sidecar(Tables tables, long fileId) throws IOException {
    this.tables = tables;
    this.writer = new SidecarWriter(tables.directory.create(name), fileId);
  }

  SidecarSection add(long number, TableDeletions deletions, TableReader table) throws IOException {
    return writer.add(number, deletions, table);
  }

  /** Completes the file; its bytes. */
  byte[] bytes() throws IOException {
    writer.finish();
    writer.close();
    byte[] bytes = new byte[Math.toIntExact(tables.directory.size(name))];
    tables.directory.open(name).read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** Completes the file. */
  HeapFile finish() throws IOException {
    return new HeapFile(bytes());
  }
}
