#pragma once

#include <cstddef>

#include "partita/base/error.h"
#include "partita/base/task.h"
#include "wire/protocol/http_response.h"
#include "wire/protocol/response_encoder.h"

// Answers with so many items that their memory is counted. All connections share what there is: an
// answer that finds none waits for others to be read, and is refused if that takes too long.
namespace partita::server {

// Answers with no more than this are one text, with its length and its checksum.
inline constexpr std::size_t kWholeItemBytesMax = std::size_t{256} << 10;

inline bool is_large(const protocol::ItemBytes& items) { return items.all > kWholeItemBytesMax; }

// Whether there is memory for these items now; if so, it is taken.
bool take_memory(protocol::HttpResponse& response, const protocol::ItemBytes& items);
// The same when others have given some back. Who waits must not hold an answer meanwhile.
Task<bool> wait_for_memory(protocol::HttpResponse& response, const protocol::ItemBytes& items);
// Of what was taken for an answer that turned out to be small.
inline void give_memory_back(protocol::HttpResponse& response) {
  if (response.memory != nullptr) response.memory->resize(0);
}
// As much as an answer with one item can need.
inline constexpr protocol::ItemBytes kOneItem{.count = 1, .all = 512 * 1024, .largest = 512 * 1024};

// The answer if no memory became free while the client waited: ServiceUnavailable.
Error no_memory();

}  // namespace partita::server
