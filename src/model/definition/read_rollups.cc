#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

// The measures before one, as names for its formula.
class MeasureScope final : public FormulaScope {
 public:
  MeasureScope(const Model& model, const std::vector<Measure>& measures)
      : model_(model), measures_(measures) {}

  std::optional<FormulaName> find(FormulaSource source,
                                  std::span<const std::string_view> path) const override {
    if (source != FormulaSource::New || path.size() != 1) return std::nullopt;
    for (const Measure& measure : measures_) {
      if (measure.name == path.front()) return FormulaName{FormulaType::Number};
    }
    return std::nullopt;
  }
  const std::string* find_model_param(std::string_view name) const override {
    const Param* param = model_.find_param(name);
    return param == nullptr ? nullptr : &param->value;
  }
  std::vector<std::string_view> names() const override { return names_of(measures_); }

 private:
  const Model& model_;
  const std::vector<Measure>& measures_;
};

struct Aggregate {
  MeasureKind kind;
  std::string_view inside;  // Between its parentheses; empty for the bare word `count`.
};

// "avg(a - b)" as what it is; nullopt for a formula.
std::optional<Aggregate> aggregate_of(std::string_view text) {
  if (text == "count") return Aggregate{MeasureKind::Count, {}};
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return std::nullopt;
  for (int i = 0; i < static_cast<int>(MeasureKind::Formula); ++i) {
    const auto kind = static_cast<MeasureKind>(i);
    if (text.substr(0, open) == name_of(kind)) {
      return Aggregate{kind, text.substr(open + 1, text.size() - open - 2)};
    }
  }
  return std::nullopt;
}

// Numbers, and what counts as one: durations in seconds; of min and max also timestamps.
bool can_measure(MeasureKind kind, FormulaType type) {
  if (type == FormulaType::Number || type == FormulaType::Span || type == FormulaType::Other) {
    return true;
  }
  return type == FormulaType::Time && (kind == MeasureKind::Min || kind == MeasureKind::Max);
}

void read_aggregate(const Aggregate& aggregate, const Node& node, const Rollup& rollup,
                    SectionContext& context, Measure& measure) {
  measure.kind = aggregate.kind;
  if (rollup.of == nullptr || aggregate.inside.empty()) return;
  const AttributeScope scope(context.model, rollup.of->attributes);
  Node inside = node;
  inside.text = aggregate.inside;
  if (aggregate.kind == MeasureKind::Count) {
    measure.value = context.condition(inside, scope);
    return;
  }
  measure.value = context.formula(inside, scope);
  if (measure.value && !can_measure(measure.kind, measure.value->type())) {
    context.refuse(kBadFormula, node.place,
                   fmt::format("`{}` is {}, of which there is no {}", inside.text,
                               describe(measure.value->type()), name_of(measure.kind)));
  }
}

void read_measures(const Node& node, SectionContext& context, Rollup& rollup) {
  for (const Node::Member& member : members_at(node, "measures")) {
    Measure measure;
    measure.name = member.name;
    measure.place = member.place;
    if (const auto aggregate = aggregate_of(member.value.text)) {
      read_aggregate(*aggregate, member.value, rollup, context, measure);
    } else {
      measure.kind = MeasureKind::Formula;
      measure.value = context.formula(member.value, MeasureScope(context.model, rollup.measures));
    }
    rollup.measures.push_back(std::move(measure));
  }
}

void add_group(std::string name, Place place, const Node& formula, SectionContext& context,
               Rollup& rollup) {
  if (rollup.of == nullptr) return;
  const AttributeScope scope(context.model, rollup.of->attributes);
  auto value = context.formula(formula, scope);
  if (value) rollup.group_by.push_back({std::move(name), place, *std::move(value)});
}

void read_groups(const Node& node, SectionContext& context, Rollup& rollup) {
  for (const Node& element : elements_at(node, "group_by")) {
    if (element.kind == Node::Kind::Text) {
      add_group(element.text, element.place, element, context, rollup);
    } else if (element.kind == Node::Kind::Map && element.members.size() == 1 &&
               element.members.front().value.is_scalar()) {
      const Node::Member& member = element.members.front();
      add_group(member.name, member.place, member.value, context, rollup);
    } else {
      context.refuse(kWrongForm, element.place,
                     "`group_by` lists attributes or {name: formula}, not " + describe(element));
    }
  }
}

void read_rollup(const Node::Member& member, SectionContext& context, Rollup& rollup) {
  const Node& node = member.value;
  rollup.of = context.entity(text_at(node, "of"), place_at(node, "of"));
  read_groups(node, context, rollup);
  rollup.time = text_at(node, "time");
  if (!rollup.time.empty() && rollup.of != nullptr) {
    context.check_attributes(*rollup.of, {rollup.time}, place_at(node, "time"));
    const Attribute* time = rollup.of->find_attribute(rollup.time);
    if (time != nullptr && time->type->kind != AttributeKind::Timestamp) {
      context.refuse(kWrongForm, place_at(node, "time"),
                     fmt::format("`{}` is no timestamp", rollup.time));
    }
  }
  for (const Node& window : elements_at(node, "windows")) {
    rollup.windows.push_back(parse_duration(window.text).value_or(Duration(0)));
  }
  if (!rollup.windows.empty() && rollup.time.empty()) {
    context.refuse(kMissing, place_at(node, "windows"), "`windows` need `time`");
  }
  read_measures(node, context, rollup);
  rollup.drops_expired = text_at(node, "count_expired") == "drop";
  rollup.http = read_route(node, context);
}

}  // namespace

void read_rollups(SectionContext& context) {
  auto rollup = context.model.rollups.begin();
  for (const Node::Member& member : members_at(context.file, "rollups")) {
    read_rollup(member, context, *rollup++);
  }
}

}  // namespace partita::model
