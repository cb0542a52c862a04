package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.engine.Problem;
import dev.malkoha.storage.Directory;

/**
 * Tables, sidecars and value files that an earlier life of the store left behind. Deleted is what
 * is proven to be of no use: drafts that nothing named, and what an edit took away. Anything else
 * was named once, by edits that must have been lost: it is set aside. The log looks after its own
 * files.
 */
public final class ObsoleteFiles {

  private ObsoleteFiles() {}

  /**
   * Clears them away, and gives files that are still drafts their names. Only after the manifest in
   * force is durable.
   *
   * @return the files that were set aside
   */
  public static List<Problem> clear(Directory directory, Manifest manifest) throws IOException {
    List<Problem> problems = new ArrayList<>();
    boolean changed = false;
    for (String name : directory.list(name -> !isLive(name, manifest))) { // nearly all are live
      String own = FileNames.withoutDraft(name);
      boolean isStray = isStray(name, manifest.state());
      if (isLive(own, manifest)) {
        FileNames.renameDraft(directory, own);
      } else if (isStray) {
        String told = stray(directory, name) + "; it now lies in " + directory.setAside(name);
        problems.add(Problem.of(Problem.Kind.UNKNOWN_FILE, told));
      } else if (FileNames.isDraft(name) || FileNames.number(name).isPresent()) {
        directory.delete(name);
      } else {
        continue;
      }
      changed = true;
    }
    if (changed) {
      directory.force();
    }
    return problems;
  }

  /** Whether a file of the store has this name now. */
  private static boolean isLive(String name, Manifest manifest) {
    return name.equals(FileNames.manifest(manifest.number())) || manifest.state().isLive(name);
  }

  /** The files that {@link #clear} would set aside; none is touched. */
  public static List<Problem> strays(Directory directory, ManifestState state) throws IOException {
    return directory
        .list(name -> FileNames.manifestNumber(name).isEmpty() && isStray(name, state))
        .stream()
        .map(name -> Problem.of(Problem.Kind.UNKNOWN_FILE, stray(directory, name)))
        .toList();
  }

  private static boolean isStray(String name, ManifestState state) {
    OptionalLong number = FileNames.number(name);
    return number.isPresent() && !state.isLive(name) && !state.isObsolete(number.getAsLong());
  }

  /** Describes a file that is no draft and that no edit names. */
  private static String stray(Directory directory, String name) {
    return name
        + (isEmpty(directory, name)
            ? " is empty, and the manifest does not know it: it is no file of the store"
            : " is a whole file that the manifest does not know: edits were lost");
  }

  private static boolean isEmpty(Directory directory, String name) {
    try {
      return directory.size(name) == 0;
    } catch (IOException e) {
      return false; // told for what its name says
    }
  }
}
