#include "wire/protocol/errors.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "partita/api/exception.h"

namespace partita::protocol {
namespace {

using api::Exception;

struct Expectation {
  Exception exception;
  std::string_view type;
  int status = 400;
  std::string_view message_member = "message";
};

class EveryException : public ::testing::TestWithParam<Expectation> {};

TEST_P(EveryException, HasItsTypeAndStatus) {
  const auto& [exception, type, status, message_member] = GetParam();
  const auto response = error_response(api::failure(exception, "why"));
  EXPECT_NE(response.body.find("#" + std::string(response.type) + "\""), std::string::npos);
  EXPECT_EQ(response.status, status);
  if (exception == Exception::InternalServerError) return;
  EXPECT_EQ(response.body, R"({"__type":")" + std::string(type) + R"(",")" +
                               std::string(message_member) + R"(":"why"})");
}

INSTANTIATE_TEST_SUITE_P(
    Errors, EveryException,
    ::testing::Values(
        Expectation{Exception::Validation, "com.amazon.coral.validate#ValidationException"},
        Expectation{Exception::ConditionalCheckFailed,
                    "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"},
        Expectation{Exception::ResourceNotFound,
                    "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"},
        Expectation{Exception::ResourceInUse,
                    "com.amazonaws.dynamodb.v20120810#ResourceInUseException"},
        Expectation{Exception::TableNotFound,
                    "com.amazonaws.dynamodb.v20120810#TableNotFoundException"},
        Expectation{Exception::LimitExceeded,
                    "com.amazonaws.dynamodb.v20120810#LimitExceededException"},
        Expectation{Exception::TransactionConflict,
                    "com.amazonaws.dynamodb.v20120810#TransactionConflictException"},
        Expectation{Exception::TransactionInProgress,
                    "com.amazonaws.dynamodb.v20120810#TransactionInProgressException", 400,
                    "Message"},
        Expectation{Exception::IdempotentParameterMismatch,
                    "com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException", 400,
                    "Message"},
        Expectation{Exception::ItemCollectionSizeLimitExceeded,
                    "com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException"},
        Expectation{Exception::ProvisionedThroughputExceeded,
                    "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"},
        Expectation{Exception::ExpiredIterator,
                    "com.amazonaws.dynamodb.streams.v20120810#ExpiredIteratorException"},
        Expectation{Exception::TrimmedDataAccess,
                    "com.amazonaws.dynamodb.streams.v20120810#TrimmedDataAccessException"},
        Expectation{Exception::Throttling, "com.amazon.coral.availability#ThrottlingException"},
        Expectation{Exception::Serialization, "com.amazon.coral.service#SerializationException",
                    400, "Message"},
        Expectation{Exception::UnknownOperation,
                    "com.amazon.coral.service#UnknownOperationException"},
        Expectation{Exception::MissingAuthenticationToken,
                    "com.amazon.coral.service#MissingAuthenticationTokenException"},
        Expectation{Exception::IncompleteSignature,
                    "com.amazon.coral.service#IncompleteSignatureException"},
        Expectation{Exception::InvalidSignature,
                    "com.amazon.coral.service#InvalidSignatureException"},
        Expectation{Exception::UnrecognizedClient,
                    "com.amazon.coral.service#UnrecognizedClientException"},
        Expectation{Exception::AccessDenied, "com.amazon.coral.service#AccessDeniedException", 400,
                    "Message"},
        Expectation{Exception::InternalServerError,
                    "com.amazonaws.dynamodb.v20120810#InternalServerError", 500},
        Expectation{Exception::ServiceUnavailable,
                    "com.amazonaws.dynamodb.v20120810#ServiceUnavailable", 503}));

TEST(Errors, TakeInvalidArgumentForAValidationException) {
  EXPECT_EQ(error_response(Error::invalid_argument("bad \"name\"")).body,
            R"({"__type":"com.amazon.coral.validate#ValidationException",)"
            R"("message":"bad \"name\""})");
  EXPECT_EQ(error_response(Error::too_large("big")).body,
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"big"})");
}

TEST(Errors, TellNothingOfWhatHappenedInside) {
  for (const Error& error :
       {Error::unknown("secret"), Error::corrupt("secret"), Error::internal("secret")}) {
    const auto response = error_response(error);
    EXPECT_EQ(response.status, 500);
    EXPECT_EQ(response.body,
              R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":)"
              R"("The request processing has failed because of an unknown error, exception or )"
              R"(failure."})");
  }
  const auto unavailable = error_response(Error::unavailable("secret"));
  EXPECT_EQ(unavailable.status, 503);
  EXPECT_EQ(unavailable.body.find("secret"), std::string::npos);
  EXPECT_EQ(error_response(Error::conflict("secret")).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException",)"
            R"("message":"Transaction is ongoing for the item"})");
}

TEST(Errors, TellProgramsWhyAModelHasRefusedAWrite) {
  const api::ModelError why{.code = "M201",
                            .model = "shop",
                            .entity = "Order",
                            .id = "1",
                            .attribute = "status",
                            .rule = "lifecycle",
                            .value = "sent",
                            .current = "open",
                            .allowed = {"paid", "void"}};
  const auto error =
      api::refused_by_model(Exception::ConditionalCheckFailed, "no", why, std::nullopt);
  EXPECT_EQ(error_response(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"no","ModelError":{"code":"M201","model":"shop","entity":"Order",)"
            R"("id":"1","attribute":"status","rule":"lifecycle","value":"sent",)"
            R"("current":"open","allowed":["paid","void"]}})");
}

TEST(Errors, CutAMessageThatEchoesALargeRequest) {
  std::string large((std::size_t{64} << 10) - 1, 'x');
  const auto response = error_response(Error::invalid_argument(large + "\xc3\xa4" + large));
  EXPECT_NE(response.body.find("\"" + large + "\"}"), std::string::npos)
      << "cut before the character that does not fit";
}

TEST(Errors, LeaveOutAnEmptyMessage) {
  EXPECT_EQ(error_response(api::failure(Exception::Serialization, "")).body,
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST(Errors, CarryTheItemOfAFailedCondition) {
  constexpr std::string_view kStart =
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
      R"("message":"The conditional request failed")";
  EXPECT_EQ(error_response(api::conditional_check_failed(std::nullopt)).body,
            std::string(kStart) + "}");
  EXPECT_EQ(error_response(api::conditional_check_failed(EncodedItem(Item{{"pk", "a"}}))).body,
            std::string(kStart) + R"(,"Item":{"pk":{"S":"a"}}})");
}

TEST(Errors, ListWhyATransactionWasCancelled) {
  std::vector<api::CancellationReason> reasons(2);
  reasons[1] = {.code = "ConditionalCheckFailed",
                .message = "The conditional request failed",
                .item = EncodedItem(Item{{"pk", "a"}})};
  const auto response = error_response(api::transaction_canceled(reasons));
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
            R"("Message":"Transaction cancelled, please refer cancellation reasons for specific )"
            R"(reasons [None, ConditionalCheckFailed]","CancellationReasons":[{"Code":"None"},)"
            R"({"Code":"ConditionalCheckFailed","Item":{"pk":{"S":"a"}},)"
            R"("Message":"The conditional request failed"}]})");
}

TEST(Errors, TellWhyARequestIsThrottled) {
  const std::vector<api::ThrottlingReason> reasons{
      {.reason = "TableReadProvisionedThroughputExceeded", .resource = "arn:aws:dynamodb:t"}};
  const std::string_view told =
      R"(hrottlingReasons":[{"reason":"TableReadProvisionedThroughputExceeded",)"
      R"("resource":"arn:aws:dynamodb:t"}]})";
  const auto provisioned =
      error_response(api::throttled(Exception::ProvisionedThroughputExceeded, "why", reasons));
  EXPECT_TRUE(provisioned.body.ends_with(R"("T)" + std::string(told))) << provisioned.body;
  const auto by_request = error_response(api::throttled(Exception::Throttling, "why", reasons));
  EXPECT_TRUE(by_request.body.ends_with(R"("t)" + std::string(told))) << by_request.body;
}

}  // namespace
}  // namespace partita::protocol
