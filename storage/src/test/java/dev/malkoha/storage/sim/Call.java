package dev.malkoha.storage.sim;

/**
 * One call to a {@link SimulatedDisk}.
 *
 * @param index how many calls came before it
 * @param indexOfKind how many calls of its kind came before it
 * @param kind what it asks
 * @param name the file, for a rename "from -> to", and "." for the directory itself
 * @param offset where in the file, 0 where that means nothing
 * @param length how many bytes, 0 where that means nothing
 */
public record Call(
    long index, long indexOfKind, CallKind kind, String name, long offset, long length) {

  @Override
  public String toString() {
    String range = length == 0 ? "" : " [" + offset + ", +" + length + "]";
    return "#" + index + " " + kind + " " + name + range;
  }
}
