package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.version.EditEntry.Kind;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.storage.Directory;
import dev.malkoha.wal.LogProof;
import org.jspecify.annotations.Nullable;

/**
 * Everything a manifest says, as a value: what its edits add up to, for the store as a whole and
 * for each of its keyspaces.
 */
public final class ManifestState {

  private final TreeMap<Long, KeyspaceState> keyspaces = new TreeMap<>();

  private final Map<String, KeyspaceState> byName = new HashMap<>();

  /**
   * How often each file is needed, by its number: a table once, a sidecar by each table whose
   * newest vector it holds, a value file by each that points into it. Any thread may ask.
   */
  private final Map<Long, Integer> uses = new ConcurrentHashMap<>();

  /** The value files that tables point into. */
  private final TreeMap<Long, ValueFileMeta> valueFiles = new TreeMap<>();

  private EditEntry.@Nullable Identity identity;
  private EditEntry.Lineage lineage = new EditEntry.Lineage(0, 0);

  /** The numbers of the whole store: an edit may only raise them. */
  private final Map<Kind, Long> numbers = new EnumMap<>(Kind.class);

  private LogProof logProof = LogProof.NONE;

  private EditEntry.@Nullable Mark mark;

  /** What of the log was taken back. */
  private final List<EditEntry.Cut> cuts = new ArrayList<>();

  /** Files that edits took away, and that may still lie about. */
  private final TreeSet<Long> obsolete = new TreeSet<>();

  /** The state before any edit: of a store whose default keyspace is empty. */
  public ManifestState() {
    put(new KeyspaceState(KeyspaceId.DEFAULT, ""));
    raise(Kind.NEXT_FILE, 1);
    raise(Kind.NEXT_KEYSPACE, KeyspaceId.DEFAULT.number() + 1);
  }

  private void raise(Kind kind, long number) {
    numbers.merge(kind, number, Math::max);
  }

  private long number(Kind kind) {
    return numbers.getOrDefault(kind, 0L);
  }

  private void put(KeyspaceState keyspace) {
    keyspaces.put(keyspace.id().number(), keyspace);
    byName.put(keyspace.id().name(), keyspace);
  }

  /** The keyspace that the entries of an edit are about, and what they have made needless. */
  private final class Application {

    private final Set<Long> left = new HashSet<>();
    private final Set<Long> sidecarsLeft = new HashSet<>();
    private KeyspaceState subject = defaultKeyspace();

    private void apply(EditEntry entry) {
      switch (entry) {
        case EditEntry.AddTable(int level, TableMeta table) -> addTable(level, table);
        case EditEntry.DropTable(int level, long number) -> dropTable(level, number);
        case EditEntry.SetVector set -> setVector(set);
        case EditEntry.NumberFact(Kind kind, long number) -> apply(kind, number);
        case EditEntry.AddRange(var range) -> subject.add(range);
        case EditEntry.Keyspace(KeyspaceId id, String options) -> setKeyspace(id, options);
        case EditEntry.AddValueFile(ValueFileMeta file) -> addValueFile(file);
        case EditEntry.Checksum checksum -> subject.setChecksum(checksum);
        case EditEntry.Identity who -> identity = who;
        case EditEntry.Lineage now -> lineage = now;
        case EditEntry.OptionsLine(String text) -> defaultKeyspace().setOptions(text);
        case EditEntry.LogMark(LogProof proof) -> logProof = logProof.orLater(proof);
        case EditEntry.Mark last -> setMark(last);
        case EditEntry.Cut cut -> cuts.add(cut);
      }
    }

    private void apply(Kind kind, long number) {
      switch (kind) {
        case DROP_RANGE -> subject.removeRange(number);
        case FLUSHED -> subject.setFlushed(number);
        case IN_KEYSPACE -> subject = existing(number);
        case DROP_KEYSPACE -> dropKeyspace(number);
        case OBSOLETE -> setObsolete(number);
        case NEXT_FILE, NEXT_KEYSPACE, LOG_FLOOR, LAST_SEQUENCE, TIME -> raise(kind, number);
        case UNMARKED -> {
          raise(kind, number);
          mark = null; // one that counts is said again
        }
      }
    }

    private void addTable(int level, TableMeta table) {
      if (uses.containsKey(table.number())) {
        throw new IllegalArgumentException("a table is added twice: " + table);
      }
      use(table.number());
      TableMeta known = table.resolved(this::valueFile);
      known.values().forEach(value -> use(value.file().number()));
      VectorRef vector = known.vector();
      if (vector != null) {
        use(vector.sidecar());
      }
      subject.add(level, known);
    }

    private void use(long file) {
      uses.merge(file, 1, Integer::sum);
      obsolete.remove(file);
    }

    private void letGo(long file) {
      uses.computeIfPresent(file, (_, count) -> count == 1 ? null : count - 1);
      left.add(file);
    }

    private void dropTable(int level, long number) {
      TableMeta dropped = subject.remove(level, number);
      if (dropped == null) {
        throw new IllegalArgumentException(
            "a table is dropped that is not there: L" + level + " " + FileNames.table(number));
      }
      forget(dropped);
    }

    private void forget(TableMeta dropped) {
      dropped.values().forEach(value -> letGo(value.file().number()));
      letGo(dropped.number());
      letGo(dropped.vector());
    }

    /** Said again by each table of an edit that points into it. */
    private void addValueFile(ValueFileMeta file) {
      ValueFileMeta before = valueFiles.put(file.number(), file);
      if (before != null && !before.equals(file)) {
        throw new IllegalArgumentException(before + " is now " + file);
      }
      left.add(file.number()); // unless a table follows
    }

    private ValueFileMeta valueFile(long number) {
      ValueFileMeta file = valueFiles.get(number);
      if (file == null) {
        throw new IllegalArgumentException(
            "a table points into a file that is not there: " + FileNames.values(number));
      }
      return file;
    }

    private void setVector(EditEntry.SetVector set) {
      letGo(subject.setVector(set));
      use(set.vector().sidecar());
    }

    private void letGo(@Nullable VectorRef vector) {
      if (vector != null) {
        letGo(vector.sidecar());
        sidecarsLeft.add(vector.sidecar());
      }
    }

    private void setMark(EditEntry.Mark last) {
      EditEntry.Mark before = mark;
      boolean isOver = last.sequence() < number(Kind.UNMARKED);
      mark = isOver || (before != null && before.sequence() >= last.sequence()) ? before : last;
    }

    private void setKeyspace(KeyspaceId id, String options) {
      KeyspaceState before = keyspaces.get(id.number());
      if (before != null && !before.id().equals(id)) {
        throw new IllegalArgumentException("keyspace " + before.id() + " is now " + id);
      }
      if (before == null && keyspace(id.name()) != null) {
        throw new IllegalArgumentException("there are two keyspaces named as " + id);
      }
      if (before == null) {
        put(new KeyspaceState(id, options));
      } else {
        before.setOptions(options);
      }
      raise(Kind.NEXT_KEYSPACE, id.number() + 1);
    }

    private void dropKeyspace(long number) {
      KeyspaceState dropped = existing(number);
      if (dropped.id().isDefault()) {
        throw new IllegalArgumentException("the default keyspace is dropped");
      }
      dropped.tables().forEach(this::forget);
      keyspaces.remove(number);
      byName.remove(dropped.id().name());
    }

    private KeyspaceState existing(long number) {
      KeyspaceState found = keyspaces.get(number);
      if (found == null) {
        throw new IllegalArgumentException("there is no keyspace " + number);
      }
      return found;
    }
  }

  /**
   * Adds an edit.
   *
   * @return the sidecars that no table needs any more
   * @throws IllegalArgumentException if the edit contradicts the state (a table dropped that is not
   *     there, or added twice)
   */
  public Set<Long> apply(List<EditEntry> edit) {
    Application application = new Application();
    edit.forEach(application::apply);
    cuts.removeIf(cut -> cut.last() <= lastSequence()); // the log has nothing of it any more
    Set<Long> needless = application.left;
    needless.removeIf(uses::containsKey);
    needless.forEach(valueFiles::remove);
    obsolete.addAll(needless);
    application.sidecarsLeft.retainAll(needless);
    return application.sidecarsLeft;
  }

  private void setObsolete(long number) {
    if (uses.containsKey(number)) {
      throw new IllegalArgumentException("file " + number + " is needed and said to be obsolete");
    }
    obsolete.add(number);
  }

  /** One edit that leads from nothing to this state: the first record of a new manifest. */
  public List<EditEntry> asEdit() {
    List<EditEntry> entries = new ArrayList<>();
    entries.add(identity());
    entries.add(lineage);
    entries.add(new EditEntry.OptionsLine(options()));
    numbers.forEach((kind, number) -> entries.add(kind.of(number)));
    if (logProof.isKnown()) {
      entries.add(new EditEntry.LogMark(logProof));
    }
    Stream.ofNullable(mark).forEach(entries::add);
    entries.addAll(cuts);
    obsolete.forEach(number -> entries.add(Kind.OBSOLETE.of(number)));
    valueFiles.values().forEach(file -> entries.add(new EditEntry.AddValueFile(file)));
    for (KeyspaceState keyspace : keyspaces.values()) {
      if (!keyspace.id().isDefault()) {
        entries.add(new EditEntry.Keyspace(keyspace.id(), keyspace.options()));
        entries.add(Kind.IN_KEYSPACE.of(keyspace.id().number()));
      }
      keyspace.describeTo(entries);
    }
    return entries;
  }

  /**
   * The same state of a store of its own: its log begins with what is at this one's floor, nothing
   * is known of that log yet, and there are no files but those that are needed.
   */
  public ManifestState apart() {
    List<EditEntry> entries = new ArrayList<>(asEdit());
    entries.removeIf(
        entry ->
            entry instanceof EditEntry.LogMark
                || (entry instanceof EditEntry.NumberFact(Kind kind, long number)
                    && (kind == Kind.LOG_FLOOR || kind == Kind.OBSOLETE)));
    ManifestState other = new ManifestState();
    other.apply(entries);
    return other;
  }

  /** Forgets obsolete files that are gone. */
  public void forgetGone(Directory directory) throws IOException {
    List<String> there = directory.list(name -> isObsolete(FileNames.numberOf(name)));
    obsolete.retainAll(there.stream().map(FileNames::numberOf).toList());
  }

  /** The keyspaces, by number: the default one first. */
  public Collection<KeyspaceState> keyspaces() {
    return Collections.unmodifiableCollection(keyspaces.values());
  }

  /** The tables of all keyspaces. */
  public Stream<TableMeta> tables() {
    return keyspaces.values().stream().flatMap(keyspace -> keyspace.tables().stream());
  }

  /** The keyspace of a number; null if there is none, or not any more. */
  public @Nullable KeyspaceState keyspace(long number) {
    return keyspaces.get(number);
  }

  /** The keyspace of a name; null if there is none. */
  public @Nullable KeyspaceState keyspace(String name) {
    return byName.get(name);
  }

  /** The keyspace that every store has. */
  public KeyspaceState defaultKeyspace() {
    return keyspaces.firstEntry().getValue();
  }

  /** Keyspaces of numbers below this there were, and perhaps are. */
  public long nextKeyspace() {
    return number(Kind.NEXT_KEYSPACE);
  }

  /** The value files that tables point into, by number. */
  public Collection<ValueFileMeta> valueFiles() {
    return Collections.unmodifiableCollection(valueFiles.values());
  }

  /** Whether a table, sidecar or value file of this name is part of the store. Any thread. */
  public boolean isLive(String name) {
    return FileNames.isUnchanging(name) && uses.containsKey(FileNames.numberOf(name));
  }

  /** Whether an edit took away the table or sidecar of this number. */
  public boolean isObsolete(long number) {
    return obsolete.contains(number);
  }

  /**
   * The facts that are known of the log. One without a mark has at least begun: a segment holds the
   * floor.
   */
  public LogProof logProof() {
    return logProof.isKnown() ? logProof : new LogProof(0, 0, logFloor());
  }

  /** Whether an edit has said who the store is, as every manifest's first one does. */
  public boolean hasIdentity() {
    return identity != null;
  }

  /** The identity of the store. */
  public EditEntry.Identity identity() {
    if (identity == null) {
      throw new IllegalArgumentException("the manifest does not say which store it belongs to");
    }
    return identity;
  }

  /** Which copy of the store it is. */
  public EditEntry.Lineage lineage() {
    return lineage;
  }

  /** Whether the other says the same of the copy, its opening, and which keyspaces there are. */
  public boolean isBeside(ManifestState other) {
    return lineage.equals(other.lineage)
        && nextKeyspace() == other.nextKeyspace()
        && keyspaces.keySet().equals(other.keyspaces.keySet());
  }

  /** Whether edits of one copy of the store may lead to a later state. */
  public boolean mayBecome(ManifestState later) {
    return lineage.copy() == later.lineage.copy()
        && nextFile() <= later.nextFile()
        && later.keyspaces().stream().allMatch(this::knowsNoOther);
  }

  private boolean knowsNoOther(KeyspaceState named) {
    KeyspaceState known = keyspaces.get(named.id().number());
    return known == null || known.id().equals(named.id());
  }

  /** The store's options last in force, as text: those of the default keyspace, too. */
  public String options() {
    return defaultKeyspace().options();
  }

  /** The next file number to give out. */
  public long nextFile() {
    return number(Kind.NEXT_FILE);
  }

  /** The last time that the store is known to have told; 0 if it never did. */
  public long time() {
    return number(Kind.TIME);
  }

  /** Log records before this position are needed by no keyspace. */
  public long logFloor() {
    return number(Kind.LOG_FLOOR);
  }

  /** The sequence number before that of the first record at the log floor. */
  public long lastSequence() {
    return number(Kind.LAST_SEQUENCE);
  }

  /** The last mark that is known; null if there is none, or it counts no more. */
  public EditEntry.@Nullable Mark mark() {
    return mark;
  }

  /** Whether a mark of that number in the log counts, and is newer than the last one known. */
  public boolean isNewerMark(long sequence) {
    return sequence > Math.max(number(Kind.UNMARKED), mark == null ? 0 : mark.sequence());
  }

  /** What of the log was taken back, and may still be there. */
  public List<EditEntry.Cut> cuts() {
    return Collections.unmodifiableList(cuts);
  }

  /** Whether what has a sequence number was taken back. */
  public boolean isCut(long sequence) {
    return !cuts.isEmpty()
        && cuts.stream().anyMatch(cut -> cut.after() < sequence && sequence <= cut.last());
  }

  /** The greatest number that marks and cuts tell of: the log must reach it. */
  public long marked() {
    long last = Math.max(number(Kind.UNMARKED), mark == null ? 0 : mark.sequence());
    return cuts.stream().mapToLong(EditEntry.Cut::last).reduce(last, Math::max);
  }

  /** The greatest sequence number that is known to be in a table: the log must reach it. */
  public long flushed() {
    return Math.max(
        lastSequence(),
        keyspaces.values().stream().mapToLong(KeyspaceState::flushed).max().orElse(0));
  }
}
