#pragma once

#include <string_view>

#include "model/definition/model.h"
#include "model/planning/pattern_plan.h"

namespace partita::lint {

// The load of an entity, with what the file leaves out assumed.
struct EntityVolume {
  double creates_per_day = 0;
  double updates_per_day = 0;
  double deletes_per_day = 0;
  double transitions = 0;  // Of one item.
  double size_bytes = 0;
  double items = 0;  // Alive at a time.
};

EntityVolume volume_of(const model::Model& model, const model::Entity& entity);

double to_double(const Number& number);

// ceil(bytes / 1 KB), ceil(bytes / 4 KB); 1 at least.
double write_units(double bytes);
double read_units(double bytes);

// The bytes of an entry of the index, of an item of that size.
double entry_bytes(const model::Entity& entity, const model::Index& index, double item_bytes);

// How many rows of the entity one write of it touches in the table.
double rows_per_write(const model::Entity& entity);
// How many of its rows are in the index.
double rows_in_index(const model::Entity& entity, const model::Table& table,
                     const model::Index& index);
// Whether a change of the attribute moves the entity's entries in the index.
bool moves_entry(const model::Entity& entity, const model::Table& table, const model::Index& index,
                 std::string_view attribute);

}  // namespace partita::lint
