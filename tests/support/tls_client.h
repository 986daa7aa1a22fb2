#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/http_answer.h"

namespace partita::testing {

// What a client is willing to speak; all that OpenSSL knows if nothing is said.
struct TlsOffer {
  int version_min = 0;
  int version_max = 0;
  const char* ciphers = nullptr;
};

// A client that speaks TLS and trusts every certificate. Blocks, as HttpClient does.
class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port, const TlsOffer& offer = {})
      : socket_(connect(port)),
        context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free),
        session_(nullptr, SSL_free) {
    // The weakest that can be asked for: it is the server that must refuse.
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_min_proto_version(context_.get(), offer.version_min);
    SSL_CTX_set_max_proto_version(context_.get(), offer.version_max);
    if (offer.ciphers != nullptr) SSL_CTX_set_cipher_list(context_.get(), offer.ciphers);
    session_.reset(SSL_new(context_.get()));
    SSL_set_fd(session_.get(), socket_);
    is_connected_ = SSL_connect(session_.get()) == 1;
  }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  ~TlsClient() { ::close(socket_); }

  bool is_connected() const { return is_connected_; }
  std::string version() const { return SSL_get_version(session_.get()); }
  // Of the server's certificate.
  long serial() const {
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        SSL_get1_peer_certificate(session_.get()), X509_free);
    return certificate ? ASN1_INTEGER_get(X509_get0_serialNumber(certificate.get())) : -1;
  }

  bool send(std::string_view bytes) {
    std::size_t sent = 0;
    return SSL_write_ex(session_.get(), bytes.data(), bytes.size(), &sent) == 1;
  }
  // Says that nothing more comes, and still reads.
  void finish_sending() { SSL_shutdown(session_.get()); }

  HttpAnswer read_answer() {
    return read_http_answer(received_, [this] { return receive(); });
  }

  HttpAnswer get(std::string_view path) {
    send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return read_answer();
  }

  // Whether the server ends the connection without another byte.
  bool is_ended() { return received_.empty() && !receive(); }
  // Whether it has said so, in a way that nobody in between could.
  bool is_ended_in_order() {
    return is_ended() && (SSL_get_shutdown(session_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }

 private:
  static int connect(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address));
    return socket;
  }

  bool receive() {
    char bytes[16384];
    std::size_t size = 0;
    if (SSL_read_ex(session_.get(), bytes, sizeof(bytes), &size) != 1) return false;
    received_.append(bytes, size);
    return true;
  }

  int socket_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> session_;
  bool is_connected_ = false;
  std::string received_;
};

}  // namespace partita::testing
