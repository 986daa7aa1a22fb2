#include "partita/builder/key_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/rules/identifier.h"

namespace partita::builder {
namespace {

constexpr char kSeparator = '#';

std::string make_identifier(model::IdGenerator::Kind kind, const Clock& clock, Random& random) {
  const model::IdGenerator generator{.kind = kind, .prefix = {}, .suffix = {}};
  const auto now = std::chrono::time_point_cast<model::Duration>(clock.wall_now());
  return rules::make_identifier(generator, now, random);
}

}  // namespace

std::string make_key(std::initializer_list<std::string_view> parts) {
  return fmt::format("{}", fmt::join(parts, std::string_view(&kSeparator, 1)));
}

std::vector<std::string_view> parse_key(std::string_view key) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = key.find(kSeparator);
    parts.push_back(key.substr(0, end));
    if (end == std::string_view::npos) return parts;
    key.remove_prefix(end + 1);
  }
}

std::optional<std::string_view> parse_key(std::string_view key, std::string_view prefix) {
  const bool fits =
      key.size() > prefix.size() && key.starts_with(prefix) && key[prefix.size()] == kSeparator;
  return fits ? std::optional(key.substr(prefix.size() + 1)) : std::nullopt;
}

std::string make_uuid4(Random& random) {
  return make_identifier(model::IdGenerator::Kind::Uuid4, Clock::system(), random);
}

std::string make_ulid(const Clock& clock, Random& random) {
  return make_identifier(model::IdGenerator::Kind::Ulid, clock, random);
}

std::string make_prefixed_id(std::string_view prefix, const Clock& clock, Random& random) {
  return fmt::format("{}_{}", prefix, make_ulid(clock, random));
}

}  // namespace partita::builder
