#include "wire/server/origin_guard.h"

#include <gtest/gtest.h>

#include <string>

#include "wire/protocol/http_parser.h"

namespace partita::server {
namespace {

bool is_refused(const std::string& headers, const OwnNames& own = {}) {
  std::string bytes = "GET / HTTP/1.1\r\n" + headers + "\r\n";
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  const auto progress = parser.advance(received);
  EXPECT_TRUE(progress.ok() && *progress == protocol::HttpProgress::Complete) << headers;
  return origin_refusal(parser.request(received), own).has_value();
}

TEST(OriginGuard, LetsNamesOfThisMachineAndAddressesPass) {
  for (const char* host :
       {"localhost", "localhost:8000", "LocalHost:8000", "db.localhost:8000", "127.0.0.1",
        "127.0.0.1:8000", "[::1]", "[::1]:8000", "192.168.1.2:8000", "[fe80::1]:8000"}) {
    EXPECT_FALSE(is_refused("Host: " + std::string(host) + "\r\n")) << host;
  }
}

TEST(OriginGuard, RefusesWhatBrowsersSayComesFromAnotherSiteButLinks) {
  const std::string host = "Host: localhost\r\n";
  EXPECT_TRUE(is_refused(host + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"));
  EXPECT_TRUE(is_refused(host + "Sec-Fetch-Site: cross-site\r\n"));
  EXPECT_FALSE(is_refused(host + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"));
  EXPECT_FALSE(is_refused(host + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n"));
  EXPECT_FALSE(is_refused(host + "Sec-Fetch-Site: none\r\n"));
}

TEST(OriginGuard, RefusesOtherNamesHoweverTheyLook) {
  for (const char* host : {"",
                           "evil.test",
                           "evil.test:8000",
                           "localhost.evil.test",
                           "127.0.0.1.evil.test",
                           "evil-localhost",
                           ".localhost",
                           "localhost@evil.test",
                           "[evil.test]",
                           "[::1",
                           "[",
                           "[]",
                           "[::1]x",
                           "localhost:",
                           "localhost:80x",
                           "localhost:80:80",
                           "127.1",
                           "0x7f000001",
                           "localhost.",
                           "127.0.0.1, evil.test",
                           "dynamodb.us-east-1.amazonaws.com"}) {
    EXPECT_TRUE(is_refused("Host: " + std::string(host) + "\r\n")) << host;
  }
}

TEST(OriginGuard, RefusesPagesOfEveryOriginButItsOwn) {
  const std::string host = "Host: localhost:8000\r\n";
  EXPECT_FALSE(is_refused(host + "Origin: http://localhost:8000\r\n"));
  for (const char* origin :
       {"http://evil.test", "https://localhost:8000", "http://localhost:3000", "http://localhost",
        "null", "", "file://", "http://localhost:8000.evil.test", "http://127.0.0.1:8000"}) {
    EXPECT_TRUE(is_refused(host + "Origin: " + origin + "\r\n")) << origin;
  }
  EXPECT_TRUE(is_refused(host + "Origin: http://localhost:8000\r\nOrigin: http://evil.test\r\n"));
}

TEST(OriginGuard, LetsTheNamesPassThatTheOperatorVouchesFor) {
  const OwnNames own{.hosts = {"db", "partita.test"}};
  for (const char* host : {"db", "DB:8000", "partita.test:1", "localhost:8000"}) {
    EXPECT_FALSE(is_refused("Host: " + std::string(host) + "\r\n", own)) << host;
  }
  for (const char* host : {"db.evil.test", "evil-db", "partita.test.evil.test", "test", ""}) {
    EXPECT_TRUE(is_refused("Host: " + std::string(host) + "\r\n", own)) << host;
  }
}

TEST(OriginGuard, KnowsItsOwnOriginByItsScheme) {
  const OwnNames own{.scheme = "https"};
  const std::string host = "Host: localhost:8000\r\n";
  EXPECT_FALSE(is_refused(host + "Origin: https://localhost:8000\r\n", own));
  EXPECT_TRUE(is_refused(host + "Origin: http://localhost:8000\r\n", own));
}

}  // namespace
}  // namespace partita::server
