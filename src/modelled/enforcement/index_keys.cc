#include "model/rules/unmatchable_key.h"
#include "modelled/enforcement/key_aliases.h"
#include "modelled/enforcement/model_rules.h"

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

Result<std::shared_ptr<const expression::ConditionTree>> ModelRules::key_condition(
    const catalog::Index& index, const expression::ConditionTree& written,
    expression::PlaceholderUse& use) const {
  KeyAliases aliases;
  const model::Index* known = rules_.table().find_index(index.name);
  if (known != nullptr && rules_.level() == model::Enforcement::Enforce) {
    aliases = {.partition = known->partition_alias, .sort = known->sort_alias};
  }
  return without_aliases(aliases, index.key, written, use);
}

std::string ModelRules::why_nothing_matches(const catalog::Index* index,
                                            std::span<const MemberView> wanted) const {
  const model::Index* known = nullptr;
  if (index != nullptr) {
    known = rules_.table().find_index(index->name);
    // An index that somebody else has made has no rules.
    if (known == nullptr) return "";
  }
  std::vector<rules::WantedKey> keys;
  for (const MemberView& each : wanted) keys.push_back({each.name, each.value});
  return rules::why_never_found(model(), rules_.table(), known, keys);
}

}  // namespace partita::enforcement
