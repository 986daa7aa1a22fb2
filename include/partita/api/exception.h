#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/error.h"
#include "partita/value/encoded_item.h"

// The exceptions of DynamoDB that an Error can mean. An Error of kind InvalidArgument without an
// ApiFailure is a ValidationException; what the engine's kinds look like is in protocol/errors.cc.
namespace partita::api {

enum class Exception : std::uint8_t {
  Validation,
  ConditionalCheckFailed,
  ResourceNotFound,
  ResourceInUse,
  TableNotFound,
  LimitExceeded,
  TransactionCanceled,
  TransactionConflict,
  TransactionInProgress,
  IdempotentParameterMismatch,
  ItemCollectionSizeLimitExceeded,
  ProvisionedThroughputExceeded,
  Throttling,
  Serialization,
  UnknownOperation,
  MissingAuthenticationToken,
  IncompleteSignature,
  InvalidSignature,
  UnrecognizedClient,
  AccessDenied,
  InternalServerError,
  ServiceUnavailable,
};

// Why one action of a transaction did not happen.
struct CancellationReason {
  std::string code = "None";
  std::string message;              // Empty for None.
  std::optional<EncodedItem> item;  // If the action asked for it.
};

// What an Error of the API says beyond its message.
struct ApiFailure : ErrorDetail {
  explicit ApiFailure(Exception which) : exception(which) {}

  Exception exception;
  std::optional<EncodedItem> item;                // Of ConditionalCheckFailed.
  std::vector<CancellationReason> cancellations;  // Of TransactionCanceled.
};

Error failure(Exception exception, std::string message);
// ValidationException.
Error invalid(std::string message);
Error conditional_check_failed(std::optional<EncodedItem> item);
// The message lists the codes of the reasons in their order.
Error transaction_canceled(std::vector<CancellationReason> reasons);
// "Requested resource not found", as the data plane says it.
Error resource_not_found();

// What the error means to a client.
Exception exception_of(const Error& error);

}  // namespace partita::api
