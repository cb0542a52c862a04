package dev.malkoha.filter.cuckoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.Filter;
import dev.malkoha.filter.Filters;
import dev.malkoha.filter.block.BlockHeader;
import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that whoever knows the salt has chosen to collide. */
class CollisionTest {

  private static final int KEYS = 2000;

  private final SplittableRandom random = new SplittableRandom(Trials.seed());
  private final long salt = random.nextLong();

  static Stream<CuckooGeometry> shapes() {
    return Stream.of(
            new CuckooGeometry(6, 2, 1),
            new CuckooGeometry(12, 2, 1),
            new CuckooGeometry(6, 4, 1),
            new CuckooGeometry(12, 4, 1),
            new CuckooGeometry(32, 4, 1),
            new CuckooGeometry(12, 8, 1),
            CuckooGeometry.semiSorted(6, 1),
            CuckooGeometry.semiSorted(13, 1),
            CuckooGeometry.semiSorted(32, 1))
        .map(shape -> shape.resized(KEYS));
  }

  /** As many of a fingerprint in a pair of buckets as have room, one more, and many more. */
  @ParameterizedTest
  @MethodSource("shapes")
  void keysOfOneFingerprintAndPairOfBucketsAreSaltedApart(CuckooGeometry shape) {
    for (int colliding : new int[] {2 * shape.bucketSlots() + 1, 50}) {
      long[] hashes = random.longs(KEYS).toArray();
      Crafted.Target target = targetWithTwoBuckets(shape);
      for (int i = 0; i < colliding; i++) {
        hashes[random.nextInt(i * 40, i * 40 + 40)] = Crafted.hash(random, shape, salt, target);
      }
      checkSaltedAnew(shape, hashes);
    }
  }

  /** Every fingerprint that has the pair is used, so each is there once or a few times. */
  @ParameterizedTest
  @MethodSource("shapes")
  void keysOfManyFingerprintsAndOnePairOfBucketsAreSaltedApart(CuckooGeometry shape) {
    long[] hashes = random.longs(KEYS).toArray();
    List<Crafted.Target> targets = targetsOfOnePair(shape);
    for (int i = 0; i < 2 * shape.bucketSlots() + 1; i++) {
      Crafted.Target target = targets.get(i % targets.size());
      hashes[i * 7] = Crafted.hash(random, shape, salt, target);
    }
    checkSaltedAnew(shape, hashes);
  }

  private void checkSaltedAnew(CuckooGeometry shape, long[] hashes) {
    byte[] block = new OfflineBuild(hashes, KEYS).build(shape, salt);
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("", filter.problem(), this::replay);
    assertEquals(shape.kind().label(), filter.kind(), this::replay);
    assertNotEquals(salt, BlockHeader.read(block, 0).salt(), this::replay);
    assertEquals(KEYS, BlockContents.used(block), this::replay);
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash), this::replay);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void asManyEqualHashesAsTwoBucketsHoldAreKept(CuckooGeometry shape) {
    long[] hashes = random.longs(KEYS).toArray();
    Arrays.fill(hashes, 500, 500 + 2 * shape.bucketSlots(), random.nextLong());
    byte[] block = new OfflineBuild(hashes, KEYS).build(shape, salt);
    Filter filter = Filters.open(block, 0, block.length);
    assertEquals("", filter.problem(), this::replay);
    assertEquals(KEYS, BlockContents.used(block), this::replay);
    assertTrue(Arrays.stream(hashes).allMatch(filter::mayContain), this::replay);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void oneMoreGivesAnAlwaysMaybeBlock(CuckooGeometry shape) {
    long[] hashes = random.longs(KEYS).toArray();
    Arrays.fill(hashes, 500, 501 + 2 * shape.bucketSlots(), random.nextLong());
    byte[] block = new OfflineBuild(hashes, KEYS).build(shape, salt);
    assertEquals("always-maybe", Filters.open(block, 0, block.length).kind(), this::replay);
  }

  /** A dynamic filter cannot salt anew: it takes what two buckets hold and loses nothing. */
  @ParameterizedTest
  @MethodSource("shapes")
  void aDynamicFilterIsFullForThemAndUnharmed(CuckooGeometry shape) {
    CuckooFilter filter = CuckooFilter.open(CuckooTable.empty(shape, salt).seal());
    long[] others = random.longs(KEYS / 2).filter(filter::add).toArray();
    Crafted.Target target = targetWithTwoBuckets(shape);
    long[] colliding =
        LongStream.generate(() -> Crafted.hash(random, shape, salt, target)).limit(50).toArray();
    long room = 2L * shape.bucketSlots();
    long before = filter.size();
    int taken = 0;
    while (filter.add(colliding[taken])) {
      taken++;
    }
    assertTrue(taken <= room, this::replay);
    List<List<Long>> full = BlockContents.of(filter.seal());
    assertFalse(filter.add(colliding[taken]), this::replay);
    assertEquals(full, BlockContents.of(filter.seal()), this::replay);
    assertEquals(before + taken, filter.size());
    for (long hash : others) {
      assertTrue(filter.contains(hash), this::replay);
    }
  }

  private Crafted.Target targetWithTwoBuckets(CuckooGeometry shape) {
    while (true) {
      long fingerprints = CuckooGeometry.fingerprints(shape.fingerprintBits());
      long fingerprint = 1 + random.nextLong(fingerprints);
      long bucket = random.nextLong(shape.buckets());
      if (PartialKey.alternate(bucket, fingerprint, shape.buckets()) != bucket) {
        return new Crafted.Target(bucket, fingerprint);
      }
    }
  }

  /** All fingerprints, up to some number, whose second bucket is the same for one first bucket. */
  private List<Crafted.Target> targetsOfOnePair(CuckooGeometry shape) {
    Crafted.Target one = targetWithTwoBuckets(shape);
    long second = PartialKey.alternate(one.bucket(), one.fingerprint(), shape.buckets());
    long last = Math.min(100_000, CuckooGeometry.fingerprints(shape.fingerprintBits()));
    return LongStream.concat(LongStream.of(one.fingerprint()), LongStream.rangeClosed(1, last))
        .filter(f -> PartialKey.alternate(one.bucket(), f, shape.buckets()) == second)
        .mapToObj(f -> new Crafted.Target(one.bucket(), f))
        .toList();
  }

  private String replay() {
    return Trials.replay(CollisionTest.class);
  }
}
