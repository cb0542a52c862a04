package dev.malkoha.engine.host;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A process that runs an application in a thread and a class loader that outlive it, and ends well
 * once the application's classes have gone.
 */
final class Server {

  private Server() {}

  public static void main(String[] arguments) throws Exception {
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      WeakReference<ClassLoader> classes =
          threads.submit(() -> deploy(Path.of(arguments[0]))).get();
      while (classes.get() != null) { // idle threads of stores end after some seconds
        System.gc();
      }
      System.out.println("gone");
    }
  }

  /** The reference is all that is left of it. */
  private static WeakReference<ClassLoader> deploy(Path directory) throws Exception {
    try (URLClassLoader classes =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      @SuppressWarnings("unchecked")
      Consumer<Path> application =
          (Consumer<Path>)
              classes.loadClass(Application.class.getName()).getConstructor().newInstance();
      application.accept(directory);
      return new WeakReference<>(classes);
    }
  }

  private static URL[] classPath() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
