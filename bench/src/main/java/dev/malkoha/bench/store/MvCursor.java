package dev.malkoha.bench.store;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * A position in a map of MVStore, whose own cursors go one way: one that turns round is made again,
 * and sees what has been written meanwhile.
 */
final class MvCursor implements StoreCursor {

  private final MVMap<byte[], byte[]> map;
  private @Nullable Cursor<byte[], byte[]> ahead;
  private boolean backwards;

  MvCursor(MVMap<byte[], byte[]> map) {
    this.map = map;
  }

  @Override
  public boolean first() {
    return start(null, false);
  }

  @Override
  public boolean last() {
    return start(null, true);
  }

  @Override
  public boolean seek(byte[] key) {
    return start(key, false);
  }

  @Override
  public boolean next() {
    return move(false);
  }

  @Override
  public boolean prev() {
    return move(true);
  }

  private boolean start(byte @Nullable [] from, boolean back) {
    backwards = back;
    ahead = map.cursor(from, null, back);
    return step();
  }

  private boolean move(boolean back) {
    if (backwards != back) {
      start(here().getKey(), back); // which is at the same entry, the other way round
    }
    return step();
  }

  private boolean step() {
    Cursor<byte[], byte[]> cursor = here();
    if (!cursor.hasNext()) {
      return false;
    }
    cursor.next();
    return true;
  }

  private Cursor<byte[], byte[]> here() {
    if (ahead == null) {
      throw new IllegalStateException("the cursor is at no entry");
    }
    return ahead;
  }

  @Override
  public byte[] key() {
    return here().getKey().clone();
  }

  @Override
  public byte[] value() {
    return here().getValue().clone();
  }

  @Override
  public void close() {
    ahead = null;
  }
}
