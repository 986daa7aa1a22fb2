#include "model/rules/companions.h"

#include <utility>

#include "model/rules/key_rules.h"
#include "partita/value/item_codec.h"

namespace partita::rules {
namespace {

using model::Enforcement;

// Puts the row's keys into the item. False if one cannot be made, because an input is missing.
bool put_keys(Item& item, const model::Row& row, Siblings attributes) {
  for (const model::DerivedKey& key : row.keys) {
    auto value = render_key(key.key, attributes);
    if (!value.ok() || !*value) return false;
    item.set(key.name, **std::move(value));
  }
  return true;
}

void put_index_keys(Item& item, const model::Row& row, Siblings attributes) {
  for (const model::IndexKey& key : row.index_keys) {
    if (!key.each.empty() || !key.tuple.empty()) continue;
    auto value = render_key(key.key, attributes);
    if (value.ok() && *value) item.set(key.name, **std::move(value));
  }
}

void remove_index_keys(Item& item, const model::Row& row) {
  for (const model::IndexKey& key : row.index_keys) item.erase(key.name);
}

void add_mirror(Judgement& judgement, const ItemView& image) {
  const RowProgram& program = judgement.program;
  const auto find = [&image](std::string_view name) { return image.find(name); };
  Item key;
  if (!put_keys(key, *program.mirror, find)) return;
  Item item = image.to_item();
  remove_index_keys(item, *program.row);
  put_keys(item, *program.mirror, find);
  put_index_keys(item, *program.mirror, find);
  judgement.outcome.companions.push_back({EncodedItem(key), EncodedItem(item)});
}

void add_version(Judgement& judgement, const ItemView& image) {
  const model::Versioning& versioned = *judgement.program.entity->versioned;
  const auto find = [&image](std::string_view name) { return image.find(name); };
  Item key;
  if (!put_keys(key, versioned.row, find)) return;
  Item item = image.to_item();
  if (!versioned.indexes_all_versions) remove_index_keys(item, *judgement.program.row);
  item.erase(versioned.pointer);
  put_keys(item, versioned.row, find);
  put_index_keys(item, versioned.row, find);
  judgement.outcome.companions.push_back({EncodedItem(key), EncodedItem(item)});
}

// The partition key of a version's row, and its sort key up to the time. False if the number is
// behind the time, so that the row cannot be told from those of other versions.
bool put_version_prefix(Item& key, const model::Versioning& versioned, Siblings attributes) {
  if (versioned.row.keys.size() != 2) return false;
  const model::DerivedKey& partition = versioned.row.keys[0];
  const model::DerivedKey& sort = versioned.row.keys[1];
  auto value = render_key(partition.key, attributes);
  auto prefix = sort.key.render_prefix(attributes);
  if (!value.ok() || !*value || !prefix.ok()) return false;
  for (const model::TemplatePart& part : sort.key.parts()) {
    if (!part.variable) continue;
    if (part.variable->name == versioned.time) return false;
    if (part.variable->name != versioned.number) continue;
    key.set(partition.name, **std::move(value));
    key.set(sort.name, Value(*std::move(prefix)));
    return true;
  }
  return false;
}

// The version that is one too many now goes in the same commit. Its time may be in its key and is
// not known any more; its number is enough if it comes first.
void drop_version(Judgement& judgement, const ItemView& image) {
  const model::Versioning& versioned = *judgement.program.entity->versioned;
  const auto newest = image.find(versioned.number);
  if (!versioned.keep || !newest || newest->type() != ValueType::N) return;
  const auto dropped = newest->number().minus(*versioned.keep);
  if (!dropped.ok() || dropped->is_negative() || dropped->is_zero()) return;
  const EncodedValue number{Value(*dropped)};
  const auto find = [&](std::string_view name) -> std::optional<ValueView> {
    if (name == versioned.number) return number.view();
    return name == versioned.time ? std::nullopt : image.find(name);
  };
  Item key;
  if (put_keys(key, versioned.row, find)) {
    judgement.outcome.companions.push_back({EncodedItem(key), std::nullopt});
  } else if (put_version_prefix(key, versioned, find)) {
    judgement.outcome.companions.push_back({EncodedItem(key), std::nullopt, true});
  }
}

// What a latest row without the data has: its keys, what they are made of, and the pointer.
EncodedItem pointer_row(const RowProgram& program, const ItemView& image) {
  const model::Versioning& versioned = *program.entity->versioned;
  std::vector<std::string_view> names = {versioned.number, versioned.time, versioned.pointer};
  for (const SlotIndex key : program.keys) {
    names.push_back(program[key].name);
    for (const SlotIndex variable : program[key].key_variables) {
      names.push_back(program[variable].name);
    }
  }
  for (const SlotIndex key : program.index_keys) names.push_back(program[key].name);
  Bytes bytes;
  append_projected(bytes, image, std::span<const std::string_view>(names));
  return EncodedItem(std::move(bytes));
}

}  // namespace

void collect_companions(Judgement& judgement) {
  const RowProgram& program = judgement.program;
  const auto& versioned = program.entity->versioned;
  const bool has_companion = program.mirror != nullptr || versioned;
  if (!has_companion || !judgement.changes_something || program.level != Enforcement::Enforce) {
    return;
  }
  auto& filled = judgement.outcome.filled;
  const ItemView image = filled ? filled->view() : judgement.draft.request();
  if (program.mirror != nullptr) add_mirror(judgement, image);
  if (versioned) {
    add_version(judgement, image);
    drop_version(judgement, image);
  }
  if (versioned && !versioned->copies_all) filled = pointer_row(program, image);
}

void erase_companions(const RowProgram& program, const ItemView& item, RuleOutcome& outcome) {
  if (program.mirror == nullptr || program.level != Enforcement::Enforce) return;
  Item key;
  const auto find = [&item](std::string_view name) { return item.find(name); };
  if (put_keys(key, *program.mirror, find)) {
    outcome.companions.push_back({EncodedItem(key), std::nullopt});
  }
}

}  // namespace partita::rules
