#include "database/store.h"

#include <gtest/gtest.h>

#include "database/database.h"
#include "engine/checkpoints.h"
#include "modelled/rollups/rollup_keys.h"
#include "modelled/search/search_keys.h"
#include "store/keys/collection_keys.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_space.h"
#include "support/temporary_directory.h"

namespace partita::database {
namespace {

TEST(StoreTraits, SayWhatAPowerCutCanTake) {
  EXPECT_EQ(traits_of(MemoryStore{}).engine_name, "memory");
  EXPECT_EQ(traits_of(MemoryStore{}).durability_name, "none");
  EXPECT_EQ(traits_of(RocksdbStore{}).engine_name, "rocksdb");
  EXPECT_EQ(traits_of(RocksdbStore{}).durability_name, "synced");
  RocksdbStore relaxed;
  relaxed.durability = Durability::Relaxed;
  EXPECT_EQ(traits_of(relaxed).durability_name, "relaxed");
}

TEST(KindOfKey, IsThatOfSumsAndOfCollectionsAndNoOther) {
  const keys::Partition partition{.table = keys::TableId{1}, .hash = {}};
  const Bytes item = keys::item_key(partition, keys::StringKey{"sort"});
  const rollups::RollupRef rollup{.table = keys::TableId{1}, .id = rollups::RollupId{2}};
  EXPECT_NE(kind_of_key(keys::collection_key(item)), nullptr);
  EXPECT_NE(kind_of_key(rollups::sums_key(rollup, {}, rollups::Plane::Live)), nullptr);
  EXPECT_NE(kind_of_key(rollups::change_key(rollup, "group")), nullptr);
  EXPECT_EQ(kind_of_key(rollups::plan_rows(rollup).position_key), nullptr);
  EXPECT_EQ(kind_of_key(rollups::plan_rows(rollup).touch_prefix), nullptr);
  const search::SearchRef words{.table = rollup.table, .id = search::SearchId(7)};
  EXPECT_NE(kind_of_key(search::frequency_key(words, "wravi")), nullptr);
  EXPECT_NE(kind_of_key(search::totals_key(words)), nullptr);
  EXPECT_EQ(kind_of_key(search::posting_key(words, "wravi", {})), nullptr);
  EXPECT_EQ(kind_of_key(search::plan_rows(words).position_key), nullptr);
  EXPECT_EQ(kind_of_key(item), nullptr);
  EXPECT_EQ(kind_of_key(keys::metadata_key("name")), nullptr);
  EXPECT_EQ(kind_of_key(""), nullptr);
}

TEST(CheckLimits, NamesWhatAStoreTakesTooLittleOf) {
  EXPECT_TRUE(check_limits(engine::kEmbeddedLimits).ok());
  engine::Limits limits = engine::kEmbeddedLimits;
  limits.value_bytes_max = 400'000;
  const Status refused = check_limits(limits);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().to_string(),
            "InvalidArgument: the store takes values of 400000 bytes at most, and a database needs "
            "1048576");
  limits = engine::kEmbeddedLimits;
  limits.key_bytes_max = 1000;
  EXPECT_FALSE(check_limits(limits).ok());
  limits = engine::kEmbeddedLimits;
  limits.transaction_bytes_max = 1 << 20;
  EXPECT_FALSE(check_limits(limits).ok());
}

TEST(Abilities, AreReachedFromADatabase) {
  const testing::TemporaryDirectory directory;
  const auto in_files = Database::open(RocksdbStore{.directory = directory / "data"}).value();
  ASSERT_NE(in_files->abilities().checkpoints, nullptr);
  EXPECT_TRUE(in_files->abilities().checkpoints->checkpoint(directory / "copy").ok());
  EXPECT_TRUE(exists(RocksdbStore{.directory = directory / "copy"}));
  EXPECT_NE(in_files->abilities().scrub, nullptr);
  EXPECT_NE(in_files->abilities().key_rotation, nullptr);
  const auto in_memory = Database::open(MemoryStore{}).value();
  EXPECT_EQ(in_memory->abilities().checkpoints, nullptr);
  EXPECT_EQ(in_memory->abilities().scrub, nullptr);
  EXPECT_EQ(in_memory->abilities().key_rotation, nullptr);
}

}  // namespace
}  // namespace partita::database
