#pragma once

#include <string_view>

#include "model/definition/model.h"
#include "partita/base/bytes.h"

// What the id of a rollup or a search is the hash of: all that its rows depend on.
namespace partita::rollups {

void append_text(Bytes& bytes, std::string_view text);
// The keys of the row.
void append_row(Bytes& bytes, const model::Row& row);
// All that decides which entity an item of the table is a row of.
void append_entities(Bytes& bytes, const model::Model& model, const model::Table& table);

}  // namespace partita::rollups
