#include "dynamodb/operations/cancellations.h"

#include <gtest/gtest.h>

#include "store/items/item_collection.h"
#include "store/items/item_key.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::operations {
namespace {

using testing::codes_of;
using testing::reasons_of;

TEST(Cancellations, AreNoneIfNothingFailed) { EXPECT_TRUE(Cancellations(3).check().ok()); }

TEST(Cancellations, TellAllConditionsButOnlyTheFirstValidationError) {
  Cancellations cancellations(4);
  EXPECT_TRUE(cancellations.add(0, api::invalid("the first")).ok());
  EXPECT_TRUE(cancellations.add(1, api::conditional_check_failed(std::nullopt)).ok());
  EXPECT_TRUE(cancellations.add(2, api::invalid("the second")).ok());
  EXPECT_TRUE(cancellations.add(3, api::conditional_check_failed(std::nullopt)).ok());
  const Status canceled = std::move(cancellations).check();
  EXPECT_EQ(codes_of(canceled),
            "[ValidationError, ConditionalCheckFailed, None, ConditionalCheckFailed]");
  EXPECT_EQ(reasons_of(canceled)[0].message, "the first");
  EXPECT_EQ(reasons_of(canceled)[2].message, "");
}

TEST(Cancellations, PassOnWhatIsNotTheFaultOfOneAction) {
  Cancellations cancellations(1);
  EXPECT_EQ(cancellations.add(0, Error::corrupt("a damaged item")).error().kind(),
            ErrorKind::Corrupt);
  EXPECT_FALSE(cancellations.add(0, items::impossible_key_value("the key is empty")).ok());
  EXPECT_TRUE(std::move(cancellations).check().ok());
}

TEST(Cancellations, NameAnItemCollectionThatIsTooLarge) {
  Cancellations cancellations(2);
  EXPECT_TRUE(cancellations.add(1, items::collection_too_large()).ok());
  const Status canceled = std::move(cancellations).check();
  EXPECT_EQ(codes_of(canceled), "[None, ItemCollectionSizeLimitExceeded]");
  EXPECT_EQ(reasons_of(canceled)[1].message, "Collection size exceeded.");
}

TEST(Cancellations, NameEveryActionAfterAConflict) {
  const Status canceled = cancelled_by_conflict(2);
  EXPECT_EQ(codes_of(canceled), "[TransactionConflict, TransactionConflict]");
}

TEST(Cancellations, LimitATransactionToFourMegabytes) {
  EXPECT_TRUE(check_transaction_size(kTransactionBytesMax).ok());
  EXPECT_FALSE(check_transaction_size(kTransactionBytesMax + 1).ok());
}

TEST(Cancellations, ShowItemsUpToTheSizeOfATransaction) {
  Cancellations cancellations(20);
  const EncodedItem large(Item{{"pk", "a"}, {"text", std::string(400'000, 'x')}});
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(cancellations.add(i, api::conditional_check_failed(large)).ok());
  }
  const Status canceled = std::move(cancellations).check();
  std::size_t shown = 0;
  for (const auto& reason : reasons_of(canceled)) {
    EXPECT_EQ(reason.code, "ConditionalCheckFailed");
    if (reason.item) ++shown;
  }
  EXPECT_EQ(shown, kTransactionBytesMax / large.bytes().size());
}

}  // namespace
}  // namespace partita::operations
