#include "wire/server/tls_session.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include "partita/base/check.h"

namespace partita::server {
namespace {

// Memory of one large answer that is kept for the next one.
constexpr std::size_t kKeptRecordBytesMax = std::size_t{64} << 10;

// Sent without TLS to a client that speaks HTTP without TLS.
constexpr std::string_view kUseHttps =
    "HTTP/1.1 400 Bad Request\r\n"
    "content-type: text/plain\r\n"
    "content-length: 64\r\n"
    "connection: close\r\n\r\n"
    "This port speaks TLS: use https:// instead of http:// to call it";

}  // namespace

// OpenSSL's own memory buffers clear all that they ever held whenever they are emptied: after one
// large answer, every small one would cost as much.
struct TlsSession::Wire {
  static BIO* create(TlsSession& session) {
    BIO* wire = BIO_new(method());
    PARTITA_CHECK(wire != nullptr);
    BIO_set_data(wire, &session);
    BIO_set_init(wire, 1);
    return wire;
  }

  static BIO_METHOD* method() {
    static BIO_METHOD* const shared = [] {
      BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "TLS session");
      PARTITA_CHECK(made != nullptr);
      BIO_meth_set_read_ex(made, read);
      BIO_meth_set_write_ex(made, write);
      BIO_meth_set_ctrl(made, control);
      return made;
    }();
    return shared;
  }

  static TlsSession& session_of(BIO* wire) { return *static_cast<TlsSession*>(BIO_get_data(wire)); }

  static int read(BIO* wire, char* target, std::size_t size, std::size_t* taken) {
    auto& arrived = session_of(wire).arrived_;
    BIO_clear_retry_flags(wire);
    *taken = arrived.copy(target, size);
    arrived.remove_prefix(*taken);
    if (*taken == 0) BIO_set_retry_read(wire);
    return *taken > 0 ? 1 : 0;
  }

  static int write(BIO* wire, const char* bytes, std::size_t size, std::size_t* written) {
    session_of(wire).leaving_.append(bytes, size);
    *written = size;
    return 1;
  }

  static long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }
};

TlsSession::TlsSession(const TlsContext& context) : session_(SSL_new(context.get())) {
  PARTITA_CHECK(session_ != nullptr);
  BIO* wire = Wire::create(*this);
  SSL_set_bio(session_, wire, wire);
  SSL_set_accept_state(session_);
}

TlsSession::~TlsSession() { SSL_free(session_); }

void TlsSession::add_wire(std::size_t bytes) {
  PARTITA_CHECK(arrived_.empty());
  arrived_ = {wire_.data(), bytes};
}

std::size_t TlsSession::read(std::span<char> room) {
  if (state_ != State::Open) return 0;
  ERR_clear_error();
  std::size_t bytes = 0;
  const int outcome = SSL_read_ex(session_, room.data(), room.size(), &bytes);
  if (outcome == 1) return bytes;
  note_failure(outcome);
  return 0;
}

void TlsSession::note_failure(int outcome) {
  switch (SSL_get_error(session_, outcome)) {
    case SSL_ERROR_WANT_READ:
      return;
    case SSL_ERROR_ZERO_RETURN:
      state_ = State::Ended;
      return;
    default:
      state_ = State::Failed;
      // OpenSSL recognises a request of plain HTTP, and has sent nothing in its place.
      if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST) leaving_ = kUseHttps;
      ERR_clear_error();
  }
}

bool TlsSession::is_established() const { return SSL_is_init_finished(session_) == 1; }

bool TlsSession::write(std::string_view bytes) {
  if (state_ == State::Failed || !is_established()) return false;
  ERR_clear_error();
  std::size_t written = 0;
  // Memory takes all of it at once.
  const bool is_done = SSL_write_ex(session_, bytes.data(), bytes.size(), &written) == 1;
  if (!is_done) state_ = State::Failed;
  return is_done;
}

void TlsSession::finish() {
  if (state_ == State::Failed || !is_established()) return;
  SSL_shutdown(session_);
  ERR_clear_error();
}

void TlsSession::drop_sent(std::size_t bytes) {
  sent_bytes_ += bytes;
  if (sent_bytes_ < leaving_.size()) return;
  sent_bytes_ = 0;
  leaving_.clear();
  if (leaving_.capacity() > kKeptRecordBytesMax) leaving_.shrink_to_fit();
}

}  // namespace partita::server
