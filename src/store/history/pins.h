#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"

// Who still needs the past of a table, beside tables that are restored from it (recovery.h). As
// long as a table has a pin, neither the table nor its history since then may go, and its changes
// are kept, whatever becomes of its recovery.
//
// A pin is set in a transaction that has read the table's epoch and found that recovery is on and
// reaches back so far. So whoever ends one of these first changes the table, and reads the pins
// after that: it sees all that were set before, and none can be set behind it.
namespace partita::history {

struct Pin {
  keys::TableId table;
  std::string_view owner;  // What tells several pins of a table apart.
};

// From then on all changes after `moment` are kept.
void set_pin(engine::Transaction& transaction, const Pin& pin, std::int64_t moment);
void remove_pin(engine::Transaction& transaction, const Pin& pin);

// The earliest moment that is needed; nullopt: there is no pin.
// ERRORS: Corrupt; those of the engine.
Task<Result<std::optional<std::int64_t>>> oldest_pin(const engine::View& view, keys::TableId table);

}  // namespace partita::history
