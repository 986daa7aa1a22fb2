#include "modelled/rollups/exact_sum.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <string>

#include "partita/base/check.h"
#include "partita/base/varint.h"

// sum := 00 | head:u8 lowest:u8 limb:varint+
//
// head    0x80: negative; 0x1F: how many limbs follow
// lowest  the index of the first of them; neither it nor the last one is zero

namespace partita::rollups {
namespace {

constexpr int kLimbDigits = 18;
constexpr std::int64_t kLimbEnd = 1'000'000'000'000'000'000;
constexpr int kLowestExponent = -180;      // DO NOT CHANGE: stored limbs depend on it.
constexpr std::uint8_t kNegative = 0x80;   // DO NOT CHANGE: stored.
constexpr std::uint8_t kLimbCount = 0x1F;  // DO NOT CHANGE: stored.

std::uint64_t power_of_ten(int exponent) {
  std::uint64_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

// Digits from the first that is not zero to the last that is not zero.
struct Digits {
  std::string text;
  int exponent;  // Of the last one.
};

// Cuts to as many digits as a Number has, half to even.
void shorten(Digits& digits) {
  constexpr std::size_t kKept = Number::kDigitsMax;
  if (digits.text.size() <= kKept) return;
  const std::string rest = digits.text.substr(kKept);
  digits.text.resize(kKept);
  digits.exponent += static_cast<int>(rest.size());
  const bool is_odd = (digits.text.back() - '0') % 2 != 0;
  const bool is_half = rest.front() == '5' && rest.find_last_not_of('0') == 0;
  if (rest.front() < '5' || (is_half && !is_odd)) return;
  std::size_t last = kKept;
  while (last > 0 && digits.text[last - 1] == '9') digits.text[--last] = '0';
  if (last == 0) {
    digits.text.insert(digits.text.begin(), '1');
  } else {
    ++digits.text[last - 1];
  }
}

}  // namespace

void ExactSum::add(const Number& number, bool is_negative) {
  const int offset = number.exponent() - kLowestExponent;
  PARTITA_CHECK(offset >= 0);
  const std::uint64_t scale = power_of_ten(offset % kLimbDigits);
  auto limb = static_cast<std::size_t>(offset / kLimbDigits);
  // Eighteen digits at a time; shifted into place, they reach into the next limb.
  for (Uint128 rest = number.coefficient(); rest != 0; rest /= kLimbEnd, ++limb) {
    assert(limb + 1 < kLimbs);
    const Uint128 part = rest % kLimbEnd * scale;
    const auto low = static_cast<std::int64_t>(part % kLimbEnd);
    const auto high = static_cast<std::int64_t>(part / kLimbEnd);
    limbs_[limb] += is_negative ? -low : low;
    limbs_[limb + 1] += is_negative ? -high : high;
  }
  settle();
}

void ExactSum::add(const ExactSum& other) {
  for (std::size_t i = 0; i < kLimbs; ++i) limbs_[i] += other.limbs_[i];
  settle();
}

// Brings the limbs to one sign and below 10^18.
void ExactSum::settle() {
  const auto unsettled = limbs_;
  const std::int64_t left_over = carry_up();
  if (left_over >= 0) {
    PARTITA_CHECK(left_over == 0);  // There are limbs for more numbers than a table can have.
    return;
  }
  std::transform(unsettled.begin(), unsettled.end(), limbs_.begin(), std::negate<>());
  const std::int64_t negated_left_over = carry_up();
  PARTITA_CHECK(negated_left_over == 0);
  std::transform(limbs_.begin(), limbs_.end(), limbs_.begin(), std::negate<>());
}

// Makes all limbs positive; what is left over at the top is negative if the sum is.
std::int64_t ExactSum::carry_up() {
  std::int64_t carry = 0;
  for (std::int64_t& limb : limbs_) {
    limb += carry;
    carry = limb / kLimbEnd;
    limb %= kLimbEnd;
    if (limb < 0) {
      limb += kLimbEnd;
      --carry;
    }
  }
  return carry;
}

std::optional<Number> ExactSum::to_number() const {
  Digits digits{.text = {}, .exponent = kLowestExponent};
  bool is_negative = false;
  for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
    is_negative |= *limb < 0;
    const std::string text = std::to_string(*limb < 0 ? -*limb : *limb);
    digits.text.append(kLimbDigits - text.size(), '0').append(text);
  }
  const std::size_t first = digits.text.find_first_not_of('0');
  if (first == std::string::npos) return Number();
  digits.text.erase(0, first);
  const std::size_t end = digits.text.find_last_not_of('0') + 1;
  digits.exponent += static_cast<int>(digits.text.size() - end);
  digits.text.resize(end);
  shorten(digits);
  // One digit more than a Number has is a one and zeros.
  for (; digits.text.back() == '0'; digits.text.pop_back()) ++digits.exponent;
  Uint128 coefficient = 0;
  for (const char digit : digits.text) {
    coefficient = coefficient * 10 + static_cast<unsigned>(digit - '0');
  }
  auto number = Number::from_parts(is_negative, coefficient, digits.exponent);
  return number.ok() ? std::optional(*number) : std::nullopt;
}

void ExactSum::append_to(Bytes& bytes) const {
  const auto is_set = [](std::int64_t limb) { return limb != 0; };
  const auto first = std::find_if(limbs_.begin(), limbs_.end(), is_set);
  if (first == limbs_.end()) {
    bytes.push_back('\0');
    return;
  }
  const auto end = std::find_if(limbs_.rbegin(), limbs_.rend(), is_set).base();
  // The head has one sign for all limbs.
  assert(std::all_of(first, end, [&](std::int64_t limb) {
    return limb == 0 || ((limb < 0) == (*first < 0) && limb < kLimbEnd && limb > -kLimbEnd);
  }));
  static_assert(kLimbs <= kLimbCount, "the head has room for the number of limbs");
  const auto count = static_cast<std::uint8_t>(end - first);
  bytes.push_back(static_cast<char>(*first < 0 ? kNegative | count : count));
  bytes.push_back(static_cast<char>(first - limbs_.begin()));
  for (auto limb = first; limb != end; ++limb) {
    append_varint(bytes, static_cast<std::uint64_t>(*limb < 0 ? -*limb : *limb));
  }
}

std::optional<ExactSum> ExactSum::take(ByteView& input) {
  if (input.empty()) return std::nullopt;
  const auto head = static_cast<std::uint8_t>(input.front());
  input.remove_prefix(1);
  ExactSum sum;
  if (head == 0) return sum;
  const std::size_t count = head & kLimbCount;
  if (input.empty() || count == 0) return std::nullopt;
  const std::size_t lowest = static_cast<std::uint8_t>(input.front());
  input.remove_prefix(1);
  if (lowest + count > kLimbs) return std::nullopt;
  for (std::size_t i = lowest; i < lowest + count; ++i) {
    const auto limb = take_varint(input);
    if (!limb || *limb >= static_cast<std::uint64_t>(kLimbEnd)) return std::nullopt;
    const auto magnitude = static_cast<std::int64_t>(*limb);
    sum.limbs_[i] = (head & kNegative) != 0 ? -magnitude : magnitude;
  }
  return sum;
}

}  // namespace partita::rollups
