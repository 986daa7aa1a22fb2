#include "modelled/serving/result_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/serving/failure.h"

namespace partita::serving {
namespace {

using planning::PatternReadPlan;

Error not_found(std::string_view what, const PlanArguments& arguments) {
  return failure(FailureKind::NotFound,
                 fmt::format("there is no {} with {}", what, arguments.description()));
}

Status shape_one(const PatternReadPlan& plan, const PlanArguments& arguments, ReadAnswer& answer) {
  if (answer.rows.empty()) return not_found(plan.rows.front().entity->name, arguments);
  return {};
}

// The value as the key of a JSON object.
std::string member_text(const std::optional<ValueView>& value) {
  if (!value) return {};
  if (value->type() == ValueType::S) return std::string(value->string());
  if (value->type() == ValueType::N) return value->number().to_string();
  if (value->type() == ValueType::Bool) return value->boolean() ? "true" : "false";
  return {};
}

void name_by_attribute(const model::Pattern& pattern, ReadAnswer& answer) {
  for (ReadRow& row : answer.rows) {
    row.member = member_text(row.item.view().find(pattern.shape_by));
    const auto named = std::ranges::find(pattern.shape_names, row.member,
                                         &std::pair<std::string, std::string>::first);
    if (named != pattern.shape_names.end()) row.member = named->second;
  }
}

// Of a part that is one item, only the first counts.
Status shape_part(const planning::PlannedRow& part, const PlanArguments& arguments, bool is_whole,
                  ReadAnswer& answer) {
  if (part.is_many) return {};
  const auto is_part = [&](const ReadRow& row) { return row.member == part.member; };
  const auto first = std::ranges::find_if(answer.rows, is_part);
  if (first == answer.rows.end()) {
    if (is_whole) return not_found(part.entity->name, arguments);
    return {};
  }
  answer.rows.erase(std::remove_if(first + 1, answer.rows.end(), is_part), answer.rows.end());
  return {};
}

}  // namespace

Status shape_result(const planning::PatternPlan& plan, const PlanArguments& arguments,
                    ReadAnswer& answer) {
  const PatternReadPlan& read = *plan.read();
  switch (read.shape) {
    case PatternReadPlan::Shape::One:
      return shape_one(read, arguments, answer);
    case PatternReadPlan::Shape::MapByAttribute:
      name_by_attribute(*plan.pattern, answer);
      return {};
    case PatternReadPlan::Shape::Collection:
      for (const planning::PlannedRow& part : read.rows) {
        const bool is_whole = !answer.has_more && answer.previous.empty();
        TRY(shape_part(part, arguments, is_whole, answer));
      }
      return {};
    case PatternReadPlan::Shape::List:
      return {};
  }
  return {};
}

}  // namespace partita::serving
