#include "language/value/item_validator.h"

#include <fmt/format.h>

#include <compare>
#include <cstring>

#include "language/value/item_format.h"
#include "partita/base/utf8.h"
#include "partita/value/measure.h"

namespace partita {
namespace {

using item_format::byte_at;
using item_format::TypeTag;

template <typename Word>
std::uint64_t load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

// The last word is read so that it ends with the text, and may overlap the one before.
bool is_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t seen = 0;
  if (text.size() >= 8) {
    for (; end - at > 8; at += 8) seen |= load<std::uint64_t>(at);
    seen |= load<std::uint64_t>(end - 8);
  } else if (text.size() >= 4) {
    seen = load<std::uint32_t>(at) | load<std::uint32_t>(end - 4);
  } else {
    for (; at != end; ++at) seen |= byte_at(at);
  }
  return (seen & kHighBits) == 0;
}

// Most text is short and ASCII, which this sees without a call.
bool is_text(std::string_view bytes) { return is_ascii(bytes) || is_valid_utf8(bytes); }

// Most numbers are small integers, of which little of Number::is_normal has to be asked.
bool is_normal(bool is_negative, Uint128 coefficient, int exponent) {
  const auto low = static_cast<std::uint64_t>(coefficient);
  if (exponent == 0 && coefficient == low && low != 0) return low % 10 != 0;
  return Number::is_normal(is_negative, coefficient, exponent);
}

// Each function takes one rule of the grammar from `at` and returns the position behind it, or null
// after noting what is wrong. None reads at `end_` or behind it.
class Validator {
 public:
  explicit Validator(ByteView bytes) : start_(bytes.data()), end_(start_ + bytes.size()) {}

  Status item() {
    if (start_ == end_ || *start_ != item_format::kVersion) {
      return error(start_, "the version of the format is not 1");
    }
    // The item itself is the first level.
    return members(start_ + 1, end_, 1) == nullptr ? error() : Status();
  }

  Status value() {
    const char* const at = value(start_, end_, 1);
    if (at == nullptr) return error();
    return at == end_ ? Status() : Status(error(at, "bytes follow the value"));
  }

 private:
  using Position = const char*;

  Position fail(Position at, const char* problem) {
    failed_at_ = at;
    problem_ = problem;
    return nullptr;
  }

  Error error() const { return error(failed_at_, problem_); }

  Error error(Position at, const char* problem) const {
    return Error::corrupt(
        fmt::format("Item is damaged at byte {} of {}: {}", at - start_, end_ - start_, problem));
  }

  Position varint(Position at, Position end, std::size_t& value) {
    if (at == end) return fail(at, "a length is cut off");
    value = byte_at(at++);
    if (value < 0x80) return at;
    return long_varint(at, end, value);
  }

  Position long_varint(Position at, Position end, std::size_t& value) {
    constexpr int kShiftMax = 28;  // Five bytes.
    value &= 0x7F;
    for (int shift = 7; shift <= kShiftMax; shift += 7) {
      if (at == end) return fail(at, "a length is cut off");
      const std::size_t byte = byte_at(at++);
      value |= (byte & 0x7F) << shift;
      if (byte == 0) return fail(at - 1, "a length is not in its shortest form");
      if (byte < 0x80) return at;
    }
    return fail(at, "a length has more than five bytes");
  }

  Position string(Position at, Position end, std::string_view& text) {
    std::size_t size = 0;
    const Position start = varint(at, end, size);
    if (start == nullptr) return nullptr;
    if (size > static_cast<std::size_t>(end - start)) return fail(at, "a length leads too far");
    text = std::string_view(start, size);
    return start + size;
  }

  Position number(Position at, Position end, Number& number) {
    const Position start = at;
    if (at == end) return fail(at, "a number is cut off");
    const std::uint8_t head = byte_at(at++);
    if ((head & item_format::kReserved) != 0) return fail(start, "a number has a reserved bit");
    std::size_t zigzag = 0;
    if ((head & item_format::kHasExponent) != 0) {
      at = varint(at, end, zigzag);
      if (at == nullptr) return nullptr;
      if (zigzag == 0 || zigzag > kZigzagMax) return fail(start, "a number has a bad exponent");
    }
    const std::size_t bytes = head & item_format::kCoefficientBytes;
    if (bytes > sizeof(Uint128)) return fail(start, "a number is too long");
    if (bytes > static_cast<std::size_t>(end - at)) return fail(start, "a number is cut off");
    const Uint128 coefficient = item_format::read_coefficient(at, bytes);
    const bool is_negative = (head & item_format::kNegative) != 0;
    const int exponent = item_format::decode_exponent(zigzag);
    at += bytes;
    if ((bytes > 0 && byte_at(at - 1) == 0) || !is_normal(is_negative, coefficient, exponent)) {
      return fail(start, "a number is not in its normal form");
    }
    number = Number::from_normal(is_negative, coefficient, exponent);
    return at;
  }

  // Takes the length in front of a container's content; `content_end` is where that ends.
  Position content(Position at, Position end, Position& content_end) {
    std::string_view bytes;
    content_end = string(at, end, bytes);
    return content_end == nullptr ? nullptr : bytes.data();
  }

  Position members(Position at, Position end, int level) {
    std::string_view previous;
    for (bool is_first = true; at != end; is_first = false) {
      const Position start = at;
      std::string_view name;
      at = string(at, end, name);
      if (at == nullptr) return nullptr;
      if (!is_first && !item_format::comes_before(previous, name))
        return fail(start, "names are not in ascending order");
      if (!is_text(name)) return fail(start, "a name is not UTF-8");
      previous = name;
      at = value(at, end, level);
      if (at == nullptr) return nullptr;
    }
    return at;
  }

  Position values(Position at, Position end, int level) {
    while (at != nullptr && at != end) at = value(at, end, level);
    return at;
  }

  Position strings(Position at, Position end, bool is_text_required) {
    if (at == end) return fail(at, "a set is empty");
    std::string_view previous;
    for (bool is_first = true; at != end; is_first = false) {
      const Position start = at;
      std::string_view element;
      at = string(at, end, element);
      if (at == nullptr) return nullptr;
      if (!is_first && !item_format::comes_before(previous, element)) {
        return fail(start, "a set is not in ascending order");
      }
      if (is_text_required && !is_text(element)) return fail(start, "a string is not UTF-8");
      previous = element;
    }
    return at;
  }

  Position numbers(Position at, Position end) {
    if (at == end) return fail(at, "a set is empty");
    Number previous;
    for (bool is_first = true; at != end; is_first = false) {
      const Position start = at;
      Number element;
      at = number(at, end, element);
      if (at == nullptr) return nullptr;
      if (!is_first && element <= previous) return fail(start, "a set is not in ascending order");
      previous = element;
    }
    return at;
  }

  // `level` is that of the container which the value is in.
  Position value(Position at, Position end, int level) {
    if (at == end) return fail(at, "a value is missing");
    const Position tag_at = at;
    const TypeTag tag = static_cast<TypeTag>(byte_at(at++));
    switch (tag) {
      case TypeTag::False:
      case TypeTag::True:
      case TypeTag::Null:
        return at;
      case TypeTag::N: {
        Number ignored;
        return number(at, end, ignored);
      }
      case TypeTag::S: {
        std::string_view text;
        at = string(at, end, text);
        return at == nullptr || is_text(text) ? at : fail(tag_at, "a string is not UTF-8");
      }
      case TypeTag::B: {
        std::string_view ignored;
        return string(at, end, ignored);
      }
      case TypeTag::L:
      case TypeTag::M:
      case TypeTag::SS:
      case TypeTag::NS:
      case TypeTag::BS:
        return container(tag_at, end, level + 1);
    }
    return fail(tag_at, "a tag is unknown");
  }

  Position container(Position tag_at, Position end, int level) {
    Position content_end = nullptr;
    const Position at = content(tag_at + 1, end, content_end);
    if (at == nullptr) return nullptr;
    const TypeTag tag = static_cast<TypeTag>(byte_at(tag_at));
    if (tag == TypeTag::NS) return numbers(at, content_end);
    if (tag == TypeTag::SS) return strings(at, content_end, true);
    if (tag == TypeTag::BS) return strings(at, content_end, false);
    if (level > kNestingMax) return fail(tag_at, "it is nested too deep");
    return tag == TypeTag::M ? members(at, content_end, level) : values(at, content_end, level);
  }

  static constexpr std::size_t kZigzagMax = 1023;  // Beyond every exponent of a Number.

  Position start_;
  Position end_;
  Position failed_at_ = nullptr;
  const char* problem_ = nullptr;
};

}  // namespace

Status validate_item(ByteView bytes) { return Validator(bytes).item(); }

Status validate_value(ByteView bytes) { return Validator(bytes).value(); }

}  // namespace partita
