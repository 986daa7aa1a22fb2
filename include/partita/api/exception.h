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
  TableAlreadyExists,
  TableInUse,
  BackupNotFound,
  BackupInUse,
  PointInTimeRecoveryUnavailable,
  InvalidRestoreTime,
  InvalidExportTime,
  ExportNotFound,
  ExportConflict,
  ImportNotFound,
  ImportConflict,
  LimitExceeded,
  TransactionCanceled,
  TransactionConflict,
  TransactionInProgress,
  IdempotentParameterMismatch,
  ItemCollectionSizeLimitExceeded,
  ProvisionedThroughputExceeded,
  ExpiredIterator,
  TrimmedDataAccess,
  Throttling,
  Serialization,
  UnknownOperation,
  MissingAuthenticationToken,
  IncompleteSignature,
  InvalidSignature,
  UnrecognizedClient,
  AccessDenied,
  ObjectNotFound,  // Of Application Auto Scaling, as the next two.
  InvalidNextToken,
  TooManyTags,
  InternalServerError,
  ServiceUnavailable,
};

// Why one action of a transaction did not happen.
struct CancellationReason {
  std::string code = "None";
  std::string message;              // Empty for None.
  std::optional<EncodedItem> item;  // If the action asked for it.
};

// Which limit of which table or index a request has met: "TableReadProvisionedThroughputExceeded".
struct ThrottlingReason {
  std::string reason;
  std::string resource;  // An ARN.
};

// Why a data model has refused a write: the parts of the message, for programs. Clients that know
// nothing of models ignore it.
struct ModelError {
  std::string code;  // "M201"
  std::string model;
  std::string entity;
  std::string id;
  std::string attribute;
  std::string rule;
  std::string value;
  std::string current;
  std::vector<std::string> allowed;
  std::string text;                     // "Album.year: 1873 is below min 1900"
  std::vector<ModelError> others = {};  // What else is wrong with the item; they have none.
};

// What an Error of the API says beyond its message.
struct ApiFailure : ErrorDetail {
  explicit ApiFailure(Exception which) : exception(which) {}

  Exception exception;
  std::optional<EncodedItem> item;                // Of ConditionalCheckFailed.
  std::vector<CancellationReason> cancellations;  // Of TransactionCanceled.
  std::optional<ModelError> model_error;          // Of Validation and ConditionalCheckFailed.
  std::vector<ThrottlingReason> throttling;  // Of ProvisionedThroughputExceeded and Throttling.
};

Error failure(Exception exception, std::string message);
// ValidationException.
Error invalid(std::string message);
// `explanation` says which part of the condition failed, for those who are told.
Error conditional_check_failed(std::optional<EncodedItem> item, std::string_view explanation = {});
// A write that a data model does not allow, as one of the two exceptions above.
Error refused_by_model(Exception exception, std::string message, ModelError why,
                       std::optional<EncodedItem> item);
// The message lists the codes of the reasons in their order.
Error transaction_canceled(std::vector<CancellationReason> reasons);
// A request that a table or an index has no throughput left for.
Error throttled(Exception exception, std::string message, std::vector<ThrottlingReason> reasons);
// "Requested resource not found", as the data plane says it.
Error resource_not_found();

// What the error means to a client.
Exception exception_of(const Error& error);

}  // namespace partita::api
