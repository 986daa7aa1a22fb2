#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "connection.h"
#include "data_set.h"
#include "partita/base/result.h"

namespace partita::load {

// How thoroughly an answer is looked at. Quick finds what was asked for in the text; Whole parses
// all of it and compares it with what the data set says must be there.
enum class Depth { Quick, Whole };

// What one connection asks, one request after the other, and what it makes of the answers.
// THREADS: one thread at a time; the scripts of one run share nothing that is not atomic.
class Script {
 public:
  virtual ~Script() = default;

  // The DynamoDB operation of all of its requests.
  virtual std::string_view operation() const = 0;
  // Appends the body of the next request; false if there is nothing left to ask.
  virtual bool next(std::string& body) = 0;
  // How many items were read or written, judged by the answer to the last request.
  // ERRORS: anything, if the answer is not the one that a right server gives.
  virtual Result<std::size_t> check(const Answer& answer, Depth depth) = 0;

  // Whether the script must go on although the time is over.
  virtual bool must_finish() const { return false; }
  // The last acknowledged version of every message that was written: each must be there afterwards.
  virtual std::vector<Message> acknowledged() const { return {}; }
};

}  // namespace partita::load
