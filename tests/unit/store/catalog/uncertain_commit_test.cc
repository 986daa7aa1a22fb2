#include <gtest/gtest.h>

#include "engine/memory/memory_engine.h"
#include "store/catalog/catalog.h"
#include "store/items/sealed_rules.h"
#include "unit/store/catalog/named_table.h"
#include "unit/store/catalog/uncertain_engine.h"

namespace partita::catalog {
namespace {

using Commit = partita::testing::UncertainEngine::Commit;

constexpr auto with_ttl = [](const Table& table) -> Result<Table> {
  Table changed = table;
  changed.ttl_attribute = "expires";
  return changed;
};

// Hangs one extension on all tables.
class MarkedTables final : public RulesSource {
 public:
  explicit MarkedTables(std::shared_ptr<const TableExtension> mark) : mark_(std::move(mark)) {}

  std::optional<RulesReference> rules_of_new(const Table&) const override { return {}; }
  Task<Result<std::shared_ptr<const TableExtension>>> extension_of(const Table&) const override {
    return Task<Result<std::shared_ptr<const TableExtension>>>::ready(mark_);
  }
  Task<Status> follow() override { return Task<Status>::ready({}); }

 private:
  const std::shared_ptr<const TableExtension> mark_;
};

// Changes of tables whose commits are not answered.
class UncertainCommit : public ::testing::Test {
 protected:
  void create(const std::string& name) { expect_unknown(sync_wait(catalog->create(named(name)))); }
  void change(const std::string& name) {
    expect_unknown(sync_wait(catalog->change(name, with_ttl)));
  }
  void remove(const std::string& name) {
    expect_unknown(sync_wait(catalog->remove(*catalog->find(name))));
  }
  template <typename T>
  static void expect_unknown(const Result<T>& result) {
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind(), ErrorKind::Unknown);
  }

  std::unique_ptr<engine::Engine> sound = engine::open_memory_engine();
  partita::testing::UncertainEngine engine{*sound};
  std::unique_ptr<Catalog> catalog = sync_wait(Catalog::open(engine)).value();
};

TEST_F(UncertainCommit, ShowsATableThatWasCreatedWithItsExtension) {
  const auto mark = std::make_shared<const items::SealedRules>("a mark");
  MarkedTables source(mark);
  catalog->set_rules_source(&source);
  engine.next_commits(Commit::LostAndNotApplied);
  create("orders");
  EXPECT_EQ(catalog->find("orders"), nullptr);
  engine.next_commits(Commit::LostAndApplied);
  create("orders");
  ASSERT_NE(catalog->find("orders"), nullptr);
  EXPECT_EQ(catalog->find("orders")->extension, mark);
}

TEST_F(UncertainCommit, ShowsAChangeThatWasApplied) {
  const auto mark = std::make_shared<const items::SealedRules>("a mark");
  ASSERT_TRUE(sync_wait(catalog->create(named("orders"))).ok());
  catalog->extend_at_start("orders", mark);
  engine.next_commits(Commit::LostAndNotApplied);
  change("orders");
  EXPECT_EQ(catalog->find("orders")->epoch, 1U);
  engine.next_commits(Commit::LostAndApplied);
  change("orders");
  EXPECT_EQ(catalog->find("orders")->epoch, 2U);
  EXPECT_EQ(catalog->find("orders")->ttl_attribute, "expires");
  EXPECT_EQ(catalog->find("orders")->extension, mark);
}

TEST_F(UncertainCommit, ForgetsATableThatWasRemoved) {
  ASSERT_TRUE(sync_wait(catalog->create(named("orders"))).ok());
  engine.next_commits(Commit::LostAndNotApplied);
  remove("orders");
  EXPECT_NE(catalog->find("orders"), nullptr);
  engine.next_commits(Commit::LostAndApplied);
  remove("orders");
  EXPECT_EQ(catalog->find("orders"), nullptr);
}

TEST_F(UncertainCommit, DoubtsATableThatCannotBeReadUntilItCan) {
  ASSERT_TRUE(sync_wait(catalog->create(named("orders"))).ok());
  engine.next_commits(Commit::LostAndApplied);
  engine.set_readable(false);
  change("orders");
  EXPECT_EQ(check_certain(*catalog->find("orders")).error().kind(), ErrorKind::Unavailable);
  EXPECT_FALSE(sync_wait(catalog->reload("orders")).ok());
  EXPECT_TRUE(catalog->find("orders")->is_in_doubt);

  engine.set_readable(true);
  EXPECT_TRUE(sync_wait(catalog->reload("orders")).ok());
  EXPECT_TRUE(check_certain(*catalog->find("orders")).ok());
  EXPECT_EQ(catalog->find("orders")->epoch, 2U);
}

TEST_F(UncertainCommit, DoubtsATableThatMayBeThere) {
  engine.next_commits(Commit::LostAndNotApplied);
  engine.set_readable(false);
  create("orders");
  ASSERT_NE(catalog->find("orders"), nullptr);
  EXPECT_TRUE(catalog->find("orders")->is_in_doubt);
  engine.set_readable(true);
  EXPECT_TRUE(sync_wait(catalog->reload("orders")).ok());
  EXPECT_EQ(catalog->find("orders"), nullptr);
}

TEST_F(UncertainCommit, TellsThoseWhoListenOnceThatATableIsInDoubt) {
  int calls = 0;
  catalog->notify([&] { ++calls; });
  engine.next_commits(Commit::LostAndNotApplied);
  engine.set_readable(false);
  create("orders");
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(sync_wait(catalog->reload("orders")).ok());
  EXPECT_EQ(calls, 1) << "or who tries again would never rest";
}

TEST_F(UncertainCommit, IsNotAskedAboutWhenACommitHasSurelyFailed) {
  ASSERT_TRUE(sync_wait(catalog->create(named("orders"))).ok());
  const int reads = engine.reads();
  EXPECT_FALSE(sync_wait(catalog->create(named("orders"))).ok());
  EXPECT_EQ(engine.reads(), reads);
}

}  // namespace
}  // namespace partita::catalog
