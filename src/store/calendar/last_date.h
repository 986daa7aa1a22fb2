#pragma once

#include <optional>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// The last date that a database has surely reached, stored with its data:
//
// key := 00 "last-date"      value := milliseconds since 1970:u64, big-endian
namespace partita::calendar {

// nullopt: none was stored yet.   ERRORS: Corrupt; those of the engine.
Task<Result<std::optional<WallTime>>> read_last_date(const engine::View& view);

// ERRORS: those of the engine.
Task<Status> write_last_date(engine::Engine& engine, WallTime date);

}  // namespace partita::calendar
