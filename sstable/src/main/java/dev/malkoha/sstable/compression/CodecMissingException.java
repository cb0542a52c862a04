package dev.malkoha.sstable.compression;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a codec cannot be used on this machine: its library is not there, may not load its
 * native code, or would pack garbage under this Java. The message says what to do.
 */
public final class CodecMissingException extends IOException {

  private static final long serialVersionUID = 1L;

  CodecMissingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The same, with who needs the codec in front. */
  public CodecMissingException neededBy(String who) {
    return new CodecMissingException(who + " cannot be read: " + getMessage(), this);
  }
}
