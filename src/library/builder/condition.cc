#include "partita/builder/condition.h"

#include <fmt/format.h>

#include "library/builder/document_path.h"

namespace partita::builder {
namespace {

// The form of the clause; {0} is the path, {1} the value.
std::string_view form_of(Operator op) {
  switch (op) {
    case Operator::Equal:
      return "{0} = {1}";
    case Operator::NotEqual:
      return "{0} <> {1}";
    case Operator::Less:
      return "{0} < {1}";
    case Operator::LessOrEqual:
      return "{0} <= {1}";
    case Operator::Greater:
      return "{0} > {1}";
    case Operator::GreaterOrEqual:
      return "{0} >= {1}";
    case Operator::BeginsWith:
      return "begins_with({0}, {1})";
    case Operator::Contains:
      return "contains({0}, {1})";
    case Operator::Exists:
      return "attribute_exists({0})";
    case Operator::NotExists:
      break;
  }
  return "attribute_not_exists({0})";
}

bool has_value(Operator op) { return op != Operator::Exists && op != Operator::NotExists; }

}  // namespace

Result<std::string> expression_of(std::span<const Condition> conditions,
                                  api::PlaceholderWriter& placeholders) {
  std::string text;
  for (const Condition& condition : conditions) {
    const std::string path = TRY(write_path(condition.path, placeholders));
    const std::string value =
        has_value(condition.op) ? placeholders.value(condition.value) : std::string();
    if (!text.empty()) text += " AND ";
    text += fmt::format(fmt::runtime(form_of(condition.op)), path, value);
  }
  return text;
}

}  // namespace partita::builder
