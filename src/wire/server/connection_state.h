#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita::server {

// The state of a connection. It determines whether bytes are read, whether a handler is running,
// and whether the connection is ending.
//
// The transitions; there are no others:
//
//   from          to            when
//   -----------   -----------   ------------------------------------------------------------------
//   Handshaking   Idle          TLS is established
//   Idle          Idle          the last answer was sent, so the idle time begins again
//   Idle          ReadingHead   a part of a request's head has arrived
//   Idle          ReadingBody   a whole head has arrived, and not all of its body
//   ReadingHead   ReadingBody   a whole head has arrived, and not all of its body
//   Idle, ReadingHead,
//   ReadingBody   Answering     a whole request has arrived
//   Answering     Idle          it is answered, and more may follow
//   Answering     Draining      it is answered, and it was the last one
//   Answering     Abandoned     the client is gone; the handler is still running
//   Handshaking, Idle,
//   ReadingHead,
//   ReadingBody   Draining      the request is refused, the client sends no more, or the server
//                               stops
//   Draining      Lingering     all answers were sent
//   Handshaking, Idle,
//   ReadingHead, ReadingBody,
//   Draining, Lingering,
//   Abandoned     Closed        the client is gone or too slow; the handler is done (Abandoned)
enum class ConnectionState : std::uint8_t {
  Handshaking,  // The TLS handshake: the first state with TLS. Without TLS the first one is Idle.
  Idle,         // No byte of the next request has arrived.
  ReadingHead,  // A part of the head has arrived.
  ReadingBody,  // The head has arrived, but not the whole body.
  Answering,    // The handler has the request and the response. Nothing is read.
  // In the following states incoming bytes are discarded, and no request is answered any more.
  Draining,   // Answers are being sent.
  Lingering,  // All is sent; incoming bytes are discarded, so that the answer is not lost.
  Abandoned,  // The socket is closed, but the handler still has request and response.
  Closed,     // The socket is closed.
};

constexpr bool is_ending(ConnectionState state) { return state >= ConnectionState::Draining; }
constexpr bool is_closed(ConnectionState state) { return state >= ConnectionState::Abandoned; }

// The table above.
constexpr bool may_follow(ConnectionState from, ConnectionState to) {
  using enum ConnectionState;
  constexpr auto set = [](auto... states) {
    return static_cast<std::uint16_t>(((1U << static_cast<unsigned>(states)) | ... | 0U));
  };
  constexpr std::array<std::uint16_t, 9> kNext = {
      set(Idle, Draining, Closed),                                       // Handshaking
      set(Idle, ReadingHead, ReadingBody, Answering, Draining, Closed),  // Idle
      set(ReadingBody, Answering, Draining, Closed),                     // ReadingHead
      set(Answering, Draining, Closed),                                  // ReadingBody
      set(Idle, Draining, Abandoned),                                    // Answering
      set(Lingering, Closed),                                            // Draining
      set(Closed),                                                       // Lingering
      set(Closed),                                                       // Abandoned
      set(),                                                             // Closed
  };
  return (kNext[static_cast<std::size_t>(from)] >> static_cast<unsigned>(to) & 1U) != 0;
}

}  // namespace partita::server
