#include "partita/base/json_string.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

using std::string_view_literals::operator""sv;

TEST(JsonString, EscapesOnlyWhatJsonDemands) {
  EXPECT_EQ(json_string("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(json_string("\b\t\n\f\r"), R"("\b\t\n\f\r")");
  EXPECT_EQ(json_string("\0\x01\x1f\x7f"sv), "\"\\u0000\\u0001\\u001F\x7f\"");
  EXPECT_EQ(json_string("é€\U0001F600"), "\"é€\U0001F600\"");
}

TEST(JsonString, FindsAnEscapeAtEveryPlaceOfEveryLength) {
  for (std::size_t size = 1; size <= 70; ++size) {
    EXPECT_EQ(json_string(std::string(size, '\xc3')), "\"" + std::string(size, '\xc3') + "\"");
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '!');
      text[at] = '"';
      const std::string expected =
          "\"" + std::string(at, '!') + "\\\"" + std::string(size - at - 1, '!') + "\"";
      ASSERT_EQ(json_string(text), expected);
    }
  }
}

TEST(JsonString, EscapesEachByteThatNeedsItAndNoOther) {
  for (int byte = 0; byte < 0x80; ++byte) {
    for (const std::size_t size : {1U, 5U, 9U, 20U}) {
      const std::string text(size, static_cast<char>(byte));
      const bool is_plain = json_string(text) == "\"" + text + "\"";
      EXPECT_EQ(is_plain, byte >= 0x20 && byte != '"' && byte != '\\') << byte << " " << size;
    }
  }
}

}  // namespace
}  // namespace partita
