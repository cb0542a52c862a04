package dev.malkoha.kafka.state;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the values of a store into the format that the application asks for, in the order of keys
 * and in batches that each say how far it has come: a crash in the middle goes on there.
 */
final class Conversion {

  private static final Logger LOG = LoggerFactory.getLogger(Conversion.class);

  private final Db db;
  private final Ledger ledger;

  Conversion(Db db, Ledger ledger) {
    this.db = db;
    this.ledger = ledger;
  }

  /**
   * Converts what has another format; after a crash, what is left.
   *
   * @throws ProcessorStateException if it cannot be converted: then nothing has changed
   */
  void to(DataFormat wanted) {
    byte[] written = ledger.format();
    if (written == null || (db.first() == null && ledger.isEmpty())) {
      begin(wanted);
      return;
    }
    DataFormat has = known(written, wanted);
    Progress progress = progress(wanted);
    if (progress != null) {
      check(progress.to(), wanted);
      convert(has, progress.to(), progress.after().get());
      has = progress.to();
    }
    check(has, wanted);
    if (!has.equals(wanted)) {
      convert(has, wanted, null);
    }
  }

  private void begin(DataFormat wanted) {
    if (db.first() != null) {
      throw refusal("does not say what its entries are", wanted);
    }
    WriteBatch batch = new WriteBatch();
    ledger.setFormat(batch, wanted.bytes());
    ledger.keep(batch);
  }

  private void check(DataFormat has, DataFormat wanted) {
    if (!has.canBecome(wanted)) {
      throw refusal("holds entries of a store that is " + has, wanted);
    }
  }

  private DataFormat known(byte[] format, DataFormat wanted) {
    return DataFormat.read(format)
        .orElseThrow(
            () ->
                refusal(
                    "holds entries of a store that is "
                        + new String(format, StandardCharsets.UTF_8),
                    wanted));
  }

  private ProcessorStateException refusal(String what, DataFormat wanted) {
    return new ProcessorStateException(
        "the state store in "
            + db.directory()
            + " "
            + what
            + ", and these cannot be read as "
            + wanted
            + ". Give the store the kind and format it had, or stop the application and remove the"
            + " directory: a changelog, if the store has one, restores it in the new format");
  }

  /** How far a conversion is: the format it converts to, and the last key that it has converted. */
  private record Progress(DataFormat to, Bytes after) {

    byte[] bytes() {
      byte[] format = to.bytes();
      return ByteBuffer.allocate(1 + format.length + after.get().length)
          .put((byte) format.length)
          .put(format)
          .put(after.get())
          .array();
    }
  }

  private @Nullable Progress progress(DataFormat wanted) {
    byte[] bytes = ledger.conversion();
    if (bytes == null) {
      return null;
    }
    int end = 1 + bytes[0];
    DataFormat to = known(Arrays.copyOfRange(bytes, 1, end), wanted);
    return new Progress(to, Bytes.wrap(Arrays.copyOfRange(bytes, end, bytes.length)));
  }

  private void convert(DataFormat from, DataFormat to, byte @Nullable [] converted) {
    LOG.info("Converting the state store in {} from {} to {}", db.directory(), from, to);
    byte[] after = converted;
    do {
      after = convertSome(from, to, after);
    } while (after != null);
    WriteBatch batch = new WriteBatch();
    ledger.setFormat(batch, to.bytes());
    ledger.keep(batch);
  }

  /** Converts what lies after a key, or a part of it; returns the last key, or null if all. */
  private byte @Nullable [] convertSome(DataFormat from, DataFormat to, byte @Nullable [] after) {
    WriteBatch batch = new WriteBatch();
    byte[] last =
        Passage.fill(
            db,
            after,
            batch,
            (into, entry) -> into.put(entry.key(), from.convert(entry.value(), to)));
    if (last != null) {
      ledger.setConversion(batch, new Progress(to, Bytes.wrap(last)).bytes());
      ledger.keep(batch);
    }
    return last;
  }
}
