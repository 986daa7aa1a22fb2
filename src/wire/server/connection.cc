#include "wire/server/connection.h"

#include <netinet/tcp.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <new>
#include <utility>

#include "partita/base/check.h"
#include "partita/base/memory_reserve.h"
#include "wire/server/event_loop.h"
#include "wire/server/go_on_at.h"

namespace partita::server {
namespace {

using protocol::HttpProgress;
using protocol::HttpStatus;

// A client that asks and does not read: no more requests of it are answered until it has.
constexpr std::size_t kOutputBytesMax = 256 * 1024;
// More than this leaves at once, before another answer is made, and not at the end of the turn.
constexpr std::size_t kCollectedBytesMax = 64 * 1024;
// What may wait in any connection without a share of the memory for answers.
constexpr std::size_t kUnmeteredBytesMax = 16 * 1024;
// What the system takes of an answer and keeps until it can be sent: without it, some megabytes
// for each connection. Of what is on its way to a fast client it keeps as much as it likes.
constexpr int kSystemUnsentBytesMax = 256 * 1024;
using UnsentBytesMax = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_NOTSENT_LOWAT>;
// What is read at once, whatever has arrived.
constexpr std::size_t kReadBytesMax = 256 * 1024;
// What one connection sends before it is the turn of others; less if it becomes text only then.
constexpr std::size_t kTurnBytesMax = 256 * 1024;
constexpr std::size_t kStreamedTurnBytesMax = SendBuffer::kPieceBytes;
// Memory of one large answer that is kept for the next one.
constexpr std::size_t kKeptResponseBytesMax = 64 * 1024;

// Operations whose answers can be large however short the requests are.
bool may_be_large(const protocol::HttpRequest& request) {
  const auto target = request.find_header("x-amz-target").value_or("");
  for (const std::string_view name : {".BatchGetItem", ".Query", ".Scan", ".TransactGetItems"}) {
    if (target.ends_with(name)) return true;
  }
  return false;
}

}  // namespace

Connection::Connection(EventLoop& loop, IoSocket socket, std::unique_ptr<TlsSession> tls)
    : loop_(loop),
      socket_(std::move(socket)),
      tls_(std::move(tls)),
      buffer_(loop.bodies()),
      note_(loop.keeps_log() ? std::make_unique<protocol::RequestNote>() : nullptr),
      memory_(loop.answers()),
      output_(tls_.get()) {
  response_.note = note_.get();
  response_.memory = &memory_;
}

void Connection::start() {
  IoErrorCode ignored;
  socket_.non_blocking(true, ignored);
  // Answers are put together before they are sent; nothing is gained by waiting for more.
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.set_option(UnsentBytesMax(kSystemUnsentBytesMax), ignored);
  state_begun_ = loop_.now();
  state_ = tls_ ? State::Handshaking : State::Idle;
  survive([this] { read(); });
}

void Connection::read() {
  const auto all_room = buffer_.room();
  // A body of many megabytes may be there at once; others are served in between.
  const auto room = all_room.first(std::min(all_room.size(), kReadBytesMax));
  if (room.empty()) {
    return refuse(HttpStatus::ServiceUnavailable,
                  "The server is receiving more large requests than it has memory for; try again");
  }
  if (tls_) return read_encrypted(room);
  is_reading_ = true;
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t n) {
                            self->survive([&] { self->on_read(failed, n); });
                          });
}

// Returns with more in the buffer if there was more to decrypt, and is_reading_ false: serve() goes
// on with it.
void Connection::read_encrypted(std::span<char> room) {
  if (take_decrypted(room) || is_ending(state_)) return;
  is_reading_ = true;
  const auto wire = tls_->wire_room();
  socket_.async_read_some(asio::buffer(wire.data(), wire.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t n) {
                            self->survive([&] { self->on_read_encrypted(failed, n); });
                          });
}

void Connection::on_read_encrypted(const IoErrorCode& failed, std::size_t bytes) {
  if (failed || state_ >= State::Lingering) return on_read(failed, 0);
  is_reading_ = false;
  tls_->add_wire(bytes);
  read();
  if (!is_reading_ && !is_ending(state_)) serve();
}

// Whether something was decrypted into the room. If not, more must arrive, or nothing more will.
bool Connection::take_decrypted(std::span<char> room) {
  const auto bytes = tls_->read(room);
  if (!output_.ready().empty()) loop_.flush_soon(*this);
  if (state_ == State::Handshaking && tls_->is_established()) enter(State::Idle);
  if (tls_->state() == TlsSession::State::Failed) {
    close();
  } else if (tls_->state() == TlsSession::State::Ended) {
    on_read(asio::error::eof, 0);
  }
  buffer_.add(bytes);
  note_received(bytes);
  return bytes > 0;
}

void Connection::on_read(const IoErrorCode& failed, std::size_t bytes) {
  is_reading_ = false;
  if (is_closed(state_)) return;
  if (failed == asio::error::eof && !output_.is_empty()) {
    // The client has said all it wants to say, and still reads.
    if (!is_ending(state_)) enter(State::Draining);
    return;
  }
  if (failed) return close();
  buffer_.add(bytes);
  if (state_ == State::Lingering) {
    forget_received();
    return discard_soon();
  }
  note_received(bytes);
  if (!is_ending(state_)) serve();
}

// Answers all requests that have arrived, as far as the handler can without waiting.
void Connection::serve() {
  if (is_serving_) return;
  is_serving_ = true;
  while (state_ < State::Answering && !is_reading_ && !is_output_full()) {
    serve_next();
    if (output_.bytes() > kCollectedBytesMax) flush();
  }
  is_serving_ = false;
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
    const bool is_new = state_ != State::ReadingBody;
    if (is_new && parser_.expects_continue()) {
      output_.text() += protocol::kHttpContinue;
      loop_.flush_soon(*this);
    }
    enter(State::ReadingBody);
  } else if (!buffer_.is_empty()) {
    enter(State::ReadingHead);
  } else {
    buffer_.shrink();
    enter(State::Idle);
  }
  read();
}

void Connection::answer() {
  enter(State::Answering);
  request_.emplace(parser_.request(buffer_.bytes()));
  loop_.count_request();
  // Many large answers that are begun at once would keep all others waiting until the last of them
  // has read its first part.
  const bool begins_later = loop_.has_large_answers() && may_be_large(*request_);
  begins_later ? answer_later() : answer_now();
}

void Connection::answer_later() {
  loop_.run_behind([self = shared_from_this()] {
    if (self->state_ == State::Abandoned) return self->end_request(true);
    self->survive([&] {
      self->answer_now();
      self->serve();
    });
  });
}

void Connection::answer_now() {
  // Whatever is begun now would live on what the store needs to end what it has begun.
  if (!MemoryReserve::is_whole()) return conclude(lack_memory());
  std::optional<HttpStatus> status;
  try {
    auto task = start_answer();
    if (task.is_ready()) {
      status = task.take();
    } else {
      wait_for(shared_from_this(), std::move(task));
    }
  } catch (const std::bad_alloc&) {
    status = lack_memory();
  }
  if (status) conclude(*status);
}

Task<HttpStatus> Connection::start_answer() {
  RequestHandler& handler = loop_.handler();
  if (HeavyRequests::are_like(*request_)) {
    return loop_.heavy().answer(handler, *request_, response_);
  }
  return handler.answer(*request_, response_);
}

Detached Connection::wait_for(std::shared_ptr<Connection> self, Task<HttpStatus> task) {
  std::optional<HttpStatus> status;
  try {
    status = co_await std::move(task);
  } catch (const std::bad_alloc&) {
    // Told where the connection is at home.
  }
  // An answer that takes long has gone on beside the loop.
  co_await GoOnAt{self->loop_.executor()};
  if (!status) status = self->lack_memory();
  self->conclude(*status);
  // If it did not wait after all, serve() is still on the stack and goes on by itself.
  self->survive([&] { self->serve(); });
}

// Whatever the handler has made of the answer is gone, so there is memory to say so.
HttpStatus Connection::lack_memory() {
  const bool is_in_doubt = response_.may_have_written;
  response_.clear();
  response_.body.shrink_to_fit();
  memory_.resize(0);
  if (is_in_doubt) {
    write_message(
        response_,
        "The server had no memory left while it ran this request; it may have been carried out");
    return HttpStatus::InternalServerError;
  }
  write_message(response_, "The server has no memory left for this request; try it again");
  return HttpStatus::ServiceUnavailable;
}

// The handler is done. Half an answer is worse than none.
void Connection::conclude(HttpStatus status) {
  try {
    finish(status);
  } catch (const std::bad_alloc&) {
    end_request(true);
    close();
  }
}

void Connection::finish(HttpStatus status) {
  if (response_.drops_connection) [[unlikely]]
    return drop(status);
  const bool ends_with_body = response_.source != nullptr && !request_->understands_chunks();
  const bool is_last = !request_->keeps_alive() || loop_.is_stopping() || ends_with_body;
  append_response(status, {.keeps_alive = !is_last, .has_body = request_->method() != "HEAD"});
  request_.reset();
  buffer_.drop(parser_.request_bytes());
  parser_.start_next();
  end_request(is_last);
}

// As if the way to the client had broken; what was not sent yet is lost, too.
void Connection::drop(HttpStatus status) {
  count_answer(status);
  if (note_) {
    loop_.log(answered(status, 0));
    note_->clear();
  }
  response_.clear();
  request_.reset();
  end_request(true);
  close();
}

void Connection::end_request(bool is_last) {
  if (state_ != State::Abandoned) return enter(is_last ? State::Draining : State::Idle);
  enter(State::Closed);
  log_streamed();
  loop_.remove(*this);
}

void Connection::refuse(const Error& error) {
  refuse(error.kind() == ErrorKind::TooLarge ? HttpStatus::PayloadTooLarge : HttpStatus::BadRequest,
         error.message());
}

void Connection::refuse(HttpStatus status, std::string_view message) {
  // Before the client can know: its memory is there for others when it does.
  forget_received();
  write_message(response_, message);
  append_response(status, {.keeps_alive = false, .has_body = true});
  enter(State::Draining);
}

void Connection::append_response(HttpStatus status, ResponseForm form) {
  const bool is_chunked = !request_ || request_->understands_chunks();
  std::string& text = output_.text();
  const std::size_t before = text.size();
  count_answer(status);
  append_http_response(text, status, response_,
                       {.date = loop_.date(),
                        .keeps_alive = form.keeps_alive,
                        .has_body = form.has_body,
                        .is_chunked = is_chunked});
  if (response_.source != nullptr && form.has_body) {
    if (note_) streamed_.emplace(answered(status, text.size() - before));
    output_.stream(std::move(response_.source), is_chunked);
  } else if (note_) {
    loop_.log(answered(status, text.size() - before));
    note_->clear();
  }
  response_.clear();
  if (response_.body.capacity() > kKeptResponseBytesMax) response_.body.shrink_to_fit();
  loop_.flush_soon(*this);
}

void Connection::count_answer(HttpStatus status) {
  loop_.counts().add({.operation = response_.operation,
                      .error = response_.error,
                      .status = status,
                      .duration = loop_.now() - state_begun_,
                      .bytes_in = request_ ? parser_.request_bytes() : 0,
                      .bytes_out = response_.body.size()});
}

// What could not be parsed, or did not arrive in time, is told of without a request.
AnsweredRequest Connection::answered(HttpStatus status, std::size_t bytes_out) {
  if (note_->operation.empty() && request_) {
    note_->operation.append(request_->method()).append(" ").append(request_->path());
  }
  const auto duration = loop_.now() - state_begun_;
  return {.time = loop_.wall_now(),
          .note = *note_,
          .status = status,
          .duration = std::chrono::duration_cast<std::chrono::microseconds>(duration),
          .bytes_in = request_ ? parser_.request_bytes() : 0,
          .bytes_out = bytes_out};
}

// The body has gone, or nobody is there any more to take it.
void Connection::log_streamed() {
  if (!streamed_) return;
  streamed_->bytes_out += output_.streamed_bytes();
  loop_.log(*streamed_);
  streamed_.reset();
  note_->clear();
}

void Connection::flush() {
  if (is_closed(state_) || waits_to_write_) return;
  survive([this] { send_ready(); });
}

void Connection::send_ready() {
  const std::size_t turn_bytes = is_streaming() ? kStreamedTurnBytesMax : kTurnBytesMax;
  for (std::size_t sent_bytes = 0; sent_bytes < turn_bytes;) {
    const auto is_ready = output_.prepare();
    if (!is_ready.ok()) return close();
    if (!*is_ready) return on_flushed();
    IoErrorCode failed;
    const auto ready = output_.ready();
    const auto sent = socket_.write_some(asio::buffer(ready.data(), ready.size()), failed);
    output_.drop_sent(sent);
    sent_bytes += sent;
    note_sent(sent);
    if (failed == asio::error::would_block) return wait_until_writable();
    if (failed) return close();
  }
  loop_.flush_soon(*this);
}

// What a client does not take is counted, unless a handler is at work: the share is its own then.
bool Connection::take_memory_for_unsent() {
  if (state_ == State::Answering) return true;
  const std::size_t bytes = output_.bytes();
  return bytes <= std::max(kUnmeteredBytesMax, memory_.bytes()) || memory_.resize(bytes);
}

// TLS says that nothing more comes, so that the client knows that nobody else has cut it short. If
// the client does not take it at once, it does not get it.
void Connection::send_tls_close() {
  if (!tls_) return;
  tls_->finish();
  IoErrorCode ignored;
  const auto rest = tls_->unsent();
  socket_.write_some(asio::buffer(rest.data(), rest.size()), ignored);
  tls_->drop_sent(rest.size());
}

void Connection::wait_until_writable() {
  if (!take_memory_for_unsent()) return close();
  waits_to_write_ = true;
  if (!sending_.is_running()) {
    sending_.begin(loop_.now(), loop_.time_limits().transfer);
    pressed_.begin(loop_.now(), pressed_pace());
  }
  socket_.async_wait(IoSocket::wait_write, [self = shared_from_this()](const IoErrorCode&) {
    self->waits_to_write_ = false;
    self->loop_.flush_soon(*self);
  });
}

void Connection::on_flushed() {
  sending_.end();
  // A handler that is at work has taken it for the next answer.
  if (state_ != State::Answering) memory_.resize(0);
  log_streamed();
  if (state_ == State::Draining) return linger();
  // Time to think of the next request begins when the last answer has gone.
  if (state_ == State::Idle) enter(State::Idle);
  serve();
}

void Connection::forget_received() {
  if (is_reading_) return;
  buffer_.drop(buffer_.bytes().size);
  buffer_.shrink();
}

void Connection::stop() {
  // A request under way is answered, and finish() sees that the loop stops.
  const bool is_under_way = state_ == State::ReadingBody || state_ == State::Answering;
  if (is_under_way || state_ >= State::Lingering) return;
  if (output_.is_empty()) return close();
  if (!is_ending(state_)) enter(State::Draining);
}

// A handler at work keeps the connection in the loop until it is done (end_request).
void Connection::close() {
  if (is_closed(state_)) return;
  send_tls_close();
  enter(state_ == State::Answering ? State::Abandoned : State::Closed);
  log_streamed();
  IoErrorCode ignored;
  socket_.close(ignored);
  if (state_ == State::Closed) loop_.remove(*this);
}

// More of a head or a body has arrived: the time it is given goes on.
void Connection::enter(State state) {
  const bool goes_on = state == state_ && state != State::Idle;
  if (goes_on) return;
  PARTITA_CHECK(may_follow(state_, state));
  state_ = state;
  // The handler works on, and how long is logged.
  if (state == State::Abandoned) return;
  state_begun_ = loop_.now();
  if (state != State::ReadingBody) return;
  receiving_.begin(state_begun_, loop_.time_limits().transfer);
}

bool Connection::is_output_full() const {
  return output_.is_streaming() || output_.bytes() >= kOutputBytesMax;
}

}  // namespace partita::server
