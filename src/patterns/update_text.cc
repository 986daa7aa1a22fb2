#include "patterns/update_text.h"

#include <fmt/format.h>

#include <utility>

namespace partita::patterns {

std::string UpdateText::alias(std::string_view attribute) {
  std::string name = fmt::format("#n{}", count_++);
  names_.emplace_back(name, std::string(attribute));
  return name;
}

void UpdateText::set(std::string_view attribute, Value value) {
  const std::string value_name = fmt::format(":v{}", count_);
  const std::string name = alias(attribute);
  fmt::format_to(std::back_inserter(sets_), "{}{} = {}", sets_.empty() ? "" : ", ", name,
                 value_name);
  values_.set(value_name, std::move(value));
}

void UpdateText::remove(std::string_view attribute) {
  const std::string name = alias(attribute);
  fmt::format_to(std::back_inserter(removes_), "{}{}", removes_.empty() ? "" : ", ", name);
}

void UpdateText::write_to(api::Update& update) && {
  if (!sets_.empty()) update.update_expression = fmt::format("SET {}", sets_);
  if (!removes_.empty()) {
    update.update_expression +=
        fmt::format("{}REMOVE {}", update.update_expression.empty() ? "" : " ", removes_);
  }
  update.expression_attribute_names = std::move(names_);
  if (!values_.is_empty()) update.expression_attribute_values = EncodedItem(values_);
}

}  // namespace partita::patterns
