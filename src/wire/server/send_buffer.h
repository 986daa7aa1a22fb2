#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "partita/base/result.h"
#include "wire/protocol/body_source.h"
#include "wire/server/tls_session.h"

namespace partita::server {

// The answers of one connection on their way out. A large body is not text yet: a piece of it is
// written when the client has taken all before it, and with TLS a piece of that is encrypted.
// THREADS: one thread at a time.
class SendBuffer {
 public:
  // What is written of a large body at once, and encrypted of any: some tens of microseconds, which
  // is what a short request of another client waits for at most.
  static constexpr std::size_t kPieceBytes = std::size_t{32} << 10;

  // Encrypts if there is a session, which outlives the buffer.
  explicit SendBuffer(TlsSession* tls) : tls_(tls) {}

  // Where an answer is appended. REQUIRES: !is_streaming().
  std::string& text() { return text_; }
  // Sends this body behind the text, in chunks or as it is.
  void stream(std::unique_ptr<protocol::BodySource> source, bool is_chunked);
  bool is_streaming() const { return source_ != nullptr; }
  // How much of the last streamed body has been written.
  std::size_t streamed_bytes() const { return streamed_bytes_; }

  // Makes ready the next bytes for the wire. False if there are none.
  // ERRORS: Unavailable if the TLS session cannot take any more.
  Result<bool> prepare();
  // What is ready, and how much of it has gone.
  std::string_view ready() const;
  void drop_sent(std::size_t bytes);

  bool is_empty() const { return bytes() == 0 && !is_streaming(); }
  // In memory, encrypted or not.
  std::size_t bytes() const;
  // Gives back the memory that it keeps for the next answer. REQUIRES: is_empty().
  void shrink();

 private:
  void append_piece();
  bool encrypt_piece();
  void drop_text(std::size_t bytes);

  TlsSession* const tls_;
  std::string text_;
  std::size_t gone_ = 0;  // The part of the text that has been sent or encrypted.
  std::unique_ptr<protocol::BodySource> source_;
  bool is_chunked_ = true;
  std::size_t streamed_bytes_ = 0;
};

}  // namespace partita::server
