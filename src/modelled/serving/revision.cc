#include "modelled/serving/revision.h"

#include <fmt/format.h>

#include "modelled/serving/failure.h"
#include "modelled/serving/write_pattern.h"
#include "store/keys/key_hash.h"

namespace partita::serving {
namespace {

constexpr std::size_t kRevisionHashBytes = 16;

std::string hash_text(const ItemView& item) {
  const keys::KeyHash hash = keys::hash_bytes(item.bytes());
  std::string text;
  for (const char byte : hash.view().substr(0, kRevisionHashBytes)) {
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(byte));
  }
  return text;
}

bool is_enforced(const model::Entity& entity) {
  using model::Enforcement;
  return entity.table->enforcement == Enforcement::Enforce &&
         entity.level.value_or(Enforcement::Enforce) == Enforcement::Enforce;
}

Error other_revision(std::string_view what, std::string_view expected, std::string_view found) {
  return failure(FailureKind::OtherRevision,
                 fmt::format("{}: expected revision {}, {}", what, expected, found), "M203");
}

}  // namespace

std::string_view counting_attribute(const model::Entity& entity) {
  if (!is_enforced(entity)) return {};
  if (entity.versioned) return entity.versioned->number;
  return entity.revision ? std::string_view(entity.revision->attribute) : std::string_view();
}

std::string revision_of(const model::Entity& entity, const ItemView& item) {
  const std::string_view counting = counting_attribute(entity);
  const auto number = counting.empty() ? std::nullopt : item.find(counting);
  const bool is_counted = number && number->type() == ValueType::N;
  return is_counted ? number->number().to_string() : hash_text(item);
}

std::optional<Number> expected_number(const model::Entity& entity, std::string_view expected) {
  if (counting_attribute(entity).empty()) return std::nullopt;
  const auto number = Number::parse(expected);
  return number.ok() ? std::optional(*number) : std::nullopt;
}

Status check_revision(const model::Entity& entity, const std::optional<ItemView>& stored,
                      std::string_view expected, std::string_view what) {
  if (!stored) {
    const bool is_none = expected == "0" && !counting_attribute(entity).empty();
    return is_none ? Status() : other_revision(what, expected, "there is none");
  }
  if (expected == "*") return {};
  const std::string current = revision_of(entity, *stored);
  if (current == expected) return {};
  return other_revision(what, expected, fmt::format("it is {}", current));
}

}  // namespace partita::serving
