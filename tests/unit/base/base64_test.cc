#include "partita/base/base64.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <utility>

#include "partita/base/random.h"

namespace partita {
namespace {

std::string message_for(std::string_view text) {
  const auto decoded = base64_decode(text);
  if (decoded.ok()) return "accepted";
  EXPECT_EQ(decoded.error().kind(), ErrorKind::InvalidArgument);
  return decoded.error().message();
}

constexpr std::string_view kBadLastCharacter = "Invalid last non-pad Base64 character dectected";

// The vectors of RFC 4648, section 10.
constexpr std::pair<std::string_view, std::string_view> kVectors[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
};

TEST(Base64, EncodesTheVectorsOfTheStandard) {
  for (const auto& [bytes, text] : kVectors) EXPECT_EQ(base64_encode(bytes), text);
}

TEST(Base64, DecodesTheVectorsOfTheStandard) {
  for (const auto& [bytes, text] : kVectors) EXPECT_EQ(base64_decode(text).value(), bytes);
}

TEST(Base64, UsesTheWholeStandardAlphabet) {
  constexpr std::string_view kAll =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  EXPECT_EQ(base64_encode(base64_decode(kAll).value()), kAll);
  EXPECT_EQ(base64_decode("+/+/").value(), "\xFB\xFF\xBF");
}

TEST(Base64, AppendsBehindWhatIsThere) {
  std::string text = "before ";
  base64_append(text, "foob");
  base64_append(text, "");
  EXPECT_EQ(text, "before Zm9vYg==");
}

TEST(Base64, ReturnsRandomBytesUnchanged) {
  constexpr std::uint64_t kSeed = 64;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  SeededRandom random(kSeed);
  for (std::size_t size = 0; size < 600; ++size) {
    Bytes bytes(size, '\0');
    random.fill(std::as_writable_bytes(std::span(bytes)));
    const std::string text = base64_encode(bytes);
    ASSERT_EQ(text.size(), (size + 2) / 3 * 4);
    ASSERT_EQ(base64_decode(text).value(), bytes);
  }
}

TEST(Base64, RejectsALengthThatIsNoMultipleOfFour) {
  EXPECT_EQ(message_for("A"),
            "Base64 encoded length is expected a multiple of 4 bytes but found: 1");
  EXPECT_EQ(message_for("Zm9vYg="),
            "Base64 encoded length is expected a multiple of 4 bytes but found: 7");
  EXPECT_EQ(message_for("="),
            "Base64 encoded length is expected a multiple of 4 bytes but found: 1");
}

TEST(Base64, RejectsSpareBitsThatAreNotZero) {
  EXPECT_EQ(base64_decode("AA==").value(), Bytes(1, '\0'));
  EXPECT_EQ(message_for("AB=="), kBadLastCharacter);
  EXPECT_EQ(message_for("AP=="), kBadLastCharacter);
  EXPECT_EQ(base64_decode("AQ==").value(), "\x01");
  EXPECT_EQ(message_for("AAB="), kBadLastCharacter);
  EXPECT_EQ(message_for("AAD="), kBadLastCharacter);
  EXPECT_EQ(base64_decode("AAE=").value(), Bytes("\0\x01", 2));
  EXPECT_EQ(message_for("Zm9vYh=="), kBadLastCharacter);
}

TEST(Base64, NamesAnIllegalCharacterAndItsPosition) {
  const std::string allowed =
      ": only A-Z, a-z, 0-9, + and / are allowed, and = as padding at the end";
  EXPECT_EQ(message_for("Zm9*"), "Illegal Base64 character '*' at position 3" + allowed);
  EXPECT_EQ(message_for("Zm9vZ-=="), "Illegal Base64 character '-' at position 5" + allowed);
  EXPECT_EQ(message_for("Zm9v\nZg="), "Illegal Base64 character 0x0A at position 4" + allowed);
  EXPECT_EQ(message_for("\xFFm9v"), "Illegal Base64 character 0xFF at position 0" + allowed);
}

TEST(Base64, RejectsPaddingAnywhereButAtTheEnd) {
  for (const char* text : {"=+/=", "Zg==Zm9v", "Z===", "====", "Zm=v", "Zm9vZ=g="}) {
    EXPECT_EQ(message_for(text), "Invalid last non-pad Base64 character dectected") << text;
  }
}

TEST(Base64, AcceptsExactlyTheAlphabetAtEveryPosition) {
  for (std::size_t position = 0; position < 4; ++position) {
    int accepted = 0;
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = "AAAA";
      text[position] = static_cast<char>(byte);
      accepted += base64_decode(text).ok() ? 1 : 0;
    }
    // The last character may also be the padding, for the spare bits before it are zero.
    EXPECT_EQ(accepted, position == 3 ? 65 : 64) << position;
  }
}

TEST(Base64, AcceptsOnlyTextsThatItWouldHaveWritten) {
  constexpr std::uint64_t kSeed = 65;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  constexpr std::string_view kCharacters = "AQgwB/+9=";
  SeededRandom random(kSeed);
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(4 * (1 + random.below(2)), '\0');
    for (char& character : text) character = kCharacters[random.below(kCharacters.size())];
    const auto decoded = base64_decode(text);
    if (!decoded.ok()) continue;
    ++accepted;
    ASSERT_EQ(base64_encode(*decoded), text);
  }
  EXPECT_GT(accepted, 1'000);
}

}  // namespace
}  // namespace partita
