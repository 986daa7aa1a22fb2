#include <algorithm>
#include <chrono>

#include "wire/server/connection.h"
#include "wire/server/event_loop.h"

// How long a client may take for each thing it does, and what becomes of one that takes longer.
namespace partita::server {
namespace {

using protocol::HttpStatus;

// How long the memory of the last answer is kept for the next one.
constexpr std::chrono::seconds kKeptFor{1};

}  // namespace

void Connection::note_received(std::size_t bytes) {
  if (state_ != State::ReadingBody) return;
  receiving_.add(bytes, loop_.now(), loop_.time_limits().transfer);
}

void Connection::note_sent(std::size_t bytes) {
  if (!sending_.is_running() || bytes == 0) return;
  const auto now = loop_.now();
  sending_.add(bytes, now, loop_.time_limits().transfer);
  pressed_.add(bytes, now, pressed_pace());
}

// What the answers that a client does not take hold of the memory for all.
std::size_t Connection::held_bytes() const {
  return state_ == State::Answering ? 0 : memory_.bytes();
}

// Who holds much must be fast.
Pace Connection::pressed_pace() const {
  const TimeLimits& limits = loop_.time_limits();
  Pace pace = limits.pressed;
  const auto seconds = static_cast<std::uint64_t>(limits.held.count());
  pace.bytes_per_second_min = std::max(pace.bytes_per_second_min, held_bytes() / seconds);
  return pace;
}

bool Connection::holds_up_others(MonotonicTime now) const {
  return held_bytes() > 0 && loop_.answers().is_wanted() && pressed_.is_too_slow(now);
}

void Connection::end_if_slow(MonotonicTime now) {
  if (waits_to_write_) {
    if (sending_.is_too_slow(now) || holds_up_others(now)) close();
    return;
  }
  if (is_closed(state_) || output_.is_streaming()) return;
  if (!is_over_time(now)) return give_memory_back_if_idle(now);
  const bool has_asked = state_ == State::ReadingHead || state_ == State::ReadingBody;
  if (!has_asked) return close();
  refuse(HttpStatus::RequestTimeout, "The request took too long to arrive");
}

bool Connection::is_over_time(MonotonicTime now) const {
  const TimeLimits& limits = loop_.time_limits();
  switch (state_) {
    case State::Idle:
    case State::Draining:
      return now - state_begun_ > limits.idle;
    case State::Handshaking:
    case State::ReadingHead:
      return now - state_begun_ > limits.head;
    case State::ReadingBody:
      return receiving_.is_too_slow(now);
    case State::Lingering:
      return now - state_begun_ > limits.linger;
    case State::Answering:
    case State::Abandoned:
    case State::Closed:
      break;
  }
  return false;
}

// Memory for the next answer is only worth its price if it comes soon.
void Connection::give_memory_back_if_idle(MonotonicTime now) {
  if (state_ != State::Idle || !output_.is_empty() || now - state_begun_ < kKeptFor) return;
  output_.shrink();
  response_.body.shrink_to_fit();
}

}  // namespace partita::server
