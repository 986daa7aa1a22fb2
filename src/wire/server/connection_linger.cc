#include <boost/asio/buffer.hpp>
#include <chrono>
#include <memory>
#include <new>

#include "wire/server/connection.h"
#include "wire/server/event_loop.h"

// How a connection ends whose client may still be sending.
namespace partita::server {
namespace {

// How often something is read of what nobody wants any more.
constexpr std::chrono::milliseconds kDiscardPause{1};

}  // namespace

// If the socket were closed with bytes of the client unread, its system would throw the answer
// away.
void Connection::linger() {
  send_tls_close();
  IoErrorCode ignored;
  socket_.shutdown(IoSocket::shutdown_send, ignored);
  enter(State::Lingering);
  forget_received();
  if (!is_reading_) discard_soon();
}

// Reads what nobody wants in small steps with pauses: a client that goes on sending costs little,
// and one that has sent all gets to its answer.
void Connection::discard_soon() {
  is_reading_ = true;
  discarding_ = std::make_unique<IoTimer>(socket_.get_executor(), kDiscardPause);
  discarding_->async_wait(
      [self = shared_from_this()](const IoErrorCode&) { self->survive([&] { self->discard(); }); });
}

void Connection::discard() {
  const auto room = loop_.discard_room();
  if (is_closed(state_)) return;
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const IoErrorCode& failed, std::size_t) {
                            self->survive([&] { self->on_read(failed, 0); });
                          });
}

}  // namespace partita::server
