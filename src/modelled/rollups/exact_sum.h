#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/value/number.h"

namespace partita::rollups {

// A sum of Numbers that is always exact. A Number has 38 digits; a sum of large and small ones
// needs more, and one that was rounded would not come back to where it was when its parts are taken
// away again. This has a place for every digit that a Number can have and for 10^36 of the largest:
// it neither rounds nor overflows, and the order of additions never matters.
class ExactSum {
 public:
  void add(const Number& number) { add(number, number.is_negative()); }
  void subtract(const Number& number) { add(number, !number.is_negative()); }
  void add(const ExactSum& other);

  bool is_zero() const { return *this == ExactSum(); }

  // The sum as a Number: exact if it fits into 38 digits, else rounded to them, half to even.
  // Nullopt if it is beyond the range of Numbers.
  std::optional<Number> to_number() const;

  // exact_sum.cc has the grammar. Equal sums have equal bytes.
  void append_to(Bytes& bytes) const;
  // Reads one from the front of `input` and moves `input` behind it; nullopt if it is damaged.
  static std::optional<ExactSum> take(ByteView& input);

  friend bool operator==(const ExactSum&, const ExactSum&) = default;

 private:
  static constexpr std::size_t kLimbs = 19;

  void add(const Number& number, bool is_negative);
  void settle();
  std::int64_t carry_up();

  // Limb i counts 10^(18 i - 180). All have one sign and are below 10^18.
  std::array<std::int64_t, kLimbs> limbs_{};
};

}  // namespace partita::rollups
