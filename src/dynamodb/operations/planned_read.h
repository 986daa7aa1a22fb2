#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/tree_requests.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/query/read_page.h"

namespace partita::operations {

// A Query or a Scan that is bound, checked and planned once and then read page by page.
// THREADS: safe for concurrent calls.
class PlannedRead {
 public:
  // ERRORS: ResourceNotFound; InvalidArgument in DynamoDB's words.
  static Result<PlannedRead> create(const ReadContext& context, const TreeRead& request);
  PlannedRead(PlannedRead&&) noexcept;
  PlannedRead& operator=(PlannedRead&&) noexcept;
  ~PlannedRead();

  struct PageRequest {
    // Where a page before has ended (Page::last_evaluated_key); nullopt: at the beginning. The row
    // need not exist any more.
    std::optional<ItemView> start_key = {};
    std::size_t rows_max = SIZE_MAX;  // That are looked at, whether they pass the filter or not.
  };
  // Reads the next page of the table as it was when the read was planned.
  // ERRORS: InvalidArgument for a start key that no page can have ended at; those of read_page.
  // REQUIRES: this, the context and the start key outlive the task.
  Task<Result<query::Page>> read(const ReadContext& context, PageRequest page) const;

 private:
  struct Parts;
  explicit PlannedRead(std::unique_ptr<const Parts> parts);

  std::unique_ptr<const Parts> parts_;  // They view each other, so they stay where they are.
};

}  // namespace partita::operations
