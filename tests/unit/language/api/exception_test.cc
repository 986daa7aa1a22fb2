#include "partita/api/exception.h"

#include <gtest/gtest.h>

namespace partita::api {
namespace {

TEST(ApiException, TakesInvalidArgumentForAValidationException) {
  EXPECT_EQ(exception_of(invalid("x")), Exception::Validation);
  EXPECT_EQ(exception_of(Error::too_large("x")), Exception::Validation);
}

TEST(ApiException, SurvivesACopyOfTheError) {
  const Error error = failure(Exception::LimitExceeded, "too many");
  const Error copy = error;
  EXPECT_EQ(exception_of(copy), Exception::LimitExceeded);
  EXPECT_EQ(copy.message(), "too many");
}

TEST(ApiException, NeverLooksLikeAConflictToTheRetryLoop) {
  EXPECT_NE(failure(Exception::TransactionConflict, "x").kind(), ErrorKind::Conflict);
  EXPECT_EQ(exception_of(Error::conflict("x")), Exception::TransactionConflict);
}

TEST(ApiException, MapsTheKindsOfTheEngine) {
  EXPECT_EQ(exception_of(Error::unavailable("x")), Exception::ServiceUnavailable);
  EXPECT_EQ(exception_of(Error::unknown("x")), Exception::InternalServerError);
  EXPECT_EQ(exception_of(Error::corrupt("x")), Exception::InternalServerError);
  EXPECT_EQ(exception_of(Error::internal("x")), Exception::InternalServerError);
  EXPECT_EQ(exception_of(Error::not_found("x")), Exception::ResourceNotFound);
  EXPECT_EQ(exception_of(Error::already_exists("x")), Exception::ResourceInUse);
}

TEST(ApiException, CarriesTheItemOfAFailedCondition) {
  const Error error = conditional_check_failed(EncodedItem(Item{{"pk", "a"}}));
  const auto* detail = error.detail<ApiFailure>();
  ASSERT_NE(detail, nullptr);
  EXPECT_EQ(detail->item, EncodedItem(Item{{"pk", "a"}}));
  EXPECT_EQ(error.message(), "The conditional request failed");
}

TEST(ApiException, ListsTheCodesOfACancelledTransaction) {
  std::vector<CancellationReason> reasons(3);
  reasons[1].code = "TransactionConflict";
  const Error error = transaction_canceled(reasons);
  EXPECT_EQ(error.message(),
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
            "TransactionConflict, None]");
  EXPECT_EQ(error.detail<ApiFailure>()->cancellations.size(), 3U);
}

}  // namespace
}  // namespace partita::api
