#include "modelled/serving/revision.h"

#include <atomic>
#include <thread>

#include "unit/modelled/serving/write_shop.h"

namespace partita::serving {
namespace {

class WriteRevision : public ShopFixture {
 protected:
  WriteRevision() {
    create_customer("c1");
    place_order("c1", 1);
  }

  static PatternWriteRequest expecting(std::string revision, PatternWriteRequest request) {
    request.expected_revision = std::move(revision);
    return request;
  }
  Result<WriteAnswer> change_order(const std::string& revision, int total) {
    return write(
        "change_order",
        expecting(revision, request_of({{"customer", "c1"}, {"number", "1"}}, {{"total", total}})));
  }
  Result<WriteAnswer> note(const std::string& revision, const std::string& text) {
    return write("change_customer",
                 expecting(revision, request_of({{"id", "c1"}}, {{"note", text}})));
  }
  static std::string revision_in(const Result<WriteAnswer>& answer) {
    return revision_of(*answer->rows.at(0).entity, answer->rows.at(0).item->view());
  }
};

TEST_F(WriteRevision, OfAnEntityThatCountsIsItsNumber) {
  const auto second = change_order("1", 20);
  ASSERT_TRUE(second.ok()) << message_of(second);
  EXPECT_EQ(revision_in(second), "2");
  const auto stale = change_order("1", 30);
  EXPECT_EQ(failure_kind(stale), FailureKind::OtherRevision);
  EXPECT_EQ(failure_of(stale.error())->code, "M203");
  EXPECT_NE(message_of(stale).find("expected revision 1, it is 2"), std::string::npos)
      << message_of(stale);
  // Not even the one that comes next, which a client of DynamoDB may send along.
  EXPECT_EQ(failure_kind(change_order("3", 30)), FailureKind::OtherRevision);
  EXPECT_EQ(*order("c1", "ORDER#0001")->find("total"), Value(20));
}

TEST_F(WriteRevision, OfOthersIsAHashOfTheItem) {
  const auto first = write("change_customer", {{"id", "c1"}}, {{"note", "a"}});
  const std::string revision = revision_in(first);
  EXPECT_EQ(revision.size(), 32u);
  const auto second = note(revision, "b");
  ASSERT_TRUE(second.ok()) << message_of(second);
  EXPECT_NE(revision_in(second), revision);
  EXPECT_EQ(failure_kind(note(revision, "c")), FailureKind::OtherRevision);
  EXPECT_EQ(text_in(*customer("c1"), "note"), "b");
}

TEST_F(WriteRevision, AStarIsAnyItem) {
  EXPECT_TRUE(note("*", "b").ok());
  const auto missing =
      write("save_customer", expecting("*", request_of({{"customerId", "c2"}}, {{"name", "Bea"}})));
  EXPECT_EQ(failure_kind(missing), FailureKind::OtherRevision);
}

TEST_F(WriteRevision, IsAskedOfDeletesAndReplacementsToo) {
  const auto stale =
      write("delete_order", expecting("7", request_of({{"customer", "c1"}, {"number", "1"}})));
  EXPECT_EQ(failure_kind(stale), FailureKind::OtherRevision);
  const auto right =
      write("delete_order", expecting("1", request_of({{"customer", "c1"}, {"number", "1"}})));
  EXPECT_TRUE(right.ok()) << message_of(right);
}

TEST_F(WriteRevision, SatisfiesAModelThatRequiresOne) {
  std::string strict(kShop);
  const std::string_view rev = "rev: {attribute: rev}";
  strict.replace(strict.find(rev), rev.size(), "rev: {attribute: rev, require: true}");
  serve(strict);
  const auto blind = write("change_order", {{"customer", "c1"}, {"number", "1"}}, {{"total", 20}});
  EXPECT_EQ(model_error(blind).code, "M109");
  EXPECT_TRUE(change_order("1", 20).ok());
}

TEST_F(WriteRevision, OfTwoWritersWithTheSameOneWins) {
  for (int round = 0; round < 20; ++round) {
    const std::string revision =
        revision_in(write("change_customer", {{"id", "c1"}}, {{"note", "round"}}));
    std::atomic<int> waiting{2};
    std::atomic<int> winners{0};
    const auto run = [&](const std::string& text) {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      const auto answer = note(revision, text);
      if (answer.ok()) {
        ++winners;
      } else {
        EXPECT_EQ(failure_kind(answer), FailureKind::OtherRevision) << message_of(answer);
      }
    };
    std::thread other([&] { run("left"); });
    run("right");
    other.join();
    EXPECT_EQ(winners, 1);
  }
}

class WriteVersion : public WriteFixture {
 protected:
  WriteVersion() { serve_shipped("music"); }

  Result<WriteAnswer> save(const std::string& expect, const std::string& title) {
    clock_.advance(std::chrono::milliseconds(1));
    return write("save_composition", {{"compositionId", "c1"}, {"expect", expect}},
                 {{"title", title}});
  }
  Result<WriteAnswer> restore(const std::string& version) {
    clock_.advance(std::chrono::milliseconds(1));
    return write("restore_composition", {{"compositionId", "c1"}, {"version", version}});
  }
};

TEST_F(WriteVersion, IsExpectedByAPut) {
  EXPECT_TRUE(save("0", "First").value().is_created);
  EXPECT_EQ(failure_kind(save("0", "Again")), FailureKind::OtherRevision);
  EXPECT_EQ(*item_of(save("1", "Second")).find("version"), Value(2));
  const auto stale = save("1", "Lost");
  EXPECT_EQ(failure_kind(stale), FailureKind::OtherRevision);
  EXPECT_EQ(message_of(stale), "Composition c1: expected revision 1, it is 2");
  EXPECT_EQ(failure_kind(save("two", "x")), FailureKind::BadArgument);
  PatternWriteRequest both =
      request_of({{"compositionId", "c1"}, {"expect", "2"}}, {{"title", "x"}});
  both.expected_revision = "1";
  EXPECT_EQ(failure_kind(write("save_composition", both)), FailureKind::BadArgument);
}

TEST_F(WriteVersion, IsRestoredAsANewOne) {
  ASSERT_TRUE(save("0", "First").ok());
  ASSERT_TRUE(save("1", "Second").ok());
  const Item restored = item_of(restore("1"));
  EXPECT_EQ(text_in(restored, "title"), "First");
  EXPECT_EQ(*restored.find("version"), Value(3));
  EXPECT_EQ(text_in(restored, "SK"), "VERSION#LATEST");
  EXPECT_TRUE(text_in(restored, "latestVersion").starts_with("VERSION#v0003#"));
  EXPECT_TRUE(stored("music-encyclopedia",
                     {{"PK", "COMPOSITION#c1"}, {"SK", text_in(restored, "latestVersion")}})
                  .has_value());
}

TEST_F(WriteVersion, ThatIsNotThereIsNotRestored) {
  ASSERT_TRUE(save("0", "First").ok());
  for (const char* version : {"2", "0", "99999"}) {
    const auto answer = restore(version);
    EXPECT_EQ(failure_kind(answer), FailureKind::NotFound) << version << message_of(answer);
  }
  EXPECT_EQ(failure_kind(restore("one")), FailureKind::BadArgument);
  const auto other = write("restore_composition", {{"compositionId", "c2"}, {"version", "1"}});
  EXPECT_EQ(failure_kind(other), FailureKind::NotFound);
}

}  // namespace
}  // namespace partita::serving
