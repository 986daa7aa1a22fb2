#pragma once

#include <openssl/types.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "wire/server/tls_context.h"

namespace partita::server {

// The server's side of one TLS connection, between the bytes on the wire and those that are meant.
// Knows no socket: what arrives is put in, what is to be sent is taken out.
// THREADS: one thread at a time.
class TlsSession {
 public:
  enum class State { Open, Ended, Failed };

  explicit TlsSession(const TlsContext& context);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Where the next bytes off the wire go; then how many came. REQUIRES: read() has asked for more.
  std::span<char> wire_room() { return wire_; }
  void add_wire(std::size_t bytes);

  // What was meant by the bytes that have arrived, as far as there is room: 0 if more must arrive,
  // or if the state is no longer Open. Goes on with the handshake, so there may be bytes to send.
  std::size_t read(std::span<char> room);
  // Ended: the client has said that nothing more comes. Failed: what came is not what TLS allows.
  State state() const { return state_; }
  bool is_established() const;

  // Makes `bytes` ready to be sent. False if that is not possible (any more).
  bool write(std::string_view bytes);
  // Makes ready to be sent that nothing more comes.
  void finish();

  // The bytes for the wire, and how many of them have gone.
  std::string_view unsent() const { return std::string_view(leaving_).substr(sent_bytes_); }
  void drop_sent(std::size_t bytes);

 private:
  // What OpenSSL takes for a connection.
  struct Wire;
  void note_failure(int outcome);

  SSL* session_;
  State state_ = State::Open;
  std::string leaving_;
  std::size_t sent_bytes_ = 0;
  // A whole record of TLS, and the part of it that OpenSSL has not seen.
  std::array<char, 17 * 1024> wire_;
  std::string_view arrived_;
};

}  // namespace partita::server
