#include "modelled/rollups/materializer.h"

#include <gtest/gtest.h>

#include <map>

#include "rollup_store.h"
#include "support/model_file.h"

namespace partita::rollups {
namespace {

using Written = std::map<std::string, Item>;

class MaterializedRows : public ::testing::Test {
 protected:
  MaterializedRows() { store_.build(); }

  std::size_t pending() { return sync_wait(materializer_.pending()).value(); }
  std::size_t run() { return sync_wait(materializer_.run_some()).value(); }

  Task<Status> take(const MaterializedItem& made) {
    const std::string pk(made.key.view().find("pk")->string());
    written_.erase(pk);
    if (made.item) written_.emplace(pk, made.item->view().to_item());
    if (meanwhile_) std::exchange(meanwhile_, nullptr)();
    Status taken = fails_ ? Status(Error::unavailable("later")) : Status();
    return Task<Status>::ready(std::move(taken));
  }

  RollupStore store_;
  Written written_;
  std::function<void()> meanwhile_;
  bool fails_ = false;
  Materializer materializer_{store_.engine(), store_.program(),
                             [this](const MaterializedItem& item) { return take(item); }};
  const model::Instant day_ = model::parse_rfc3339("2025-01-15T10:00:00Z").value();
};

TEST_F(MaterializedRows, AreItemsOfTheModel) {
  store_.put("a", "open", day_, decimal("1.5"));
  store_.put("b", "done", day_, decimal("2.5"));
  EXPECT_EQ(pending(), 1U);
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(pending(), 0U);
  const Item expected{{"pk", "daily-2025-01-15"},
                      {"kind", "daily"},
                      {"day", "2025-01-15"},
                      {"n", 2},
                      {"cost", 4},
                      {"mean", 2}};
  EXPECT_EQ(written_, (Written{{"daily-2025-01-15", expected}}));
}

TEST_F(MaterializedRows, GoWithTheLastItemOfTheirGroup) {
  store_.put("a", "open", day_, 1);
  run();
  store_.write("a", std::nullopt);
  EXPECT_EQ(run(), 1U);
  EXPECT_TRUE(written_.empty());
  EXPECT_EQ(pending(), 0U);
}

TEST_F(MaterializedRows, AreWrittenAgainForAChangeThatCameMeanwhile) {
  store_.put("a", "open", day_, 1);
  meanwhile_ = [this] { store_.put("b", "open", day_, 1); };
  run();
  EXPECT_EQ(pending(), 1U);
  run();
  EXPECT_EQ(pending(), 0U);
  EXPECT_EQ(*written_["daily-2025-01-15"].find("n"), Value(2));
}

TEST_F(MaterializedRows, StayPendingIfTheyCannotBeWritten) {
  store_.put("a", "open", day_, 1);
  fails_ = true;
  EXPECT_FALSE(sync_wait(materializer_.run_some()).ok());
  EXPECT_EQ(pending(), 1U);
}

TEST(Models, HaveRollupsThatCanBeKept) {
  for (const std::string_view name : kModelNames) {
    const auto model = shipped_model(name);
    std::size_t kept = 0;
    std::size_t live = 0;
    for (const model::Rollup& rollup : model->rollups) live += rollup.notes.is_live ? 1 : 0;
    for (const model::Table& table : model->tables) {
      const auto none = [](const ItemView&) { return nullptr; };
      auto program = RollupProgram::compile(*model, table, keys::TableId{1}, none);
      ASSERT_TRUE(program.ok()) << program.error().message();
      kept += (*program)->plans().size();
    }
    EXPECT_EQ(kept, live) << name;
  }
}

}  // namespace
}  // namespace partita::rollups
