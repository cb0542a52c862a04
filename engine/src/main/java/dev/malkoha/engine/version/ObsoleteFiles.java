package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Tables, sidecars and value files that an earlier life of the store left behind. Deleted is what
 * is proven to be of no use: drafts that nothing named, and what an edit took away. Anything else
 * was named once, by edits that must have been lost: it is set aside. The log looks after its own
 * files.
 */
public final class ObsoleteFiles {

  private final Directory directory;
  private final Manifest manifest;
  private final List<String> problems = new ArrayList<>();

  private ObsoleteFiles(Directory directory, Manifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  /**
   * Clears them away, and gives files that are still drafts their names. Only after the manifest in
   * force is durable.
   *
   * @return which files were set aside, in one sentence each
   */
  public static List<String> clear(Directory directory, Manifest manifest) throws IOException {
    ObsoleteFiles files = new ObsoleteFiles(directory, manifest);
    boolean changed = false;
    for (String name : directory.list(name -> !files.isInPlace(name))) {
      changed |= files.clear(name);
    }
    if (changed) {
      directory.force();
    }
    return files.problems;
  }

  /** Whether it is a file of the store under its own name: nearly all are. */
  private boolean isInPlace(String name) {
    OptionalLong number = FileNames.number(name);
    return number.isPresent() && isLive(name, number.getAsLong());
  }

  private boolean clear(String name) throws IOException {
    String own = FileNames.withoutDraft(name);
    OptionalLong number = FileNames.number(own);
    if (number.isEmpty() && !FileNames.isDraft(name)) {
      return false;
    }
    if (number.isPresent() && isLive(own, number.getAsLong())) {
      if (FileNames.isDraft(name)) {
        FileNames.renameDraft(directory, own);
      }
      return FileNames.isDraft(name);
    }
    if (FileNames.isDraft(name) || !isStray(name, manifest.state())) {
      directory.delete(name);
    } else {
      problems.add(stray(directory, name) + "; it now lies in " + directory.setAside(name));
    }
    return true;
  }

  /** The files that {@link #clear} would set aside, in one sentence each; none is touched. */
  public static List<String> strays(Directory directory, ManifestState state) throws IOException {
    return directory
        .list(name -> FileNames.manifestNumber(name).isEmpty() && isStray(name, state))
        .stream()
        .map(name -> stray(directory, name))
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

  private boolean isLive(String name, long number) {
    return number == manifest.number() || manifest.state().isLive(name);
  }
}
