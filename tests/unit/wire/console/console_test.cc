#include "wire/console/console.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "wire/protocol/content_encoding.h"
#include "wire/protocol/http_parser.h"

namespace partita::console {
namespace {

using protocol::HttpStatus;

struct ConsoleReply {
  HttpStatus status{};
  protocol::HttpResponse response;
  bool has_header(std::string_view line) const {
    return response.headers.find(line) != std::string::npos;
  }
};

// Calls with the request that the text is.
template <typename Call>
void with_request(std::string_view line, std::string_view headers, Call call) {
  std::string bytes =
      fmt::format("{} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n{}\r\n", line, headers);
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  ASSERT_EQ(parser.advance(received).value(), protocol::HttpProgress::Complete);
  call(parser.request(received));
}

ConsoleReply ask(const Console& console, std::string_view path, std::string_view headers = "",
                 std::string_view method = "GET") {
  ConsoleReply reply;
  with_request(fmt::format("{} {}", method, path), headers, [&](const auto& request) {
    reply.status = console.answer(request, reply.response, false);
  });
  return reply;
}

bool refuses(const Console& console, std::string_view line, std::string_view headers) {
  bool is_refused = false;
  protocol::HttpResponse response;
  with_request(line, fmt::format("X-Partita-Client: console/0.1.0\r\n{}", headers),
               [&](const auto& request) { is_refused = console.refuses(request, response); });
  return is_refused;
}

TEST(ConsoleAssets, AreWholeAndFewBytes) {
  std::set<std::string_view> tags;
  std::size_t total = 0;
  for (const Asset& asset : assets()) {
    Bytes plain;
    const auto text = protocol::decode_body("gzip", asset.gzip, plain);
    ASSERT_TRUE(text.ok()) << asset.path;
    EXPECT_FALSE(text->empty()) << asset.path;
    EXPECT_TRUE(tags.insert(asset.tag).second) << asset.path;
    total += asset.gzip.size();
  }
  EXPECT_GT(tags.size(), 10U);
  EXPECT_LT(total, 400U << 10);
}

TEST(Console, TheFirstPageIsAskedForAgainAndTheFilesItNamesAreKept) {
  const Console console({});
  const auto page = ask(console, "/console/");
  ASSERT_EQ(page.status, HttpStatus::Ok);
  EXPECT_EQ(page.response.content_type, "text/html; charset=utf-8");
  EXPECT_TRUE(page.has_header("Cache-Control: no-cache\r\n"));
  EXPECT_TRUE(page.has_header("frame-ancestors 'none'"));
  const auto begin = page.response.body.find("/console/files-");
  const auto file = page.response.body.substr(begin, page.response.body.find('"', begin) - begin);
  const auto kept = ask(console, file);
  EXPECT_EQ(kept.status, HttpStatus::Ok) << file;
  EXPECT_TRUE(kept.has_header("immutable"));
}

TEST(Console, LinksToViewsGetTheFirstPageAndFilesThatAreNotThereNothing) {
  const Console console({});
  EXPECT_EQ(ask(console, "/console/t/a-table/items").status, HttpStatus::Ok);
  EXPECT_EQ(ask(console, "/console/none.js").status, HttpStatus::NotFound);
  EXPECT_EQ(ask(console, "/console").status, HttpStatus::Found);
  EXPECT_EQ(ask(console, "/console/", "", "POST").status, HttpStatus::MethodNotAllowed);
}

TEST(Console, ComesPackedToThoseWhoCanUnpackIt) {
  const Console console({});
  const auto packed = ask(console, "/console/", "Accept-Encoding: gzip\r\n");
  EXPECT_TRUE(packed.has_header("Content-Encoding: gzip\r\n"));
  Bytes plain;
  EXPECT_EQ(*protocol::decode_body("gzip", packed.response.body, plain),
            ask(console, "/console/").response.body);
}

TEST(Console, SaysNotModifiedToThoseWhoHaveIt) {
  const Console console({});
  const auto first = ask(console, "/console/");
  const auto at = first.response.headers.find("ETag: ") + 6;
  const auto tag = first.response.headers.substr(at, first.response.headers.find("\r\n", at) - at);
  EXPECT_EQ(ask(console, "/console/", fmt::format("If-None-Match: {}\r\n", tag)).status,
            HttpStatus::NotModified);
  EXPECT_EQ(ask(console, "/console/", "If-None-Match: \"other\"\r\n").status, HttpStatus::Ok);
}

TEST(Console, ConfigTellsWhatPagesMustKnowFirst) {
  const Console console({.mode = Mode::ReadOnly, .name = "prod", .version = "1.2"});
  EXPECT_EQ(ask(console, "/console/config.json").response.body,
            R"({"version":"1.2","auth":"none","mode":"read-only","name":"prod"})");
}

TEST(Console, ThatIsOffHasNothing) {
  const Console console({.mode = Mode::Off});
  EXPECT_EQ(ask(console, "/console/").status, HttpStatus::NotFound);
  EXPECT_EQ(ask(console, "/console/config.json").status, HttpStatus::NotFound);
}

TEST(ReadOnlyConsole, RefusesChangesOfItsOwnPages) {
  const Console console({.mode = Mode::ReadOnly});
  for (const std::string_view operation : {"PutItem", "UpdateItem", "DeleteTable", "BatchWriteItem",
                                           "TransactWriteItems", "ExecuteStatement", ""}) {
    EXPECT_TRUE(refuses(console, "POST /",
                        fmt::format("X-Amz-Target: DynamoDB_20120810.{}\r\n", operation)))
        << operation;
  }
  EXPECT_TRUE(refuses(console, "POST /api/models:apply", ""));
  EXPECT_TRUE(refuses(console, "DELETE /api/models/shop", ""));
  EXPECT_TRUE(refuses(console, "POST /", ""));
}

TEST(ReadOnlyConsole, LetsReadsPass) {
  const Console console({.mode = Mode::ReadOnly});
  for (const std::string_view operation : {"GetItem", "BatchGetItem", "Query", "Scan", "ListTables",
                                           "DescribeTable", "TransactGetItems", "GetRecords"}) {
    EXPECT_FALSE(refuses(console, "POST /",
                         fmt::format("X-Amz-Target: DynamoDB_20120810.{}\r\n", operation)))
        << operation;
  }
  for (const std::string_view line : {"GET /api/", "POST /api/models:lint", "POST /api/models:plan",
                                      "POST /api/tables/t/decode"}) {
    EXPECT_FALSE(refuses(console, line, "")) << line;
  }
  EXPECT_FALSE(refuses(Console({}), "POST /", "X-Amz-Target: DynamoDB_20120810.PutItem\r\n"));
}

}  // namespace
}  // namespace partita::console
