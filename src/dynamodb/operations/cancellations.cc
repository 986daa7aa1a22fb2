#include "dynamodb/operations/cancellations.h"

#include <utility>

#include "dynamodb/operations/write_admission.h"
#include "store/items/item_key.h"

namespace partita::operations {
namespace {

// AWS looks at the values of keys before it begins: one that is empty or too long fails the whole
// request. What does not fit the table's schema, or the item as it is, cancels the transaction.
bool fails_request(const Error& error) {
  return api::exception_of(error) != api::Exception::Validation ||
         error.detail<items::ImpossibleKeyValue>() != nullptr;
}

}  // namespace

Status Cancellations::add(std::size_t action, Error error) {
  const auto* failure = error.detail<api::ApiFailure>();
  if (failure != nullptr && failure->exception == api::Exception::ConditionalCheckFailed) {
    reasons_[action] = {
        .code = "ConditionalCheckFailed", .message = error.message(), .item = shown(*failure)};
  } else if (api::exception_of(error) == api::Exception::ItemCollectionSizeLimitExceeded) {
    reasons_[action] = {
        .code = "ItemCollectionSizeLimitExceeded", .message = error.message(), .item = {}};
  } else if (is_throttling(error)) {
    const bool is_provisioned = failure->exception == api::Exception::ProvisionedThroughputExceeded;
    reasons_[action] = {
        .code = is_provisioned ? "ProvisionedThroughputExceeded" : "ThrottlingError",
        .message = error.message(),
        .item = {}};
  } else if (fails_request(error)) {
    return error;
  } else if (!std::exchange(is_invalid_, true)) {
    reasons_[action] = {.code = "ValidationError", .message = error.message(), .item = {}};
  }
  is_canceled_ = true;
  return {};
}

// Ours: together they are no larger than what a transaction may read; the rest is left out.
std::optional<EncodedItem> Cancellations::shown(const api::ApiFailure& failure) {
  if (!failure.item) return std::nullopt;
  const std::size_t bytes = failure.item->bytes().size();
  if (shown_bytes_ + bytes > kTransactionBytesMax) return std::nullopt;
  shown_bytes_ += bytes;
  return failure.item;
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
