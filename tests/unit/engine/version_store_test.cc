#include "engine/memory/version_store.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace partita::engine {
namespace {

void write(VersionStore& store, const Bytes& key, VersionStore::Value value) {
  std::vector<VersionStore::Write> writes;
  writes.push_back({key, ConflictTable::hash(key), std::move(value)});
  ASSERT_TRUE(store.commit({}, std::move(writes)).ok());
}

void put(VersionStore& store, const Bytes& key, const Bytes& value) {
  write(store, key, std::make_shared<const Bytes>(value));
}

void erase(VersionStore& store, const Bytes& key) { write(store, key, nullptr); }

TEST(VersionStore, KeepsOneVersionOfAKeyThatNobodyReads) {
  VersionStore store;
  for (int i = 0; i < 100; ++i) put(store, "key", std::to_string(i));
  EXPECT_EQ(store.version_count(), 1u);
  erase(store, "key");
  EXPECT_EQ(store.version_count(), 0u);
}

TEST(VersionStore, KeepsNoTraceOfErasingWhatIsNotThere) {
  VersionStore store;
  const VersionStore::Pin pin(store);
  erase(store, "absent");
  EXPECT_EQ(store.version_count(), 0u);
}

TEST(VersionStore, KeepsOneOldVersionForEachPinHoweverOftenAKeyIsWritten) {
  VersionStore store;
  put(store, "key", "first");
  std::optional<VersionStore::Pin> pin(std::in_place, store);
  for (int i = 0; i < 100; ++i) put(store, "key", std::to_string(i));
  EXPECT_EQ(store.version_count(), 2u);
  {
    const VersionStore::Pin second(store);
    for (int i = 0; i < 100; ++i) put(store, "key", std::to_string(i));
    EXPECT_EQ(store.version_count(), 3u);
  }
  // What only the second pin saw goes when something older lets it: with the first one.
  pin.reset();
  EXPECT_EQ(store.version_count(), 1u);
}

TEST(VersionStore, ForgetsErasedKeysWithTheLastPinThatSawThem) {
  VersionStore store;
  for (int i = 0; i < 1000; ++i) put(store, "key " + std::to_string(i), "value");
  {
    const VersionStore::Pin pin(store);
    store.erase_range("key ", "key!");
    EXPECT_EQ(store.version_count(), 2000u);
  }
  EXPECT_EQ(store.version_count(), 0u);
}

TEST(VersionStore, ForgetsAKeyErasedAndWrittenAgainAndErasedUnderAPin) {
  VersionStore store;
  put(store, "key", "1");
  {
    const VersionStore::Pin pin(store);
    erase(store, "key");
    put(store, "key", "2");
    const VersionStore::Pin later(store);
    erase(store, "key");
    erase(store, "key");
    EXPECT_EQ(store.version_count(), 3u);
  }
  EXPECT_EQ(store.version_count(), 0u);
}

TEST(VersionStore, AppliesNothingOnAConflict) {
  VersionStore store;
  const TrackedRead read{ConflictTable::hash("key"), 0};
  put(store, "key", "1");
  std::vector<VersionStore::Write> writes;
  writes.push_back({"other", ConflictTable::hash("other"), std::make_shared<const Bytes>("2")});
  const Status status = store.commit({&read, 1}, std::move(writes));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind(), ErrorKind::Conflict);
  EXPECT_EQ(store.version_count(), 1u);
}

}  // namespace
}  // namespace partita::engine
