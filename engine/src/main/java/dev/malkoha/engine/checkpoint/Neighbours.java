package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.observe.StoreLog;
import dev.malkoha.storage.Closeables;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The complete checkpoints of the same store in the directories beside one: what a file of theirs
 * holds need not be copied again. They are looked at when the first file is asked for.
 */
final class Neighbours implements Closeable {

  private final Disk disk;
  private final UnfinishedStore to;
  private final long storeId;
  private final List<Directory> directories = new ArrayList<>();
  private @Nullable Map<Checkpoint.File, Directory> files;

  Neighbours(Disk disk, UnfinishedStore to, long storeId) {
    this.disk = disk;
    this.to = to;
    this.storeId = storeId;
  }

  /**
   * Links a file that never changes from where it is; false if no neighbour has it, or can share
   * it.
   */
  boolean link(Checkpoint.File file) throws IOException {
    Directory holder = files().get(file);
    try {
      return holder != null
          && holder.size(file.name()) == file.bytes()
          && to.link(holder, file.name(), file.name());
    } catch (NoSuchFileException e) { // the neighbour is being removed
      return false;
    }
  }

  private Map<Checkpoint.File, Directory> files() throws IOException {
    Map<Checkpoint.File, Directory> known = files;
    if (known == null) {
      known = new HashMap<>();
      Path parent = to.directory().path().getParent();
      if (parent != null) {
        for (String name : disk.directories(parent)) {
          look(parent.resolve(name), known);
        }
      }
      files = known;
    }
    return known;
  }

  private void look(Path path, Map<Checkpoint.File, Directory> known) {
    try {
      Directory directory = disk.openExisting(path);
      directories.add(directory);
      FileList list = FileList.read(directory);
      if (list.storeId() == storeId) {
        list.files().forEach(file -> known.put(file, directory));
      }
    } catch (IOException | DbException e) {
      StoreLog.debug("nothing to share in " + path, e);
    }
  }

  @Override
  public void close() throws IOException {
    Closeables.closeAll(directories);
  }
}
