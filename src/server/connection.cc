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

Connection::Connection(EventLoop& loop, IoSocket socket, std::unique_ptr<TlsSession> tls)
    : loop_(loop),
      socket_(std::move(socket)),
      tls_(std::move(tls)),
      buffer_(loop.bodies()),
      note_(loop.keeps_log() ? std::make_unique<protocol::RequestNote>() : nullptr) {
  response_.note = note_.get();
}

void Connection::start() {
  IoErrorCode ignored;
  socket_.non_blocking(true, ignored);
  // Answers are put together before they are sent; nothing is gained by waiting for more.
  socket_.set_option(tcp::no_delay(true), ignored);
  phase_begun_ = loop_.now();
  phase_ = tls_ ? Phase::Handshaking : Phase::Idle;
  read();
}

void Connection::read() {
  const auto room = buffer_.room();
  if (room.empty()) {
    return refuse(HttpStatus::ServiceUnavailable,
                  "The server is receiving more large requests than it has memory for; try again");
  }
  if (tls_) return read_encrypted(room);
  is_reading_ = true;
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t n) {
                            self->on_read(failed, n);
                          });
}

// Returns with more in the buffer if there was more to decrypt, and is_reading_ false: serve() goes
// on with it.
void Connection::read_encrypted(std::span<char> room) {
  if (phase_ != Phase::Lingering) {
    if (take_decrypted(room) || is_ending_) return;
  }
  is_reading_ = true;
  const auto wire = tls_->wire_room();
  socket_.async_read_some(asio::buffer(wire.data(), wire.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t n) {
                            self->on_read_encrypted(failed, n);
                          });
}

void Connection::on_read_encrypted(const IoErrorCode& failed, std::size_t bytes) {
  if (failed || is_closed_ || phase_ == Phase::Lingering) return on_read(failed, 0);
  is_reading_ = false;
  tls_->add_wire(bytes);
  read();
  if (!is_reading_ && !is_ending_) serve();
}

// Whether something was decrypted into the room. If not, more must arrive, or nothing more will.
bool Connection::take_decrypted(std::span<char> room) {
  const auto bytes = tls_->read(room);
  if (!tls_->unsent().empty()) loop_.flush_soon(*this);
  if (phase_ == Phase::Handshaking && tls_->is_established()) enter(Phase::Idle);
  if (tls_->state() == TlsSession::State::Failed) {
    close();
  } else if (tls_->state() == TlsSession::State::Ended) {
    on_read(asio::error::eof, 0);
  }
  buffer_.add(bytes);
  receiving_.add(bytes);
  return bytes > 0;
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
  loop_.count_request();
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
  const std::size_t before = output_.size();
  append_http_response(output_, status, response_,
                       {.date = loop_.date(), .keeps_alive = !is_last_, .has_body = has_body});
  if (note_) log(status, output_.size() - before);
  response_.clear();
  if (response_.body.capacity() > kKeptBytesMax) response_.body.shrink_to_fit();
  loop_.flush_soon(*this);
}

// What could not be parsed, or did not arrive in time, is told of without a request.
void Connection::log(HttpStatus status, std::size_t bytes_out) {
  if (note_->operation.empty() && request_) {
    note_->operation.append(request_->method()).append(" ").append(request_->path());
  }
  const auto duration = loop_.now() - phase_begun_;
  loop_.log({.time = loop_.wall_now(),
             .note = *note_,
             .status = status,
             .duration = std::chrono::duration_cast<std::chrono::microseconds>(duration),
             .bytes_in = request_ ? parser_.request_bytes() : 0,
             .bytes_out = bytes_out});
  note_->clear();
}

void Connection::flush() {
  if (is_closed_ || waits_to_write_) return;
  if (tls_ && !encrypt_output()) return close();
  for (auto rest = unsent(); !rest.empty(); rest = unsent()) {
    IoErrorCode failed;
    const auto sent = socket_.write_some(asio::buffer(rest.data(), rest.size()), failed);
    drop_sent(sent);
    sending_.add(sent);
    if (failed == asio::error::would_block) return wait_until_writable();
    if (failed) return close();
  }
  on_flushed();
}

// False if the session cannot take it any more.
bool Connection::encrypt_output() {
  const bool is_done = output_.empty() || tls_->write(output_);
  empty(output_);
  return is_done;
}

std::string_view Connection::unsent() const {
  return tls_ ? tls_->unsent() : std::string_view(output_).substr(sent_bytes_);
}

void Connection::drop_sent(std::size_t bytes) {
  if (tls_) return tls_->drop_sent(bytes);
  sent_bytes_ += bytes;
  if (sent_bytes_ < output_.size()) return;
  sent_bytes_ = 0;
  empty(output_);
}

std::size_t Connection::output_bytes() const {
  return (tls_ ? tls_->unsent().size() : 0) + output_.size() - sent_bytes_;
}

// TLS says that nothing more comes, so that the client knows that nobody else has cut it short. If
// the client does not take it at once, it does not get it.
void Connection::take_leave() {
  if (!tls_) return;
  tls_->finish();
  IoErrorCode ignored;
  const auto rest = tls_->unsent();
  socket_.write_some(asio::buffer(rest.data(), rest.size()), ignored);
  tls_->drop_sent(rest.size());
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
  take_leave();
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
  const bool has_asked = phase_ == Phase::ReadingHead || phase_ == Phase::ReadingBody;
  if (!has_asked) return close();
  if (!is_ending_) refuse(HttpStatus::RequestTimeout, "The request took too long to arrive");
}

bool Connection::is_over_time(MonotonicTime now) const {
  const TimeLimits& limits = loop_.time_limits();
  switch (phase_) {
    case Phase::Idle:
      return now - phase_begun_ > limits.idle;
    case Phase::Handshaking:
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
  const bool is_under_way = phase_ == Phase::ReadingBody || phase_ == Phase::Answering;
  if (is_under_way || phase_ == Phase::Lingering) return;
  is_ending_ = true;
  if (!has_output()) close();
}

// A request under way keeps the connection in the loop until it is done (finish).
void Connection::close() {
  if (is_closed_) return;
  take_leave();
  is_closed_ = true;
  is_ending_ = true;
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

bool Connection::is_output_full() const { return output_bytes() >= kOutputBytesMax; }

}  // namespace partita::server
