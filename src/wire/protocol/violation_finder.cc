#include "wire/protocol/violation_finder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/api/exception.h"
#include "wire/protocol/constraints.h"
#include "wire/protocol/java_text.h"
#include "wire/protocol/json_library.h"

namespace partita::protocol {
namespace {

using api::Bounds;
using simdjson::dom::element;

constexpr std::size_t kViolationsTold = 10;

// The types are known to fit, because the request has been read once. Nothing here relies on it: a
// value of another type is an empty one.
std::string_view text_of(const element& value) {
  std::string_view text;
  return value.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::int64_t number_of(const element& value) {
  std::int64_t number = 0;
  double decimal = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  return value.get(decimal) == simdjson::SUCCESS ? static_cast<std::int64_t>(decimal) : 0;
}

template <typename Visit>
void for_each_element(const element& value, Visit visit) {
  simdjson::dom::array elements;
  if (value.get(elements) != simdjson::SUCCESS) return;
  for (const element one : elements) visit(one);
}

template <typename Visit>
void for_each_entry(const element& value, Visit visit) {
  simdjson::dom::object entries;
  if (value.get(entries) != simdjson::SUCCESS) return;
  for (const auto entry : entries) visit(entry.key, entry.value);
}

std::optional<element> member_of(const element& structure, std::string_view name) {
  element value;
  if (structure.at_key(name).get(value) != simdjson::SUCCESS || value.is_null()) {
    return std::nullopt;
  }
  return value;
}

// Counted, because the parser's own count ends at 0xFFFFFF.
std::size_t size_of(const element& container) {
  std::size_t size = 0;
  for_each_element(container, [&](const element&) { ++size; });
  for_each_entry(container, [&](std::string_view, const element&) { ++size; });
  return size;
}

// What does not hold of the value itself.
std::vector<std::string> violations_of(const FieldType& type, const Bounds& bounds,
                                       const element& value) {
  switch (type.kind) {
    case FieldKind::Text:
      return violations_of_text(bounds, text_of(value));
    case FieldKind::Number:
      return violations_of_value(bounds, number_of(value));
    case FieldKind::List:
    case FieldKind::Map:
      return violations_of_size(bounds, size_of(value));
    case FieldKind::Enum:
      if (std::find(type.words.begin(), type.words.end(), text_of(value)) == type.words.end()) {
        return {not_among(type.words)};
      }
      return {};
    default:
      return {};
  }
}

bool is_kept(const FieldType& type, const Bounds& bounds, const element& value) {
  return !value.is_null() && violations_of(type, bounds, value).empty();
}

class ViolationFinder {
 public:
  void check_structure(const StructureType& type, const element& structure) {
    for (const auto& member : type.members) {
      if (member.telling.is_last && !violations_.empty()) continue;
      const Step step(*this, java_field(member.name), member.name);
      const auto value = member_of(structure, member.name);
      if (value) check_member(member, *value);
      if (!value && member.is_required) add_absent(member);
    }
  }

  Error error() const {
    if (violations_.empty()) return Error::internal("a limit was not kept, but it was not found");
    return Error::invalid_argument(
        fmt::format("{} validation error{} detected: {}", violations_.size(),
                    violations_.size() == 1 ? "" : "s", fmt::join(violations_, "; ")));
  }

 private:
  // One step down the path to a value, for as long as it lives.
  class Step {
   public:
    Step(ViolationFinder& finder, std::string_view java_name, std::string_view wire_name)
        : finder_(finder),
          java_size_(finder.java_path_.size()),
          wire_size_(finder.wire_path_.size()) {
      append(finder.java_path_, java_name);
      append(finder.wire_path_, wire_name);
    }
    ~Step() {
      finder_.java_path_.resize(java_size_);
      finder_.wire_path_.resize(wire_size_);
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    static void append(std::string& path, std::string_view name) {
      if (!path.empty()) path += '.';
      path += name;
    }

    ViolationFinder& finder_;
    std::size_t java_size_;
    std::size_t wire_size_;
  };

  bool is_full() const { return violations_.size() >= kViolationsTold; }

  void check_member(const MemberType& member, const element& value) {
    for (const auto& violation : violations_of(member.type, member.bounds, value)) {
      member.telling.is_plain ? add_plainly(violation) : add(member, value, violation);
    }
    if (member.type.kind == FieldKind::List) check_elements(member, value);
    if (member.type.kind == FieldKind::Map) check_entries(member, value);
    check_inside(member.type, value);
  }

  // Limits of elements are told for the whole list.
  void check_elements(const MemberType& member, const element& list) {
    bool has_bad_element = false;
    for_each_element(list, [&](const element& value) {
      has_bad_element =
          has_bad_element || !is_kept(*member.type.element, member.element_bounds, value);
    });
    if (!has_bad_element) return;
    add(member, list, "Member must satisfy constraint: " + all_limits(member.element_bounds));
  }

  void check_entries(const MemberType& member, const element& map) {
    bool has_bad_key = false;
    bool has_bad_value = false;
    for_each_entry(map, [&](std::string_view key, const element& value) {
      has_bad_key = has_bad_key || !text_is_within(member.key_bounds, key);
      has_bad_value = has_bad_value || !is_kept(*member.type.element, member.element_bounds, value);
    });
    if (has_bad_key) {
      add(member, map, "Map keys must satisfy constraint: " + all_limits(member.key_bounds));
    }
    if (has_bad_value) {
      add(member, map, "Map value must satisfy constraint: " + all_limits(member.element_bounds));
    }
  }

  // The structures within a value, however deep, and the nulls in lists and maps that are
  // themselves in a list or a map.
  void check_inside(const FieldType& type, const element& value) {
    if (value.is_null() || is_full()) return;
    if (type.kind == FieldKind::Structure) check_structure(*type.structure, value);
    for_each_inside(type, value, [&](const element& one) {
      for_each_inside(*type.element, one, [&](const element& nested) {
        if (nested.is_null()) add_absent();
      });
      check_inside(*type.element, one);
    });
  }

  // Calls visit(one) for each element of a list and each value of a map, with its step on the path.
  template <typename Visit>
  void for_each_inside(const FieldType& type, const element& value, Visit visit) {
    if (type.kind == FieldKind::List) {
      std::size_t index = 0;
      for_each_element(value, [&](const element& one) {
        const std::string name = std::to_string(++index) + ".member";
        const Step step(*this, name, name);
        visit(one);
      });
    }
    if (type.kind == FieldKind::Map) {
      for_each_entry(value, [&](std::string_view key, const element& one) {
        const std::string name = std::string(key) + ".member";
        const Step step(*this, name, name);
        visit(one);
      });
    }
  }

  void add(const MemberType& member, const element& value, std::string_view message) {
    if (is_full()) return;
    const std::string shown =
        member.telling.is_shown_as_json ? json_text(value) : java_text(member.type, value);
    add_at(fmt::format("Value '{}' at '{}'", shown, java_path_), message);
  }

  void add_plainly(std::string_view message) {
    add_at(fmt::format("Value at '{}'", wire_path_), message);
  }

  void add_absent() {
    add_at(fmt::format("Value null at '{}'", java_path_), "Member must not be null");
  }

  void add_absent(const MemberType& member) {
    if (!member.telling.is_absence_emptiness) return add_absent();
    for (const auto& violation : violations_of_size(member.bounds, 0)) add_plainly(violation);
  }

  void add_at(std::string_view where, std::string_view message) {
    if (is_full()) return;
    violations_.push_back(fmt::format("{} failed to satisfy constraint: {}", where, message));
  }

  std::string java_path_;
  std::string wire_path_;
  std::vector<std::string> violations_;
};

// The message of the first member that is absent, or a map without entries, and has one for that.
std::optional<Error> absence(const StructureType& type, const element& request) {
  for (const auto& member : type.members) {
    const std::string_view message = member.telling.absence_message;
    if (message.empty()) continue;
    const auto value = member_of(request, member.name);
    const bool is_empty = value && value->is_object() && size_of(*value) == 0;
    if (!value || is_empty) return Error::invalid_argument(std::string(message));
  }
  return std::nullopt;
}

bool has_all_required(const StructureType& type, const element& request) {
  return std::all_of(type.members.begin(), type.members.end(), [&](const MemberType& member) {
    return !member.is_required || member_of(request, member.name);
  });
}

// AWS: the message shows the value, unless it is empty.
Error lone_violation_of(const MemberType& member, const element& value,
                        std::string_view violation) {
  const std::string_view message = member.telling.alone_message;
  if (!message.empty()) return Error::invalid_argument(std::string(message));
  const std::string shown = java_text(member.type, value);
  const std::string where = shown.empty()
                                ? fmt::format("Value at '{}'", member.name)
                                : fmt::format("Value '{}' at '{}'", shown, java_field(member.name));
  return Error::invalid_argument(fmt::format(
      "1 validation error detected: {} failed to satisfy constraint: {}", where, violation));
}

// Whether something lies inside more objects and arrays than that.
bool is_deeper_than(int levels, const element& value) {
  if (!value.is_object() && !value.is_array()) return false;
  if (levels == 0) return true;
  bool is_deeper = false;
  const auto look_into = [&](const element& inner) {
    is_deeper = is_deeper || is_deeper_than(levels - 1, inner);
  };
  for_each_element(value, look_into);
  for_each_entry(value, [&](std::string_view, const element& inner) { look_into(inner); });
  return is_deeper;
}

// What is told alone of the first member of which it is, if it does not keep its limits.
// AWS: nothing is, if a value has 63 levels and more, which the current layer does not read
// (api::NestingFault); each of them is an object and an array.
std::optional<Error> lone_violation(const StructureType& type, const element& request) {
  constexpr int kJsonLevelsMax = 128;
  if (!has_all_required(type, request) || is_deeper_than(kJsonLevelsMax, request)) {
    return std::nullopt;
  }
  for (const auto& member : type.members) {
    const auto value = member_of(request, member.name);
    if (!member.telling.is_alone || !value) continue;
    const auto violations = violations_of(member.type, member.bounds, *value);
    if (violations.empty()) continue;
    return lone_violation_of(member, *value, violations.front());
  }
  return std::nullopt;
}

}  // namespace

Error find_violations(ByteView json, const StructureType& request) {
  simdjson::dom::parser parser;
  element root;
  // This parser refuses numbers of more than 64 bits, also in members that nobody knows.
  if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS) {
    return api::failure(api::Exception::Serialization, "");
  }
  if (auto error = absence(request, root)) return *std::move(error);
  if (auto error = lone_violation(request, root)) return *std::move(error);
  ViolationFinder finder;
  finder.check_structure(request, root);
  return finder.error();
}

}  // namespace partita::protocol
