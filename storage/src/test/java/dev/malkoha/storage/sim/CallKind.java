package dev.malkoha.storage.sim;

/** What a call asks of a {@link SimulatedDisk}. */
public enum CallKind {
  OPEN_DIRECTORY(false),
  LOCK(true),
  LOCK_EXISTING(false),
  CREATE(true),
  APPEND(true),
  FORCE(true),
  OPEN(false),
  READ(false),
  /** First third of an allocation: the name appears. */
  ALLOCATE(true),
  /** Second third: the zero bytes are written. */
  ALLOCATE_WRITE(true),
  /** Last third: they are forced. */
  ALLOCATE_FORCE(true),
  MAP(false),
  MAPPED_READ(false),
  MAPPED_WRITE(true),
  MAPPED_FORCE(true),
  LIST(false),
  EXISTS(false),
  SIZE(false),
  RENAME(true),
  SET_ASIDE(true),
  LINK(true),
  DELETE(true),
  DIRECTORY_FORCE(true),
  LIST_DIRECTORIES(false),
  DELETE_DIRECTORY(true);

  private final boolean changing;

  CallKind(boolean changing) {
    this.changing = changing;
  }

  /**
   * Whether the call changes the current or the durable state: where a crash state is worth taking.
   */
  public boolean isChanging() {
    return changing;
  }
}
