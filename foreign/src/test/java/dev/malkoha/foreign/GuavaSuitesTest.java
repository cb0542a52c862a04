package dev.malkoha.foreign;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The suites that Guava generates for maps, on typed maps. */
@Tag("slow")
final class GuavaSuitesTest {

  private static final Feature<?>[] FEATURES = {
    CollectionSize.ANY,
    MapFeature.GENERAL_PURPOSE,
    CollectionFeature.KNOWN_ORDER,
    CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
  };

  private static final class Sorted extends TestStringSortedMapGenerator {
    @Override
    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
      return filled(entries);
    }
  }

  private static final class Hashed extends TestStringMapGenerator {
    @Override
    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
      return filled(entries);
    }

    @Override
    public Iterable<Map.Entry<String, String>> order(
        java.util.List<Map.Entry<String, String>> insertion) {
      Collections.sort(insertion, Map.Entry.comparingByKey());
      return insertion;
    }
  }

  private static SortedMap<String, String> filled(Map.Entry<String, String>[] entries) {
    SortedMap<String, String> map = Maps.empty();
    for (Map.Entry<String, String> entry : entries) {
      map.put(entry.getKey(), entry.getValue());
    }
    return map;
  }

  @TestFactory
  Stream<DynamicNode> navigableMap() {
    return cases(
        NavigableMapTestSuiteBuilder.using(new Sorted())
            .named("NavigableMap")
            .withFeatures(FEATURES)
            .createTestSuite());
  }

  @TestFactory
  Stream<DynamicNode> concurrentMap() {
    return cases(
        ConcurrentMapTestSuiteBuilder.using(new Hashed())
            .named("ConcurrentMap")
            .withFeatures(FEATURES)
            .createTestSuite());
  }

  @TestFactory
  Stream<DynamicNode> concurrentNavigableMap() {
    return cases(
        ConcurrentNavigableMapTestSuiteBuilder.using(new Sorted())
            .named("ConcurrentNavigableMap")
            .withFeatures(FEATURES)
            .createTestSuite());
  }

  private static Stream<DynamicNode> cases(TestSuite suite) {
    return Collections.list(suite.tests()).stream().map(GuavaSuitesTest::node);
  }

  private static DynamicNode node(Test test) {
    return test instanceof TestSuite suite
        ? DynamicContainer.dynamicContainer(suite.getName(), cases(suite))
        : DynamicTest.dynamicTest(
            test instanceof TestCase one ? one.getName() : test.toString(), () -> run(test));
  }

  private static void run(Test test) throws Throwable {
    TestResult result = new TestResult();
    test.run(result);
    if (!result.wasSuccessful()) {
      throw result.errorCount() > 0
          ? result.errors().nextElement().thrownException()
          : new AssertionFailedError(result.failures().nextElement().trace());
    }
  }
}
