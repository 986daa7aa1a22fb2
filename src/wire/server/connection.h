#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "partita/base/memory_budget.h"
#include "wire/protocol/http_parser.h"
#include "wire/protocol/http_response.h"
#include "wire/server/asio.h"
#include "wire/server/client_pace.h"
#include "wire/server/connection_state.h"
#include "wire/server/receive_buffer.h"
#include "wire/server/request_handler.h"
#include "wire/server/request_log.h"
#include "wire/server/send_buffer.h"
#include "wire/server/tls_session.h"

namespace partita::server {

class EventLoop;

// The connection of one client: reads requests, has them answered one after the other, and writes
// the answers in the same order. Lives while it is open or an operation of it is running.
// connection_state.h defines its states and transitions; every transition is checked against it.
// THREADS: all calls on the thread of its loop.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // Uses TLS if it gets a session, which must be new.
  Connection(EventLoop& loop, IoSocket socket, std::unique_ptr<TlsSession> tls);

  // The loop owns the connection now: begin to read.
  void start();
  // Sends finished answers. The loop calls this at the end of its turn, so that the answers to
  // pipelined requests are sent together.
  void flush();
  // Whether a part of an answer has not been converted to text yet.
  bool is_streaming() const { return output_.is_streaming(); }
  // Ends the connection if its client has exceeded a time limit.
  void end_if_slow(MonotonicTime now);
  // Ends the connection when the current request, if any, is answered.
  void stop();
  // Ends the connection at once.
  void close();

 private:
  using State = ConnectionState;

  void read();
  void read_encrypted(std::span<char> room);
  void on_read_encrypted(const IoErrorCode& failed, std::size_t bytes);
  bool take_decrypted(std::span<char> room);
  void on_read(const IoErrorCode& failed, std::size_t bytes);
  void note_received(std::size_t bytes);
  void serve();
  void serve_next();
  void wait_for_more(protocol::HttpProgress progress);
  void answer();
  void answer_now();
  void answer_later();
  Task<protocol::HttpStatus> start_answer();
  static Detached wait_for(std::shared_ptr<Connection> self, Task<protocol::HttpStatus> task);
  protocol::HttpStatus lack_memory();
  void conclude(protocol::HttpStatus status);
  void finish(protocol::HttpStatus status);
  void drop(protocol::HttpStatus status);
  void end_request(bool is_last);
  void refuse(const Error& error);
  void refuse(protocol::HttpStatus status, std::string_view message);
  struct ResponseForm {
    bool keeps_alive;
    bool has_body;
  };
  void append_response(protocol::HttpStatus status, ResponseForm form);
  void count_answer(protocol::HttpStatus status);
  AnsweredRequest answered(protocol::HttpStatus status, std::size_t bytes_out);
  void log_streamed();
  // Runs code that may fail to allocate memory. Then this connection ends, but not the server.
  template <typename Action>
  void survive(Action action) {
    try {
      action();
    } catch (const std::bad_alloc&) {
      close();
    }
  }
  void send_ready();
  void note_sent(std::size_t bytes);
  std::size_t held_bytes() const;
  Pace pressed_pace() const;
  bool holds_up_others(MonotonicTime now) const;
  bool take_memory_for_unsent();
  void send_tls_close();
  void wait_until_writable();
  void on_flushed();
  void linger();
  void discard_soon();
  void discard();
  void forget_received();
  void enter(State state);
  bool is_over_time(MonotonicTime now) const;
  void give_memory_back_if_idle(MonotonicTime now);
  bool is_output_full() const;

  EventLoop& loop_;
  IoSocket socket_;
  const std::unique_ptr<TlsSession> tls_;
  ReceiveBuffer buffer_;
  protocol::HttpParser parser_;
  std::optional<protocol::HttpRequest> request_;
  protocol::HttpResponse response_;
  const std::unique_ptr<protocol::RequestNote> note_;  // Only if there is a log.
  // What large answers that are not sent yet hold of the memory of all connections. While a request
  // is answered, it and the response are the handler's, which may be on another thread.
  MemoryShare memory_;
  SendBuffer output_;
  std::unique_ptr<IoTimer> discarding_;
  // An answer that is logged when its body has gone. Only if there is a log.
  std::optional<AnsweredRequest> streamed_;

  State state_ = State::Idle;
  MonotonicTime state_begun_;
  TransferPace receiving_;
  TransferPace sending_;
  TransferPace pressed_;  // The same as sending_, for when others wait.

  // What the system has been asked for, whatever the state.
  bool is_reading_ = false;      // A read is under way, or one that throws away what arrives.
  bool waits_to_write_ = false;  // The client does not take more answers for now.
  bool is_serving_ = false;      // serve() is on the stack: it does not nest.
};

}  // namespace partita::server
