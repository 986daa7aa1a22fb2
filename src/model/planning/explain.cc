#include "model/planning/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "language/expression/reserved_words.h"

namespace partita::planning {
namespace {

using Op = KeyMatch::Operator;

std::string alias(const std::string& name) {
  return expression::is_reserved_word(name) ? "#" + name : name;
}

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", text); }

std::string value_text(const Value& value) {
  switch (value.type()) {
    case ValueType::S:
      return quoted(value.string());
    case ValueType::N:
      return value.number().to_string();
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    default:
      return std::string(name_of(value.type()));
  }
}

std::string source_text(const ValueSource& source) {
  switch (source.kind) {
    case ValueSource::Kind::Parameter:
      return "$" + source.name;
    case ValueSource::Kind::Body:
      return "body." + source.name;
    case ValueSource::Kind::Constant:
      return value_text(source.constant);
  }
  return {};
}

// The constant text of a rendered key, or its placeholder.
std::string operand_text(const KeyMatch& condition) {
  const auto& rendered = condition.value.rendered;
  if (rendered && rendered->is_constant()) return quoted(rendered->literal_prefix());
  return ":" + condition.attribute;
}

std::string condition_text(const KeyMatch& condition) {
  const std::string name = alias(condition.attribute);
  switch (condition.op) {
    case Op::Equal:
      return fmt::format("{} = {}", name, operand_text(condition));
    case Op::BeginsWith:
      return fmt::format("begins_with({}, {})", name, operand_text(condition));
    case Op::Between:
      return fmt::format("{} BETWEEN :lo AND :hi", name);
  }
  return {};
}

std::string conditions_text(const std::vector<KeyMatch>& conditions) {
  std::vector<std::string> texts;
  for (const auto& condition : conditions) texts.push_back(condition_text(condition));
  return fmt::format("{}", fmt::join(texts, " AND "));
}

std::string filter_text(const AttributeFilter& filter) {
  if (filter.values.size() == 1) {
    return fmt::format("{} = {}", alias(filter.attribute), source_text(filter.values.front()));
  }
  std::vector<std::string> values;
  for (const auto& value : filter.values) values.push_back(source_text(value));
  return fmt::format("{} in ({})", alias(filter.attribute), fmt::join(values, ", "));
}

// A key that differs from leg to leg is shown by its placeholder.
std::string legs_text(const std::vector<Leg>& legs) {
  std::vector<KeyMatch> conditions = legs.front().conditions;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    auto& rendered = conditions[i].value.rendered;
    const auto& other = legs.back().conditions[i].value.rendered;
    if (rendered && other && rendered->text() != other->text()) rendered.reset();
  }
  return conditions_text(conditions);
}

std::string read_text(const PatternReadPlan& plan) {
  std::string text = plan.access == PatternReadPlan::Access::Scan ? "scan" : legs_text(plan.legs);
  std::vector<std::string> filters;
  for (const auto& filter : plan.equalities) filters.push_back(filter_text(filter));
  if (plan.filter) filters.push_back(plan.filter->text());
  if (!filters.empty()) text += fmt::format(" + filter {}", fmt::join(filters, " and "));
  if (plan.legs.size() > 1) text += fmt::format("   {} legs", plan.legs.size());
  return text;
}

std::string write_text(const PatternWritePlan& plan) {
  std::string text = plan.step.empty() ? "" : plan.step + ": ";
  text += fmt::format("{} {}", name_of(plan.kind), plan.entity->name);
  text += fmt::format(" at {}", conditions_text(plan.key));
  if (plan.to) text += fmt::format(" to {}", source_text(*plan.to));
  return text;
}

std::string writes_text(const std::vector<PatternWritePlan>& plans) {
  std::vector<std::string> texts;
  for (const auto& plan : plans) texts.push_back(write_text(plan));
  return fmt::format("{}", fmt::join(texts, "; "));
}

// Lines of the long form, one fact each.
class Facts {
 public:
  void add(std::string_view name, std::string_view fact) {
    text_ += fmt::format("  {:<8} {}\n", name, fact);
  }
  void add_value(const KeyMatch& condition);
  void add_leg(const Leg& leg, std::size_t number);
  void add_read(const PatternReadPlan& plan);
  void add_write(const PatternWritePlan& plan);
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string key_value_text(const KeyValueSource& value) {
  if (!value.rendered) return source_text(value.source);
  if (value.is_constant()) return quoted(value.rendered->literal_prefix());
  std::vector<std::string> variables;
  for (const auto& variable : value.variables) {
    variables.push_back(fmt::format("{} = {}", variable.variable, source_text(variable.source)));
  }
  return fmt::format("{} with {}", quoted(value.rendered->text()), fmt::join(variables, ", "));
}

void Facts::add_value(const KeyMatch& condition) {
  if (condition.range) {
    const bool has_prefix = condition.value.rendered.has_value();
    const std::string prefix = has_prefix ? key_value_text(condition.value) + " before " : "";
    add("value", fmt::format(":lo, :hi = {}the bounds of ${}, whole days included", prefix,
                             condition.range->parameter));
  } else if (!(condition.value.rendered && condition.value.is_constant())) {
    add("value", fmt::format(":{} = {}", condition.attribute, key_value_text(condition.value)));
  }
}

void Facts::add_leg(const Leg& leg, std::size_t number) {
  std::vector<std::string> values;
  for (const auto& condition : leg.conditions) {
    if (condition.range || !condition.value.is_constant()) continue;
    values.push_back(
        fmt::format("{} = {}", alias(condition.attribute), key_value_text(condition.value)));
  }
  add(fmt::format("leg {}", number), fmt::format("{}", fmt::join(values, ", ")));
}

void Facts::add_read(const PatternReadPlan& plan) {
  if (!plan.legs.empty()) {
    for (const auto& condition : plan.legs.front().conditions) {
      if (plan.legs.size() == 1 || !condition.value.is_constant() || condition.range) {
        add_value(condition);
      }
    }
  }
  for (std::size_t i = 0; plan.legs.size() > 1 && i < plan.legs.size(); ++i) {
    add_leg(plan.legs[i], i + 1);
  }
  if (plan.legs.size() > 1 && !plan.merge_by.empty()) {
    add("merge", fmt::format("by {}", fmt::join(plan.merge_by, ", ")));
  }
  if (!plan.merge_by.empty()) {
    add("order", fmt::format("{} {}", fmt::join(plan.merge_by, ", "),
                             plan.is_descending ? "descending" : "ascending"));
  }
  for (const auto& row : plan.rows) {
    if (row.member.empty()) continue;
    add("part",
        fmt::format("{}: {} {}", row.member, row.is_many ? "many" : "one", row.entity->name));
  }
  if (plan.drops_foreign_rows) add("drop", "rows of other entities");
  if (plan.fetches_items) add("fetch", "each item by its key: the index does not hold all of it");
  if (plan.page) {
    add("page",
        fmt::format("{} items, at most {}", plan.page->default_items, plan.page->items_max));
  }
  if (plan.is_consistent) add("read", "consistent");
}

void Facts::add_write(const PatternWritePlan& plan) {
  for (const auto& condition : plan.key) add_value(condition);
  if (!plan.from_states.empty()) {
    add("from", fmt::format("{}", fmt::join(plan.from_states, ", ")));
  }
  if (!plan.settable.empty()) add("sets", fmt::format("{}", fmt::join(plan.settable, ", ")));
  for (const auto& copy : plan.copies) {
    add("copies", fmt::format("{} = {}.{}", copy.attribute, copy.step, copy.from));
  }
}

std::string_view location_text(const model::Index* index) {
  return index == nullptr ? std::string_view("table") : std::string_view(index->name);
}

struct Line {
  std::string name;
  std::string place;
  std::string condition;
};

}  // namespace

std::string place_text(const PatternPlan& plan) {
  if (const PatternReadPlan* read = plan.read()) return std::string(location_text(read->index));
  if (plan.writes() != nullptr) return "table";
  return "search " + std::get<PatternSearchPlan>(plan.action).search;
}

std::string condition_text(const PatternPlan& plan) {
  if (const PatternReadPlan* read = plan.read()) return read_text(*read);
  if (const auto* writes = plan.writes()) return writes_text(*writes);
  return {};
}

std::string explain(const PatternPlan& plan) {
  Facts facts;
  if (const PatternReadPlan* read = plan.read()) facts.add_read(*read);
  if (const auto* writes = plan.writes()) {
    for (const auto& write : *writes) facts.add_write(write);
  }
  return fmt::format("{}  {}  {}\n{}", plan.pattern->name, place_text(plan), condition_text(plan),
                     facts.take());
}

std::string explain(const model::Pattern& pattern, const PlanningOutcome& outcome) {
  if (outcome.plan) return explain(*outcome.plan);
  std::string text = fmt::format("{}  not served\n", pattern.name);
  for (const auto& rejection : outcome.rejections) {
    text += fmt::format("  {}: {}\n", location_text(rejection.index), rejection.text);
  }
  if (outcome.proposal) text += fmt::format("  would be served by {}\n", outcome.proposal->text());
  return text;
}

std::string explain_all(const model::Model& model) {
  std::vector<Line> lines;
  std::size_t name_width = 0;
  std::size_t place_width = 0;
  for (const auto& pattern : model.patterns) {
    const PlanningOutcome outcome = plan_pattern(model, pattern);
    lines.push_back({pattern.name, outcome.plan ? place_text(*outcome.plan) : "not served",
                     outcome.plan ? condition_text(*outcome.plan) : ""});
    name_width = std::max(name_width, lines.back().name.size());
    place_width = std::max(place_width, lines.back().place.size());
  }
  std::string text = model.name + "\n";
  for (const auto& line : lines) {
    std::string row = fmt::format("  {:<{}}  {:<{}}  {}", line.name, name_width, line.place,
                                  place_width, line.condition);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace partita::planning
