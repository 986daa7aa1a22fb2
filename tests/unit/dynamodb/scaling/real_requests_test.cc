#include "dynamodb/operations/put_item.h"
#include "partita/value/encoded_item.h"
#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

using ScalingOfRequests = ScaledDatabase;

TEST_F(ScalingOfRequests, SeesWhatTheyCost) {
  create_table(10, 1);
  follow(of_table(Use::Write), 1, 500, 50);
  work();
  const std::string large(100'000, 'x');
  for (int minute = 0; minute < 2; ++minute) {
    for (int i = 0; i < 6; ++i) {
      api::PutItemRequest request;
      request.table_name = "Orders";
      request.item = EncodedItem(Item{{"pk", std::to_string(i)}, {"text", large}});
      ASSERT_TRUE(sync_wait(operations::put_item(*context_, request)).ok());
    }
    pass_minute();
  }
  // Six times 98 units in a minute are 9.8 a second.
  EXPECT_EQ(writes(), 20);
}

}  // namespace
}  // namespace partita::scaling
