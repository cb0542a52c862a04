package dev.malkoha.kafka.state;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iterators over entries whose store is closed by another thread at the worst moments. */
class EntryIteratorTest {

  @TempDir private Path directory;

  /** One whose store is closed as soon as it has said that there is more. */
  private static final class Late extends EntryIterator {

    private final Db db;

    Late(Db db) {
      super(db.scan(KeyRange.all()), true, new StateErrors("late", StoreConfig.of(Map.of())));
      this.db = db;
    }

    @Override
    public boolean hasNext() {
      boolean found = super.hasNext();
      db.close();
      return found;
    }
  }

  private Late late() {
    Db db = Db.open(directory);
    db.put(new byte[] {1}, new byte[] {2});
    return new Late(db);
  }

  @Test
  void aStoreThatIsClosedInTheMiddleOfAReadSaysSo() {
    try (EntryIterator entries = late()) {
      assertSaysSo(assertThrows(InvalidStateStoreException.class, entries::next));
    }
    try (EntryIterator entries = late()) {
      assertSaysSo(assertThrows(InvalidStateStoreException.class, entries::peekNextKey));
    }
  }

  private static void assertSaysSo(InvalidStateStoreException refused) {
    assertTrue(String.valueOf(refused.getMessage()).contains("late"), refused.toString());
    assertInstanceOf(IllegalStateException.class, refused.getCause());
  }
}
