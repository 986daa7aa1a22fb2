#include "operations/cancellations.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace partita::operations {
namespace {

// AWS looks at the values of keys before it begins: one that is empty or too long fails the whole
// request. What does not fit the table's schema, or the item as it is, cancels the transaction.
bool fails_request(const Error& error) {
  constexpr std::array<std::string_view, 3> kBeginnings = {
      "One or more parameter values are not valid. ",
      "One or more parameter values were invalid: Size of hashkey ",
      "One or more parameter values were invalid: Aggregated size of all range keys "};
  return api::exception_of(error) != api::Exception::Validation ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](std::string_view beginning) {
           return error.message().starts_with(beginning);
         });
}

}  // namespace

Status Cancellations::add(std::size_t action, Error error) {
  const auto* failure = error.detail<api::ApiFailure>();
  if (failure != nullptr && failure->exception == api::Exception::ConditionalCheckFailed) {
    reasons_[action] = {
        .code = "ConditionalCheckFailed", .message = error.message(), .item = failure->item};
  } else if (fails_request(error)) {
    return error;
  } else if (!std::exchange(is_invalid_, true)) {
    reasons_[action] = {.code = "ValidationError", .message = error.message(), .item = {}};
  }
  is_canceled_ = true;
  return {};
}

Status Cancellations::check() && {
  if (!is_canceled_) return {};
  return api::transaction_canceled(std::move(reasons_));
}

Error cancelled_by_conflict(std::size_t actions) {
  const api::CancellationReason reason{
      .code = "TransactionConflict", .message = "Transaction is ongoing for the item", .item = {}};
  return api::transaction_canceled(std::vector(actions, reason));
}

Error item_twice() {
  return api::invalid("Transaction request cannot include multiple operations on one item");
}

Status check_transaction_size(std::size_t bytes) {
  if (bytes <= kTransactionBytesMax) return {};
  return api::invalid("Transaction payload size cannot exceed 4 MB");
}

}  // namespace partita::operations
