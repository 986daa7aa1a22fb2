#include "wire/faults/kept_past.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/memory/memory_engine.h"
#include "partita/base/task.h"
#include "wire/faults/left_members.h"

namespace partita::faults {
namespace {

using namespace std::chrono_literals;

class PastOfAStore : public ::testing::Test {
 protected:
  void write(std::string value) {
    auto transaction = engine_->begin();
    transaction->put("key", std::move(value));
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }
  void keep_up() { ASSERT_TRUE(sync_wait(past_.keep_up(*engine_, clock_.monotonic_now())).ok()); }
  std::string read_past() {
    const auto view = sync_wait(past_.lend());
    std::string found = "nothing is kept";
    if (view == nullptr) return found;
    const ByteView key = "key";
    const auto visit = [&](std::size_t, std::optional<ByteView> value) {
      found = value.value_or("absent");
    };
    EXPECT_TRUE(sync_wait(view->get({&key, 1}, visit)).ok());
    return found;
  }

  ManualClock clock_;
  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  KeptPast past_{1s};
};

TEST_F(PastOfAStore, ShowsWhatWasBeforeTheLastChange) {
  EXPECT_EQ(read_past(), "nothing is kept");
  write("first");
  keep_up();
  write("second");
  EXPECT_EQ(read_past(), "first");
  EXPECT_EQ(read_past(), "first") << "it is given back after each read";
}

TEST_F(PastOfAStore, IsNeverOlderThanItsAge) {
  keep_up();
  write("first");
  clock_.advance(999ms);
  keep_up();
  EXPECT_EQ(read_past(), "absent");
  clock_.advance(1ms);
  keep_up();
  EXPECT_EQ(read_past(), "first");
}

TEST_F(PastOfAStore, StaysForWhoReadsItWhenANewerOneIsKept) {
  write("first");
  keep_up();
  const auto old = sync_wait(past_.lend());
  write("second");
  clock_.advance(2s);
  keep_up();
  EXPECT_EQ(read_past(), "second") << "the newer one is not lent";
  std::string found;
  const ByteView key = "key";
  const auto visit = [&](std::size_t, std::optional<ByteView> value) { found = *value; };
  EXPECT_TRUE(sync_wait(old->get({&key, 1}, visit)).ok());
  EXPECT_EQ(found, "first");
}

TEST(LeftMembers, LeaveSomeAndNeverAllOrNone) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const LeftMembers left{.seed = seed * 0x9E3779B97F4A7C15ULL};
    for (const std::size_t members : {2U, 3U, 25U, 100U}) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < members; ++i) count += left.has(i, members) ? 1 : 0;
      EXPECT_GT(count, 0U) << seed;
      EXPECT_LT(count, members) << seed;
    }
    EXPECT_FALSE(left.has(0, 1));
  }
}

}  // namespace
}  // namespace partita::faults
