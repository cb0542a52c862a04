package dev.malkoha.engine.damage;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names and bytes of all files of a store, as they lie on the disk: immutable, but for arrays
 * that nobody changes. A file in a folder below has that folder's name in front of its own.
 */
final class StoreFiles {

  /** Where an opening puts what it may not delete. */
  static final String SET_ASIDE = "set-aside";

  private final NavigableMap<String, byte[]> files;

  StoreFiles(NavigableMap<String, byte[]> files) {
    this.files = new TreeMap<>(files);
  }

  NavigableSet<String> names() {
    return files.navigableKeySet();
  }

  boolean has(String name) {
    return files.containsKey(name);
  }

  byte[] bytes(String name) {
    return Objects.requireNonNull(files.get(name), name);
  }

  long totalBytes() {
    return files.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  /** The same, where one file has these bytes. */
  StoreFiles with(String name, byte[] bytes) {
    NavigableMap<String, byte[]> changed = new TreeMap<>(files);
    changed.put(name, bytes);
    return new StoreFiles(changed);
  }

  /** The same without one file. */
  StoreFiles without(String name) {
    NavigableMap<String, byte[]> changed = new TreeMap<>(files);
    changed.remove(name);
    return new StoreFiles(changed);
  }

  /** Whether these bytes are still in the file of this name, or in one that was set aside. */
  boolean keep(String name, byte[] content, int headerBytes) {
    int from = Math.min(headerBytes, content.length);
    return files.entrySet().stream()
        .filter(file -> file.getKey().equals(name) || file.getKey().startsWith(SET_ASIDE))
        .map(Map.Entry::getValue)
        .filter(bytes -> bytes.length == content.length)
        .anyMatch(bytes -> Arrays.equals(bytes, from, bytes.length, content, from, content.length));
  }

  /** What is different in other files; empty if nothing is. A lock file may come and go. */
  String differenceTo(StoreFiles others) {
    NavigableSet<String> all = new TreeSet<>(names());
    all.addAll(others.names());
    StringBuilder text = new StringBuilder();
    for (String name : all) {
      if (FileKind.of(name) == FileKind.LOCK) {
        continue;
      }
      if (!has(name) || !others.has(name)) {
        text.append(has(name) ? " lost " : " new ").append(name);
      } else if (!Arrays.equals(bytes(name), others.bytes(name))) {
        text.append(" changed ").append(name);
      }
    }
    return text.toString().strip();
  }
}
