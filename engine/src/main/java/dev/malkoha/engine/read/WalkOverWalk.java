package dev.malkoha.engine.read;

import dev.malkoha.engine.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A walk that stands where another one does, and has its moves made by that. */
public abstract class WalkOverWalk implements Walk {

  /** The other one, which is this one's own. */
  protected final Walk walk;

  /** Creates a walk over another one, which is its own from then on. */
  protected WalkOverWalk(Walk walk) {
    this.walk = walk;
  }

  /** The current key, as a fresh array. */
  protected final byte[] key() {
    return Arrays.copyOf(walk.keyBuffer(), walk.keyLength());
  }

  @Override
  public byte[] keyBuffer() {
    return walk.keyBuffer();
  }

  @Override
  public int keyLength() {
    return walk.keyLength();
  }

  @Override
  public byte[] valueBuffer() throws IOException {
    return walk.valueBuffer();
  }

  @Override
  public int valueOffset() {
    return walk.valueOffset();
  }

  @Override
  public int valueLength() {
    return walk.valueLength();
  }

  @Override
  public byte[] copyValue() throws IOException {
    return walk.copyValue();
  }

  @Override
  public List<KeyRange> leftOut() {
    return walk.leftOut();
  }

  @Override
  public void close() {
    walk.close();
  }
}
