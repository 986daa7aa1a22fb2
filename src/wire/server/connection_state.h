#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita::server {

// What a connection does. One state at a time says all of it: whether bytes are read, whether a
// handler is at work, whether the connection ends.
//
// Its steps; there are no others:
//
//   from          to            when
//   -----------   -----------   ------------------------------------------------------------------
//   Handshaking   Idle          TLS is established
//   Idle          Idle          the last answer has gone, so the time to think begins again
//   Idle          ReadingHead   a part of a request's head has arrived
//   Idle          ReadingBody   a whole head has arrived, and not all of its body
//   ReadingHead   ReadingBody   the same
//   Idle, ReadingHead,
//   ReadingBody   Answering     a whole request has arrived
//   Answering     Idle          it is answered, and more may follow
//   Answering     Draining      it is answered, and it was the last one
//   Answering     Abandoned     the client is gone; the handler still works
//   Handshaking, Idle,
//   ReadingHead,
//   ReadingBody   Draining      the request is refused, the client sends no more, or the server
//                               stops
//   Draining      Lingering     all answers have gone
//   Handshaking, Idle,
//   ReadingHead, ReadingBody,
//   Draining, Lingering,
//   Abandoned     Closed        the client is gone or too slow; the handler is done (Abandoned)
enum class ConnectionState : std::uint8_t {
  Handshaking,  // TLS is agreed on; only if there is TLS. The first state, or else Idle is.
  Idle,         // No byte of a next request is there.
  ReadingHead,  // Some bytes are.
  ReadingBody,  // The head is there, the body is not.
  Answering,    // The handler has the request and the response. Nothing is read.
  // From here on nothing is read that anybody wants, and no request is answered any more.
  Draining,   // Answers are being sent.
  Lingering,  // All is sent; what still arrives is thrown away, so that the answer gets there.
  Abandoned,  // The socket is closed, but the handler has request and response.
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
