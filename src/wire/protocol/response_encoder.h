#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include "wire/protocol/body_source.h"

// For any response of include/partita/api.
namespace partita::protocol {

// Appends the body of an operation's answer. Absent members are left out. A response that has no
// members at all has an empty body, as AWS has it for TagResource.
template <typename Response>
void append_json(std::string& json, const Response& response);

// The items of an answer, in their stored form.
struct ItemBytes {
  std::size_t count = 0;
  std::size_t all = 0;
  std::size_t largest = 0;

  void add(std::size_t bytes) {
    ++count;
    all += bytes;
    largest = std::max(largest, bytes);
  }
};
template <typename Response>
ItemBytes item_bytes_of(const Response& response);

// The same body as append_json has, written while it is sent.
template <typename Response>
std::unique_ptr<BodySource> json_source(Response response);

}  // namespace partita::protocol
