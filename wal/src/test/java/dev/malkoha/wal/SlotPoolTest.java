package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which slots are made, kept, given out again and deleted. */
class SlotPoolTest {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2048, 2);
  private static final long FIRST = 7;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Directory directory = disk.openDirectory(PATH);
  private final Seal seal = new Seal();
  private final SlotPool pool = new SlotPool(directory, OPTIONS, seal, FIRST);

  SlotPoolTest() throws IOException {}

  private static String name(long number) {
    return LogFormat.name(number);
  }

  private void assertFiles(long... numbers) throws IOException {
    TreeSet<String> expected = new TreeSet<>();
    for (long number : numbers) {
      expected.add(name(number));
    }
    assertEquals(expected, new TreeSet<>(directory.list()));
  }

  @Test
  void aNewSlotHasItsSizeAndItsNameForGood() throws IOException {
    Slot slot = pool.acquire(100);
    assertEquals(FIRST, slot.number());
    assertEquals(OPTIONS.segmentBytes(), slot.size());
    Directory after = disk.crash(CrashState.SYNCED_ONLY, 1).openDirectory(PATH);
    assertEquals(List.of(name(FIRST)), after.list());
    assertEquals(OPTIONS.segmentBytes(), after.size(name(FIRST)));
  }

  @Test
  void aRetiredSlotIsUsedAgain() throws IOException {
    Slot slot = pool.acquire(100);
    assertTrue(pool.isEmpty());
    pool.retire(slot);
    assertFalse(pool.isEmpty());
    assertSame(slot, pool.acquire(100));
    assertTrue(pool.isEmpty());
    assertNotSame(slot, pool.acquire(100));
    assertFiles(FIRST, FIRST + 1);
  }

  @Test
  void theSlotRetiredLastIsUsedFirst() throws IOException {
    Slot first = pool.acquire(100);
    Slot second = pool.acquire(100);
    pool.retire(second);
    pool.retire(first);
    assertSame(first, pool.acquire(100));
    assertSame(second, pool.acquire(100));
  }

  /** It is made to measure and is not kept, for no other record would need it. */
  @Test
  void aLargeRecordGetsALargeSlotThatGoesWithIt() throws IOException {
    Slot spare = pool.acquire(100);
    pool.retire(spare);
    Slot large = pool.acquire(10_000);
    assertEquals(LogFormat.segmentBytes(10_000), large.size());
    pool.retire(large);
    assertFiles(FIRST, FIRST + 1);
    pool.prepare();
    assertFiles(FIRST);
    assertSame(spare, pool.acquire(100));
  }

  @Test
  void aRecordThatJustFitsGetsAnOrdinarySlot() throws IOException {
    long fits = OPTIONS.segmentBytes() - LogFormat.segmentBytes(0);
    Slot spare = pool.acquire(fits);
    assertEquals(OPTIONS.segmentBytes(), spare.size());
    pool.retire(spare);
    assertSame(spare, pool.acquire(fits));
  }

  @Test
  void noMoreAreKeptThanTheOptionsSay() throws IOException {
    Slot first = pool.acquire(100);
    Slot second = pool.acquire(100);
    Slot third = pool.acquire(100);
    pool.retire(first);
    pool.retire(second);
    pool.retire(third);
    assertFiles(FIRST, FIRST + 1, FIRST + 2); // nobody waits for a file to be deleted
    pool.prepare();
    assertFiles(FIRST, FIRST + 1);
  }

  @Test
  void surplusGoesBeforeANewSlotIsMade() throws IOException {
    Slot large = pool.acquire(10_000);
    pool.retire(large);
    pool.acquire(100);
    assertFiles(FIRST + 1);
  }

  @Test
  void onePreparedIsEnough() throws IOException {
    pool.prepare();
    pool.prepare();
    assertFiles(FIRST);
    long allocations = disk.calls(CallKind.ALLOCATE);
    assertEquals(FIRST, pool.acquire(100).number());
    assertEquals(allocations, disk.calls(CallKind.ALLOCATE));
  }

  @Test
  void trimmingLeavesOne() throws IOException {
    Slot first = pool.acquire(100);
    Slot second = pool.acquire(100);
    pool.retire(first);
    pool.retire(second);
    pool.trim();
    assertFiles(FIRST + 1);
    assertSame(second, pool.acquire(100));
  }

  @Test
  void tidyingLeavesOneInMemoryAndAllToBeUsed() throws IOException {
    Slot first = pool.acquire(100);
    Slot second = pool.acquire(100);
    pool.retire(first);
    pool.retire(second);
    pool.tidy();
    assertFalse(first.isMapped());
    assertTrue(second.isMapped());
    assertFiles(FIRST, FIRST + 1);
    assertSame(second, pool.acquire(100));
    assertSame(first, pool.acquire(100));
    assertTrue(first.isMapped());
  }

  @Test
  void whereThereIsNoRoomNothingIsLost() throws IOException {
    disk.limit(OPTIONS.segmentBytes());
    Slot slot = pool.acquire(100);
    assertThrows(IOException.class, () -> pool.acquire(100));
    assertThrows(IOException.class, pool::prepare);
    assertFiles(FIRST);
    pool.retire(slot);
    assertSame(slot, pool.acquire(100));
    disk.limit(10 * OPTIONS.segmentBytes());
    assertEquals(OPTIONS.segmentBytes(), pool.acquire(100).size());
    seal.check();
  }

  /** Its name might be lost with all that is logged in it. */
  @Test
  void aNameThatCannotBeForcedEndsTheLog() {
    disk.fail(Fault.at(CallKind.DIRECTORY_FORCE, disk.calls(CallKind.DIRECTORY_FORCE)));
    IOException first = assertThrows(IOException.class, () -> pool.acquire(100));
    assertSame(first.getCause(), assertThrows(IOException.class, seal::check).getCause());
    assertThrows(IOException.class, () -> pool.acquire(100));
    assertThrows(IOException.class, pool::prepare);
    assertThrows(IOException.class, pool::trim);
  }

  private SlotPool ladder() {
    return new SlotPool(directory, new LogOptions(2048, 8192, 2), seal, FIRST);
  }

  @Test
  void eachSlotIsTwiceAsLargeUpToTheTop() throws IOException {
    SlotPool ladder = ladder();
    assertEquals(2048, ladder.acquire(0).size());
    assertEquals(4096, ladder.acquire(0).size());
    ladder.prepare();
    assertEquals(8192, ladder.acquire(0).size());
    assertEquals(8192, ladder.acquire(0).size());
    assertFiles(FIRST, FIRST + 1, FIRST + 2, FIRST + 3);
  }

  @Test
  void whatIsOutgrownGoesAndTheTopIsUsedAgain() throws IOException {
    SlotPool ladder = ladder();
    Slot first = ladder.acquire(0);
    Slot second = ladder.acquire(0);
    Slot third = ladder.acquire(0);
    ladder.retire(first);
    ladder.retire(second);
    ladder.retire(third);
    ladder.prepare();
    assertFiles(FIRST + 2);
    assertSame(third, ladder.acquire(0));
  }

  /** A spare of a lower rung would be a step down. */
  @Test
  void aRecordThatSkipsRungsTakesTheSpareWithIt() throws IOException {
    SlotPool ladder = ladder();
    ladder.prepare();
    assertEquals(4096, ladder.acquire(3000).size());
    assertEquals(8192, ladder.nextBytes());
    ladder.prepare();
    assertFiles(FIRST + 1, FIRST + 2);
    assertEquals(8192, ladder.acquire(0).size());
  }

  @Test
  void aRecordAboveTheTopMovesNothing() throws IOException {
    SlotPool ladder = ladder();
    ladder.prepare();
    Slot large = ladder.acquire(10_000);
    assertEquals(LogFormat.segmentBytes(10_000), large.size());
    assertEquals(2048, ladder.acquire(0).size());
    ladder.retire(large);
    ladder.prepare();
    assertFiles(FIRST, FIRST + 2);
  }

  @Test
  void startingOverKeepsNothingLarge() throws IOException {
    SlotPool ladder = ladder();
    ladder.acquire(0);
    ladder.acquire(0);
    Slot top = ladder.acquire(0);
    ladder.retire(top);
    ladder.startOver();
    ladder.trim();
    assertFiles(FIRST, FIRST + 1);
    assertEquals(2048, ladder.acquire(0).size());
  }

  @Test
  void whatFailedIsNoStepUp() throws IOException {
    SlotPool ladder = ladder();
    disk.limit(0);
    assertThrows(IOException.class, () -> ladder.acquire(0));
    assertThrows(IOException.class, () -> ladder.acquire(3000));
    disk.limit(100_000);
    assertEquals(2048, ladder.acquire(0).size());
  }

  @Test
  void closingLetsGoOfAllFilesAndDeletesNone() throws IOException {
    List<String> before = disk.handles();
    Slot first = pool.acquire(100);
    Slot large = pool.acquire(10_000);
    pool.retire(first);
    pool.retire(large);
    pool.close();
    assertEquals(before, disk.handles());
    assertFiles(FIRST, FIRST + 1);
  }
}
