#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/periodic.h"
#include "wire/protocol/http_response.h"
#include "wire/protocol/request_note.h"

namespace partita::server {

enum class LogFormat : std::uint8_t { Text, Json };

struct AnsweredRequest {
  // When the answer was ready.
  WallTime time;
  const protocol::RequestNote& note;
  protocol::HttpStatus status;
  // From the request's last byte to its answer; with an empty note, as long as it was waited for.
  std::chrono::microseconds duration;
  std::size_t bytes_in;
  std::size_t bytes_out;
};

// Appends one line. It is plain ASCII whatever the client sent, so that nobody can forge a line or
// reach a terminal, and shorter than what a pipe takes in one piece.
void append_log_line(std::string& lines, LogFormat format, const AnsweredRequest& request);

// Takes the lines of all loops to a file descriptor. Who reads it may be slow: then lines wait, up
// to a megabyte of them; what comes on top is dropped, and a line says how many were.
// THREADS: safe for concurrent calls.
class RequestLog {
 public:
  static constexpr std::size_t kWaitingBytesMax = std::size_t{1} << 20;

  // REQUIRES: the descriptor stays open for as long as the log lives.
  RequestLog(LogFormat format, int file, const Clock& clock = Clock::system());
  // Writes what waits, unless the reader takes nothing for a second.
  ~RequestLog();
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  LogFormat format() const { return format_; }
  // Takes whole lines over; `lines` is empty then. Never waits for the reader.
  void add(std::string& lines);

 private:
  void write_waiting();
  bool take(std::string& lines);
  bool write_whole_lines(std::string_view lines);
  bool wait_until_writable();
  std::string dropped_line(std::uint64_t count) const;

  const LogFormat format_;
  const int file_;
  const Clock& clock_;
  Mutex mutex_;
  std::string waiting_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t dropped_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::atomic<bool> is_stopping_{false};
  std::optional<Periodic> writer_;  // Last, so that it starts when all else is there.
};

}  // namespace partita::server
