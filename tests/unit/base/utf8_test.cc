#include "partita/base/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "partita/base/random.h"

namespace partita {
namespace {

// Encodes without asking whether the code point is one, so that tests can make forbidden ones.
std::string encode(std::uint32_t point, std::size_t bytes) {
  if (bytes == 1) return {static_cast<char>(point)};
  std::string text;
  for (std::size_t left = bytes; left > 1; --left, point >>= 6) {
    text.insert(text.begin(), static_cast<char>(0x80 | (point & 0x3F)));
  }
  text.insert(text.begin(), static_cast<char>((0xF00U >> bytes) | point));
  return text;
}

std::size_t shortest_bytes(std::uint32_t point) {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

bool is_scalar_value(std::uint32_t point) {
  return point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

// The definition, spelt out: decode a sequence by its leading bits, then ask whether the code point
// may exist and whether it was written in its shortest form.
bool is_valid_by_decoding(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<std::uint8_t>(text[0]);
    std::size_t bytes = 0;
    while (bytes < 8 && (first << bytes & 0x80) != 0) ++bytes;
    if (bytes == 1 || bytes > 4 || bytes > text.size()) return false;
    std::uint32_t point = bytes == 0 ? first : first & (0x7FU >> bytes);
    for (std::size_t at = 1; at < bytes; ++at) {
      const auto byte = static_cast<std::uint8_t>(text[at]);
      if (byte >> 6 != 2) return false;
      point = point << 6 | (byte & 0x3FU);
    }
    if (bytes == 0) bytes = 1;
    if (!is_scalar_value(point) || shortest_bytes(point) != bytes) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    text += kDigits[static_cast<std::uint8_t>(byte) >> 4];
    text += kDigits[static_cast<std::uint8_t>(byte) & 0xF];
  }
  return text;
}

void expect_as_by_decoding(std::string_view text) {
  if (is_valid_utf8(text) != is_valid_by_decoding(text)) {
    ADD_FAILURE() << hex(text) << " should be " << (is_valid_utf8(text) ? "invalid" : "valid");
  }
}

std::string random_text(Random& random, std::size_t points) {
  std::string text;
  for (std::size_t count = 0; count < points; ++count) {
    constexpr std::array<std::uint32_t, 4> kBounds = {0x80, 0x800, 0xD800, 0x110000};
    auto point = static_cast<std::uint32_t>(random.below(kBounds[random.below(kBounds.size())]));
    if (!is_scalar_value(point)) point = 'x';
    text += encode(point, shortest_bytes(point));
  }
  return text;
}

TEST(Utf8, AcceptsTheEmptyText) {
  EXPECT_TRUE(is_valid_utf8({}));
  EXPECT_TRUE(is_valid_utf8(""));
}

TEST(Utf8, AcceptsEveryCodePointThatIsNoSurrogate) {
  for (std::uint32_t point = 0; point <= 0x10FFFF; ++point) {
    const std::string text = encode(point, shortest_bytes(point));
    ASSERT_EQ(is_valid_utf8(text), is_scalar_value(point)) << hex(text);
  }
}

TEST(Utf8, JudgesAllSequencesOfOneToThreeBytesAsADecoderDoes) {
  std::array<char, 3> bytes{};
  for (std::uint32_t bits = 0; bits < 1U << 24; ++bits) {
    bytes = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8), static_cast<char>(bits)};
    expect_as_by_decoding({bytes.data(), 3});
    if ((bits & 0xFF) == 0) expect_as_by_decoding({bytes.data(), 2});
    if ((bits & 0xFFFF) == 0) expect_as_by_decoding({bytes.data(), 1});
  }
}

TEST(Utf8, JudgesSequencesOfFourBytesAsADecoderDoes) {
  constexpr std::array<std::uint8_t, 6> kEdges = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
  for (std::uint32_t bits = 0xEF0000; bits < 1U << 24; ++bits) {
    for (const std::uint8_t last : kEdges) {
      const std::array<char, 4> bytes = {static_cast<char>(bits >> 16),
                                         static_cast<char>(bits >> 8), static_cast<char>(bits),
                                         static_cast<char>(last)};
      expect_as_by_decoding({bytes.data(), bytes.size()});
    }
  }
}

TEST(Utf8, RejectsOverlongForms) {
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));
  EXPECT_FALSE(is_valid_utf8("\xC1\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xE0\x9F\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xF0\x8F\xBF\xBF"));
}

TEST(Utf8, RejectsCodePointsAboveTheLast) {
  EXPECT_TRUE(is_valid_utf8("\xF4\x8F\xBF\xBF"));
  EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(is_valid_utf8("\xF8\x88\x80\x80\x80"));
}

TEST(Utf8, FindsABadByteAtEveryPositionOfALongText) {
  for (std::size_t size = 1; size <= 70; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'a');
      text[at] = '\x80';
      ASSERT_FALSE(is_valid_utf8(text)) << at << " of " << size;
    }
  }
}

TEST(Utf8, RejectsATextThatIsCutInsideASequence) {
  for (const std::string_view sequence : {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    for (std::size_t before = 0; before < 40; ++before) {
      const std::string text = std::string(before, 'a') + std::string(sequence);
      ASSERT_TRUE(is_valid_utf8(text));
      for (std::size_t cut = 1; cut < sequence.size(); ++cut) {
        ASSERT_FALSE(is_valid_utf8(std::string_view(text).substr(0, text.size() - cut)));
      }
    }
  }
}

TEST(Utf8, JudgesRandomlyDamagedTextsAsADecoderDoes) {
  constexpr std::uint64_t kSeed = 20;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  SeededRandom random(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = random_text(random, 1 + random.below(40));
    ASSERT_TRUE(is_valid_utf8(text)) << hex(text);
    text[random.below(text.size())] = static_cast<char>(random.below(256));
    expect_as_by_decoding(text);
  }
}

TEST(Utf8, CountsTheUnitsOfUtf16) {
  EXPECT_EQ(utf16_units(""), 0U);
  EXPECT_EQ(utf16_units("abc"), 3U);
  EXPECT_EQ(utf16_units("\xC3\xA9"), 1U);
  EXPECT_EQ(utf16_units("\xEF\xBF\xBF"), 1U);
  EXPECT_EQ(utf16_units("\xF0\x90\x80\x80"), 2U);
  EXPECT_EQ(utf16_units("a long line of ASCII, then \xF0\x9F\x98\x80 and \xE2\x82\xAC."), 36U);
}

TEST(Utf8, CountsTwoUnitsOnlyAboveTheBasicPlane) {
  for (std::uint32_t point = 0; point <= 0x10FFFF; ++point) {
    if (!is_scalar_value(point)) continue;
    const std::size_t units = utf16_units(encode(point, shortest_bytes(point)));
    ASSERT_EQ(units, point < 0x10000 ? 1U : 2U) << point;
  }
}

}  // namespace
}  // namespace partita
