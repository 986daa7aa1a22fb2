#pragma once

#include <span>

#include "partita/api/batch_write_item.h"
#include "partita/base/function_ref.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/builder/batch_write.h"

namespace partita::builder {

// How one request is sent.
using SendBatch =
    FunctionRef<Task<Result<api::BatchWriteItemResponse>>(const api::BatchWriteItemRequest&)>;

// write_all over any way to send.   REQUIRES: all arguments outlive the task.
Task<BatchOutcome> send_all(SendBatch send, std::span<const TableWrite> writes, Random& random,
                            BatchPolicy policy = {});

}  // namespace partita::builder
