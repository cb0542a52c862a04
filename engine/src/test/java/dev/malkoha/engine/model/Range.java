package dev.malkoha.engine.model;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A range of keys, for the store and for the model. */
sealed interface Range {

  KeyRange keyRange();

  boolean contains(Bytes key);

  /** The entries of the range, copied. */
  default NavigableMap<Bytes, Bytes> of(NavigableMap<Bytes, Bytes> content) {
    NavigableMap<Bytes, Bytes> inside = new TreeMap<>(content);
    inside.keySet().removeIf(key -> !contains(key));
    return inside;
  }

  /** Every key. */
  record All() implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.all();
    }

    @Override
    public boolean contains(Bytes key) {
      return true;
    }
  }

  /** Keys that begin with the prefix. */
  record Prefix(Bytes prefix) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.prefix(prefix.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.length() >= prefix.length() && key.head(prefix.length()).equals(prefix);
    }
  }

  /** Keys from one inclusive to another exclusive; none if they are the wrong way round. */
  record Between(Bytes from, Bytes to) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.between(from.array(), to.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(from) >= 0 && key.compareTo(to) < 0;
    }
  }

  /** Keys from one on. */
  record AtLeast(Bytes from) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.atLeast(from.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(from) >= 0;
    }
  }

  /** Keys above one. */
  record Above(Bytes from) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.above(from.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(from) > 0;
    }
  }

  /** Keys up to one, with it. */
  record AtMost(Bytes to) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.atMost(to.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(to) <= 0;
    }
  }

  /** Keys below one. */
  record Below(Bytes to) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.below(to.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(to) < 0;
    }
  }

  /** Keys from one to another, both inclusive; none if they are the wrong way round. */
  record Closed(Bytes from, Bytes to) implements Range {
    @Override
    public KeyRange keyRange() {
      return KeyRange.closed(from.array(), to.array());
    }

    @Override
    public boolean contains(Bytes key) {
      return key.compareTo(from) >= 0 && key.compareTo(to) <= 0;
    }
  }

  /** Keys that are in both of two ranges. */
  record Both(Range one, Range other) implements Range {
    @Override
    public KeyRange keyRange() {
      return one.keyRange().intersect(other.keyRange());
    }

    @Override
    public boolean contains(Bytes key) {
      return one.contains(key) && other.contains(key);
    }
  }
}
