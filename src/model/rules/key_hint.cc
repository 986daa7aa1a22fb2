#include "model/rules/key_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace partita::rules {
namespace {

using model::DerivedKey;
using model::Entity;
using model::Row;

enum class Likeness { Prefix, Whole };

bool is_like(const DerivedKey& key, const ItemView& item, Likeness likeness) {
  const auto value = item.find(key.name);
  if (!value || value->type() != ValueType::S) return false;
  if (likeness == Likeness::Whole) return key.key.matches(value->string());
  const auto prefix = key.key.literal_prefix();
  return !prefix.empty() && value->string().starts_with(prefix);
}

bool is_like(const Row& row, const ItemView& item, Likeness likeness) {
  return !row.keys.empty() && std::all_of(row.keys.begin(), row.keys.end(), [&](const auto& key) {
    return is_like(key, item, likeness);
  });
}

struct NamedRow {
  std::string owner;
  const Row* row = nullptr;
};

std::vector<NamedRow> named_rows_of(const Entity& entity) {
  std::vector<NamedRow> rows{{entity.name, &entity.row}};
  if (entity.edge && entity.edge->mirror) rows.push_back({entity.name, &*entity.edge->mirror});
  if (entity.versioned) {
    rows.push_back({entity.name + "'s versions", &entity.versioned->row});
  }
  return rows;
}

std::string keys_text(const Row& row) {
  std::string text;
  for (const DerivedKey& key : row.keys) {
    text += fmt::format("{}{}=\"{}\"", text.empty() ? "" : ", ", key.name, key.key.text());
  }
  return text;
}

}  // namespace

std::string key_hint(const model::Model& model, const model::Table& table, const ItemView& item) {
  std::string hint;
  for (const Entity& entity : model.entities) {
    if (entity.table != &table) continue;
    for (const NamedRow& named : named_rows_of(entity)) {
      if (!entity.notes.is_live && is_like(*named.row, item, Likeness::Whole)) {
        return fmt::format("; {} has such keys, but comes in phase {}", entity.name,
                           entity.notes.phase);
      }
      const bool is_near =
          hint.empty() && entity.notes.is_live && is_like(*named.row, item, Likeness::Prefix);
      if (is_near) hint = fmt::format("; keys of {} are {}", named.owner, keys_text(*named.row));
    }
  }
  return hint;
}

}  // namespace partita::rules
