#include "conformance/runner/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace partita::conformance {
namespace {

constexpr std::string_view kAbsent = "$absent";
constexpr std::string_view kUnordered = "$unordered";

using Difference = std::optional<std::string>;

Difference differs(const std::string& path, const Json& expected, const Json& actual) {
  return fmt::format("at {}: expected {}, got {}", path.empty() ? "the body" : path,
                     expected.dump(), actual.dump());
}

bool is_absent(const Json& expected) { return expected.is_string() && expected == kAbsent; }

// Nullopt if the expected value is no matcher.
std::optional<bool> matches_type(const Json& expected, const Json& actual) {
  if (!expected.is_string()) return std::nullopt;
  if (expected == "$any") return true;
  if (expected == "$number") return actual.is_number();
  if (expected == "$string")
    return actual.is_string() && !actual.get_ref<const std::string&>().empty();
  if (expected == "$list") return actual.is_array();
  return std::nullopt;
}

bool is_set(const Json& value) {
  return value.is_object() && value.size() == 1 &&
         (value.contains("SS") || value.contains("NS") || value.contains("BS"));
}

class Comparison {
 public:
  explicit Comparison(Extent extent) : extent_(extent) {}

  Difference compare(const std::string& path, const Json& expected, const Json& actual) const {
    if (const auto matches = matches_type(expected, actual)) {
      return *matches ? Difference() : differs(path, expected, actual);
    }
    if (expected.is_object() && actual.is_object()) return objects(path, expected, actual);
    if (expected.is_array() && actual.is_array()) return lists(path, expected, actual);
    return expected == actual ? Difference() : differs(path, expected, actual);
  }

 private:
  Difference objects(const std::string& path, const Json& expected, const Json& actual) const {
    if (is_set(expected) && is_set(actual)) return sets(path, expected, actual);
    for (const auto& [name, value] : expected.items()) {
      if (auto found = member(path + "/" + name, value, actual, name)) return found;
    }
    if (extent_ == Extent::Part) return std::nullopt;
    for (const auto& [name, value] : actual.items()) {
      if (expected.contains(name)) continue;
      return fmt::format("at {}/{}: not expected, got {}", path, name, value.dump());
    }
    return std::nullopt;
  }

  Difference member(const std::string& path, const Json& expected, const Json& parent,
                    const std::string& name) const {
    const auto found = parent.find(name);
    if (is_absent(expected)) {
      if (found == parent.end()) return std::nullopt;
      return fmt::format("at {}: should be absent, got {}", path, found->dump());
    }
    if (found == parent.end()) {
      return fmt::format("at {}: expected {}, got nothing", path, expected.dump());
    }
    return compare(path, expected, *found);
  }

  Difference sets(const std::string& path, const Json& expected, const Json& actual) const {
    if (expected.begin().key() != actual.begin().key()) return differs(path, expected, actual);
    auto wanted = expected.begin()->get<std::vector<Json>>();
    auto found = actual.begin()->get<std::vector<Json>>();
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    return wanted == found ? Difference() : differs(path, expected, actual);
  }

  Difference lists(const std::string& path, const Json& expected, const Json& actual) const {
    if (!expected.empty() && expected.front() == kUnordered) {
      return in_any_order(path, expected, actual);
    }
    for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i) {
      if (auto found = compare(fmt::format("{}/{}", path, i), expected[i], actual[i])) return found;
    }
    if (expected.size() == actual.size()) return std::nullopt;
    return fmt::format("at {}: expected {} elements, got {}", path, expected.size(), actual.size());
  }

  Difference in_any_order(const std::string& path, const Json& expected, const Json& actual) const {
    auto left = actual.get<std::vector<Json>>();
    for (std::size_t i = 1; i < expected.size(); ++i) {
      const auto found = std::find_if(left.begin(), left.end(), [&](const Json& candidate) {
        return !compare(path, expected[i], candidate);
      });
      if (found == left.end()) {
        return fmt::format("at {}: no element is {}, left are {}", path, expected[i].dump(),
                           Json(left).dump());
      }
      left.erase(found);
    }
    if (left.empty()) return std::nullopt;
    return fmt::format("at {}: not expected: {}", path, Json(left).dump());
  }

  Extent extent_;
};

}  // namespace

std::optional<std::string> difference(const Json& expected, const Json& actual, Extent extent) {
  return Comparison(extent).compare("", expected, actual);
}

bool matches_message(const ExpectedError& expected, const std::string& message) {
  if (expected.extent == Extent::Whole) return expected.message == message;
  constexpr std::string_view kAnyText = "...";
  std::string_view parts = expected.message;
  std::string_view rest = message;
  while (true) {
    const auto end = std::min(parts.find(kAnyText), parts.size());
    const auto part = parts.substr(0, end);
    const auto at = rest.find(part);
    if (at == std::string_view::npos) return false;
    if (end == parts.size()) return true;
    rest.remove_prefix(at + part.size());
    parts.remove_prefix(end + kAnyText.size());
  }
}

}  // namespace partita::conformance
