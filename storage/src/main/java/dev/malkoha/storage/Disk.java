package dev.malkoha.storage;

import module java.base;

/** A place that holds directories: the machine's file systems, or a simulated disk in tests. */
public interface Disk {

  /**
   * Opens a directory, creating it (mode 0700, with missing parents, each made durable in its
   * parent) where it does not exist.
   *
   * @throws IOException if the path is no directory, or cannot be created or read
   */
  Directory openDirectory(Path path) throws IOException;

  /**
   * Opens a directory that must exist, and changes nothing: for those who only read.
   *
   * @throws IOException if the path is no directory, or cannot be read
   */
  Directory openExisting(Path path) throws IOException;

  /**
   * Whether the path is a directory.
   *
   * @throws IOException if that cannot be told, for want of the right to look
   */
  boolean isDirectory(Path path) throws IOException;

  /**
   * The names of a directory's subdirectories, in no order; none if there is no such directory.
   * Links are no subdirectories.
   */
  List<String> directories(Path path) throws IOException;

  /**
   * Removes an empty directory that nobody uses, durably.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such directory
   * @throws java.nio.file.DirectoryNotEmptyException if there is anything in it
   * @throws java.nio.file.NotDirectoryException if the path is something else
   */
  void deleteDirectory(Path path) throws IOException;
}
