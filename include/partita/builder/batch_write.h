#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "operations/context.h"
#include "partita/api/batch_write_item.h"
#include "partita/base/error.h"
#include "partita/base/function_ref.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/value.h"

namespace partita::builder {

// A put or a delete of one item.
struct TableWrite {
  std::string table_name;
  api::WriteRequest request;
};
// REQUIRES: check_item accepts them.
TableWrite put_into(std::string table_name, const Item& item);
TableWrite delete_from(std::string table_name, const Item& key);

struct BatchOutcome {
  struct Failed {
    std::size_t index;  // Of the write that was not made.
    Error error;
  };

  std::size_t written = 0;
  std::vector<Failed> failed;  // By index.
};

struct BatchPolicy {
  int attempts_max = 8;  // Of writes that come back unprocessed.
  std::chrono::microseconds first_pause{1000};
  std::chrono::microseconds longest_pause{1'000'000};
};

// How a request is sent: in this process, or over a wire.
using SendBatch =
    FunctionRef<Task<Result<api::BatchWriteItemResponse>>(const api::BatchWriteItemRequest&)>;

// Makes all writes, in requests of BatchWriteItem that keep its limits. What comes back unprocessed
// is sent again after a pause that grows and is random. A request that is refused is sent again
// write by write, so that only the wrong ones fail; writes of one item happen in their order then.
// REQUIRES: all arguments outlive the task.
Task<BatchOutcome> write_all(SendBatch send, std::span<const TableWrite> writes, Random& random,
                             BatchPolicy policy = {});
Task<BatchOutcome> write_all(operations::Context& context, std::span<const TableWrite> writes,
                             Random& random);

}  // namespace partita::builder
