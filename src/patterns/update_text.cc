#include "patterns/update_text.h"

#include <fmt/format.h>

namespace partita::patterns {
namespace {

void append(std::string& list, std::string_view part) {
  if (!list.empty()) list += ", ";
  list += part;
}

}  // namespace

void UpdateText::set(std::string_view attribute, Value value) {
  const std::string name = placeholders_.name(attribute);
  append(sets_, fmt::format("{} = {}", name, placeholders_.value(std::move(value))));
}

void UpdateText::remove(std::string_view attribute) {
  append(removes_, placeholders_.name(attribute));
}

std::string UpdateText::text() const {
  if (removes_.empty()) return fmt::format("SET {}", sets_);
  if (sets_.empty()) return fmt::format("REMOVE {}", removes_);
  return fmt::format("SET {} REMOVE {}", sets_, removes_);
}

}  // namespace partita::patterns
