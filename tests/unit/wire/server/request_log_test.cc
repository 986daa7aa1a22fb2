#include "wire/server/request_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "partita/base/file.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpStatus;
using protocol::RequestNote;

constexpr WallTime kTime{std::chrono::sys_days{std::chrono::year(2026) / 11 / 16} + 6h + 4min +
                         35'000'123us};

RequestNote example_note() {
  return {.request_id = "ABC123",
          .operation = "PutItem",
          .table = "Music",
          .access_key_id = "PTTAEXAMPLE",
          .error_type = "",
          .capacity_units = 1.5};
}

std::string line_of(LogFormat format, const RequestNote& note, HttpStatus status = HttpStatus::Ok) {
  std::string line;
  append_log_line(line, format,
                  {.time = kTime,
                   .note = note,
                   .status = status,
                   .duration = 321us,
                   .bytes_in = 700,
                   .bytes_out = 200});
  return line;
}

TEST(LogLine, IsJsonWithEverythingThatIsKnown) {
  EXPECT_EQ(line_of(LogFormat::Json, example_note()),
            R"({"time":"2026-11-16T06:04:35.000123Z","operation":"PutItem","table":"Music",)"
            R"("status":200,"duration_us":321,"bytes_in":700,"bytes_out":200,"units":1.5,)"
            R"("access_key_id":"PTTAEXAMPLE","request_id":"ABC123"})"
            "\n");
}

TEST(LogLine, IsTextForPeople) {
  auto note = example_note();
  note.error_type = "ValidationException";
  note.capacity_units.reset();
  EXPECT_EQ(line_of(LogFormat::Text, note, HttpStatus::BadRequest),
            "2026-11-16T06:04:35.000123Z operation=PutItem table=Music status=400 "
            "error=ValidationException duration_us=321 bytes_in=700 bytes_out=200 "
            "access_key_id=PTTAEXAMPLE request_id=ABC123\n");
}

TEST(LogLine, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(line_of(LogFormat::Text, {}, HttpStatus::RequestTimeout),
            "2026-11-16T06:04:35.000123Z status=408 duration_us=321 bytes_in=700 bytes_out=200\n");
}

TEST(LogLine, CannotBeForgedByAClient) {
  RequestNote note;
  note.operation = "GET /a\" status=200\r\n\x1B[31m\xC3\xA9";
  EXPECT_NE(line_of(LogFormat::Text, note).find(R"(operation="GET /a\" status=200???[31m??" )"),
            std::string::npos);
  EXPECT_NE(line_of(LogFormat::Json, note).find(R"("operation":"GET /a\" status=200???[31m??",)"),
            std::string::npos);
}

TEST(LogLine, FitsIntoOneWriteHoweverLongTheNames) {
  RequestNote note;
  for (auto* text :
       {&note.operation, &note.table, &note.error_type, &note.access_key_id, &note.request_id}) {
    text->assign(100'000, '"');
  }
  for (const auto format : {LogFormat::Json, LogFormat::Text}) {
    const auto line = line_of(format, note);
    EXPECT_LT(line.size(), std::size_t{4096});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
  }
}

class RequestLogTest : public ::testing::Test {
 protected:
  RequestLogTest() {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    read_end_ = FileDescriptor(ends[0]);
    write_end_ = FileDescriptor(ends[1]);
  }

  std::string read_all() const {
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t size = 1; size > 0;) {
      size = ::read(read_end_.number(), bytes.data(), bytes.size());
      if (size > 0) text.append(bytes.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

TEST_F(RequestLogTest, WritesAllLinesInTheirOrder) {
  std::string expected;
  {
    RequestLog log(LogFormat::Text, write_end_.number());
    for (int i = 0; i < 100; ++i) {
      std::string lines = "line " + std::to_string(i) + "\n";
      expected += lines;
      log.add(lines);
      EXPECT_EQ(lines, "");
    }
  }
  write_end_.close();
  EXPECT_EQ(read_all(), expected);
}

// Everything is either there or counted.
TEST_F(RequestLogTest, DropsAndCountsWhatASlowReaderDoesNotTake) {
  constexpr std::size_t kLines = 5000;
  const std::string line = std::string(999, 'x') + "\n";
  std::string text;
  {
    auto log = std::make_unique<RequestLog>(LogFormat::Json, write_end_.number());
    for (std::size_t i = 0; i < kLines; ++i) {
      std::string lines = line;
      log->add(lines);
    }
    const std::jthread reader([&] { text = read_all(); });
    log.reset();
    write_end_.close();
  }
  constexpr std::string_view kDropped = "\"dropped_lines\":";
  std::size_t seen = 0;
  std::size_t dropped = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const bool is_line = text[at] == 'x';
    seen += is_line ? 1 : 0;
    const auto count = text.find(kDropped, at);
    if (!is_line) dropped += std::strtoul(text.c_str() + count + kDropped.size(), nullptr, 10);
  }
  EXPECT_GT(dropped, 0U);
  EXPECT_EQ(seen + dropped, kLines);
}

TEST_F(RequestLogTest, DoesNotWaitForAReaderThatIsGone) {
  read_end_.close();
  RequestLog log(LogFormat::Text, write_end_.number());
  for (int i = 0; i < 1000; ++i) {
    std::string lines = std::string(999, 'x') + "\n";
    log.add(lines);
  }
}

}  // namespace
}  // namespace partita::server
