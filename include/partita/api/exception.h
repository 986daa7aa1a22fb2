#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/error.h"
#include "partita/value/encoded_item.h"

// The exceptions of DynamoDB that an Error can represent. An Error of kind InvalidArgument without
// an ApiFailure is a ValidationException; exception_of maps the other kinds of errors to
// exceptions.
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

// Why one action of a transaction was not carried out.
struct CancellationReason {
  std::string code = "None";
  std::string message;              // Empty for None.
  std::optional<EncodedItem> item;  // If the action asked for it.
};

// The limit that a request has exceeded ("TableReadProvisionedThroughputExceeded"), and where.
struct ThrottlingReason {
  std::string reason;
  std::string resource;  // An ARN.
};

// Why a data model has refused a write: the parts of the message, for programs. Clients that do not
// know models ignore it.
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

// What an Error of the API contains in addition to its message.
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
// `explanation` says which part of the condition failed; it is added to the message if not empty.
Error conditional_check_failed(std::optional<EncodedItem> item, std::string_view explanation = {});
// A write that a data model does not allow, as one of the two exceptions above.
Error refused_by_model(Exception exception, std::string message, ModelError why,
                       std::optional<EncodedItem> item);
// The message lists the codes of the reasons in their order.
Error transaction_canceled(std::vector<CancellationReason> reasons);
// A request that a table or an index has no throughput left for.
Error throttled(Exception exception, std::string message, std::vector<ThrottlingReason> reasons);
// "Requested resource not found", which is the message of the operations on items.
Error resource_not_found();

// The exception that a client gets for this error.
Exception exception_of(const Error& error);

}  // namespace partita::api
