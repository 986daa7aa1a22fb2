#include <algorithm>

#include "enforcement/model_rules.h"
#include "rules/hopeless_key.h"

// Index keys with an entry for each element of a list, and names for whole keys.

namespace partita::enforcement {
namespace {

EncodedItem with_value(const ItemView& item, const std::string& attribute, std::string value) {
  Item changed = item.to_item();
  changed.set(attribute, Value(std::move(value)));
  return EncodedItem(changed);
}

template <typename Visit>
void for_each_key_attribute(const catalog::Index& index, Visit visit) {
  for (const auto& attribute : index.key.partition) visit(attribute.name);
  for (const auto& attribute : index.key.sort) visit(attribute.name);
}

}  // namespace

bool ModelRules::has_elements(const catalog::Index& index) const {
  bool has = false;
  for_each_key_attribute(index, [&](const std::string& name) { has |= rules_.is_multi_key(name); });
  return has;
}

void ModelRules::show_elements(const catalog::Index& index, const ItemView& item,
                               FunctionRef<void(const ItemView&)> visit) const {
  for_each_key_attribute(index, [&](const std::string& name) {
    if (!rules_.is_multi_key(name)) return;
    for (std::string& value : rules_.further_values(item, name)) {
      const EncodedItem shown = with_value(item, name, std::move(value));
      visit(shown.view());
    }
  });
}

std::string ModelRules::element_definition(const catalog::Index& index) const {
  std::string definition;
  for_each_key_attribute(index, [&](const std::string& name) {
    if (rules_.is_multi_key(name)) definition += rules_.multi_key_definition(name);
  });
  return definition;
}

items::TupleNames ModelRules::tuple_names(const catalog::Index& index) const {
  const auto& indexes = rules_.table().indexes;
  const auto found = std::ranges::find(indexes, index.name, &model::Index::name);
  if (found == indexes.end() || rules_.level() != model::Enforcement::Enforce) return {};
  return {.partition = found->partition_alias, .sort = found->sort_alias};
}

std::string ModelRules::why_hopeless(const catalog::Index* index,
                                     std::span<const MemberView> wanted) const {
  const model::Index* known = nullptr;
  if (index != nullptr) {
    known = rules_.table().find_index(index->name);
    // An index that somebody else has made has no rules.
    if (known == nullptr) return "";
  }
  std::vector<rules::WantedKey> keys;
  for (const MemberView& each : wanted) keys.push_back({each.name, each.value});
  return rules::why_hopeless(model(), rules_.table(), known, keys);
}

}  // namespace partita::enforcement
