#include "wire/protocol/errors.h"

#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/exception.h"
#include "wire/protocol/attribute_json.h"
#include "wire/protocol/json_sink.h"

namespace partita::protocol {
namespace {

using api::Exception;

// How an exception is named on the wire.
struct WireException {
  std::string_view type;
  int status = 400;
  std::string_view message_member = "message";  // AWS: some have a capital letter.
};

// The exceptions of the frame that all services stand in.
WireException frame_exception(Exception exception) {
  constexpr std::string_view kMessage = "Message";
  switch (exception) {
    case Exception::Serialization:
      return {"com.amazon.coral.service#SerializationException", 400, kMessage};
    case Exception::UnknownOperation:
      return {"com.amazon.coral.service#UnknownOperationException"};
    case Exception::MissingAuthenticationToken:
      return {"com.amazon.coral.service#MissingAuthenticationTokenException"};
    case Exception::IncompleteSignature:
      return {"com.amazon.coral.service#IncompleteSignatureException"};
    case Exception::InvalidSignature:
      return {"com.amazon.coral.service#InvalidSignatureException"};
    case Exception::UnrecognizedClient:
      return {"com.amazon.coral.service#UnrecognizedClientException"};
    case Exception::AccessDenied:
      return {"com.amazon.coral.service#AccessDeniedException", 400, kMessage};
    case Exception::Throttling:
      return {"com.amazon.coral.availability#ThrottlingException"};
    default:
      return {"com.amazon.coral.validate#ValidationException"};
  }
}

// The exceptions that only Application Auto Scaling has, then those of the frame.
WireException scaling_exception(Exception exception) {
  constexpr std::string_view kMessage = "Message";
  switch (exception) {
    case Exception::ObjectNotFound:
      return {"com.amazonaws.autoscaling.v20160206#ObjectNotFoundException", 400, kMessage};
    case Exception::InvalidNextToken:
      return {"com.amazonaws.autoscaling.v20160206#InvalidNextTokenException", 400, kMessage};
    case Exception::TooManyTags:
      return {"com.amazonaws.autoscaling.v20160206#TooManyTagsException", 400, kMessage};
    default:
      return frame_exception(exception);
  }
}

// The exceptions that only DynamoDB Streams has, then the others.
WireException streams_exception(Exception exception) {
  switch (exception) {
    case Exception::ExpiredIterator:
      return {"com.amazonaws.dynamodb.streams.v20120810#ExpiredIteratorException"};
    case Exception::TrimmedDataAccess:
      return {"com.amazonaws.dynamodb.streams.v20120810#TrimmedDataAccessException"};
    default:
      return scaling_exception(exception);
  }
}

// The exceptions of DynamoDB itself, then those of its streams.
WireException wire_exception(Exception exception) {
  constexpr std::string_view kMessage = "Message";
  switch (exception) {
    case Exception::ConditionalCheckFailed:
      return {"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"};
    case Exception::ResourceNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"};
    case Exception::ResourceInUse:
      return {"com.amazonaws.dynamodb.v20120810#ResourceInUseException"};
    case Exception::TableNotFound:
      return {"com.amazonaws.dynamodb.v20120810#TableNotFoundException"};
    case Exception::TableAlreadyExists:
      return {"com.amazonaws.dynamodb.v20120810#TableAlreadyExistsException"};
    case Exception::TableInUse:
      return {"com.amazonaws.dynamodb.v20120810#TableInUseException"};
    case Exception::BackupNotFound:
      return {"com.amazonaws.dynamodb.v20120810#BackupNotFoundException"};
    case Exception::BackupInUse:
      return {"com.amazonaws.dynamodb.v20120810#BackupInUseException"};
    case Exception::PointInTimeRecoveryUnavailable:
      return {"com.amazonaws.dynamodb.v20120810#PointInTimeRecoveryUnavailableException"};
    case Exception::InvalidRestoreTime:
      return {"com.amazonaws.dynamodb.v20120810#InvalidRestoreTimeException"};
    case Exception::InvalidExportTime:
      return {"com.amazonaws.dynamodb.v20120810#InvalidExportTimeException"};
    case Exception::ExportNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ExportNotFoundException"};
    case Exception::ExportConflict:
      return {"com.amazonaws.dynamodb.v20120810#ExportConflictException"};
    case Exception::ImportNotFound:
      return {"com.amazonaws.dynamodb.v20120810#ImportNotFoundException"};
    case Exception::ImportConflict:
      return {"com.amazonaws.dynamodb.v20120810#ImportConflictException"};
    case Exception::LimitExceeded:
      return {"com.amazonaws.dynamodb.v20120810#LimitExceededException"};
    case Exception::TransactionCanceled:
      return {"com.amazonaws.dynamodb.v20120810#TransactionCanceledException", 400, kMessage};
    case Exception::TransactionConflict:
      return {"com.amazonaws.dynamodb.v20120810#TransactionConflictException"};
    case Exception::TransactionInProgress:
      return {"com.amazonaws.dynamodb.v20120810#TransactionInProgressException", 400, kMessage};
    case Exception::IdempotentParameterMismatch:
      return {"com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", 400,
              kMessage};
    case Exception::ItemCollectionSizeLimitExceeded:
      return {"com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"};
    case Exception::ProvisionedThroughputExceeded:
      return {"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"};
    case Exception::InternalServerError:
      return {"com.amazonaws.dynamodb.v20120810#InternalServerError", 500};
    case Exception::ServiceUnavailable:
      return {"com.amazonaws.dynamodb.v20120810#ServiceUnavailable", 503};
    default:
      return streams_exception(exception);
  }
}

// What may be told of the error.
std::string_view message_of(const Error& error, Exception exception) {
  const bool is_for_clients = error.detail<api::ApiFailure>() != nullptr;
  switch (exception) {
    case Exception::InternalServerError:
      return "The request processing has failed because of an unknown error, exception or failure.";
    case Exception::ServiceUnavailable:
      if (is_for_clients) return error.message();
      return "The service is temporarily unavailable. The request was not executed; try it again.";
    case Exception::TransactionConflict:
      if (is_for_clients) return error.message();
      return "Transaction is ongoing for the item";
    default:
      return error.message();
  }
}

// Ours: an answer is not as large as the request that it echoes. Cut between two characters.
std::string_view cut_message(std::string_view message) {
  constexpr std::size_t kMessageBytesMax = std::size_t{64} << 10;
  if (message.size() <= kMessageBytesMax) return message;
  std::size_t size = kMessageBytesMax;
  while (size > 0 && (message[size] & 0xC0) == 0x80) --size;
  return message.substr(0, size);
}

void put_member(JsonSink& sink, std::string_view name, std::string_view text) {
  sink.string(name);
  sink.raw(':');
  sink.string(text);
}

void put_reason(JsonSink& sink, const api::CancellationReason& reason) {
  sink.raw('{');
  put_member(sink, "Code", reason.code);
  if (reason.item) {
    sink.raw(R"(,"Item":)");
    put_json(sink, reason.item->view());
  }
  if (!reason.message.empty()) {
    sink.raw(',');
    put_member(sink, "Message", reason.message);
  }
  sink.raw('}');
}

void put_reasons(JsonSink& sink, const std::vector<api::CancellationReason>& reasons) {
  sink.raw(R"(,"CancellationReasons":[)");
  bool is_first = true;
  for (const auto& reason : reasons) {
    if (!is_first) sink.raw(',');
    is_first = false;
    put_reason(sink, reason);
  }
  sink.raw(']');
}

// AWS: one of the two exceptions has the member in lower case.
void put_throttling(JsonSink& sink, const api::ApiFailure& failure) {
  sink.raw(failure.exception == Exception::Throttling ? R"(,"throttlingReasons":[)"
                                                      : R"(,"ThrottlingReasons":[)");
  bool is_first = true;
  for (const auto& [reason, resource] : failure.throttling) {
    sink.raw(is_first ? "{" : ",{");
    is_first = false;
    put_member(sink, "reason", reason);
    sink.raw(',');
    put_member(sink, "resource", resource);
    sink.raw('}');
  }
  sink.raw(']');
}

void put_allowed(JsonSink& sink, const std::vector<std::string>& allowed) {
  sink.raw(R"(,"allowed":[)");
  bool is_first = true;
  for (const auto& one : allowed) {
    if (!is_first) sink.raw(',');
    is_first = false;
    sink.string(one);
  }
  sink.raw(']');
}

void put_model_error(JsonSink& sink, const api::ModelError& error) {
  sink.raw('{');
  put_member(sink, "code", error.code);
  const std::pair<std::string_view, const std::string&> members[] = {
      {"model", error.model},         {"entity", error.entity}, {"id", error.id},
      {"attribute", error.attribute}, {"rule", error.rule},     {"value", error.value},
      {"current", error.current},     {"text", error.text}};
  for (const auto& [name, text] : members) {
    if (text.empty()) continue;
    sink.raw(',');
    put_member(sink, name, text);
  }
  put_allowed(sink, error.allowed);
  if (!error.others.empty()) sink.raw(R"(,"others":[)");
  for (std::size_t i = 0; i < error.others.size(); ++i) {
    if (i > 0) sink.raw(',');
    put_model_error(sink, error.others[i]);
  }
  if (!error.others.empty()) sink.raw(']');
  sink.raw('}');
}

// Ours: ModelError is a member that AWS's clients ignore, and that a program can read instead of
// the message.
void put_detail(JsonSink& sink, const api::ApiFailure& failure) {
  if (failure.model_error) {
    sink.raw(R"(,"ModelError":)");
    put_model_error(sink, *failure.model_error);
  }
  if (failure.item) {
    sink.raw(R"(,"Item":)");
    put_json(sink, failure.item->view());
  }
  if (failure.exception == Exception::TransactionCanceled) {
    put_reasons(sink, failure.cancellations);
  }
  if (!failure.throttling.empty()) put_throttling(sink, failure);
}

void put_error(std::string& body, const WireException& wire, std::string_view message,
               const api::ApiFailure* failure) {
  JsonSink sink(body);
  sink.raw('{');
  put_member(sink, "__type", wire.type);
  if (!message.empty()) {
    sink.raw(',');
    put_member(sink, wire.message_member, message);
  }
  if (failure != nullptr) put_detail(sink, *failure);
  sink.raw('}');
}

std::string_view name_of(const WireException& wire) {
  return wire.type.substr(wire.type.find('#') + 1);
}

}  // namespace

std::string_view exception_name(Exception exception) { return name_of(wire_exception(exception)); }

ErrorResponse error_response(const Error& error) {
  const Exception exception = api::exception_of(error);
  const WireException wire = wire_exception(exception);
  ErrorResponse response{
      .status = wire.status, .exception = exception, .type = name_of(wire), .body = {}};
  put_error(response.body, wire, cut_message(message_of(error, exception)),
            error.detail<api::ApiFailure>());
  return response;
}

}  // namespace partita::protocol
