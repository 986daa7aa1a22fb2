#include "partita/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace partita {
namespace {

// Says the words it was given, in order.
class SpokenRandom final : public Random {
 public:
  explicit SpokenRandom(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  std::uint64_t next() override { return words_.at(spoken_++); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t spoken_ = 0;
};

std::vector<std::uint64_t> first_words(Random& random, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  std::generate(words.begin(), words.end(), [&random] { return random.next(); });
  return words;
}

TEST(SeededRandom, MatchesTheWordsOfTheAlgorithm) {
  // Computed apart from this code, from the published definition seeded through SplitMix64.
  SeededRandom zero(0);
  EXPECT_EQ(first_words(zero, 4),
            (std::vector<std::uint64_t>{0x99EC5F36CB75F2B4, 0xBF6E1F784956452A, 0x1A5F849D4933E6E0,
                                        0x6AA594F1262D2D2C}));
  SeededRandom forty_two(42);
  EXPECT_EQ(first_words(forty_two, 4),
            (std::vector<std::uint64_t>{0x15780B2E0C2EC716, 0x6104D9866D113A7E, 0xAE17533239E499A1,
                                        0xECB8AD4703B360A1}));
}

TEST(SeededRandom, RepeatsARunByItsSeed) {
  SeededRandom one(7);
  SeededRandom same(7);
  SeededRandom other(8);
  const auto words = first_words(one, 100);
  EXPECT_EQ(first_words(same, 100), words);
  EXPECT_NE(first_words(other, 100), words);
}

TEST(Random, IsAlwaysBelowItsBound) {
  SeededRandom random(1);
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 1000ULL, 1ULL << 63, ~0ULL}) {
    for (int round = 0; round < 1000; ++round) ASSERT_LT(random.below(bound), bound);
  }
}

TEST(Random, IsEvenBelowItsBound) {
  constexpr std::uint64_t kSeed = 2;
  constexpr std::size_t kBound = 10;
  constexpr int kRounds = 100'000;
  SeededRandom random(kSeed);
  std::array<int, kBound> counts{};
  for (int round = 0; round < kRounds; ++round) ++counts[random.below(kBound)];
  constexpr double kMean = static_cast<double>(kRounds) / kBound;
  // A fair source stays within five standard deviations (95) of the mean; the seed is fixed.
  for (const int count : counts) EXPECT_NEAR(count, kMean, 475) << "seed " << kSeed;
}

TEST(Random, ThrowsAwayTheWordsOfTheIncompleteRound) {
  // 2^64 is one round of 3 * 2^62 and a quarter more, which falls to the smallest words.
  constexpr std::uint64_t kQuarter = 1ULL << 62;
  SpokenRandom random({0, kQuarter - 1, kQuarter, 3 * kQuarter + 5});
  EXPECT_EQ(random.below(3 * kQuarter), kQuarter);
  EXPECT_EQ(random.below(3 * kQuarter), 5U);
}

TEST(Random, RefusesABoundOfZero) {
  SeededRandom random(3);
  EXPECT_DEATH(random.below(0), "bound > 0");
}

TEST(Random, FillsExactlyWhatItIsGiven) {
  constexpr std::byte kUntouched{0xAA};
  for (std::size_t size = 0; size <= 20; ++size) {
    SpokenRandom random(std::vector<std::uint64_t>((size + 7) / 8, 0x0102030405060708));
    std::array<std::byte, 24> target{};
    target.fill(kUntouched);
    random.fill(std::span(target).first(size));
    EXPECT_EQ(std::count(target.begin(), target.end(), kUntouched),
              static_cast<std::ptrdiff_t>(target.size() - size));
  }
}

TEST(SystemRandom, DoesNotRepeatItself) {
  SystemRandom random;
  const auto words = first_words(random, 1000);
  EXPECT_EQ(std::set<std::uint64_t>(words.begin(), words.end()).size(), words.size());
}

}  // namespace
}  // namespace partita
