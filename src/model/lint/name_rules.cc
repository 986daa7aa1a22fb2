#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/formula/suggestion.h"
#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

// AWS: "Names for tables and indexes: must be between 3 and 255 characters long and can contain
// only a-z, A-Z, 0-9, _ (underscore), - (dash), . (dot)." (HowItWorks.NamingRulesDataTypes)
constexpr std::size_t kNameBytesMin = 3;
constexpr std::size_t kNameBytesMax = 255;

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

// Why DynamoDB refuses the name; empty if it does not.
std::string fault_of(std::string_view name) {
  const auto odd = std::find_if_not(name.begin(), name.end(), is_name_letter);
  if (odd != name.end()) {
    return fmt::format("only letters, digits, `_`, `-` and `.` are allowed, not `{}`", *odd);
  }
  if (name.size() >= kNameBytesMin && name.size() <= kNameBytesMax) return {};
  return fmt::format("it has {} characters, {} to {} are allowed", name.size(), kNameBytesMin,
                     kNameBytesMax);
}

void check_name(LintContext& context, model::Place place, const std::string& subject,
                const std::string& name) {
  const std::string fault = fault_of(name);
  if (fault.empty()) return;
  context.report("L242",
                 {place, subject, fmt::format("DynamoDB refuses the name `{}`: {}", name, fault)});
}

// All names that items of the table can have.
std::set<std::string_view> attribute_names(const model::Model& model, const model::Table& table) {
  std::set<std::string_view> names{table.partition_key, table.sort_key, table.ttl_attribute};
  for (const auto& entity : model.entities) {
    if (entity.table != &table) continue;
    for (const auto& attribute : entity.attributes) names.insert(attribute.name);
    for (const auto& key : entity.row.index_keys) names.insert(key.name);
    if (entity.versioned) {
      for (const auto& key : entity.versioned->row.index_keys) names.insert(key.name);
    }
    if (entity.edge && entity.edge->mirror) {
      for (const auto& key : entity.edge->mirror->index_keys) names.insert(key.name);
    }
  }
  return names;
}

void check_index_keys(LintContext& context, const model::Index& index,
                      const std::set<std::string_view>& names) {
  auto keys = index.partition;
  keys.insert(keys.end(), index.sort.begin(), index.sort.end());
  for (const std::string& key : keys) {
    // One whose type is stated is meant for attributes that only programs know.
    if (names.contains(key) || index.types.contains(key)) continue;
    context.report("L244",
                   {index.notes.place, fmt::format("{}.{}", index.name, key),
                    fmt::format("no entity has the key attribute {} of {}{}", key, index.name,
                                model::did_you_mean(key, {names.begin(), names.end()})),
                    "name an attribute or an index key of an entity, or state its type in "
                    "`types` of the index"});
  }
}

}  // namespace

void check_names(LintContext& context) {
  for (const auto& table : context.model().tables) {
    check_name(context, table.notes.place, table.id, table.name);
    const auto names = attribute_names(context.model(), table);
    for (const auto& index : table.indexes) {
      check_name(context, index.notes.place, fmt::format("{}.{}", table.id, index.name),
                 index.name);
      check_index_keys(context, index, names);
    }
  }
}

}  // namespace partita::lint
