#pragma once

#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "wire/faults/left_members.h"

// Members of a batch that are taken out of its request, as if there had been no throughput for
// them, and given back with its answer: a fault that somebody has asked for.
namespace partita::endpoints {

template <typename Request>
concept BatchRequest = std::same_as<Request, api::BatchGetItemRequest> ||
    std::same_as<Request, api::BatchWriteItemRequest>;

namespace held {

template <typename Request>
struct Members {
  struct Type {};
};
template <BatchRequest Request>
struct Members<Request> {
  using Type = decltype(Request::request_items);
};

inline auto& elements(api::KeysAndAttributes& wanted) { return wanted.keys; }
inline auto& elements(std::vector<api::WriteRequest>& writes) { return writes; }

}  // namespace held

// As request_items of a batch; nothing for all other requests.
template <typename Request>
using HeldMembers = typename held::Members<Request>::Type;

// Takes them out of the request; tables without any members left go.
template <BatchRequest Request>
HeldMembers<Request> hold_back(Request& request, const faults::LeftMembers& left) {
  std::size_t members = 0;
  for (auto& [table, part] : request.request_items) members += held::elements(part).size();
  HeldMembers<Request> all_held;
  HeldMembers<Request> all_kept;
  std::size_t member = 0;
  for (auto& [table, part] : request.request_items) {
    auto out = part;
    auto& held_elements = held::elements(out);
    held_elements.clear();
    auto& kept = held::elements(part);
    for (std::size_t i = 0; i < kept.size();) {
      if (left.has(member++, members)) {
        held_elements.push_back(std::move(kept[i]));
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    if (!held_elements.empty()) all_held.emplace_back(table, std::move(out));
    if (!kept.empty()) all_kept.emplace_back(table, std::move(part));
  }
  request.request_items = std::move(all_kept);
  return all_held;
}

// Adds them to those that the answer leaves already.
template <typename Unprocessed>
void add_held(Unprocessed& unprocessed, Unprocessed held_back) {
  for (auto& [table, part] : held_back) {
    bool is_there = false;
    for (auto& [known, rest] : unprocessed) {
      if (known != table) continue;
      is_there = true;
      for (auto& element : held::elements(part)) {
        held::elements(rest).push_back(std::move(element));
      }
    }
    if (!is_there) unprocessed.emplace_back(table, std::move(part));
  }
}

inline void give_back(api::BatchGetItemResponse& response,
                      HeldMembers<api::BatchGetItemRequest> held_back) {
  if (!response.unprocessed_keys) response.unprocessed_keys.emplace();
  add_held(*response.unprocessed_keys, std::move(held_back));
}
inline void give_back(api::BatchWriteItemResponse& response,
                      HeldMembers<api::BatchWriteItemRequest> held_back) {
  if (!response.unprocessed_items) response.unprocessed_items.emplace();
  add_held(*response.unprocessed_items, std::move(held_back));
}

}  // namespace partita::endpoints
