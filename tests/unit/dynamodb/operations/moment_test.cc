#include <gtest/gtest.h>

#include <optional>

#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/transact_get_items.h"
#include "engine/read_one.h"
#include "unit/dynamodb/operations/read_fixture.h"

namespace partita::operations {
namespace {

// A context of one moment: every operation that reads shows it, whatever was written since.
class ChosenMoment : public ReadFixture {
 protected:
  ChosenMoment() {
    create(testing::TableBuilder("T").key("pk", 'S').build());
    put("T", {{"pk", "a"}, {"v", "old"}});
    moment_ = engine_->snapshot();
    // The first read fixes the moment.
    EXPECT_TRUE(sync_wait(engine::read_one(*moment_, "any")).ok());
    put("T", {{"pk", "a"}, {"v", "new"}});
    then_.emplace(context_.at(*moment_));
  }

  static std::string value_of(const Item& item) { return item.find("v")->string(); }

  const EncodedItem key_{Item{{"pk", "a"}}};
  std::unique_ptr<engine::View> moment_;
  std::optional<ReadContext> then_;
};

TEST_F(ChosenMoment, IsShownByGetItem) {
  api::GetItemRequest request;
  request.table_name = "T";
  request.key = key_;
  const auto then = sync_wait(get_item(*then_, request)).value();
  EXPECT_EQ(value_of(then.item->view().to_item()), "old");
  const auto now = sync_wait(get_item(context_, request)).value();
  EXPECT_EQ(value_of(now.item->view().to_item()), "new");
}

TEST_F(ChosenMoment, IsShownByTransactGetItems) {
  api::TransactGetItemsRequest request;
  auto& get = request.transact_items.emplace_back().get;
  get.table_name = "T";
  get.key = key_;
  const auto then = sync_wait(transact_get_items(*then_, request)).value();
  EXPECT_EQ(value_of(then.responses->front().item->view().to_item()), "old");
}

TEST_F(ChosenMoment, IsShownByScan) {
  api::ScanRequest request;
  request.table_name = "T";
  const auto then = sync_wait(operations::scan(*then_, request)).value();
  EXPECT_EQ(value_of(then.items->at(0).to_item()), "old");
}

}  // namespace
}  // namespace partita::operations
