#include "partita/value/number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

#include "partita/value/value_fault.h"

namespace partita {
namespace {

constexpr int kCoefficientDigitsMax = 39;  // Of any 128-bit integer.

constexpr auto kPowersOfTen = [] {
  std::array<Uint128, kCoefficientDigitsMax> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

Uint128 power_of_ten(int exponent) { return kPowersOfTen[static_cast<std::size_t>(exponent)]; }

std::uint64_t high_half(Uint128 value) { return static_cast<std::uint64_t>(value >> 64); }
std::uint64_t low_half(Uint128 value) { return static_cast<std::uint64_t>(value); }

int count_digits(Uint128 value) {
  if (value == 0) return 0;
  const std::uint64_t high = high_half(value);
  const auto bits = high != 0 ? 64 + std::bit_width(high) : std::bit_width(low_half(value));
  // 1233 / 4096 is log10(2) closely enough for 128 bits; the guess is right or one too small.
  const int guess = static_cast<int>(bits) * 1233 >> 12;
  return guess < kCoefficientDigitsMax && value >= power_of_ten(guess) ? guess + 1 : guess;
}

bool is_multiple_of_ten(Uint128 value) {
  // 2^64 leaves 6 when divided by 10, which spares a division of 128 bits.
  return (high_half(value) % 10 * 6 + low_half(value) % 10) % 10 == 0;
}

constexpr std::string_view kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr std::string_view kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

Error number_fault(std::string_view words) {
  return value_fault(ValueFault::Kind::Number, std::string(words));
}

Error too_many_digits() {
  return number_fault("Attempting to store more than 38 significant digits in a Number");
}
Error overflow() { return number_fault(kOverflow); }
Error underflow() { return number_fault(kUnderflow); }

// Ours: a text that is longer than any number is told in part.
std::string not_numeric(std::string_view text) {
  constexpr std::size_t kToldBytesMax = 1024;
  std::string message = "The parameter cannot be converted to a numeric value: ";
  if (text.size() <= kToldBytesMax) return message.append(text);
  std::size_t size = kToldBytesMax;
  while (size > 0 && (text[size] & 0xC0) == 0x80) --size;  // Not within a character.
  return message.append(text.substr(0, size)).append("...");
}

// AWS: without a text the older layer has no colon either.
Error not_a_number(std::string_view text) {
  std::string older_words = not_numeric(text);
  if (text.empty()) older_words.resize(older_words.size() - 2);
  return value_fault(ValueFault::Kind::Number, not_numeric(text), std::move(older_words));
}

// AWS, measured: the older layer keeps exponents in 32 bits. The largest of them wraps around when
// it is measured, and those beyond it are no numbers.
Error out_of_range(std::string_view words, std::string_view text, std::int64_t written_exponent) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  std::string older_words(written_exponent == kLargest ? kUnderflow : words);
  if (written_exponent > kLargest || written_exponent < -kLargest) older_words = not_numeric(text);
  return value_fault(ValueFault::Kind::Number, std::string(words), std::move(older_words));
}

// What the text says, before it is known to fit. Counts are wide enough for any text in memory.
struct Decimal {
  bool is_negative = false;
  Uint128 coefficient = 0;            // Its first 38 digits, without trailing zeros.
  std::int64_t digits = 0;            // Significant digits seen, even those that no longer fit.
  std::int64_t exponent = 0;          // Of the coefficient.
  std::int64_t written_exponent = 0;  // Behind the e; 0 if there is none.
};

// A cursor over the text of a number; each function takes what it names and says whether it was
// there.
class DecimalScanner {
 public:
  explicit DecimalScanner(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool scan(Decimal& decimal) {
    decimal.is_negative = take_sign();
    if (!take_mantissa(decimal)) return false;
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E') && !take_exponent(decimal)) return false;
    return at_ == end_;
  }

 private:
  // Far beyond every range, far below what would overflow when counts are added to it.
  static constexpr std::int64_t kExponentCap = 1'000'000'000'000'000;

  bool take_sign() {
    if (at_ == end_ || (*at_ != '-' && *at_ != '+')) return false;
    return *at_++ == '-';
  }

  bool at_digit() const { return at_ != end_ && *at_ >= '0' && *at_ <= '9'; }

  bool take_mantissa(Decimal& decimal) {
    const char* start = at_;
    std::int64_t count = take_digits(decimal);
    if (at_ != end_ && *at_ == '.') {
      start = ++at_;
      count += take_digits(decimal);
      decimal.exponent -= at_ - start;
    }
    decimal.exponent += zeros_;
    return count > 0;
  }

  // Zeros are held back until a digit follows them, so that the trailing ones never count.
  std::int64_t take_digits(Decimal& decimal) {
    const char* start = at_;
    for (; at_digit(); ++at_) {
      if (*at_ != '0') {
        add_digit(decimal, static_cast<unsigned>(*at_ - '0'));
      } else if (decimal.digits > 0) {
        ++zeros_;
      }
    }
    return at_ - start;
  }

  void add_digit(Decimal& decimal, unsigned digit) {
    decimal.digits += zeros_ + 1;
    if (decimal.digits <= Number::kDigitsMax) {
      const Uint128 shift = zeros_ == 0 ? 10 : power_of_ten(static_cast<int>(zeros_) + 1);
      decimal.coefficient = decimal.coefficient * shift + digit;
    }
    zeros_ = 0;
  }

  bool take_exponent(Decimal& decimal) {
    ++at_;
    const bool is_negative = take_sign();
    if (!at_digit()) return false;
    // AWS, measured: an exponent has at most 64 bits, or the text is no number.
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    std::int64_t exponent = 0;
    for (; at_digit(); ++at_) {
      const std::int64_t digit = *at_ - '0';
      if (exponent > (kLargest - digit) / 10) return false;
      exponent = exponent * 10 + digit;
    }
    decimal.written_exponent = is_negative ? -exponent : exponent;
    exponent = std::min(exponent, kExponentCap);
    decimal.exponent += is_negative ? -exponent : exponent;
    return true;
  }

  const char* at_;
  const char* end_;
  std::int64_t zeros_ = 0;
};

// The digits of `value` at `target`; returns the end. REQUIRES: room for 39 characters.
char* write_digits(char* target, Uint128 value) {
  constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000U;
  constexpr int kChunkDigits = 19;
  constexpr int kRoom = kCoefficientDigitsMax;
  if (high_half(value) == 0) return std::to_chars(target, target + kRoom, low_half(value)).ptr;
  target = write_digits(target, value / kChunk);
  char chunk[kChunkDigits + 1];
  const auto low = low_half(value % kChunk);
  const auto written = std::to_chars(chunk, chunk + sizeof chunk, low).ptr - chunk;
  target = std::fill_n(target, kChunkDigits - written, '0');
  return std::copy_n(chunk, written, target);
}

Uint128 magnitude_of(std::int64_t value) {
  return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

}  // namespace

Number::Number(std::int64_t value) : coefficient_(magnitude_of(value)), is_negative_(value < 0) {
  if (value == 0) return;
  for (; is_multiple_of_ten(coefficient_); ++exponent_) coefficient_ = low_half(coefficient_) / 10;
}

Result<Number> Number::parse(std::string_view text) {
  Decimal decimal;
  if (!DecimalScanner(text).scan(decimal)) return not_a_number(text);
  if (decimal.digits > kDigitsMax) return too_many_digits();
  // AWS, measured: zero is as large as its exponent is written.
  const std::int64_t written = decimal.written_exponent;
  const std::int64_t magnitude =
      decimal.digits == 0 ? written : decimal.exponent + decimal.digits - 1;
  if (magnitude > kMagnitudeMax) return out_of_range(kOverflow, text, written);
  if (magnitude < kMagnitudeMin) return out_of_range(kUnderflow, text, written);
  if (decimal.digits == 0) return Number();
  return from_normal(decimal.is_negative, decimal.coefficient, static_cast<int>(decimal.exponent));
}

Result<Number> Number::from_parts(bool is_negative, Uint128 coefficient, int exponent) {
  if (coefficient == 0) return Number();
  std::int64_t wide_exponent = exponent;
  for (; is_multiple_of_ten(coefficient); ++wide_exponent) coefficient /= 10;
  const int digits = count_digits(coefficient);
  if (digits > kDigitsMax) return too_many_digits();
  const std::int64_t magnitude = wide_exponent + digits - 1;
  if (magnitude > kMagnitudeMax) return overflow();
  if (magnitude < kMagnitudeMin) return underflow();
  return from_normal(is_negative, coefficient, static_cast<int>(wide_exponent));
}

bool Number::is_normal(bool is_negative, Uint128 coefficient, int exponent) {
  if (coefficient == 0) return !is_negative && exponent == 0;
  if (is_multiple_of_ten(coefficient)) return false;
  const int digits = count_digits(coefficient);
  const std::int64_t magnitude = std::int64_t{exponent} + digits - 1;
  return digits <= kDigitsMax && magnitude >= kMagnitudeMin && magnitude <= kMagnitudeMax;
}

int Number::digits() const { return count_digits(coefficient_); }

Result<Number> Number::plus(const Number& other) const {
  if (is_zero()) return other;
  if (other.is_zero()) return *this;
  if (exponent_ < other.exponent_) return other.plus(*this);

  // DynamoDB answers "overflow" also when only the precision does not suffice (1E50 + 1).
  const int shift = exponent_ - other.exponent_;
  if (digits() + shift > kDigitsMax + 1) return overflow();
  Uint128 left = 0;
  if (__builtin_mul_overflow(coefficient_, power_of_ten(shift), &left)) return overflow();
  const Uint128 right = other.coefficient_;
  Uint128 sum = 0;
  bool is_sum_negative = is_negative_;
  if (is_negative_ == other.is_negative_) {
    if (__builtin_add_overflow(left, right, &sum)) return overflow();
  } else {
    sum = left >= right ? left - right : right - left;
    if (left < right) is_sum_negative = other.is_negative_;
  }
  if (count_digits(sum) > kDigitsMax && !is_multiple_of_ten(sum)) return overflow();
  return from_parts(is_sum_negative, sum, other.exponent_);
}

Result<Number> Number::minus(const Number& other) const { return plus(other.negated()); }

Number Number::negated() const {
  Number result = *this;
  result.is_negative_ = !is_zero() && !is_negative_;
  return result;
}

std::string Number::to_string() const {
  std::string text;
  append_to(text);
  return text;
}

void Number::append_to(std::string& text) const {
  char buffer[kTextBytesMax];
  text.append(buffer, print_to(buffer));
}

char* Number::print_to(char* target) const {
  if (is_negative_) *target++ = '-';
  if (exponent_ >= 0) return std::fill_n(write_digits(target, coefficient_), exponent_, '0');
  const int whole_digits = digits() + exponent_;
  if (whole_digits <= 0) {
    *target++ = '0';
    *target++ = '.';
    return write_digits(std::fill_n(target, -whole_digits, '0'), coefficient_);
  }
  char* const end = write_digits(target, coefficient_);
  char* const point = target + whole_digits;
  std::memmove(point + 1, point, static_cast<std::size_t>(end - point));
  *point = '.';
  return end + 1;
}

// AWS: "approximately (length of attribute name) + (1 byte per two significant digits) + (1 byte)"
// Ours: as measured on the service, where the whole part and the fraction are rounded up apart.
std::size_t Number::size_bytes() const {
  const int all = digits();
  const int fraction = std::clamp(-exponent_, 0, all);
  const int whole = all - fraction;
  return static_cast<std::size_t>(1 + (whole + 1) / 2 + (fraction + 1) / 2 +
                                  (is_negative_ ? 1 : 0));
}

std::strong_ordering operator<=>(const Number& left, const Number& right) {
  if (left.is_negative_ != right.is_negative_) {
    return left.is_negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  if (left.is_negative_) return right.negated() <=> left.negated();
  if (left.is_zero() || right.is_zero()) return left.coefficient_ <=> right.coefficient_;
  const int left_digits = left.digits();
  const int right_digits = right.digits();
  const int left_magnitude = left.exponent_ + left_digits;
  const int right_magnitude = right.exponent_ + right_digits;
  if (left_magnitude != right_magnitude) return left_magnitude <=> right_magnitude;
  const int digits = std::max(left_digits, right_digits);
  return left.coefficient_ * power_of_ten(digits - left_digits) <=>
         right.coefficient_ * power_of_ten(digits - right_digits);
}

}  // namespace partita
