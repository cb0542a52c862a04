package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PageCacheGaugeTest {

  private static final int BLOCK = 4096;
  private static final long FAST = 1_500;
  private static final long DEVICE = 100_000;
  private static final long FAULT = 9_000_000;

  private long device;
  private boolean isAsked = true;

  /** What each look at the device finds: more than before, as long as it is asked. */
  private final PageCacheGauge gauge = new PageCacheGauge(() -> isAsked ? ++device : device);

  /** Fast reads at positions until copies are made again. */
  private int untilWarm() {
    int reads = 0;
    while (gauge.isCold()) {
      gauge.read(FAST, BLOCK);
      reads++;
    }
    return reads;
  }

  @Test
  void beginsWithReadsAtPositionsAndSoonCopies() {
    int reads = untilWarm();
    assertTrue(reads >= 1_000 && reads < 2_000, "reads: " + reads);
    gauge.copied(FAST, BLOCK);
    assertFalse(gauge.isCold());
  }

  @Test
  void aSlowCopyAloneCountsLittle() {
    untilWarm();
    gauge.copied(FAULT, BLOCK);
    assertTrue(gauge.isCold());
    int reads = untilWarm();
    assertTrue(reads < 2_000, "reads: " + reads);
  }

  /** What the faults would have cost is what reads at positions may cost. */
  @Test
  void slowReadsAfterItCountAsTheFaultsThatTheyWouldHaveBeen() {
    untilWarm();
    gauge.copied(FAULT, BLOCK);
    gauge.read(DEVICE, BLOCK);
    int reads = untilWarm();
    assertTrue(reads > FAULT / 1_000 && reads < 2 * FAULT / 1_000, "reads: " + reads);
  }

  @Test
  void oneMissInManyReadsKeepsItCold() {
    untilWarm();
    gauge.copied(FAULT, BLOCK);
    for (int i = 0; i < 1_000_000; i++) {
      gauge.read(i % 1_000 == 0 ? DEVICE : FAST, BLOCK);
      assertTrue(gauge.isCold());
    }
    int reads = untilWarm();
    assertTrue(reads < 30_000, "reads: " + reads);
  }

  /** The processor is taken from a thread now and then. */
  @Test
  void slownessCountsOnlyIfTheDeviceWasAsked() {
    untilWarm();
    isAsked = false;
    gauge.copied(FAULT, BLOCK);
    assertFalse(gauge.isCold());
    isAsked = true;
    gauge.copied(FAULT, BLOCK);
    isAsked = false;
    for (int i = 0; i < 100 && gauge.isCold(); i++) {
      for (int fast = 0; fast < 20; fast++) {
        gauge.read(FAST, BLOCK);
      }
      gauge.read(DEVICE, BLOCK);
    }
    assertFalse(gauge.isCold());
  }

  @Test
  void whatLinuxTellsOfDevicesIsRead() {
    assertEquals(
        90_112,
        PageCacheGauge.deviceBytes(Stream.of("rchar: 17", "read_bytes: 90112", "write_bytes: 3")));
  }

  @Test
  void aLongCopyMayTakeLonger() {
    untilWarm();
    gauge.copied(1_000_000, 1 << 20);
    assertFalse(gauge.isCold());
  }

  @Test
  void readsAtPositionsGetAPartOfTheProcessesDescriptors() {
    assertEquals(16, mostKept("Max open files            128                  128        files"));
    assertEquals(512, mostKept("Max open files            1048576       1048576    files"));
    assertEquals(512, mostKept("Max open files            unlimited     unlimited  files"));
    assertEquals(128, mostKept("Max processes             95120         95120      processes"));
  }

  private static int mostKept(String line) {
    return PositionedReads.mostKept(Stream.of("Limit   Soft Limit   Hard Limit   Units", line));
  }
}
