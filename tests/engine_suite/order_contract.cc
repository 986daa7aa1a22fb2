#include <algorithm>
#include <string>
#include <vector>

#include "engine_suite/contract.h"

using namespace std::string_literals;

namespace partita::engine {
namespace {

// In byte order, with the bytes and prefixes that a comparison can get wrong.
const std::vector<Bytes> kOrderedKeys = {
    ""s,         "\x00"s, "\x00\x00"s, "\x00\xFF"s, "\x01"s,        "a"s,
    "a\x00"s,    "aa"s,   "a\xFF"s,    "b"s,        "\x7F"s,        "\x80"s,
    "\x80\x00"s, "\xFF"s, "\xFF\x00"s, "\xFF\xFF"s, "\xFF\xFF\xFF"s};

// Every key, and what lies between, before and behind.
std::vector<Bytes> boundaries() {
  std::vector<Bytes> found = kOrderedKeys;
  for (const Bytes& key : kOrderedKeys) found.push_back(key + "\x00"s);
  found.insert(found.end(), {"A"s, "a\x80"s, "c"s, "\xFE"s, "\xFF\xFF\xFF\xFF"s});
  return found;
}

void put_keys(Engine& engine) {
  const auto transaction = engine.begin();
  // Not in order, so that the order is the engine's own.
  for (std::size_t i = 0; i < kOrderedKeys.size(); ++i) {
    const Bytes& key = kOrderedKeys[i * 5 % kOrderedKeys.size()];
    transaction->put(key, "value of " + key);
  }
  ASSERT_TRUE(commit(*transaction).ok());
}

std::vector<Bytes> expected_keys(const Range& range) {
  std::vector<Bytes> expected;
  for (const Bytes& key : kOrderedKeys) {
    if (key >= range.begin && (!range.end || key < *range.end)) expected.push_back(key);
  }
  if (range.direction == Direction::Backward) std::reverse(expected.begin(), expected.end());
  return expected;
}

void expect_range(const View& view, const Range& range) {
  SCOPED_TRACE(
      testing::Message() << "from " << printable(range.begin) << " to "
                         << (range.end ? printable(*range.end) : "the last key")
                         << (range.direction == Direction::Forward ? " forward" : " backward"));
  EXPECT_EQ(keys_of(rows(view, range)), expected_keys(range));
}

TEST_P(EngineContract, IsEmptyAtFirst) {
  EXPECT_TRUE(all_rows(engine()).empty());
  EXPECT_TRUE(rows(engine(), {.direction = Direction::Backward}).empty());
  EXPECT_EQ(get(engine(), ""), std::nullopt);
  EXPECT_TRUE(engine().write_availability().accepts_writes);
}

TEST_P(EngineContract, OrdersKeysAsUnsignedBytes) {
  put_keys(engine());
  std::vector<Row> expected;
  for (const Bytes& key : kOrderedKeys) expected.push_back({key, "value of " + key});
  EXPECT_EQ(all_rows(engine()), expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(rows(engine(), {.direction = Direction::Backward}), expected);
}

TEST_P(EngineContract, FindsEveryKeyThatItOrders) {
  put_keys(engine());
  for (const Bytes& key : kOrderedKeys) EXPECT_EQ(get(engine(), key), "value of " + key);
  EXPECT_EQ(get(engine(), "a\x01"), std::nullopt);
}

TEST_P(EngineContract, KeepsToTheBoundsOfEveryRange) {
  put_keys(engine());
  const auto snapshot = engine().snapshot();
  for (const Bytes& begin : boundaries()) {
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
      expect_range(engine(), {.begin = begin, .direction = direction});
      for (const Bytes& end : boundaries()) {
        expect_range(*snapshot, {.begin = begin, .end = end, .direction = direction});
      }
    }
  }
}

TEST_P(EngineContract, StopsAScanWhenToldTo) {
  put_keys(engine());
  for (std::size_t count = 1; count <= kOrderedKeys.size(); ++count) {
    const std::vector<Bytes> first(kOrderedKeys.begin(),
                                   kOrderedKeys.begin() + static_cast<int>(count));
    const std::vector<Bytes> last(kOrderedKeys.rbegin(),
                                  kOrderedKeys.rbegin() + static_cast<int>(count));
    EXPECT_EQ(keys_of(rows(engine(), {}, count)), first);
    EXPECT_EQ(keys_of(rows(engine(), {.direction = Direction::Backward}, count)), last);
  }
}

TEST_P(EngineContract, TakesTheRowsHintAsAHintOnly) {
  put_keys(engine());
  EXPECT_EQ(keys_of(rows(engine(), {.rows_hint = 3}, 3)).size(), 3u);
  EXPECT_EQ(keys_of(rows(engine(), {.rows_hint = 3})), kOrderedKeys);
}

TEST_P(EngineContract, ScansManyRowsWithoutLosingOrRepeatingOne) {
  constexpr int kRows = 3000;
  const auto transaction = engine().begin();
  std::vector<Bytes> expected;
  for (int i = 0; i < kRows; ++i) {
    expected.push_back("row " + std::to_string(100'000 + i));
    transaction->put(expected.back(), std::to_string(i));
  }
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(keys_of(all_rows(engine())), expected);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(keys_of(rows(engine(), {.direction = Direction::Backward})), expected);
}

TEST_P(EngineContract, AnswersForSeveralKeysInTheOrderAsked) {
  ASSERT_TRUE(put(engine(), "a", "1").ok());
  ASSERT_TRUE(put(engine(), "c", "").ok());
  const std::vector<Bytes> asked = {"c", "b", "a", "b", "a", "absent"};
  const std::vector<MaybeBytes> expected = {"", std::nullopt, "1", std::nullopt, "1", std::nullopt};
  EXPECT_EQ(get_all(engine(), asked), expected);
  EXPECT_EQ(get_all(*engine().snapshot(), asked), expected);
  EXPECT_EQ(get_all(*engine().begin(), asked), expected);
}

TEST_P(EngineContract, AnswersForNoKeysAtAll) {
  EXPECT_TRUE(get_all(engine(), {}).empty());
  EXPECT_TRUE(get_all(*engine().begin(), {}).empty());
}

TEST_P(EngineContract, TellsAnEmptyValueFromNone) {
  ASSERT_TRUE(put(engine(), "key", "").ok());
  EXPECT_EQ(get(engine(), "key"), "");
  EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{"key", ""}}));
  ASSERT_TRUE(erase(engine(), "key").ok());
  EXPECT_EQ(get(engine(), "key"), std::nullopt);
}

TEST_P(EngineContract, KeepsEveryByteOfAValue) {
  Bytes value;
  for (int i = 0; i < 1024; ++i) value.push_back(static_cast<char>(i));
  ASSERT_TRUE(put(engine(), "key", value).ok());
  EXPECT_EQ(get(engine(), "key"), value);
}

TEST_P(EngineContract, LetsAVisitorReadAndWrite) {
  put_keys(engine());
  std::size_t seen = 0;
  const auto visit = [&](ByteView key, ByteView) {
    EXPECT_TRUE(get(engine(), Bytes(key)).has_value());
    EXPECT_TRUE(put(engine(), "z" + std::to_string(seen), "new").ok());
    ++seen;
    return Visit::Continue;
  };
  ASSERT_TRUE(sync_wait(engine().scan({}, visit)).ok());
  EXPECT_EQ(seen, kOrderedKeys.size());
}

}  // namespace
}  // namespace partita::engine
