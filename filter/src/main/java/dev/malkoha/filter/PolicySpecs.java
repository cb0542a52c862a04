package dev.malkoha.filter;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The reader of policy specs: a factory's name and its arguments, as one would write it in Java.
 */
final class PolicySpecs {

  private static final Pattern SPEC =
      Pattern.compile("\\s*(\\w+)\\s*\\(\\s*((?:[^()]|\\([^()]*\\))*?)\\s*\\)\\s*");

  private PolicySpecs() {}

  static FilterPolicy parse(String spec) {
    Matcher matcher = SPEC.matcher(spec);
    if (!matcher.matches()) {
      throw unreadable(spec, null);
    }
    String argument = matcher.group(2);
    try {
      return switch (matcher.group(1)) {
        case "cuckoo" -> FilterPolicy.cuckoo(Double.parseDouble(argument));
        case "windowedCuckoo" -> FilterPolicy.windowedCuckoo(Double.parseDouble(argument));
        case "semiSortedCuckoo" -> FilterPolicy.semiSortedCuckoo(Double.parseDouble(argument));
        case "bloom" -> FilterPolicy.bloom(Integer.parseInt(argument));
        case "blockedBloom" -> FilterPolicy.blockedBloom(Integer.parseInt(argument));
        case "perLevel" -> FilterPolicy.perLevel(parse(argument));
        case "none" -> none(argument);
        default -> throw unreadable(spec, null);
      };
    } catch (NumberFormatException e) {
      throw unreadable(spec, e);
    }
  }

  private static FilterPolicy none(String argument) {
    if (!argument.isEmpty()) {
      throw new NumberFormatException("none() takes no argument");
    }
    return FilterPolicy.none();
  }

  private static IllegalArgumentException unreadable(String spec, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "not a filter policy: \""
            + spec
            + "\"; expected cuckoo(rate), semiSortedCuckoo(rate), windowedCuckoo(rate), bloom(bits),"
            + " blockedBloom(bits), none() or perLevel(policy), for example"
            + " cuckoo(0.002)",
        cause);
  }
}
