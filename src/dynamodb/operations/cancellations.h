#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "partita/api/exception.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::operations {

// Why a transaction is cancelled, action by action.
class Cancellations {
 public:
  explicit Cancellations(std::size_t actions) : reasons_(actions) {}

  // An action has failed. AWS: every failed condition is told, but only the first ValidationError.
  // ERRORS: the error itself if it fails the whole request and not only its action.
  Status add(std::size_t action, Error error);

  // ERRORS: TransactionCanceled if an action has failed.
  Status check() &&;

 private:
  std::optional<EncodedItem> shown(const api::ApiFailure& failure);

  std::vector<api::CancellationReason> reasons_;
  std::size_t shown_bytes_ = 0;
  bool is_canceled_ = false;
  bool is_invalid_ = false;
};

// The transaction met others again and again.
Error cancelled_by_conflict(std::size_t actions);

// "Transaction request cannot include multiple operations on one item".
Error item_twice();

// AWS: of the data in the request, or the items that are read.
inline constexpr std::size_t kTransactionBytesMax = std::size_t{4} << 20;
// ERRORS: InvalidArgument if it is more.
Status check_transaction_size(std::size_t bytes);

}  // namespace partita::operations
