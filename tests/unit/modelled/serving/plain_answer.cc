#include "unit/modelled/serving/plain_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/formula/slug.h"
#include "partita/value/item_codec.h"

namespace partita::serving {
namespace {

using model::Binding;
using model::PatternKind;

std::string text_of(const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return std::string(value.string());
    case ValueType::N:
      return value.number().to_string();
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    case ValueType::L:
      return value.list().is_empty() ? "" : text_of(*value.list().at(0));
    default:
      return {};
  }
}

bool reads_versions(const model::Pattern& pattern) {
  return pattern.kind == PatternKind::History || !pattern.version_parameter.empty();
}

bool is_row_of(const model::Row& row, const ItemView& item) {
  return std::ranges::all_of(row.keys, [&](const model::DerivedKey& key) {
    const auto value = item.find(key.name);
    return value && key.key.matches(text_of(*value));
  });
}

bool is_of(const model::Entity& entity, const model::Pattern& pattern, const ItemView& item) {
  if (reads_versions(pattern)) return is_row_of(entity.versioned->row, item);
  if (entity.matches_all) return true;
  for (const auto& match : entity.match) {
    const auto value = item.find(match.attribute);
    if (!value || std::ranges::find(match.values, value->to_value()) == match.values.end()) {
      return false;
    }
  }
  return is_row_of(entity.row, item);
}

bool is_expired(const model::Entity& entity, const ItemView& item, model::Instant now) {
  if (!entity.expire) return false;
  const auto value = item.find(entity.expire->attribute);
  const auto encoding = entity.find_attribute(entity.expire->attribute)->type->encoding;
  const auto instant = value ? model::read_timestamp(*value, encoding) : std::nullopt;
  return instant && *instant <= now;
}

const std::string* find(const GivenArguments& arguments, std::string_view name) {
  for (const auto& [key, value] : arguments) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool has_text(const ValueView& value, std::string_view wanted) {
  if (value.type() != ValueType::L) return text_of(value) == wanted;
  return std::ranges::any_of(value.list(), [&](const auto& one) { return text_of(one) == wanted; });
}

bool is_bound(const Binding& binding, const ItemView& item, const GivenArguments& arguments) {
  const auto value = item.find(binding.attribute);
  if (!value) return false;
  switch (binding.kind) {
    case Binding::Kind::Any:
      return true;
    case Binding::Kind::Parameter:
      return has_text(*value, *find(arguments, binding.parameter));
    default:
      return std::ranges::find(binding.values, value->to_value()) != binding.values.end();
  }
}

// The day of a date or a timestamp, as text.
std::string day_of(const model::Entity& entity, std::string_view attribute, const ItemView& item) {
  const auto value = item.find(attribute);
  if (!value) return {};
  const auto& type = *entity.find_attribute(attribute)->type;
  if (type.kind == model::AttributeKind::Date) return text_of(*value);
  const auto instant = model::read_timestamp(*value, type.encoding);
  return instant ? model::day_text(std::chrono::floor<std::chrono::days>(*instant)) : "";
}

bool is_in_range(const model::Pattern& pattern, const model::Entity& entity, const ItemView& item,
                 const GivenArguments& arguments) {
  if (!pattern.range) return true;
  const std::string day = day_of(entity, pattern.range->attribute, item);
  const std::string* from = find(arguments, "from");
  const std::string* to = find(arguments, "to");
  return !day.empty() && (from == nullptr || day >= *from) && (to == nullptr || day <= *to);
}

class Input final : public model::FormulaInput {
 public:
  Input(const ItemView& item, const GivenArguments& arguments, model::Instant now)
      : item_(item), now_(now) {
    Item given;
    for (const auto& [name, value] : arguments) given.set(name, value);
    parameters_ = EncodedItem(given);
  }
  std::optional<ValueView> find(model::FormulaSource source,
                                std::span<const PathStep> path) const override {
    return source == model::FormulaSource::Parameter ? parameters_.view().follow(path)
                                                     : item_.follow(path);
  }
  model::Instant now() const override { return now_; }

 private:
  ItemView item_;
  EncodedItem parameters_;
  model::Instant now_;
};

// The value of that name, at the top or inside a map of the item.
std::string find_text(const ItemView& item, std::string_view name) {
  if (const auto value = item.find(name)) return text_of(*value);
  for (const auto& member : item.attributes()) {
    if (member.value.type() != ValueType::M) continue;
    if (const auto inside = member.value.map().find(name)) return text_of(*inside);
  }
  return {};
}

// The arguments for which the pattern gives this item; empty if there are none.
std::optional<GivenArguments> arguments_for(const model::Pattern& pattern, const ItemView& item) {
  GivenArguments arguments;
  for (const auto* bindings : {&pattern.by, &pattern.where}) {
    for (const Binding& binding : *bindings) {
      if (binding.kind == Binding::Kind::Parameter) {
        arguments.emplace_back(binding.parameter, find_text(item, binding.attribute));
      } else if (!is_bound(binding, item, {})) {
        return std::nullopt;
      }
    }
  }
  if (pattern.filter) {
    for (const auto& name : pattern.filter->names(model::FormulaSource::Parameter)) {
      arguments.emplace_back(name, find_text(item, name));
    }
  }
  if (!pattern.version_parameter.empty()) {
    arguments.emplace_back(pattern.version_parameter,
                           find_text(item, pattern.entity->versioned->number));
  }
  const bool is_whole =
      std::ranges::all_of(arguments, [](const auto& one) { return !one.second.empty(); });
  return is_whole ? std::optional(arguments) : std::nullopt;
}

struct Choice {
  GivenArguments arguments;
  std::vector<std::string> days;
};

void add_ranges(const Choice& choice, std::vector<GivenArguments>& all) {
  auto days = choice.days;
  std::ranges::sort(days);
  if (days.empty() || days.front().empty()) return;
  const auto& early = days[days.size() / 4];
  const auto& late = days[3 * days.size() / 4];
  const auto with = [&](GivenArguments bounds) {
    GivenArguments arguments = choice.arguments;
    arguments.insert(arguments.end(), bounds.begin(), bounds.end());
    all.push_back(std::move(arguments));
  };
  with({{"from", early}});
  with({{"to", late}});
  with({{"from", early}, {"to", late}});
  with({{"from", late}, {"to", late}});
}

// What is compared to tell the order of rows.
Value order_value(const model::Entity& entity, const std::string& attribute, const ItemView& item) {
  const auto value = item.find(attribute);
  if (!value) return {};
  const bool is_name = entity.find_attribute(attribute)->type->kind == model::AttributeKind::String;
  if (!is_name) return value->to_value();
  std::string slug;
  model::append_slug(slug, value->string());
  return slug;
}

}  // namespace

EncodedItem plain_item(const model::Entity& entity, const ItemView& item) {
  std::vector<std::string_view> names;
  for (const auto& attribute : entity.attributes) names.emplace_back(attribute.name);
  Bytes bytes;
  append_projected(bytes, item, std::span<const std::string_view>(names));
  return EncodedItem(std::move(bytes));
}

PlainItems plain_answer(const ReadDatabase& database, const model::Pattern& pattern,
                        const model::Entity& entity, const GivenArguments& arguments) {
  PlainItems answer;
  for (const EncodedItem& stored : database.items(*entity.table)) {
    const ItemView item = stored.view();
    if (!is_of(entity, pattern, item) || is_expired(entity, item, database.now())) continue;
    const auto holds = [&](const Binding& binding) { return is_bound(binding, item, arguments); };
    if (!std::ranges::all_of(pattern.by, holds)) continue;
    if (!std::ranges::all_of(pattern.where, holds)) continue;
    if (!is_in_range(pattern, entity, item, arguments)) continue;
    const Input input(item, arguments, database.now());
    if (pattern.filter && !pattern.filter->holds(input)) continue;
    if (!pattern.version_parameter.empty()) {
      const auto number = find_text(item, entity.versioned->number);
      if (number != *find(arguments, pattern.version_parameter)) continue;
    }
    answer.push_back(plain_item(entity, item));
  }
  return answer;
}

std::vector<GivenArguments> arguments_to_try(const ReadDatabase& database,
                                             const model::Pattern& pattern) {
  const model::Entity& entity =
      pattern.entity != nullptr ? *pattern.entity : *pattern.members.front().entity;
  std::map<GivenArguments, Choice> choices;
  for (const EncodedItem& stored : database.items(*entity.table)) {
    if (!is_of(entity, pattern, stored.view())) continue;
    const auto arguments = arguments_for(pattern, stored.view());
    if (!arguments) continue;
    Choice& choice = choices[*arguments];
    choice.arguments = *arguments;
    choice.days.push_back(pattern.range ? day_of(entity, pattern.range->attribute, stored.view())
                                        : "");
  }
  std::vector<const Choice*> sorted;
  for (const auto& [key, choice] : choices) sorted.push_back(&choice);
  std::ranges::stable_sort(sorted, std::greater<>(),
                           [](const Choice* choice) { return choice->days.size(); });
  if (sorted.size() > 4) sorted.erase(sorted.begin() + 3, sorted.end() - 1);
  std::vector<GivenArguments> all;
  for (const Choice* choice : sorted) {
    all.push_back(choice->arguments);
    if (pattern.range) add_ranges(*choice, all);
  }
  return all;
}

bool is_in_order(const planning::PatternReadPlan& plan, const std::vector<EncodedItem>& items) {
  const auto key_of = [&](const EncodedItem& item) {
    std::vector<Value> key;
    for (const auto& attribute : plan.merge_by) {
      key.push_back(order_value(*plan.rows.front().entity, attribute, item.view()));
    }
    return key;
  };
  for (std::size_t i = 1; i < items.size(); ++i) {
    const auto before = key_of(items[i - 1]);
    const auto behind = key_of(items[i]);
    for (std::size_t part = 0; part < before.size(); ++part) {
      const auto order = compare(before[part], behind[part]);
      if (order == 0) continue;
      if (plan.is_descending ? order < 0 : order > 0) return false;
      break;
    }
  }
  return true;
}

std::string to_text(const GivenArguments& arguments) {
  std::string text;
  for (const auto& [name, value] : arguments) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

}  // namespace partita::serving
