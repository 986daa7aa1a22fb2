#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/base/bytes.h"
#include "wire/endpoints/noted_operation.h"
#include "wire/faults/faults.h"
#include "wire/protocol/request_decoder.h"

// What rules for faults ask of a request of the API, whatever its operation.
namespace partita::endpoints {

using SubjectReader = std::optional<faults::FaultSubject> (*)(ByteView body);

// The names in a list with commas between them; of an ARN the name at its end.
inline std::vector<std::string> names_in(std::string_view list) {
  constexpr std::string_view kTable = ":table/";
  std::vector<std::string> names;
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    std::string_view name = list.substr(0, end);
    if (const auto arn = name.find(kTable); arn != name.npos) {
      name = name.substr(arn + kTable.size());
    }
    names.emplace_back(name);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

inline bool is_consistent(const api::BatchGetItemRequest& request) {
  return std::any_of(request.request_items.begin(), request.request_items.end(),
                     [](const auto& each) { return each.second.consistent_read.value_or(false); });
}

// AWS: what a batch may have. One with more is refused as always.
inline constexpr std::size_t kBatchKeysMax = 100;
inline constexpr std::size_t kBatchWritesMax = 25;

// Nullopt if the body is not one of such a request.
template <typename Request>
std::optional<faults::FaultSubject> read_subject(ByteView body) {
  const auto request = protocol::decode_request<Request>(body);
  if (!request.ok()) return std::nullopt;
  protocol::RequestNote note;
  note_request(note, *request);
  faults::FaultSubject subject{.operation = {}, .tables = names_in(note.table)};
  if constexpr (std::same_as<Request, api::BatchGetItemRequest>) {
    subject.is_consistent = is_consistent(*request);
    subject.members = 0;
    for (const auto& [table, wanted] : request->request_items) {
      subject.members += wanted.keys.size();
    }
    if (subject.members > kBatchKeysMax) return std::nullopt;
  } else if constexpr (std::same_as<Request, api::BatchWriteItemRequest>) {
    subject.members = 0;
    for (const auto& [table, writes] : request->request_items) subject.members += writes.size();
    if (subject.members > kBatchWritesMax) return std::nullopt;
  } else if constexpr (requires { request->transact_items; }) {
    subject.members = request->transact_items.size();
  } else if constexpr (requires { request->consistent_read; }) {
    subject.is_consistent = request->consistent_read.value_or(false);
  }
  return subject;
}

}  // namespace partita::endpoints
