#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/rules/table_rules.h"
#include "modelled/syncs/sync_program.h"
#include "partita/base/random.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/table.h"

// The rows that say of each item whether the target of a sync has it (`track: ENTITY`).
//
// A row becomes `pending` in the commit of a change that is to be told, and `synced` or `failed`
// once the target has answered. In between the item may have changed again: so the row has the
// time of its last change, which is that of the event, too, and grows with every change of the
// item; an answer about an older one says nothing about the row.
namespace partita::enforcement {

// The entity of the rows; null: the sync keeps none.
const model::Entity* tracked_rows_of(const syncs::SyncPlan& plan);

// The key attributes of the item's row. Nullopt: the item lacks what they are made of.
std::optional<Item> tracked_key(const model::Entity& rows, const ItemView& item);

// When the item of the row was changed last, in milliseconds since 1970.
std::optional<std::int64_t> changed_at(const model::Entity& rows, const ItemView& row);

// The row once its item is there as it is now; after one more refusal.
Item synced_row(const model::Entity& rows, const ItemView& row, model::Instant now);
Item failed_row(const model::Entity& rows, const ItemView& row, std::string_view error);

// What rows are written by.
struct TrackTools {
  const rules::TableRules& rules;
  const syncs::SyncProgram& syncs;
  const catalog::Table& table;
  Random& random;
};

// The rows that are to be written with a change, for each sync of the table that keeps some and
// wants the change. Moves the change's time, so that it is later than that of the change before.
// ERRORS: what a client is told if the model refuses such a row; those of the engine.
Task<Status> track_change(engine::Transaction& transaction, TrackTools tools,
                          syncs::ToldChange& change, std::vector<rules::CompanionRow>& companions);

}  // namespace partita::enforcement
