#include "wire/protocol/http_response.h"

#include <gtest/gtest.h>

#include "wire/protocol/http_date.h"

namespace partita::protocol {
namespace {

TEST(HttpResponse, IsWrittenWithItsLengthAndItsHeaders) {
  const HttpResponse response{.headers = "Allow: GET\r\n", .body = "{}"};
  std::string text = "before";
  append_http_response(text, HttpStatus::MethodNotAllowed, response, {.date = "now"});
  EXPECT_EQ(text,
            "beforeHTTP/1.1 405 Method Not Allowed\r\nDate: now\r\n"
            "Content-Type: application/json\r\nX-Content-Type-Options: nosniff\r\n"
            "Content-Length: 2\r\nAllow: GET\r\n\r\n{}");
}

TEST(HttpResponse, ToHeadHasTheLengthOfABodyThatIsNotSent) {
  const HttpResponse response{.content_type = "text/plain", .body = "hello"};
  std::string text;
  append_http_response(text, HttpStatus::Ok, response,
                       {.date = "now", .keeps_alive = false, .has_body = false});
  EXPECT_TRUE(text.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(text.ends_with("Content-Length: 5\r\nConnection: close\r\n\r\n"));
}

TEST(HttpResponse, SaysThatABodyComesInChunks) {
  class Nothing final : public BodySource {
    bool append_next(std::string&, std::size_t) override { return false; }
  };
  HttpResponse response;
  response.source = std::make_unique<Nothing>();
  std::string text;
  append_http_response(text, HttpStatus::Ok, response, {.date = "now"});
  EXPECT_TRUE(text.ends_with("nosniff\r\nTransfer-Encoding: chunked\r\n\r\n")) << text;
  text.clear();
  append_http_response(text, HttpStatus::Ok, response,
                       {.date = "now", .keeps_alive = false, .is_chunked = false});
  EXPECT_TRUE(text.ends_with("nosniff\r\nConnection: close\r\n\r\n")) << text;
}

TEST(HttpChunk, HasTheSizeOfWhatIsBetweenItsBeginAndItsEnd) {
  std::string text = "head";
  const auto begin = begin_http_chunk(text);
  text += std::string(300, 'x');
  end_http_chunk(text, begin);
  EXPECT_EQ(text, "head0000012c\r\n" + std::string(300, 'x') + "\r\n");
  const std::string before = text;
  end_http_chunk(text, begin_http_chunk(text));
  EXPECT_EQ(text, before) << "a chunk of nothing would be the last one";
}

TEST(HttpDate, IsInTheFormOfTheProtocol) {
  const auto at = [](std::int64_t seconds) { return WallTime(std::chrono::seconds(seconds)); };
  EXPECT_EQ(http_date(at(784111777)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(at(0)), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(at(1709251199)), "Thu, 29 Feb 2024 23:59:59 GMT");
}

}  // namespace
}  // namespace partita::protocol
