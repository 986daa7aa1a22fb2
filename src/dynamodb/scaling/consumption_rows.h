#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/engine.h"
#include "partita/api/shape.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// What tables and indexes were used for, minute by minute: a row of each server for each minute in
// which anything happened. So several servers are summed up, and a restart loses seconds of it.
namespace partita::scaling {

inline constexpr std::int64_t kMinutesOfDay = 24 * 60;
inline constexpr double kSecondsOfMinute = 60;

// Of a table or an index in one minute. Stored: DO NOT CHANGE the name of a member.
struct MinuteUnits {
  std::string table;
  std::string index;  // Empty: the table itself.
  double read_units = 0;
  double write_units = 0;
  std::int64_t reads_throttled = 0;
  std::int64_t writes_throttled = 0;
  // What was provisioned at its end; 0 if it is billed by request.
  std::int64_t read_capacity = 0;
  std::int64_t write_capacity = 0;

  static constexpr auto shape() {
    using Self = MinuteUnits;
    return std::tuple(api::required("Table", &Self::table), api::required("Index", &Self::index),
                      api::required("Read", &Self::read_units),
                      api::required("Write", &Self::write_units),
                      api::required("ReadsThrottled", &Self::reads_throttled),
                      api::required("WritesThrottled", &Self::writes_throttled),
                      api::required("ReadCapacity", &Self::read_capacity),
                      api::required("WriteCapacity", &Self::write_capacity));
  }
};

struct MinuteRow {
  std::vector<MinuteUnits> units;

  static constexpr auto shape() { return std::tuple(api::required("Units", &MinuteRow::units)); }
};

// Replaces what the server has stored of the minute.
void put_minute(engine::Transaction& transaction, std::int64_t minute, std::string_view server,
                const MinuteRow& row);
// Calls `visit` for the rows of all servers, from that minute (since 1970) on, in their order.
// ERRORS: Corrupt; those of the engine.
using MinuteVisitor = FunctionRef<void(std::int64_t minute, const MinuteRow&)>;
Task<Status> read_minutes(const engine::View& view, std::int64_t from, MinuteVisitor visit);
// Erases all before that minute.
Task<Status> erase_minutes(engine::Engine& engine, std::int64_t before);

}  // namespace partita::scaling
