#include "wire/server/request_log.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <iterator>
#include <utility>

#include "language/value/json_text.h"
#include "partita/base/json_string.h"
#include "wire/protocol/sigv4_claim.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;

// The writer is woken for every line, so this is only how long a lost wake-up would last.
constexpr auto kInterval = 1s;
constexpr int kPollMilliseconds = 100;
// After the server has stopped, without any progress.
constexpr int kLastPollsMax = 10;
// What a client chose may be long; an ARN of a table is not longer than this.
constexpr std::size_t kTextCharactersMax = 300;

// A pipe takes this much whole or not at all, so lines of two writers are never mixed.
constexpr std::size_t kPieceBytesMax = PIPE_BUF;

std::string shown(std::string_view text) {
  return protocol::printable(text.substr(0, kTextCharactersMax));
}

// 2026-11-16T06:04:35.123456Z
void append_time(std::string& line, WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::microseconds>(time - day));
  fmt::format_to(std::back_inserter(line), "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
                 static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                 static_cast<unsigned>(date.day()), clock.hours().count(), clock.minutes().count(),
                 clock.seconds().count(), clock.subseconds().count());
}

// {"time":"...","operation":"PutItem","status":200}
class JsonLine {
 public:
  explicit JsonLine(std::string& lines)
      : lines_(lines), json_(JsonLayout::Compact, std::move(lines)) {
    json_.open_object();
  }

  void moment(WallTime time) {
    std::string text;
    append_time(text, time);
    json_.member("time", text);
  }
  void text(std::string_view name, std::string_view value) {
    if (!value.empty()) json_.member(name, shown(value));
  }
  template <typename Number>
  void number(std::string_view name, Number value) {
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "{}", value);
    json_.name(name);
    json_.raw({text.data(), text.size()});
  }
  void end() {
    json_.close_object();
    lines_ = std::move(json_).take();
    lines_ += '\n';
  }

 private:
  std::string& lines_;
  JsonText json_;
};

// 2026-11-16T06:04:35.123456Z operation=PutItem status=200
class TextLine {
 public:
  explicit TextLine(std::string& line) : line_(line) {}

  void moment(WallTime time) { append_time(line_, time); }
  void text(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    // With a blank in it, a value needs quotes to be found again.
    const std::string visible = shown(value);
    const bool is_plain = visible.find_first_of(" \"=\\") == std::string::npos;
    fmt::format_to(std::back_inserter(line_), " {}=", name);
    if (is_plain) {
      line_ += visible;
    } else {
      append_json_string(line_, visible);
    }
  }
  template <typename Number>
  void number(std::string_view name, Number value) {
    fmt::format_to(std::back_inserter(line_), " {}={}", name, value);
  }
  void end() { line_ += '\n'; }

 private:
  std::string& line_;
};

template <typename Line>
void append_request(Line&& line, const AnsweredRequest& request) {
  const protocol::RequestNote& note = request.note;
  line.moment(request.time);
  line.text("operation", note.operation);
  line.text("table", note.table);
  line.number("status", static_cast<unsigned>(request.status));
  line.text("error", note.error_type);
  line.text("fault", note.fault);
  line.number("duration_us", request.duration.count());
  line.number("bytes_in", request.bytes_in);
  line.number("bytes_out", request.bytes_out);
  if (note.capacity_units) line.number("units", *note.capacity_units);
  line.text("access_key_id", note.access_key_id);
  line.text("request_id", note.request_id);
  line.text("correlation_id", note.correlation);
  line.end();
}

template <typename Line>
void append_dropped(Line&& line, WallTime time, std::uint64_t count) {
  line.moment(time);
  line.number("dropped_lines", count);
  line.text("reason", "the reader of this log is too slow");
  line.end();
}

// The longest part that ends with a line and fits into one piece.
std::string_view first_piece(std::string_view lines) {
  if (lines.size() <= kPieceBytesMax) return lines;
  const auto end = lines.rfind('\n', kPieceBytesMax - 1);
  return lines.substr(0, end == std::string_view::npos ? kPieceBytesMax : end + 1);
}

}  // namespace

void append_log_line(std::string& lines, LogFormat format, const AnsweredRequest& request) {
  if (format == LogFormat::Json) {
    append_request(JsonLine(lines), request);
  } else {
    append_request(TextLine(lines), request);
  }
}

RequestLog::RequestLog(LogFormat format, int file, const Clock& clock)
    : format_(format), file_(file), clock_(clock) {
  writer_.emplace(kInterval, [this] { write_waiting(); });
}

RequestLog::~RequestLog() {
  is_stopping_ = true;
  writer_.reset();
  write_waiting();
}

void RequestLog::add(std::string& lines) {
  bool was_empty = false;
  {
    const MutexLock lock(mutex_);
    was_empty = waiting_.empty();
    if (waiting_.size() + lines.size() > kWaitingBytesMax) {
      dropped_ += static_cast<std::uint64_t>(std::ranges::count(lines, '\n'));
    } else {
      waiting_ += lines;
    }
  }
  lines.clear();
  if (was_empty) writer_->wake();
}

// On the writer's thread, and in the end on that of the destructor.
void RequestLog::write_waiting() {
  std::string lines;
  while (take(lines)) {
    if (!write_whole_lines(lines)) return;
  }
}

bool RequestLog::take(std::string& lines) {
  lines.clear();
  const MutexLock lock(mutex_);
  lines.swap(waiting_);
  if (dropped_ > 0) lines += dropped_line(dropped_);
  dropped_ = 0;
  return !lines.empty();
}

// False if nobody reads any more: the rest is of no use then.
bool RequestLog::write_whole_lines(std::string_view lines) {
  std::string_view piece = first_piece(lines);
  while (!piece.empty()) {
    if (!wait_until_writable()) return false;
    const auto written = ::write(file_, piece.data(), piece.size());
    if (written < 0 && errno != EINTR && errno != EAGAIN) return false;
    const auto bytes = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    lines.remove_prefix(bytes);
    piece = bytes < piece.size() ? piece.substr(bytes) : first_piece(lines);
  }
  return true;
}

bool RequestLog::wait_until_writable() {
  pollfd file{.fd = file_, .events = POLLOUT, .revents = 0};
  for (int last_polls = 0; last_polls < kLastPollsMax;) {
    if (::poll(&file, 1, kPollMilliseconds) > 0) return true;
    if (is_stopping_) ++last_polls;
  }
  return false;
}

std::string RequestLog::dropped_line(std::uint64_t count) const {
  std::string line;
  const WallTime now = clock_.wall_now();
  if (format_ == LogFormat::Json) {
    append_dropped(JsonLine(line), now, count);
  } else {
    append_dropped(TextLine(line), now, count);
  }
  return line;
}

}  // namespace partita::server
