#include "wire/client/rest_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <limits>

#include "wire/endpoints/routes.h"
#include "wire/outgoing/host_address.h"
#include "wire/outgoing/server_trust.h"
#include "wire/protocol/http_parser.h"
#include "wire/server/asio.h"

namespace partita::client {
namespace {

namespace asio = server::asio;
using tcp = asio::ip::tcp;

// More than any page of a pattern can be.
constexpr std::size_t kAnswerBytesMax = std::size_t{256} << 20;

// The length that the head tells, or nullopt.
std::optional<std::size_t> told_length(std::string_view head) {
  constexpr std::string_view kLength = "\r\nContent-Length: ";
  const auto at = head.find(kLength);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t length = 0;
  std::from_chars(head.data() + at + kLength.size(), head.data() + head.size(), length);
  return length;
}

constexpr std::string_view kChunked = "\r\nTransfer-Encoding: chunked";

Error cut_short() { return Error::unavailable("the server's answer was cut short"); }

// The body of an answer that came in chunks, if all of them are there.
Result<std::string> join_chunks(std::string_view text) {
  std::string body;
  for (;;) {
    std::size_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), size, 16);
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (read.ec != std::errc() || !text.starts_with("\r\n")) return cut_short();
    text.remove_prefix(2);
    if (size == 0) return body;
    if (text.size() < size || !text.substr(size).starts_with("\r\n")) return cut_short();
    body.append(text.substr(0, size));
    text.remove_prefix(size + 2);
  }
}

Result<RestAnswer> parse_answer(std::string_view text) {
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  RestAnswer answer;
  const auto head_end = text.find("\r\n\r\n");
  const bool is_http = text.starts_with(kVersion) && head_end != std::string_view::npos;
  if (is_http) {
    const char* const status = text.data() + kVersion.size();
    std::from_chars(status, text.data() + head_end, answer.status);
    answer.body = text.substr(head_end + 4);
  }
  if (answer.status == 0) return Error::unavailable("the server gave no answer in HTTP");
  if (text.substr(0, head_end).find(kChunked) != std::string_view::npos) {
    answer.body = TRY(join_chunks(text.substr(head_end + 4)));
    return answer;
  }
  // A connection that is cut must not pass for a shorter answer.
  const auto length = told_length(text.substr(0, head_end));
  if (length && answer.body.size() < *length) return cut_short();
  return answer;
}

using outgoing::HostAddress;
using outgoing::TrustedContext;

// DynamoDB's API wants a signature, and without access keys any will do.
RestSigner anybody() {
  RestSigner signer;
  signer.credential.access_key_id = "partita";
  signer.credential.secret_access_key = SecretText("partita");
  signer.credential.serial = std::numeric_limits<std::uint64_t>::max();  // Of no store.
  return signer;
}

class HttpRestClient final : public RestClient {
 public:
  HttpRestClient(HostAddress endpoint, std::optional<RestSigner> signer, TrustedContext trusted)
      : endpoint_(std::move(endpoint)), signer_(std::move(signer)), trusted_(std::move(trusted)) {}

  Result<RestAnswer> send(const RestRequest& request) override {
    const bool must_sign = !request.target.empty() && !signer_;
    const std::string text =
        request_text(request, endpoint_.host, must_sign ? std::optional(anybody()) : signer_);
    std::string answer;
    server::IoErrorCode failed;
    asio::io_context loop;
    tcp::socket socket(loop);
    connect(socket, failed);
    if (failed) return no_server(failed);
    if (endpoint_.has_tls) {
      asio::ssl::stream<tcp::socket> stream(std::move(socket), *trusted_);
      TRY(shake_hands(stream));
      exchange(stream, text, answer, failed);
    } else {
      exchange(socket, text, answer, failed);
    }
    // The server ends the connection, each in its own way; what matters is whether all came.
    if (answer.empty()) return no_answer(failed);
    return parse_answer(answer);
  }

 private:
  std::string address() const { return endpoint_.to_string(); }

  Error no_server(const server::IoErrorCode& failed) const {
    return Error::unavailable(
        fmt::format("no server answers on {} ({}); start one with `partita serve`, name another "
                    "with --endpoint URL, or open data that no server has with --data DIR",
                    address(), failed.message()));
  }

  Error no_answer(const server::IoErrorCode& failed) const {
    return Error::unavailable(fmt::format("{} does not answer: {}", address(), failed.message()));
  }

  Error not_trusted(long why) const {
    if (why == X509_V_ERR_HOSTNAME_MISMATCH || why == X509_V_ERR_IP_ADDRESS_MISMATCH) {
      return Error::unavailable(fmt::format("{} is not trusted: its certificate is not for {}",
                                            address(), endpoint_.name));
    }
    return Error::unavailable(
        fmt::format("{} is not trusted: {}; --ca-file FILE (or AWS_CA_BUNDLE) says whose "
                    "certificates are",
                    address(), ::X509_verify_cert_error_string(why)));
  }

  void connect(tcp::socket& socket, server::IoErrorCode& failed) const {
    tcp::resolver resolver(socket.get_executor());
    const auto addresses = resolver.resolve(endpoint_.name, endpoint_.port, failed);
    if (!failed) asio::connect(socket, addresses, failed);
  }

  template <typename Stream>
  static void exchange(Stream& stream, const std::string& text, std::string& answer,
                       server::IoErrorCode& failed) {
    asio::write(stream, asio::buffer(text), failed);
    if (failed) return;
    asio::read(stream, asio::dynamic_buffer(answer, kAnswerBytesMax), failed);
  }

  Status shake_hands(asio::ssl::stream<tcp::socket>& stream) const {
    server::IoErrorCode failed;
    if (!outgoing::want_certificate_of(stream.native_handle(), endpoint_.name)) {
      return Error::internal(fmt::format("the name of {} cannot be checked", address()));
    }
    stream.handshake(asio::ssl::stream_base::client, failed);
    if (!failed) return {};
    const long why = ::SSL_get_verify_result(stream.native_handle());
    return why == X509_V_OK ? no_answer(failed) : not_trusted(why);
  }

  const HostAddress endpoint_;
  const std::optional<RestSigner> signer_;
  const TrustedContext trusted_;  // Null without TLS.
};

class LocalRestClient final : public RestClient {
 public:
  explicit LocalRestClient(database::Database& database) : routes_(database) {}

  Result<RestAnswer> send(const RestRequest& request) override {
    std::string text = request_text(request, "localhost", signer_);
    protocol::HttpParser parser;
    protocol::ReceivedBytes bytes{text.data(), text.size()};
    const auto progress = parser.advance(bytes);
    if (!progress.ok()) return progress.error();
    if (*progress != protocol::HttpProgress::Complete) {
      return Error::internal("the request is not whole");
    }
    const protocol::HttpRequest parsed = parser.request(bytes);
    protocol::HttpResponse response;
    const auto status = sync_wait(routes_.answer(parsed, response));
    return RestAnswer{static_cast<int>(status), response.take_body()};
  }

 private:
  const std::optional<RestSigner> signer_ = anybody();
  endpoints::Routes routes_;
};

}  // namespace

Result<std::unique_ptr<RestClient>> connect_rest(RestServer server) {
  auto endpoint = TRY(outgoing::parse_host_address(server.endpoint));
  TrustedContext trusted;
  if (endpoint.has_tls) trusted = TRY(outgoing::load_trusted(server.trusted_file));
  return std::unique_ptr<RestClient>(std::make_unique<HttpRestClient>(
      std::move(endpoint), std::move(server.signer), std::move(trusted)));
}

std::unique_ptr<RestClient> local_rest(database::Database& database) {
  return std::make_unique<LocalRestClient>(database);
}

}  // namespace partita::client
