package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which deletes the applier turns to next: cheap ones of all tables before dear ones of any, young
 * tables before old ones, and nothing twice for which nothing has changed.
 *
 * <p>Nothing of it is durable: after an opening every table with live deletes is looked at anew.
 * Guarded by its user's lock.
 */
final class ApplierPlan {

  private final Map<Long, Progress> progress = new HashMap<>();

  /**
   * How far a table is.
   *
   * @param pass the pass that it is in; null once all was tried
   * @param from where the pass goes on
   * @param hinderedBy snapshots that kept deletes in place
   * @param leftDear whether the cheap pass left deletes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Progress(
      ApplierStep.@Nullable Pass pass,
      byte @Nullable [] from,
      Set<Long> hinderedBy,
      boolean leftDear) {

    static final Progress START = new Progress(ApplierStep.Pass.CHEAP, null, Set.of(), false);
  }

  /**
   * The next step; empty if nothing is due.
   *
   * @param openSnapshots the sequence numbers of open snapshots
   */
  Optional<ApplierStep> next(Version version, Set<Long> openSnapshots) {
    List<Table> tables =
        version.tables().stream().filter(table -> table.liveTombstones() > 0).toList();
    forgetAllBut(tables);
    Optional<ApplierStep> cheap = next(tables, ApplierStep.Pass.CHEAP, openSnapshots);
    return cheap.isPresent() ? cheap : next(tables, ApplierStep.Pass.ALL, openSnapshots);
  }

  private Optional<ApplierStep> next(
      List<Table> tables, ApplierStep.Pass pass, Set<Long> openSnapshots) {
    for (Table table : tables) {
      Progress state = state(table, openSnapshots);
      if (state.pass() == pass && !table.isBusy()) {
        return Optional.of(new ApplierStep(table, pass, state.from()));
      }
    }
    return Optional.empty();
  }

  /** A table that a snapshot hindered is due again when that snapshot is closed. */
  private Progress state(Table table, Set<Long> openSnapshots) {
    Progress state = progress.getOrDefault(table.meta().number(), Progress.START);
    boolean freed = state.pass() == null && !openSnapshots.containsAll(state.hinderedBy());
    return freed ? Progress.START : state;
  }

  private void forgetAllBut(List<Table> tables) {
    Set<Long> numbers = new HashSet<>();
    tables.forEach(table -> numbers.add(table.meta().number()));
    progress.keySet().retainAll(numbers);
  }

  /**
   * Notes what came of a step.
   *
   * @param conflict whether marks were not made because a table had gone meanwhile
   */
  void done(ApplierStep step, ApplierResult result, boolean conflict) {
    long number = step.table().meta().number();
    Progress before = progress.getOrDefault(number, Progress.START);
    Set<Long> hinderedBy = new HashSet<>(step.from() == null ? Set.of() : before.hinderedBy());
    hinderedBy.addAll(result.hinderingSnapshots());
    boolean leftDear = result.leftDear() || conflict || (step.from() != null && before.leftDear());
    if (result.resumeAt() != null) {
      progress.put(number, new Progress(step.pass(), result.resumeAt(), hinderedBy, leftDear));
    } else if (leftDear) {
      progress.put(number, new Progress(ApplierStep.Pass.ALL, null, hinderedBy, false));
    } else {
      progress.put(number, new Progress(null, null, hinderedBy, false));
    }
  }
}
