#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::load {

// Where a server listens; always a numeric address, so that nothing is looked up.
struct Endpoint {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8000;

  std::string host() const;
};

// An HTTP answer; the body is a view into its connection.
struct Answer {
  int status = 0;
  std::optional<std::uint32_t> crc32;  // The header x-amz-crc32.
  std::string_view body;
};

// One keep-alive HTTP/1.1 connection with at most one request under way.
// THREADS: one thread at a time.
class Connection {
 public:
  // ERRORS: Unavailable if nobody listens there.
  static Result<Connection> open(const Endpoint& endpoint);
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  // Sends all of it, waiting if it must. Forgets the last answer.
  Status send(std::string_view request);
  // Takes what has arrived and never waits: the answer once it is complete, until then nullopt.
  // ERRORS: Unavailable if the server hung up, InvalidArgument if it does not answer in HTTP/1.1
  // with a Content-Length or in chunks.
  Result<std::optional<Answer>> receive();
  // Waits until something has arrived. ERRORS: Unavailable if nothing comes.
  Status wait() const;
  int descriptor() const { return descriptor_; }

 private:
  explicit Connection(int descriptor) : descriptor_(descriptor) {}
  Status parse_head();
  Status parse_header(std::string_view line);
  Status join_chunks();

  int descriptor_;
  std::string received_;
  std::size_t used_ = 0;                   // Of received_; the rest is room.
  std::size_t head_bytes_ = 0;             // 0: the head is not complete.
  std::optional<std::size_t> body_bytes_;  // Of chunks when all are there.
  bool is_chunked_ = false;
  Answer answer_;
};

}  // namespace partita::load
