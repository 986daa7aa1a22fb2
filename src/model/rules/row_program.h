#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::rules {

using SlotIndex = std::uint16_t;

// An attribute that a row of an entity has or may have. Views the model.
struct Slot {
  std::string_view name;
  const model::Attribute* attribute = nullptr;  // What the file says about it, or null.
  const model::KeyTemplate* key = nullptr;      // If it is a key of the table.
  const model::IndexKey* index_key = nullptr;   // If the server derives it for an index.
  std::vector<SlotIndex> key_variables;         // What its key template can be read back into.
  model::Enforcement level = model::Enforcement::Off;
  bool is_completable = false;

  // REQUIRES: the slot has an attribute.
  const model::AttributeType& type() const { return *attribute->type; }
  // How times are stored in it.
  model::TimestampEncoding encoding() const;
  bool is_sensitive() const { return attribute != nullptr && attribute->is_sensitive; }
};

// A value that is computed from others.
struct FormulaStep {
  enum class Kind { DefaultFrom, Derived, Computed, Expire };

  Kind kind = Kind::Derived;
  SlotIndex slot = 0;
};

// A number that the server counts up with every write: the revision or the version.
struct Counter {
  enum class Kind { Revision, Version };

  Kind kind = Kind::Revision;
  SlotIndex slot = 0;
};

// A name for several attributes together, with the list of their values.
struct Tuple {
  SlotIndex alias = 0;
  std::vector<SlotIndex> attributes;
};

// An attribute whose values name items of the program's entity, and which does not let them go
// without a word.
struct Referrer {
  const model::Entity* entity = nullptr;
  const model::Attribute* attribute = nullptr;
};

// What to do for one write of one row of an entity, worked out once. Slots are sorted as the
// attributes of stored items are, so that an item meets them in one walk; everything else names
// them by index.
// THREADS: immutable, safe for concurrent calls.
struct RowProgram {
  const model::Model* model = nullptr;
  const model::Table* table = nullptr;
  const model::Entity* entity = nullptr;
  const model::Row* row = nullptr;
  const model::Row* mirror = nullptr;  // The other row of an edge that has two.
  model::Enforcement level = model::Enforcement::Off;
  model::Enforcement lifecycle_level = model::Enforcement::Off;
  model::Enforcement expire_level = model::Enforcement::Off;

  std::vector<Slot> slots;
  std::vector<SlotIndex> keys;           // Of the table, the partition key first.
  std::vector<SlotIndex> index_keys;     // Those that the server derives.
  std::vector<SlotIndex> fills;          // With a constant, a default, an id or a creation stamp.
  std::vector<SlotIndex> update_stamps;  // Among them the time of a version.
  std::vector<Counter> counters;
  std::vector<FormulaStep> formulas;  // Each behind those that it reads.
  std::vector<Tuple> tuples;
  std::optional<SlotIndex> status;  // Of the lifecycle.
  std::vector<Referrer> referrers;  // Only those whose rules are enforced.

  // REQUIRES: `name` is one of the slots' names.
  SlotIndex slot_of(std::string_view name) const;
  std::optional<SlotIndex> find_slot(std::string_view name) const;
  const Slot& operator[](SlotIndex slot) const { return slots[slot]; }
};

// Which row of which entity a program is made for. Views the model.
struct RowSource {
  const model::Model& model;
  const model::Entity& entity;
  const model::Row& row;
  const model::Row* mirror = nullptr;
};

RowProgram compile_row(const RowSource& source);

// Whether the model keeps a list of who refers by this attribute: `on_delete` asks for one, and its
// rules are enforced.
bool is_listed_reference(const model::Entity& entity, const model::Attribute& attribute);

}  // namespace partita::rules
