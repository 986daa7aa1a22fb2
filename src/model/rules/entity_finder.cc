#include "model/rules/entity_finder.h"

#include <algorithm>
#include <utility>

#include "model/definition/sync_track.h"
#include "model/rules/key_rules.h"
#include "partita/value/encoded_item.h"

namespace partita::rules {
namespace {

using model::Entity;

// Whether a part of a key can be the attribute's value: what tells task keys from execution keys.
bool can_be(const model::Attribute* attribute, std::string_view text) {
  if (attribute == nullptr) return true;
  const auto value = value_in_key(attribute, text);
  if (!value) return false;
  const EncodedValue encoded(*value);
  const auto none = [](std::string_view) { return std::optional<ValueView>(); };
  return check_value(*attribute, encoded.view(), none) == nullptr;
}

bool is_made_by(const model::KeyTemplate& key, const ValueView& value, const Entity* entity) {
  std::string digits;
  if (value.type() == ValueType::N) digits = value.number().to_string();
  if (value.type() != ValueType::N && value.type() != ValueType::S) return key.is_bare_variable();
  const std::string_view text = value.type() == ValueType::S ? value.string() : digits;
  bool fits = true;
  const auto visit = [&](const model::TemplateVariable& variable, std::string_view part) {
    const bool is_checked = entity != nullptr && variable.is_reversible();
    fits = fits && (!is_checked || can_be(entity->find_attribute(variable.name), part));
  };
  return key.read_back(text, visit) && fits;
}

bool has_keys(const std::vector<model::DerivedKey>& keys, const Entity* entity,
              Siblings attributes) {
  return std::ranges::all_of(keys, [&](const model::DerivedKey& key) {
    const auto value = attributes(key.name);
    return value && is_made_by(key.key, *value, entity);
  });
}

// Whether the item denies to be of the entity: it has the attribute, with another value.
bool is_denied(const Entity& entity, Siblings attributes) {
  return std::ranges::any_of(entity.match, [&](const model::AttributeMatch& match) {
    const auto value = attributes(match.attribute);
    return value && !is_one_of(value, match.values);
  });
}

// The rows that a sync keeps: `track: ENTITY`, or by their keys `track: {PK: T, SK: T}`.
Result<std::optional<ServerRow>> tracked_row(const model::Model& model,
                                             const model::RawElement& sync,
                                             const model::Table& table) {
  const model::Node* track = sync.content.find("track");
  if (track == nullptr || !sync.notes.is_live) return std::optional<ServerRow>();
  if (const Entity* rows = model::tracked_rows_of(model, sync)) {
    if (rows->table != &table) return std::optional<ServerRow>();
    return std::optional(ServerRow{rows->name, rows, rows->row.keys});
  }
  ServerRow row{sync.name, nullptr, {}};
  for (const model::Node::Member& member : track->members) {
    if (!table.is_key(member.name)) return std::optional<ServerRow>();
    auto key = TRY(model::KeyTemplate::parse(member.value.text));
    row.keys.push_back({member.name, member.place, std::move(key)});
  }
  return std::optional(std::move(row));
}

}  // namespace

Result<EntityFinder> EntityFinder::create(const model::Model& model, const model::Table& table) {
  EntityFinder finder;
  for (const Entity& entity : model.entities) {
    if (entity.table != &table || !entity.notes.is_live) continue;
    const model::Row* mirror = entity.edge && entity.edge->mirror ? &*entity.edge->mirror : nullptr;
    finder.programs_.push_back(compile_row({model, entity, entity.row, mirror}));
    if (mirror != nullptr) {
      finder.programs_.push_back(compile_row({model, entity, *mirror, &entity.row}));
    }
    if (entity.versioned) {
      finder.server_rows_.push_back({entity.name, &entity, entity.versioned->row.keys});
      finder.has_versions_ = true;
    }
    finder.has_match_all_ |= entity.matches_all;
    finder.has_match_ |= !entity.match.empty();
  }
  for (const RowProgram& program : finder.programs_) {
    for (const model::IndexKey& key : program.row->index_keys) {
      if (!key.each.empty()) finder.multi_keys_.push_back(key.name);
    }
  }
  for (const model::RawElement& sync : model.syncs) {
    auto row = TRY(tracked_row(model, sync, table));
    if (row) finder.server_rows_.push_back(*std::move(row));
  }
  return finder;
}

bool EntityFinder::is_matched(const RowProgram& program, Siblings attributes) {
  const auto& match = program.entity->match;
  return !match.empty() && std::ranges::all_of(match, [&](const model::AttributeMatch& one) {
    return is_one_of(attributes(one.attribute), one.values);
  });
}

const RowProgram* EntityFinder::find(Siblings attributes) const {
  for (const RowProgram& program : programs_) {
    if (is_matched(program, attributes)) return &program;
  }
  if (has_match_all_) {
    const auto all = std::ranges::find_if(
        programs_, [](const RowProgram& program) { return program.entity->matches_all; });
    return &*all;
  }
  for (const RowProgram& program : programs_) {
    if (is_denied(*program.entity, attributes)) continue;
    if (has_keys(program.row->keys, program.entity, attributes)) return &program;
  }
  return nullptr;
}

const RowProgram* EntityFinder::find_again(const RowProgram* found, Siblings attributes) const {
  if (!has_match_) return found;
  const bool is_again = found != nullptr && is_matched(*found, attributes);
  return is_again ? found : find(attributes);
}

bool EntityFinder::stays(const RowProgram& before, const RowProgram* found, Siblings attributes) {
  const bool is_other = found != nullptr && is_matched(*found, attributes);
  return !is_other && !is_denied(*before.entity, attributes);
}

const RowProgram* EntityFinder::program_of(const Entity& entity) const {
  const auto found = std::ranges::find_if(programs_, [&](const RowProgram& program) {
    return program.entity == &entity && program.row == &entity.row;
  });
  return found == programs_.end() ? nullptr : &*found;
}

bool EntityFinder::is_multi_key(std::string_view attribute) const {
  return std::ranges::find(multi_keys_, attribute) != multi_keys_.end();
}

const ServerRow* EntityFinder::find_server_row(Siblings attributes) const {
  for (const ServerRow& row : server_rows_) {
    if (has_keys(row.keys, row.entity, attributes)) return &row;
  }
  return nullptr;
}

}  // namespace partita::rules
