#include "cli/entity_guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "model/formula/timestamp.h"

namespace partita::cli {
namespace {

using ItemsByKind = std::map<std::string, std::vector<const Item*>>;

constexpr std::size_t kKindsMax = 30;
constexpr std::string_view kDiscriminators[] = {"entityType", "entity_type", "EntityType", "_type",
                                                "__edb_e__",  "_et",         "entity",     "type",
                                                "Type",       "kind",        "Kind"};

std::string text_of(const Item& item, std::string_view name) {
  const Value* value = item.find(name);
  return value != nullptr && value->type() == ValueType::S ? value->string() : std::string();
}

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "order" and "ORDER" become "Order"; "orderLine" becomes "OrderLine".
std::string capitalised(std::string word) {
  if (std::none_of(word.begin(), word.end(), is_lower)) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  }
  if (is_lower(word.front())) word.front() = static_cast<char>(word.front() - 'a' + 'A');
  return word;
}

// "USER#PROFILE" becomes "UserProfile": a name that a model can have.
std::string entity_name(std::string_view kind) {
  std::string name;
  std::string word;
  for (const char c : kind) {
    if (is_lower(c) || is_upper(c) || is_digit(c)) {
      word += c;
    } else if (!word.empty()) {
      name += capitalised(std::exchange(word, {}));
    }
  }
  if (!word.empty()) name += capitalised(word);
  return name.empty() || is_digit(name.front()) ? "Item" + name : name;
}

// What stands before the variable part: "USER#" of "USER#7", all of "PROFILE".
std::string prefix_of(std::string_view key) {
  const auto hash = key.find('#', key.starts_with('#') ? 1 : 0);
  return std::string(hash == std::string_view::npos ? key : key.substr(0, hash + 1));
}

bool is_timestamp(const std::vector<const Value*>& values, model::TimestampEncoding encoding) {
  return std::all_of(values.begin(), values.end(), [&](const Value* value) {
    return model::read_timestamp(*value, encoding).has_value();
  });
}

std::string text_type(const std::vector<const Value*>& values) {
  if (is_timestamp(values, model::TimestampEncoding::Rfc3339Ms)) {
    return "timestamp, encode: rfc3339ms, accept: rfc3339";
  }
  if (is_timestamp(values, model::TimestampEncoding::Rfc3339)) {
    return "timestamp, encode: rfc3339, accept: rfc3339";
  }
  return "string";
}

// REQUIRES: there are values, none of them NULL.
std::string type_of(const std::vector<const Value*>& values) {
  const ValueType type = values.front()->type();
  const bool is_mixed = std::any_of(values.begin(), values.end(),
                                    [&](const Value* value) { return value->type() != type; });
  if (is_mixed) return "any";
  switch (type) {
    case ValueType::S:
      return text_type(values);
    case ValueType::N:
      return std::all_of(values.begin(), values.end(),
                         [](const Value* value) { return value->number().exponent() >= 0; })
                 ? "int"
                 : "number";
    case ValueType::Bool:
      return "bool";
    case ValueType::B:
      return "binary";
    case ValueType::M:
      return "map";
    case ValueType::L:
      return "list";
    case ValueType::SS:
      return "set, of: {type: string}";
    case ValueType::NS:
      return "set, of: {type: number}";
    case ValueType::BS:
      return "set, of: {type: binary}";
    default:
      return "any";
  }
}

AttributeGuess guess_attribute(const std::string& name, const std::vector<const Item*>& items) {
  AttributeGuess guess{.name = name};
  std::vector<const Value*> values;
  std::size_t count = 0;
  for (const Item* item : items) {
    const Value* value = item->find(name);
    if (value == nullptr) continue;
    ++count;
    if (value->type() == ValueType::Null) {
      guess.is_nullable = true;
    } else {
      values.push_back(value);
    }
  }
  guess.type = values.empty() ? "any" : type_of(values);
  guess.is_required = count == items.size();
  return guess;
}

// What a key attribute can be.
std::string key_type(const std::string& letter) {
  return letter == "S" ? "string" : letter == "N" ? "number" : "binary";
}

void guess_attributes(const TableSketch& sketch, const std::vector<const Item*>& items,
                      EntityGuess& entity) {
  const std::set<std::string> variables(entity.variables.begin(), entity.variables.end());
  std::set<std::string> names = variables;
  for (const Item* item : items) {
    for (const auto& attribute : *item) names.insert(attribute.name);
  }
  for (const std::string& name : names) {
    const bool is_key = name == sketch.partition_key || name == sketch.sort_key;
    if (is_key && !variables.contains(name)) continue;
    AttributeGuess guess = guess_attribute(name, items);
    const auto declared = sketch.types.find(name);
    if (declared != sketch.types.end()) guess.type = key_type(declared->second);
    // A key is the text of its variables, whatever it looks like.
    if (variables.contains(name) && guess.type.starts_with("timestamp")) guess.type = "string";
    guess.is_required = guess.is_required || variables.contains(name);
    entity.attributes.push_back(std::move(guess));
  }
  entity.items = items.size();
}

// The attribute whose value stands behind the prefix in all items, or nullopt.
std::optional<std::string> variable_behind(std::string_view prefix, const std::string& key,
                                           const std::vector<const Item*>& items) {
  for (const auto& candidate : *items.front()) {
    const bool fits = std::all_of(items.begin(), items.end(), [&](const Item* item) {
      const std::string text = text_of(*item, key);
      const std::string value = text_of(*item, candidate.name);
      return candidate.name != key && !value.empty() && text.substr(prefix.size()) == value;
    });
    if (fits) return candidate.name;
  }
  return std::nullopt;
}

// "USER#{userId}", "PROFILE", or "{pk}" if nothing better fits all items.
std::string template_of(const std::string& key, const std::vector<const Item*>& items,
                        EntityGuess& entity) {
  const std::string first = text_of(*items.front(), key);
  const std::string prefix = prefix_of(first);
  const bool have_prefix =
      !first.empty() && std::all_of(items.begin(), items.end(), [&](auto* item) {
        return text_of(*item, key).starts_with(prefix);
      });
  const bool is_plain = prefix.find_first_of("{}") == std::string::npos;
  if (have_prefix && is_plain && prefix == first && items.size() > 1) {
    const bool is_constant = std::all_of(
        items.begin(), items.end(), [&](const Item* item) { return text_of(*item, key) == first; });
    if (is_constant) return prefix;
  }
  if (have_prefix && is_plain && prefix.ends_with('#')) {
    if (const auto variable = variable_behind(prefix, key, items)) {
      entity.variables.push_back(*variable);
      return fmt::format("{}{{{}}}", prefix, *variable);
    }
  }
  entity.variables.push_back(key);
  return fmt::format("{{{}}}", key);
}

EntityGuess guess_entity(const TableSketch& sketch, std::string_view kind,
                         const std::vector<const Item*>& items) {
  EntityGuess entity{.name = entity_name(kind)};
  entity.partition_template = template_of(sketch.partition_key, items, entity);
  if (!sketch.sort_key.empty()) {
    entity.sort_template = template_of(sketch.sort_key, items, entity);
  }
  std::sort(entity.variables.begin(), entity.variables.end());
  entity.variables.erase(std::unique(entity.variables.begin(), entity.variables.end()),
                         entity.variables.end());
  guess_attributes(sketch, items, entity);
  return entity;
}

ItemsByKind split_by(const TableSketch& sketch, const std::string& attribute) {
  ItemsByKind kinds;
  for (const Item& item : sketch.items) {
    const std::string kind = text_of(item, attribute);
    if (kind.empty()) return {};
    kinds[kind].push_back(&item);
  }
  return kinds;
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

bool is_quotable(std::string_view text) {
  return text.find_first_of("\"\\\n") == std::string_view::npos;
}

}  // namespace

std::vector<EntityGuess> guess_by_discriminator(const TableSketch& sketch) {
  for (const std::string_view name : kDiscriminators) {
    const auto kinds = split_by(sketch, std::string(name));
    if (kinds.empty() || kinds.size() > kKindsMax) continue;
    std::vector<EntityGuess> entities;
    for (const auto& [kind, items] : kinds) {
      if (!is_quotable(kind)) return {};
      entities.push_back(guess_entity(sketch, kind, items));
      entities.back().match = fmt::format("{{{}: {}}}", name, in_quotes(kind));
    }
    return entities;
  }
  return {};
}

std::vector<EntityGuess> guess_by_prefix(const TableSketch& sketch) {
  ItemsByKind kinds;
  for (const Item& item : sketch.items) {
    const std::string partition = prefix_of(text_of(item, sketch.partition_key));
    if (!partition.ends_with('#')) return {};
    const std::string sort =
        sketch.sort_key.empty() ? "" : prefix_of(text_of(item, sketch.sort_key));
    kinds[sort.ends_with('#') && sort != partition ? partition + sort : partition + "." + sort]
        .push_back(&item);
  }
  if (kinds.size() > kKindsMax) return {};
  std::vector<EntityGuess> entities;
  for (const auto& [kind, items] : kinds) entities.push_back(guess_entity(sketch, kind, items));
  return entities;
}

EntityGuess guess_one(const TableSketch& sketch) {
  EntityGuess entity{.name = "Thing", .match = "all"};
  entity.partition_template = fmt::format("{{{}}}", sketch.partition_key);
  entity.variables = {sketch.partition_key};
  if (!sketch.sort_key.empty()) {
    entity.sort_template = fmt::format("{{{}}}", sketch.sort_key);
    entity.variables.push_back(sketch.sort_key);
  }
  std::vector<const Item*> items;
  for (const Item& item : sketch.items) items.push_back(&item);
  guess_attributes(sketch, items, entity);
  return entity;
}

}  // namespace partita::cli
