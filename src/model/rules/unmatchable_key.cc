#include "model/rules/unmatchable_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "model/rules/fault.h"
#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::Entity;
using model::Row;

constexpr std::size_t kValuesShownMax = 8;

// The key template of an attribute in the row, or null.
const model::KeyTemplate* template_of(const Row& row, std::string_view attribute) {
  if (const auto* key = row.find_key(attribute)) return &key->key;
  const auto* index_key = row.find_index_key(attribute);
  return index_key != nullptr && index_key->tuple.empty() ? &index_key->key : nullptr;
}

const model::AttributeMatch* match_of(const Entity& entity, std::string_view attribute) {
  const auto at = std::find_if(entity.match.begin(), entity.match.end(),
                               [&](const auto& match) { return match.attribute == attribute; });
  return at == entity.match.end() ? nullptr : &*at;
}

// Whether the row can have the attribute at all. What the server keeps is not looked at: such
// attributes are in keys only with an attribute of their own.
bool can_have(const Entity& entity, const Row& row, std::string_view attribute) {
  const auto* found = entity.find_attribute(attribute);
  const bool is_allowed = found != nullptr && !(found->only_when && found->only_when->never);
  const bool is_edge_id = entity.edge && (entity.edge->from.attribute == attribute ||
                                          entity.edge->to.attribute == attribute);
  return is_allowed || is_edge_id || template_of(row, attribute) != nullptr ||
         row.find_index_key(attribute) != nullptr || match_of(entity, attribute) != nullptr;
}

// What is wrong with the value for an attribute with few values; empty: nothing.
std::string fault_of_value(const Attribute& attribute, const ValueView& value) {
  const model::AttributeType& type = *attribute.type;
  if (type.kind == AttributeKind::Enum && !type.is_open) {
    const bool is_one =
        value.type() == ValueType::S &&
        std::find(type.values.begin(), type.values.end(), value.string()) != type.values.end();
    if (is_one) return "";
    const auto shown_count = std::min(type.values.size(), kValuesShownMax);
    const std::vector<std::string> some(type.values.begin(),
                                        type.values.begin() + static_cast<long>(shown_count));
    return fmt::format("{} is never {}: it is one of {}{}", attribute.name, shown(value),
                       fmt::join(some, ", "), shown_count < type.values.size() ? ", ..." : "");
  }
  if (type.kind == AttributeKind::Const && !is_one_of(value, {type.constant})) {
    return fmt::format("{} is never {}", attribute.name, shown(value));
  }
  return "";
}

std::string fault_of(const Entity& entity, const Row& row, const WantedKey& wanted) {
  const auto* match = match_of(entity, wanted.attribute);
  const bool is_other = match != nullptr && !is_one_of(wanted.value, match->values);
  const auto* key = template_of(row, wanted.attribute);
  const bool is_foreign = key != nullptr && wanted.value.type() == ValueType::S &&
                          !wanted.value.string().starts_with(key->literal_prefix());
  if (is_other || is_foreign) {
    return fmt::format("{} is never {}", wanted.attribute, shown(wanted.value));
  }
  const auto* attribute = entity.find_attribute(wanted.attribute);
  return attribute == nullptr || key != nullptr ? "" : fault_of_value(*attribute, wanted.value);
}

// All rows of an entity that clients can find.
std::vector<const Row*> rows_of(const Entity& entity) {
  std::vector<const Row*> rows{&entity.row};
  if (entity.edge && entity.edge->mirror) rows.push_back(&*entity.edge->mirror);
  if (entity.versioned) rows.push_back(&entity.versioned->row);
  return rows;
}

class Search {
 public:
  Search(const model::Index* index, std::span<const WantedKey> wanted)
      : index_(index), wanted_(wanted) {}

  // Whether an item of the entity may be found; else why not is remembered.
  bool may_find(const Entity& entity) {
    const auto rows = rows_of(entity);
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row* row) { return may_find(entity, *row); });
  }

  std::string reason() const {
    if (!outside_.empty()) return outside_;
    return value_.empty() ? "no entity of the model is there" : value_;
  }

 private:
  bool is_inside(const Entity& entity, const Row& row) const {
    if (index_ == nullptr) return true;
    const auto can = [&](const auto& name) { return can_have(entity, row, name); };
    return std::all_of(index_->partition.begin(), index_->partition.end(), can) &&
           std::all_of(index_->sort.begin(), index_->sort.end(), can);
  }

  bool may_find(const Entity& entity, const Row& row) {
    std::string fault;
    for (const WantedKey& wanted : wanted_) {
      if (fault.empty()) fault = fault_of(entity, row, wanted);
    }
    const bool is_there = is_inside(entity, row);
    if (is_there && fault.empty()) return true;
    // An entity that is meant by name but is elsewhere says more than a value of another one.
    const bool is_meant =
        fault.empty() && std::any_of(wanted_.begin(), wanted_.end(), [&](auto& w) {
          return match_of(entity, w.attribute) != nullptr;
        });
    if (!is_there && is_meant) {
      outside_ = fmt::format("{} is never in index {}", entity.name, index_->name);
    } else if (is_there && (value_.empty() || fault.size() > value_.size())) {
      value_ = std::move(fault);
    }
    return false;
  }

  const model::Index* index_;
  const std::span<const WantedKey> wanted_;
  std::string outside_;
  std::string value_;
};

}  // namespace

std::string why_never_found(const model::Model& model, const model::Table& table,
                            const model::Index* index, std::span<const WantedKey> wanted) {
  const bool is_sure =
      table.enforcement == model::Enforcement::Enforce && table.rejects_unknown_entities;
  if (!is_sure) return "";
  Search search(index, wanted);
  for (const Entity& entity : model.entities) {
    const bool is_here = entity.notes.is_live && entity.table == &table;
    if (!is_here) continue;
    // Rules that are only observed exclude nothing.
    if (entity.level.value_or(table.enforcement) != model::Enforcement::Enforce) return "";
    if (search.may_find(entity)) return "";
  }
  return fmt::format("by model {} this query never finds anything: {}", model.name,
                     search.reason());
}

}  // namespace partita::rules
