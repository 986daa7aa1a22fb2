#include "wire/outgoing/http_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>

#include "wire/server/asio.h"

namespace partita::outgoing {
namespace {

namespace asio = boost::asio;
using server::IoErrorCode;
using tcp = asio::ip::tcp;
using TlsStream = asio::ssl::stream<tcp::socket&>;

// How often somebody who waits looks whether it should end.
constexpr std::chrono::milliseconds kLook{100};

class AsioConnection final : public HttpConnection {
 public:
  explicit AsioConnection(const CalledServer& server) : server_(server), socket_(loop_) {}

  ~AsioConnection() override { close(); }

  Result<CallAnswer> call(const HttpCall& call) override {
    ends_ = server_.clock->monotonic_now() + server_.times.whole;
    auto answer = exchange(call);
    if (!answer.ok() || !answer->keeps_alive) close();
    return answer;
  }

  // A server that says more than was asked, or closes, has something there to read.
  bool is_open() const override {
    if (!socket_.is_open()) return false;
    IoErrorCode failed;
    auto& socket = const_cast<tcp::socket&>(socket_);
    socket.non_blocking(true, failed);
    char next = 0;
    socket.receive(asio::buffer(&next, 1), tcp::socket::message_peek, failed);
    return failed == asio::error::would_block;
  }

 private:
  Result<CallAnswer> exchange(const HttpCall& call) {
    if (!socket_.is_open()) TRY(connect());
    TRY(write(call.head));
    TRY(write(call.body));
    AnswerReader reader(call.expected);
    for (;;) {
      std::size_t got = 0;
      const IoErrorCode failed = read_some(got);
      const bool is_end =
          failed == asio::error::eof || failed == asio::ssl::error::stream_truncated;
      if (failed && !is_end) return no_answer(failed);
      if (is_end) {
        TRY(reader.end());
        return reader.take();
      }
      const bool is_whole = TRY(reader.feed(std::string_view(buffer_.data(), got)));
      if (is_whole) return reader.take();
    }
  }

  Error no_answer(const IoErrorCode& failed) const {
    return Error::unavailable(
        fmt::format("{} does not answer: {}", server_.address.to_string(), failed.message()));
  }

  // Runs what was begun until its outcome is there; past its time, or once the server is closed, it
  // is cut off.
  IoErrorCode wait_for(const std::optional<IoErrorCode>& outcome, std::chrono::milliseconds most) {
    const auto until = std::min(server_.clock->monotonic_now() + most, ends_);
    loop_.restart();
    while (!outcome) {
      if (server_.is_closed || server_.clock->monotonic_now() >= until) {
        close();
        loop_.run();  // What was cut off ends now.
        return asio::error::timed_out;
      }
      loop_.run_one_for(kLook);
    }
    return *outcome;
  }

  Status connect() {
    tls_.reset();  // Of the connection before.
    std::optional<IoErrorCode> outcome;
    const auto done = [&](const IoErrorCode& failed, const auto&...) { outcome = failed; };
    tcp::resolver resolver(loop_);
    tcp::resolver::results_type addresses;
    resolver.async_resolve(server_.address.name, server_.address.port,
                           [&](const IoErrorCode& failed, tcp::resolver::results_type found) {
                             addresses = std::move(found);
                             outcome = failed;
                           });
    if (const auto failed = wait_for(outcome, server_.times.connect)) return no_answer(failed);
    outcome.reset();
    asio::async_connect(socket_, addresses, done);
    if (const auto failed = wait_for(outcome, server_.times.connect)) return no_answer(failed);
    IoErrorCode ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    return server_.trusted ? shake_hands() : Status();
  }

  Status shake_hands() {
    tls_.emplace(socket_, *server_.trusted);
    if (!want_certificate_of(tls_->native_handle(), server_.address.name)) {
      return Error::internal("the name of a server can not be checked");
    }
    std::optional<IoErrorCode> outcome;
    tls_->async_handshake(asio::ssl::stream_base::client,
                          [&](const IoErrorCode& failed) { outcome = failed; });
    const auto failed = wait_for(outcome, server_.times.silence);
    if (!failed) return {};
    const long why = ::SSL_get_verify_result(tls_->native_handle());
    if (why == X509_V_OK) return no_answer(failed);
    return Error::unavailable(fmt::format("{} is not trusted: {}", server_.address.to_string(),
                                          ::X509_verify_cert_error_string(why)));
  }

  Status write(std::string_view bytes) {
    while (!bytes.empty()) {
      std::optional<IoErrorCode> outcome;
      std::size_t wrote = 0;
      const auto done = [&](const IoErrorCode& failed, std::size_t count) {
        wrote = count;
        outcome = failed;
      };
      const auto buffer = asio::buffer(bytes.data(), bytes.size());
      if (tls_) {
        tls_->async_write_some(buffer, done);
      } else {
        socket_.async_write_some(buffer, done);
      }
      if (const auto failed = wait_for(outcome, server_.times.silence)) return no_answer(failed);
      bytes.remove_prefix(wrote);
    }
    return {};
  }

  IoErrorCode read_some(std::size_t& got) {
    std::optional<IoErrorCode> outcome;
    const auto done = [&](const IoErrorCode& failed, std::size_t count) {
      got = count;
      outcome = failed;
    };
    if (tls_) {
      tls_->async_read_some(asio::buffer(buffer_), done);
    } else {
      socket_.async_read_some(asio::buffer(buffer_), done);
    }
    return wait_for(outcome, server_.times.silence);
  }

  void close() {
    IoErrorCode ignored;
    socket_.close(ignored);
  }

  const CalledServer& server_;
  asio::io_context loop_;
  tcp::socket socket_;
  std::optional<TlsStream> tls_;
  std::array<char, std::size_t{64} << 10> buffer_{};
  MonotonicTime ends_{};
};

}  // namespace

std::unique_ptr<HttpConnection> connect_to(const CalledServer& server) {
  return std::make_unique<AsioConnection>(server);
}

}  // namespace partita::outgoing
