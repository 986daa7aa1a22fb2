#include "partita/api/exception.h"

#include <fmt/format.h>

namespace partita::api {
namespace {

ErrorKind kind_of(Exception exception) {
  switch (exception) {
    case Exception::ResourceNotFound:
    case Exception::TableNotFound:
      return ErrorKind::NotFound;
    case Exception::ResourceInUse:
      return ErrorKind::AlreadyExists;
    case Exception::ServiceUnavailable:
      return ErrorKind::Unavailable;
    case Exception::InternalServerError:
      return ErrorKind::Internal;
    default:
      // Never Conflict: that one means "decide again" to the retry loop.
      return ErrorKind::InvalidArgument;
  }
}

Error failure_with(std::shared_ptr<const ApiFailure> detail, std::string message) {
  const ErrorKind kind = kind_of(detail->exception);
  return {kind, std::move(message), std::move(detail)};
}

}  // namespace

Error failure(Exception exception, std::string message) {
  return failure_with(std::make_shared<ApiFailure>(exception), std::move(message));
}

Error invalid(std::string message) { return Error::invalid_argument(std::move(message)); }

Error conditional_check_failed(std::optional<EncodedItem> item, std::string_view explanation) {
  auto detail = std::make_shared<ApiFailure>(Exception::ConditionalCheckFailed);
  detail->item = std::move(item);
  std::string message = "The conditional request failed";
  if (!explanation.empty()) message.append(": ").append(explanation);
  return failure_with(std::move(detail), std::move(message));
}

Error refused_by_model(Exception exception, std::string message, ModelError why,
                       std::optional<EncodedItem> item) {
  auto detail = std::make_shared<ApiFailure>(exception);
  detail->model_error = std::move(why);
  detail->item = std::move(item);
  return failure_with(std::move(detail), std::move(message));
}

Error transaction_canceled(std::vector<CancellationReason> reasons) {
  std::string codes;
  for (const auto& reason : reasons) {
    if (!codes.empty()) codes += ", ";
    codes += reason.code;
  }
  auto detail = std::make_shared<ApiFailure>(Exception::TransactionCanceled);
  detail->cancellations = std::move(reasons);
  return failure_with(std::move(detail),
                      fmt::format("Transaction cancelled, please refer cancellation reasons for "
                                  "specific reasons [{}]",
                                  codes));
}

Error throttled(Exception exception, std::string message, std::vector<ThrottlingReason> reasons) {
  auto detail = std::make_shared<ApiFailure>(exception);
  detail->throttling = std::move(reasons);
  return failure_with(std::move(detail), std::move(message));
}

Error resource_not_found() {
  return failure(Exception::ResourceNotFound, "Requested resource not found");
}

Exception exception_of(const Error& error) {
  if (const auto* detail = error.detail<ApiFailure>()) return detail->exception;
  switch (error.kind()) {
    case ErrorKind::InvalidArgument:
    case ErrorKind::TooLarge:
      return Exception::Validation;
    case ErrorKind::NotFound:
      return Exception::ResourceNotFound;
    case ErrorKind::AlreadyExists:
      return Exception::ResourceInUse;
    case ErrorKind::Conflict:
      return Exception::TransactionConflict;
    case ErrorKind::Unavailable:
      return Exception::ServiceUnavailable;
    default:
      return Exception::InternalServerError;
  }
}

}  // namespace partita::api
