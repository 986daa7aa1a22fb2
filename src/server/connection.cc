#include "server/connection.h"

#include <boost/asio/buffer.hpp>
#include <utility>

#include "server/event_loop.h"

namespace partita::server {
namespace {

using protocol::HttpProgress;
using protocol::HttpStatus;

// A client that asks and does not read: no more requests of it are answered until it has.
constexpr std::size_t kOutputBytesMax = 256 * 1024;
// Memory of one large answer that is kept for the next one.
constexpr std::size_t kKeptBytesMax = 64 * 1024;

void empty(std::string& text) {
  text.clear();
  if (text.capacity() > kKeptBytesMax) text.shrink_to_fit();
}

}  // namespace

Connection::Connection(EventLoop& loop, IoSocket socket)
    : loop_(loop), socket_(std::move(socket)), buffer_(loop.bodies()) {}

void Connection::start() {
  IoErrorCode ignored;
  socket_.non_blocking(true, ignored);
  // Answers are put together before they are sent; nothing is gained by waiting for more.
  socket_.set_option(tcp::no_delay(true), ignored);
  enter(Phase::Idle);
  read();
}

void Connection::read() {
  const auto room = buffer_.room();
  if (room.empty()) {
    return refuse(HttpStatus::ServiceUnavailable,
                  "The server is receiving more large requests than it has memory for; try again");
  }
  is_reading_ = true;
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t n) {
                            self->on_read(failed, n);
                          });
}

void Connection::on_read(const IoErrorCode& failed, std::size_t bytes) {
  is_reading_ = false;
  if (is_closed_) return;
  if (failed == asio::error::eof && has_output()) {
    // The client has said all it wants to say, and still reads.
    is_ending_ = true;
    return;
  }
  if (failed) return close();
  buffer_.add(bytes);
  if (phase_ == Phase::Lingering) {
    forget_received();
    return read();
  }
  receiving_.add(bytes);
  if (!is_ending_) serve();
}

// Answers all requests that have arrived, as far as the handler can without waiting.
void Connection::serve() {
  while (!is_ending_ && !is_reading_ && phase_ != Phase::Answering && !is_output_full()) {
    serve_next();
  }
}

void Connection::serve_next() {
  auto bytes = buffer_.bytes();
  const auto progress = parser_.advance(bytes);
  buffer_.shorten(bytes.size);
  if (!progress.ok()) {
    refuse(progress.error());
  } else if (*progress == HttpProgress::Complete) {
    answer();
  } else {
    wait_for_more(*progress);
  }
}

void Connection::wait_for_more(HttpProgress progress) {
  if (progress == HttpProgress::NeedsBody) {
    if (parser_.expects_continue() && !has_said_continue_) {
      has_said_continue_ = true;
      output_ += protocol::kHttpContinue;
      loop_.flush_soon(*this);
    }
    enter(Phase::ReadingBody);
  } else if (!buffer_.is_empty()) {
    enter(Phase::ReadingHead);
  } else {
    buffer_.shrink();
    enter(Phase::Idle);
  }
  read();
}

void Connection::answer() {
  enter(Phase::Answering);
  request_.emplace(parser_.request(buffer_.bytes()));
  auto task = loop_.handler().answer(*request_, response_);
  if (task.is_ready()) return finish(task.take());
  is_starting_ = true;
  wait_for(shared_from_this(), std::move(task));
  is_starting_ = false;
}

Detached Connection::wait_for(std::shared_ptr<Connection> self, Task<HttpStatus> task) {
  const HttpStatus status = co_await std::move(task);
  self->finish(status);
  // If it did not wait after all, serve() is still there and goes on by itself: calling it here
  // would nest as deep as the client's pipeline is long.
  if (!self->is_starting_) self->serve();
}

void Connection::finish(HttpStatus status) {
  is_last_ = is_last_ || !request_->keeps_alive() || loop_.is_stopping();
  append_response(status, request_->method() != "HEAD");
  request_.reset();
  buffer_.drop(parser_.request_bytes());
  parser_.start_next();
  has_said_continue_ = false;
  enter(Phase::Idle);
  is_ending_ = is_last_ || is_closed_;
  if (is_closed_) loop_.remove(*this);
}

void Connection::refuse(const Error& error) {
  refuse(error.kind() == ErrorKind::TooLarge ? HttpStatus::PayloadTooLarge : HttpStatus::BadRequest,
         error.message());
}

void Connection::refuse(HttpStatus status, std::string_view message) {
  is_last_ = true;
  // Before the client can know: its memory is there for others when it does.
  forget_received();
  write_message(response_, message);
  append_response(status, true);
  is_ending_ = true;
}

void Connection::append_response(HttpStatus status, bool has_body) {
  append_http_response(output_, status, response_,
                       {.date = loop_.date(), .keeps_alive = !is_last_, .has_body = has_body});
  response_.clear();
  if (response_.body.capacity() > kKeptBytesMax) response_.body.shrink_to_fit();
  loop_.flush_soon(*this);
}

void Connection::flush() {
  if (is_closed_ || waits_to_write_) return;
  while (has_output()) {
    IoErrorCode failed;
    const auto rest = asio::buffer(output_) + sent_bytes_;
    const auto sent = socket_.write_some(rest, failed);
    sent_bytes_ += sent;
    sending_.add(sent);
    if (failed == asio::error::would_block) return wait_until_writable();
    if (failed) return close();
  }
  sent_bytes_ = 0;
  empty(output_);
  on_flushed();
}

void Connection::wait_until_writable() {
  waits_to_write_ = true;
  if (!sending_.is_running()) sending_.begin(loop_.now());
  socket_.async_wait(IoSocket::wait_write, [self = shared_from_this()](const IoErrorCode&) {
    self->waits_to_write_ = false;
    self->flush();
  });
}

void Connection::on_flushed() {
  sending_.end();
  if (is_ending_) return linger();
  // Time to think of the next request begins when the last answer has gone.
  if (phase_ == Phase::Idle) enter(Phase::Idle);
  serve();
}

// If the socket were closed with bytes of the client unread, its system would throw the answer
// away.
void Connection::linger() {
  if (phase_ == Phase::Lingering || phase_ == Phase::Answering) return;
  IoErrorCode ignored;
  socket_.shutdown(IoSocket::shutdown_send, ignored);
  enter(Phase::Lingering);
  forget_received();
  if (!is_reading_) read();
}

void Connection::forget_received() {
  if (is_reading_) return;
  buffer_.drop(buffer_.bytes().size);
  buffer_.shrink();
}

void Connection::end_if_slow(MonotonicTime now) {
  if (waits_to_write_) {
    if (sending_.is_too_slow(now, loop_.time_limits())) close();
    return;
  }
  if (is_closed_ || !is_over_time(now)) return;
  if (phase_ == Phase::Idle || phase_ == Phase::Lingering) return close();
  if (!is_ending_) refuse(HttpStatus::RequestTimeout, "The request took too long to arrive");
}

bool Connection::is_over_time(MonotonicTime now) const {
  const TimeLimits& limits = loop_.time_limits();
  switch (phase_) {
    case Phase::Idle:
      return now - phase_begun_ > limits.idle;
    case Phase::ReadingHead:
      return now - phase_begun_ > limits.head;
    case Phase::ReadingBody:
      return receiving_.is_too_slow(now, limits);
    case Phase::Lingering:
      return now - phase_begun_ > limits.linger;
    case Phase::Answering:
      break;
  }
  return false;
}

void Connection::stop() {
  is_last_ = true;
  if (phase_ == Phase::Idle || phase_ == Phase::ReadingHead) {
    is_ending_ = true;
    if (!has_output()) close();
  }
}

// A request under way keeps the connection in the loop until it is done (finish).
void Connection::close() {
  if (is_closed_) return;
  is_closed_ = true;
  IoErrorCode ignored;
  socket_.close(ignored);
  if (phase_ != Phase::Answering) loop_.remove(*this);
}

void Connection::enter(Phase phase) {
  const bool goes_on = phase == phase_ && phase != Phase::Idle;
  if (goes_on) return;
  phase_ = phase;
  phase_begun_ = loop_.now();
  if (phase == Phase::ReadingBody) receiving_.begin(phase_begun_);
}

bool Connection::is_output_full() const { return output_.size() - sent_bytes_ >= kOutputBytesMax; }

}  // namespace partita::server
