#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "partita/api/shape.h"
#include "partita/base/result.h"

// The limits of a request's shape, for requests that a program has built: operations rely on them,
// and what comes over a wire was checked by its decoder.
namespace partita::library {

// ERRORS: InvalidArgument (ValidationException), naming the member, its value and what is allowed.
Status check_text(std::string_view member, std::string_view text, const api::Bounds& bounds);
Status check_size(std::string_view member, std::size_t size, const api::Bounds& bounds);
Status check_value(std::string_view member, std::int64_t value, const api::Bounds& bounds);

template <typename T>
concept Structure = requires {
  T::shape();
};

template <Structure T>
Status check_limits(const T& structure);

// The limits of what one member holds: of itself, of its elements, of their names.
struct MemberLimits {
  std::string_view name;
  const api::Bounds& bounds;
  const api::Bounds& elements;
  const api::Bounds& keys;
};

// Items, values, enumerations and moments have no limits here.
template <typename T>
Status check_field(const T&, const MemberLimits&) {
  return {};
}

template <Structure T>
Status check_field(const T& structure, const MemberLimits&) {
  return check_limits(structure);
}

inline Status check_field(const std::string& text, const MemberLimits& limits) {
  return check_text(limits.name, text, limits.bounds);
}

template <std::integral T>
requires(!std::same_as<T, bool>) Status check_field(const T& value, const MemberLimits& limits) {
  return check_value(limits.name, static_cast<std::int64_t>(value), limits.bounds);
}

template <typename T>
Status check_field(const std::pair<std::string, T>& entry, const MemberLimits& limits) {
  TRY(check_text(limits.name, entry.first, limits.keys));
  return check_field(entry.second, limits);
}

template <typename T>
Status check_field(const std::vector<T>& elements, const MemberLimits& limits) {
  static constexpr api::Bounds kNone;
  TRY(check_size(limits.name, elements.size(), limits.bounds));
  const MemberLimits of_element{limits.name, limits.elements, kNone, limits.keys};
  for (const T& element : elements) TRY(check_field(element, of_element));
  return {};
}

template <typename T>
Status check_field(const std::optional<T>& field, const MemberLimits& limits) {
  if (!field) return {};
  return check_field(*field, limits);
}

template <Structure T>
Status check_limits(const T& structure) {
  Status status;
  const auto check = [&](const auto& member) {
    status = check_field(
        structure.*member.field,
        MemberLimits{member.name, member.bounds, member.element_bounds, member.key_bounds});
    return status.ok();
  };
  std::apply([&](const auto&... members) { static_cast<void>((check(members) && ...)); },
             T::shape());
  return status;
}

}  // namespace partita::library
