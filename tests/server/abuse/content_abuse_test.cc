// Well-formed requests with bodies that were made to break something.

#include <thread>

#include "server/abuse/abused_server.h"
#include "support/gzipped.h"

namespace partita::testing {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

class ContentAbuse : public AbusedServer {
 protected:
  // A PutItem that would overwrite the item, if it were not for this attribute.
  static std::string with_attribute(std::string_view name_and_value) {
    return std::string(kOverwrite.substr(0, kOverwrite.size() - 2))
        .append(",")
        .append(name_and_value)
        .append("}}");
  }

  void expect_refused(const std::string& body) const {
    EXPECT_EQ(status_of("PutItem", body), 400) << body.substr(0, 120);
  }

  int status_of_gzip(std::string_view packed) const {
    auto client = connect();
    client.send(ApiClient::request("PutItem", packed, "Content-Encoding: gzip\r\n"));
    return client.read_answer().status;
  }

  template <typename Action>
  static void do_at_once(int clients, Action action) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < clients; ++i) threads.emplace_back(action);
  }
};

TEST_F(ContentAbuse, DepthIsRefusedHoweverDeep) {
  for (const std::size_t levels : {200U, 10'000U, 1'000'000U}) {
    expect_refused(
        with_attribute("\"x\":" + repeated(R"({"L":[)", levels) + repeated("]}", levels)));
    expect_refused(with_attribute("\"x\":" + repeated(R"({"M":{"x":)", levels)));
    expect_refused(repeated("[", levels));
    expect_refused(repeated("{\"a\":", levels));
  }
}

TEST_F(ContentAbuse, TextThatIsNotUtf8IsRefused) {
  for (const std::string_view bytes : {"\xff", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\x80",
                                       "\xf4\x90\x80\x80", "\xf0\x9f\x98", "\xc3"}) {
    expect_refused(with_attribute("\"x\":{\"S\":\"" + std::string(bytes) + "\"}"));
    expect_refused(with_attribute("\"" + std::string(bytes) + "\":{\"S\":\"x\"}"));
  }
  expect_refused(with_attribute(R"("x":{"S":"\ud800"})"));
}

TEST_F(ContentAbuse, WhatIsNotTheJsonOfARequestIsRefused) {
  const std::vector<std::string> bodies = {
      "",
      " ",
      "null",
      "[]",
      "\"text\"",
      "{",
      "{\"TableName\":\"kept\"",
      std::string(kOverwrite) + "x",
      std::string(kOverwrite) + std::string(kOverwrite),
      "\xef\xbb\xbf" + std::string(kOverwrite),
      std::string(kOverwrite) + std::string(1, '\0'),
      std::string(1000, '\0'),
      with_attribute("\"x\":{\"S\":\"a\nb\"}"),
      with_attribute("\"x\":{\"S\":'a'}"),
      with_attribute("\"x\":{\"S\":\"\\x41\"}"),
      with_attribute("/* */\"x\":{\"S\":\"a\"}"),
      with_attribute("\"x\":{\"S\":\"a\"},"),
  };
  for (const auto& body : bodies) expect_refused(body);
}

TEST_F(ContentAbuse, NamesThatComeTwiceAreRefused) {
  expect_refused(with_attribute(R"("x":{"S":"a"},"x":{"S":"b"})"));
  expect_refused(with_attribute(R"("x":{"S":"a","S":"b"})"));
  expect_refused(with_attribute(R"("x":{"M":{"y":{"S":"a"},"y":{"S":"b"}}})"));
  expect_refused(R"({"TableName":"other","TableName":"kept",)" +
                 std::string(kOverwrite.substr(20)));
}

TEST_F(ContentAbuse, NumbersBeyondAllBoundsAreRefused) {
  for (const std::string& number :
       {std::string("1e126"), std::string("1e999999999"), std::string("-1e99999999999999999999"),
        std::string("1e-999999999"), std::string(39, '9'), std::string(1'000'000, '9'),
        "0." + std::string(1'000'000, '1'), "1e" + std::string(100'000, '1'), std::string("NaN"),
        std::string("0x10"), std::string("1_000"), std::string("--1")}) {
    expect_refused(with_attribute(R"("x":{"N":")" + number + "\"}"));
  }
  for (const char* limit : {"1e400", "99999999999999999999", "-1", "0", "1e"}) {
    EXPECT_EQ(status_of("Scan", std::string(R"({"TableName":"kept","Limit":)") + limit + "}"), 400)
        << limit;
  }
}

TEST_F(ContentAbuse, ItemsWithAMillionAttributesAreRefused) {
  std::string attributes;
  for (int i = 0; i < 500'000; ++i) attributes += "\"a" + std::to_string(i) + R"(":{"N":"1"},)";
  attributes.pop_back();
  expect_refused(with_attribute(attributes));
}

TEST_F(ContentAbuse, BodiesAsLargeAsAllowedAreReadAndLargerOnesAreNot) {
  const std::string large =
      std::string(kGetItem) + std::string(kBodyBytesMax - kGetItem.size(), ' ');
  do_at_once(4, [&] {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(status_of("GetItem", large), 200);
  });
  EXPECT_EQ(status_of_last(ApiClient::request("GetItem", large + " ")), 413);
}

TEST_F(ContentAbuse, BombsAreNotUnpacked) {
  const std::string bomb = gzipped(std::string(std::size_t{256} << 20, ' '));
  ASSERT_LT(bomb.size(), std::size_t{2} << 20);
  do_at_once(4, [&] {
    for (int i = 0; i < 4; ++i) EXPECT_EQ(status_of_gzip(bomb), 413);
  });
}

// AWS: 500 for what cannot be unpacked.
TEST_F(ContentAbuse, WhatIsNotGzipIsRefused) {
  const std::string packed = gzipped(kOverwrite);
  EXPECT_EQ(status_of_gzip(packed.substr(0, packed.size() / 2)), 500);
  EXPECT_EQ(status_of_gzip(packed.substr(0, packed.size() - 1)), 500);
  EXPECT_EQ(status_of_gzip(kOverwrite), 500);
  EXPECT_GE(status_of_gzip(gzipped(packed)), 400);
  std::string flipped = packed;
  flipped[packed.size() - 6] ^= 1;
  EXPECT_EQ(status_of_gzip(flipped), 500) << "its checksum is wrong";
}

TEST_F(ContentAbuse, ASignatureOfAnotherBodyOpensNothing) {
  auto client = connect();
  client.send(ApiClient::signed_head("PutItem", "{}") + "Content-Length: " +
              std::to_string(kOverwrite.size()) + "\r\n\r\n" + std::string(kOverwrite));
  const auto answer = client.read_answer();
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("InvalidSignatureException"), std::string::npos) << answer.body;
}

}  // namespace
}  // namespace partita::testing
