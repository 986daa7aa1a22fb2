#include "model/rules/identifier.h"

#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

using Kind = model::IdGenerator::Kind;

// All bits zero, so that what is fixed shows.
class ZeroRandom final : public Random {
 public:
  std::uint64_t next() override { return 0; }
};

TEST(Identifier, HasTheFixedBitsOfItsForm) {
  ZeroRandom zero;
  const auto made = [&](Kind kind) { return make_identifier({kind, "", ""}, test_now(), zero); };
  EXPECT_EQ(made(Kind::Uuid4), "00000000-0000-4000-8000-000000000000");
  EXPECT_EQ(made(Kind::Uuid7), "019a072d-4a40-7000-8000-000000000000");
  EXPECT_EQ(made(Kind::Ulid), "01K83JTJJ00000000000000000");
  EXPECT_EQ(made(Kind::Ksuid).size(), 27U);
}

TEST(Identifier, PutsItsPrefixAndSuffixAround) {
  ZeroRandom zero;
  EXPECT_EQ(make_identifier({Kind::Ulid, "task-", ".x"}, test_now(), zero),
            "task-01K83JTJJ00000000000000000.x");
}

TEST(Identifier, SortsByTime) {
  SeededRandom random(7);
  for (const Kind kind : {Kind::Uuid7, Kind::Ulid, Kind::Ksuid}) {
    const auto early = make_identifier({kind, "", ""}, test_now(), random);
    const auto late = make_identifier({kind, "", ""}, test_now() + std::chrono::seconds(2), random);
    EXPECT_LT(early, late);
  }
}

// The example of the format's own description: seconds 107608047, its random part in hexadecimal
// B5A1CD34B5F99D1154FB6853345C9735.
TEST(Identifier, WritesKsuidsAsTheirInventorDoes) {
  class Given final : public Random {
   public:
    std::uint64_t next() override { return words_[at_++ % 3]; }

   private:
    // Little-endian words of 20 bytes, the first four of which the time replaces.
    const std::uint64_t words_[3] = {0x34CDA1B500000000, 0x5368FB54119DF9B5, 0x35975C34};
    std::size_t at_ = 0;
  };
  Given given;
  const model::Instant at{std::chrono::seconds(1'400'000'000 + 107'608'047)};
  EXPECT_EQ(make_identifier({Kind::Ksuid, "", ""}, at, given), "0ujtsYcgvSTl8PAuAdqWYSMnLOv");
}

}  // namespace
}  // namespace partita::rules
