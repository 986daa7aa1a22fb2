#include "wire/protocol/http_parser.h"

#include <gtest/gtest.h>

#include "unit/wire/protocol/http_conversation.h"

namespace partita::protocol {
namespace {

constexpr std::string_view kPost =
    "POST /?a=b HTTP/1.1\r\n"
    "Host: localhost:8000\r\n"
    "X-Amz-Target:DynamoDB_20120810.GetItem  \r\n"
    "Empty:\r\n"
    "Content-Length: 11\r\n"
    "\r\n"
    "{\"a\":\"b\"}\r\n";
constexpr std::string_view kChunked =
    "PUT /x HTTP/1.1\r\n"
    "Host: localhost\r\n"
    "Transfer-Encoding: Chunked\r\n"
    "\r\n"
    "5\r\nhello\r\n"
    "00A;name=value;other=\"x\"\r\n, chunked \r\n"
    "1\r\n\n\r\n"
    "0\r\n"
    "Trailer: ignored\r\n"
    "\r\n";

TEST(HttpParser, ReadsARequestWithABody) {
  const Seen seen = see(kPost);
  ASSERT_EQ(seen.requests.size(), 1U);
  const SeenRequest& request = seen.requests[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/?a=b");
  EXPECT_EQ(request.body, "{\"a\":\"b\"}\r\n");
  EXPECT_EQ(request.headers[1],
            std::pair(std::string("X-Amz-Target"), std::string("DynamoDB_20120810.GetItem")));
  EXPECT_EQ(request.headers[2], std::pair(std::string("Empty"), std::string()));
  EXPECT_FALSE(seen.has_rest);
}

TEST(HttpParser, PutsChunksTogetherAndDropsExtensionsAndTrailers) {
  const Seen seen = see(kChunked);
  ASSERT_EQ(seen.requests.size(), 1U);
  EXPECT_EQ(seen.requests[0].body, "hello, chunked \n");
  EXPECT_EQ(seen.requests[0].headers.size(), 2U);
  EXPECT_FALSE(seen.has_rest);
}

TEST(HttpParser, SplitsAPathFromItsQuery) {
  std::string bytes = "GET /a%20b?x=1?y HTTP/1.1\r\nHost: h\r\n\r\n";
  HttpParser parser;
  ReceivedBytes received{bytes.data(), bytes.size()};
  ASSERT_EQ(parser.advance(received).value(), HttpProgress::Complete);
  EXPECT_EQ(parser.request(received).path(), "/a%20b");
  EXPECT_EQ(parser.request(received).query(), "x=1?y");
  EXPECT_EQ(parser.request(received).find_header("host"), "h");
  EXPECT_EQ(parser.request(received).find_header("origin"), std::nullopt);
}

TEST(HttpParser, SeesTheSameHoweverTheBytesAreCut) {
  const std::string bytes = std::string(kPost) + std::string(kChunked) + std::string(kPost);
  const Seen whole = see(bytes);
  ASSERT_EQ(whole.requests.size(), 3U);
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    HttpConversation conversation;
    conversation.receive(std::string_view(bytes).substr(0, at));
    conversation.receive(std::string_view(bytes).substr(at));
    EXPECT_EQ(conversation.seen(), whole) << "cut at byte " << at;
  }
  for (std::size_t packet_bytes = 1; packet_bytes < 20; ++packet_bytes) {
    EXPECT_EQ(see_in_packets(bytes, packet_bytes), whole) << packet_bytes << " bytes a packet";
  }
}

TEST(HttpParser, WaitsForEveryPrefixOfARequestWithoutAnswering) {
  for (const std::string_view request : {kPost, kChunked}) {
    for (std::size_t size = 0; size < request.size(); ++size) {
      const Seen seen = see(request.substr(0, size));
      EXPECT_TRUE(seen.requests.empty() && !seen.refusal) << "prefix of " << size << " bytes";
    }
  }
}

TEST(HttpParser, FindsAThousandPipelinedRequestsInOrder) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) {
    bytes += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }
  const Seen seen = see_in_packets(bytes, 1000);
  ASSERT_EQ(seen.requests.size(), 1000U);
  for (std::size_t i = 0; i < seen.requests.size(); ++i) {
    EXPECT_EQ(seen.requests[i].target, "/" + std::to_string(i));
  }
}

TEST(HttpParser, KeepsAConnectionAsItsVersionAndHeaderSay) {
  struct Case {
    std::string_view version;
    std::string_view header;
    bool keeps_alive;
  };
  constexpr Case kCases[] = {
      {"1.1", "X: y", true},
      {"1.1", "Connection: close", false},
      {"1.1", "Connection: Upgrade, CLOSE", false},
      {"1.1", "Connection: keep-alive, Upgrade", true},
      {"1.1", "Connection: closed", true},
      {"1.0", "X: y", false},
      {"1.0", "Connection: Keep-Alive", true},
      {"1.0", "Connection: keep-alive, close", false},
  };
  for (const Case& c : kCases) {
    const std::string bytes = "GET / HTTP/" + std::string(c.version) + "\r\nHost: h\r\n" +
                              std::string(c.header) + "\r\n\r\n";
    const Seen seen = see(bytes);
    ASSERT_EQ(seen.requests.size(), 1U) << bytes;
    EXPECT_EQ(seen.requests[0].keeps_alive, c.keeps_alive) << bytes;
  }
}

TEST(HttpParser, TellsOfAClientThatWaitsBeforeItsBody) {
  HttpConversation conversation;
  conversation.receive(
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_TRUE(conversation.expects_continue());
  EXPECT_TRUE(conversation.seen().requests.empty());
  conversation.receive("{}");
  EXPECT_EQ(conversation.seen().requests.at(0).body, "{}");
  conversation.receive("POST / HTTP/1.0\r\nHost: h\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_FALSE(conversation.expects_continue()) << "HTTP/1.0 knows no such answer";
}

TEST(HttpParser, NeedsNoMoreMemoryForTinyChunksThanForTheBodyTheyMake) {
  HttpConversation conversation;
  const std::string_view head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  conversation.receive(head);
  for (int i = 0; i < 2000; ++i) {
    conversation.receive("1;this-is-an-extension-that-means-nothing\r\nx\r\n");
  }
  EXPECT_EQ(conversation.buffered_bytes(), head.size() + 2000);
  conversation.receive("0\r\n\r\n");
  EXPECT_EQ(conversation.seen().requests.at(0).body, std::string(2000, 'x'));
}

// A head with one header of such a length that the whole has `bytes`.
std::string head_of(std::size_t bytes) {
  const std::string begin = "GET / HTTP/1.1\r\nHost: h\r\nLong: ";
  return begin + std::string(bytes - begin.size() - 4, 'x') + "\r\n\r\n";
}

TEST(HttpParser, TakesAHeadAtItsLimitAndRefusesOneByteMore) {
  EXPECT_EQ(see(head_of(kHttpHeadBytesMax)).requests.size(), 1U);
  for (const std::size_t packet_bytes : {std::size_t{777}, kHttpHeadBytesMax + 1}) {
    const Seen seen = see_in_packets(head_of(kHttpHeadBytesMax + 1), packet_bytes);
    EXPECT_EQ(seen.refusal, ErrorKind::InvalidArgument);
  }
}

TEST(HttpParser, TakesSixtyFourHeadersAndRefusesOneMore) {
  std::string head = "GET / HTTP/1.1\r\nHost: h\r\n";
  for (std::size_t i = 1; i < kHttpHeadersMax; ++i) head += "A: b\r\n";
  EXPECT_EQ(see(head + "\r\n").requests.size(), 1U);
  EXPECT_EQ(see(head + "A: b\r\n\r\n").refusal, ErrorKind::InvalidArgument);
}

TEST(HttpParser, TakesABodyAtItsLimitAndRefusesOneByteMoreBeforeItArrives) {
  const std::string limit = std::to_string(kHttpBodyBytesMax);
  const std::string post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ";
  const Seen seen = see(post + limit + "\r\n\r\n" + std::string(kHttpBodyBytesMax, 'x'));
  ASSERT_EQ(seen.requests.size(), 1U);
  EXPECT_EQ(seen.requests[0].body.size(), kHttpBodyBytesMax);
  EXPECT_EQ(see(post + "16777217\r\n\r\n").refusal, ErrorKind::TooLarge);
  EXPECT_EQ(see(post + "99999999999999999999999999\r\n\r\n").refusal, ErrorKind::TooLarge);
}

TEST(HttpParser, RefusesChunksThatTogetherAreOverTheLimit) {
  const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(see(head + "1000001\r\n").refusal, ErrorKind::TooLarge);
  EXPECT_EQ(see(head + "FFFFFFFF\r\n").refusal, ErrorKind::TooLarge);
  const std::string full = "1000000\r\n" + std::string(kHttpBodyBytesMax, 'x') + "\r\n";
  EXPECT_EQ(see(head + full + "1\r\n").refusal, ErrorKind::TooLarge);
  EXPECT_EQ(see(head + full + "0\r\n\r\n").requests.size(), 1U);
}

}  // namespace
}  // namespace partita::protocol
