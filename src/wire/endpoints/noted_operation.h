#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "dynamodb/operations/stream_lookup.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "wire/protocol/request_note.h"

// What a log tells of the requests and answers of the API, whatever their operation.
namespace partita::endpoints {

inline std::string_view table_of(const api::TransactGetItem& item) { return item.get.table_name; }
inline std::string_view table_of(const api::TransactWriteItem& item) {
  if (item.put) return item.put->table_name;
  if (item.update) return item.update->table_name;
  if (item.delete_) return item.delete_->table_name;
  return item.condition_check ? std::string_view(item.condition_check->table_name) : "";
}

// Adds a name to the list of names, unless it is there.
inline void note_table(protocol::RequestNote& note, std::string_view table) {
  for (std::string_view rest = note.table; !rest.empty();) {
    const auto end = std::min(rest.find(','), rest.size());
    if (rest.substr(0, end) == table) return;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!note.table.empty()) note.table += ',';
  note.table += table;
}

// Of a StreamArn, or of a ShardIterator, which begins with one.
inline void note_stream(protocol::RequestNote& note, std::string_view text) {
  if (const auto name = operations::stream_name_of(text); name.ok()) note.table = name->table_name;
}

template <typename Request>
void note_request(protocol::RequestNote& note, const Request& request) {
  if constexpr (requires { request.table_name.value_or(""); }) {
    note.table = request.table_name.value_or("");
  } else if constexpr (requires { request.table_name; }) {
    note.table = request.table_name;
  } else if constexpr (requires { request.stream_arn; }) {
    note_stream(note, request.stream_arn);
  } else if constexpr (requires { request.shard_iterator; }) {
    note_stream(note, request.shard_iterator);
  } else if constexpr (requires { request.request_items; }) {
    for (const auto& [table, requests] : request.request_items) note_table(note, table);
  } else if constexpr (requires { request.transact_items; }) {
    for (const auto& item : request.transact_items) note_table(note, table_of(item));
  }
}

inline double units_of(const api::ConsumedCapacity& capacity) {
  return capacity.capacity_units.value_or(0);
}
inline double units_of(const std::vector<api::ConsumedCapacity>& capacities) {
  double units = 0;
  for (const auto& capacity : capacities) units += units_of(capacity);
  return units;
}

template <typename Response>
void note_answer(protocol::RequestNote& note, const Response& response) {
  if constexpr (requires { response.consumed_capacity; }) {
    if (response.consumed_capacity) note.capacity_units = units_of(*response.consumed_capacity);
  }
}

}  // namespace partita::endpoints
