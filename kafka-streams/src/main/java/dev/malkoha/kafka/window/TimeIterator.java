package dev.malkoha.kafka.window;

import dev.malkoha.kafka.segment.SegmentWalk;
import dev.malkoha.kafka.state.StateReads;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.WindowStoreIterator;

/** The windows of one key, told apart by their start. */
final class TimeIterator extends SegmentIterator<Long> implements WindowStoreIterator<byte[]> {

  TimeIterator(StateReads data, Supplier<SegmentWalk> begin, Function<byte[], Long> time) {
    super(data, begin, time);
  }
}
