#include "store/streams/change_log.h"

#include "unit/store/streams/stream_store.h"

namespace partita::streams {
namespace {

using ChangeLog = StreamStore;

const Item kKey{{"pk", "p"}, {"sk", 1}};
const Item kOld{{"pk", "p"}, {"sk", 1}, {"v", "old"}};
const Item kNew{{"pk", "p"}, {"sk", 1}, {"v", "new"}};

TEST_F(ChangeLog, TellsInsertModifyAndRemoveApart) {
  create("T");
  record("T", {}, kOld);
  record("T", kOld, kNew);
  record("T", kNew, {});
  const auto seen = read(stream_of("T")).records;
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].kind, EntryKind::Insert);
  EXPECT_EQ(seen[1].kind, EntryKind::Modify);
  EXPECT_EQ(seen[2].kind, EntryKind::Remove);
  for (const auto& one : seen) EXPECT_EQ(one.keys, kKey);
  EXPECT_LT(seen[0].stamp, seen[1].stamp);
  EXPECT_LT(seen[1].stamp, seen[2].stamp);
}

TEST_F(ChangeLog, HasTheImagesThatTheViewTypeAsksFor) {
  struct Case {
    StreamViewType view;
    std::optional<Item> old_image;
    std::optional<Item> new_image;
  };
  int number = 0;
  for (const Case& expected :
       {Case{StreamViewType::KeysOnly, {}, {}}, Case{StreamViewType::NewImage, {}, kNew},
        Case{StreamViewType::OldImage, kOld, {}},
        Case{StreamViewType::NewAndOldImages, kOld, kNew}}) {
    const std::string name = "T" + std::to_string(++number);
    create(name, expected.view);
    record(name, kOld, kNew);
    const auto seen = read(stream_of(name)).records;
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ(seen[0].keys, kKey) << name;
    EXPECT_EQ(seen[0].old_image, expected.old_image) << name;
    EXPECT_EQ(seen[0].new_image, expected.new_image) << name;
  }
}

TEST_F(ChangeLog, KnowsWhenAndWhetherTheServiceDidIt) {
  create("T");
  record("T", kOld, {}, /*is_expiry=*/true);
  clock_.advance(std::chrono::milliseconds(1'500));
  record("T", {}, kNew);
  const auto seen = read(stream_of("T")).records;
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_TRUE(seen[0].is_expiry);
  EXPECT_FALSE(seen[1].is_expiry);
  EXPECT_EQ(seen[1].time - seen[0].time, std::chrono::milliseconds(1'500));
  EXPECT_EQ(seen[1].time, clock_.wall_now());
}

TEST_F(ChangeLog, WritesNothingForATableWithoutAStream) {
  create("never", std::nullopt);
  record("never", kOld, kNew);
  create("no longer");
  const auto stream = stream_of("no longer");
  const auto rows = rows_of_streams();
  disable("no longer");
  record("no longer", kOld, kNew);
  EXPECT_EQ(rows_of_streams(), rows + 1) << "more than the mark at its end";
  EXPECT_TRUE(read(stream).records.empty());
}

TEST_F(ChangeLog, HoldsTheLargestItemsTwice) {
  create("T");
  Item large = kKey;
  // As many bytes as it can take: elements that DynamoDB counts as one byte and we store as two.
  List elements(400'000, Value(""));
  large.set("v", elements);
  Item other = large;
  other.set("w", 1);
  record("T", large, other);
  const auto seen = read(stream_of("T")).records;
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].new_image, other);
}

}  // namespace
}  // namespace partita::streams
