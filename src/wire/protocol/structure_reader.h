#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"
#include "wire/protocol/attribute_reader.h"
#include "wire/protocol/constraints.h"
#include "wire/protocol/json_reader.h"
#include "wire/protocol/shapes.h"

// Reads any structure of the API by its shape, straight from the JSON. Unknown members are skipped,
// null is the same as absent, a name that comes twice is refused. A limit that does not hold is
// only noted; find_violations tells which.
namespace partita::protocol {

// The limits of one member, as its shape has them.
struct ShapeLimits {
  api::Bounds bounds = {};
  api::Bounds elements = {};
  api::Bounds keys = {};
};

template <Structure T>
bool read_structure(JsonReader& reader, JsonObject object, T& target);
template <typename T>
bool read_value(JsonReader& reader, JsonValue json, T& target, const ShapeLimits& limits,
                JsonReader::Place place);

inline bool read_text(JsonReader& reader, JsonValue json, std::string& target,
                      const ShapeLimits& limits) {
  std::string_view text;
  if (!reader.string(json, text)) return false;
  if (!text_is_within(limits.bounds, text)) reader.note_violation();
  target = text;
  return true;
}

template <std::integral Integer>
bool read_integer(JsonReader& reader, JsonValue json, Integer& target, const ShapeLimits& limits) {
  if (!reader.integer(json, target)) return false;
  if (!value_is_within(limits.bounds, target)) reader.note_violation();
  return true;
}

template <WireEnum Enum>
bool read_enum(JsonReader& reader, JsonValue json, Enum& target) {
  std::string_view text;
  if (!reader.string(json, text)) return false;
  const api::EnumWords words = wire_names(Enum{});
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) {
    reader.note_violation();
  } else {
    target = static_cast<Enum>(found - words.begin());
  }
  return true;
}

// Elements beyond the limit are not kept, because the request is refused anyhow. They are read all
// the same: find_violations relies on the types of everything.
inline bool has_room(const ShapeLimits& limits, std::size_t size) {
  return static_cast<std::int64_t>(size) < std::min(limits.bounds.max, kElementsMax);
}

template <typename Element>
bool read_surplus(JsonReader& reader, JsonValue json, JsonKind kind, const ShapeLimits& limits) {
  if (kind == JsonKind::null) return reader.null(json);
  Element surplus{};
  return read_value(reader, json, surplus, limits, JsonReader::Place::Element);
}

template <typename Element>
bool read_list(JsonReader& reader, JsonValue json, std::vector<Element>& target,
               const ShapeLimits& limits) {
  JsonArray array;
  if (!reader.list(json, array)) return false;
  const auto element = [&](JsonValue value) {
    JsonKind kind;
    if (!reader.kind(value, kind)) return false;
    const ShapeLimits of_element{.bounds = limits.elements};
    if (kind != JsonKind::null && has_room(limits, target.size())) {
      return read_value(reader, value, target.emplace_back(), of_element,
                        JsonReader::Place::Element);
    }
    reader.note_violation();
    return read_surplus<Element>(reader, value, kind, of_element);
  };
  if (!reader.each_element(array, element)) return false;
  if (!size_is_within(limits.bounds, target.size())) reader.note_violation();
  return true;
}

template <typename Entries>
bool has_equal_names(const Entries& entries) {
  if (entries.size() < 2) return false;
  std::vector<std::string_view> names;
  names.reserve(entries.size());
  for (const auto& entry : entries) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

template <typename Entry>
bool read_dictionary(JsonReader& reader, JsonValue json, api::Dictionary<Entry>& target,
                     const ShapeLimits& limits) {
  JsonObject object;
  if (!reader.map(json, object, FieldTypeOf<api::Dictionary<Entry>>::kType)) return false;
  const auto entry = [&](std::string_view name, JsonValue value) {
    JsonKind kind;
    if (!reader.kind(value, kind)) return false;
    if (!text_is_within(limits.keys, name)) reader.note_violation();
    const ShapeLimits of_entry{.bounds = limits.elements};
    if (kind == JsonKind::null || !has_room(limits, target.size())) {
      reader.note_violation();
      return read_surplus<Entry>(reader, value, kind, of_entry);
    }
    auto& added = target.emplace_back();
    added.first = name;
    return read_value(reader, value, added.second, of_entry, JsonReader::Place::Element);
  };
  if (!reader.each_member(object, entry)) return false;
  if (!size_is_within(limits.bounds, target.size())) reader.note_violation();
  return !has_equal_names(target) || reader.fail("Duplicate name in a map");
}

template <typename T>
bool read_value(JsonReader& reader, JsonValue json, T& target, const ShapeLimits& limits,
                JsonReader::Place place) {
  if constexpr (kIsOptional<T>) {
    return read_value(reader, json, target.emplace(), limits, place);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return read_text(reader, json, target, limits);
  } else if constexpr (std::is_same_v<T, bool>) {
    return reader.boolean(json, target);
  } else if constexpr (std::integral<T>) {
    return read_integer(reader, json, target, limits);
  } else if constexpr (std::same_as<T, double>) {
    return reader.real(json, target);
  } else if constexpr (std::same_as<T, api::Timestamp>) {
    return reader.timestamp(json, target.seconds);
  } else if constexpr (WireEnum<T>) {
    return read_enum(reader, json, target);
  } else if constexpr (std::is_same_v<T, api::ItemInput>) {
    return read_item(reader, json, target);
  } else if constexpr (std::is_same_v<T, api::ValueInput>) {
    return read_attribute_value(reader, json, target, place);
  } else if constexpr (kIsDictionary<T>) {
    return read_dictionary(reader, json, target, limits);
  } else if constexpr (kIsList<T>) {
    return read_list(reader, json, target, limits);
  } else {
    JsonObject object;
    return reader.structure(json, object, type_name<T>(), place) &&
           read_structure(reader, object, target);
  }
}

template <Structure T>
constexpr std::uint32_t required_members() {
  std::uint32_t bits = 0;
  std::uint32_t bit = 1;
  for_each_member<T>([&](const auto& member) {
    if (member.is_required) bits |= bit;
    bit <<= 1;
  });
  return bits;
}

template <Structure T>
class StructureReader {
 public:
  StructureReader(JsonReader& reader, T& target) : reader_(reader), target_(target) {}

  bool read(JsonObject object) {
    constexpr std::uint32_t kRequired = required_members<T>();
    const auto member = [&](std::string_view name, JsonValue json) {
      return named(name, json, std::make_index_sequence<kMemberCount<T>>());
    };
    if (!reader_.each_member(object, member)) return false;
    if ((present_ & kRequired) != kRequired) reader_.note_violation();
    return true;
  }

 private:
  static_assert(kMemberCount<T> <= 32);

  // Finds the member by its name, which is a handful of comparisons of mostly different lengths.
  template <std::size_t... Indexes>
  bool named([[maybe_unused]] std::string_view name, JsonValue json,
             std::index_sequence<Indexes...>) {
    bool is_read = true;
    const bool is_known =
        ((name == std::get<Indexes>(kShape<T>).name && ((is_read = member<Indexes>(json)), true)) ||
         ...);
    return is_known ? is_read : reader_.skip(json);
  }

  template <std::size_t Index>
  bool member(JsonValue json) {
    constexpr const auto& kMember = std::get<Index>(kShape<T>);  // NOLINT: it is a constant
    constexpr std::uint32_t kBit = std::uint32_t{1} << Index;
    static constexpr ShapeLimits kLimits{kMember.bounds, kMember.element_bounds,
                                         kMember.key_bounds};
    if ((named_ & kBit) != 0) return reader_.fail_duplicate(kMember.name);
    named_ |= kBit;
    JsonKind kind;
    if (!reader_.kind(json, kind)) return false;
    if (kind == JsonKind::null) return reader_.null(json);
    present_ |= kBit;
    return read_value(reader_, json, target_.*kMember.field, kLimits, JsonReader::Place::Member);
  }

  JsonReader& reader_;
  T& target_;
  // A bit for each member that came, and for each that came and was not null.
  std::uint32_t named_ = 0;
  std::uint32_t present_ = 0;
};

template <Structure T>
bool read_structure(JsonReader& reader, JsonObject object, T& target) {
  return StructureReader<T>(reader, target).read(object);
}

}  // namespace partita::protocol
