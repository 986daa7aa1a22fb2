#include "wire/server/large_answer.h"

#include <chrono>

#include "partita/api/exception.h"

namespace partita::server {
namespace {

// Long enough for the slowest readers to be found out (TimeLimits::pressed).
constexpr std::chrono::milliseconds kPatience{4'000};

// What an answer holds while it is sent: its items, where they go, and the text of one of them.
std::size_t held_bytes(const protocol::ItemBytes& items) {
  // A character that must be escaped becomes six bytes. What grows more is counted as it is sent.
  constexpr std::size_t kGrowth = 6;
  constexpr std::size_t kGapBytes = 32;
  return items.all + items.count * kGapBytes + kGrowth * items.largest;
}

}  // namespace

bool take_memory(protocol::HttpResponse& response, const protocol::ItemBytes& items) {
  return response.memory == nullptr || response.memory->resize(held_bytes(items));
}

Task<bool> wait_for_memory(protocol::HttpResponse& response, const protocol::ItemBytes& items) {
  response.memory->resize(0);
  return response.memory->fill_in_turn(held_bytes(items), kPatience);
}

Error no_memory() {
  return api::failure(api::Exception::ServiceUnavailable,
                      "The server has no memory left for an answer of this size: other clients "
                      "have not read theirs yet. The request was not executed; try it again.");
}

}  // namespace partita::server
