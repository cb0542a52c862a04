package dev.malkoha.engine.base;

import java.util.Map;

/**
 * An entry that is to be added as it is, whatever the options of its keyspace say of its life.
 *
 * @param getKey the key
 * @param getValue the value
 * @param expiry when it expires, in milliseconds since 1970; {@link Long#MAX_VALUE} for never
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record PutUntil(byte[] getKey, byte[] getValue, long expiry)
    implements Map.Entry<byte[], byte[]> {

  @Override
  public byte[] setValue(byte[] value) {
    throw new UnsupportedOperationException();
  }
}
