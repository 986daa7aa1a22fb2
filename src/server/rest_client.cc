#include "server/rest_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <charconv>

#include "protocol/http_parser.h"
#include "server/access_rules.h"
#include "server/asio.h"
#include "server/listen_address.h"
#include "server/rest_endpoint.h"

namespace partita::server {
namespace {

// More than any page of a pattern can be.
constexpr std::size_t kAnswerBytesMax = std::size_t{256} << 20;

struct Endpoint {
  bool has_tls = false;
  std::string name;  // Without brackets.
  std::string port;
  std::string host;  // As the Host header has it.
};

bool is_port(std::string_view text) {
  unsigned number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && number > 0 &&
         number <= 65535;
}

Error bad_endpoint(std::string_view text) {
  return Error::invalid_argument(
      fmt::format("{} is no address of a server like http://127.0.0.1:8000", text));
}

Result<Endpoint> parse_endpoint(std::string_view text) {
  Endpoint endpoint;
  std::string_view rest = text;
  if (rest.starts_with("https://")) {
    endpoint.has_tls = true;
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else {
    return bad_endpoint(text);
  }
  if (rest.ends_with('/')) rest.remove_suffix(1);
  endpoint.host = rest;
  const auto bracket = rest.rfind(']');
  const auto colon = rest.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  std::string_view name = rest.substr(0, has_port ? colon : rest.size());
  endpoint.port = has_port ? rest.substr(colon + 1) : endpoint.has_tls ? "443" : "80";
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  endpoint.name = name;
  if (name.empty() || name.find('/') != std::string_view::npos || !is_port(endpoint.port)) {
    return bad_endpoint(text);
  }
  return endpoint;
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
  return answer;
}

class HttpRestClient final : public RestClient {
 public:
  HttpRestClient(Endpoint endpoint, std::optional<RestSigner> signer)
      : endpoint_(std::move(endpoint)), signer_(std::move(signer)) {}

  Result<RestAnswer> send(const RestRequest& request) override {
    const std::string text = request_text(request, endpoint_.host, signer_);
    std::string answer;
    IoErrorCode failed;
    asio::io_context loop;
    tcp::socket socket(loop);
    connect(socket, failed);
    if (failed) return no_answer(failed);
    if (endpoint_.has_tls) {
      exchange_encrypted(std::move(socket), text, answer, failed);
    } else {
      exchange(socket, text, answer, failed);
    }
    // The server ends the connection, each in its own way; what matters is whether all came.
    if (answer.empty()) return no_answer(failed);
    return parse_answer(answer);
  }

 private:
  Error no_answer(const IoErrorCode& failed) const {
    return Error::unavailable(
        fmt::format("{}:{} does not answer: {}", endpoint_.name, endpoint_.port, failed.message()));
  }

  void connect(tcp::socket& socket, IoErrorCode& failed) const {
    tcp::resolver resolver(socket.get_executor());
    const auto addresses = resolver.resolve(endpoint_.name, endpoint_.port, failed);
    if (!failed) asio::connect(socket, addresses, failed);
  }

  template <typename Stream>
  static void exchange(Stream& stream, const std::string& text, std::string& answer,
                       IoErrorCode& failed) {
    asio::write(stream, asio::buffer(text), failed);
    if (failed) return;
    asio::read(stream, asio::dynamic_buffer(answer, kAnswerBytesMax), failed);
  }

  void exchange_encrypted(tcp::socket socket, const std::string& text, std::string& answer,
                          IoErrorCode& failed) const {
    asio::ssl::context trusted(asio::ssl::context::tls_client);
    trusted.set_default_verify_paths(failed);
    if (failed) return;
    asio::ssl::stream<tcp::socket> stream(std::move(socket), trusted);
    stream.set_verify_mode(asio::ssl::verify_peer, failed);
    if (failed) return;
    stream.set_verify_callback(asio::ssl::host_name_verification(endpoint_.name), failed);
    if (failed) return;
    tell_name(stream.native_handle());
    stream.handshake(asio::ssl::stream_base::client, failed);
    if (!failed) exchange(stream, text, answer, failed);
  }

  // Which of the server's certificates is wanted; an address has no name. The library's own macro
  // for this has a cast that we do not allow.
  void tell_name(SSL* session) const {
    if (is_ip_address(endpoint_.name)) return;
    ::SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
               const_cast<char*>(endpoint_.name.c_str()));
  }

  const Endpoint endpoint_;
  const std::optional<RestSigner> signer_;
};

class LocalRestClient final : public RestClient {
 public:
  explicit LocalRestClient(database::Database& database) : endpoint_(database, access_) {}

  Result<RestAnswer> send(const RestRequest& request) override {
    std::string text = request_text(request, "localhost", std::nullopt);
    protocol::HttpParser parser;
    protocol::ReceivedBytes bytes{text.data(), text.size()};
    const auto progress = parser.advance(bytes);
    if (!progress.ok()) return progress.error();
    if (*progress != protocol::HttpProgress::Complete) {
      return Error::internal("the request is not whole");
    }
    const protocol::HttpRequest parsed = parser.request(bytes);
    protocol::HttpResponse response;
    const auto status = sync_wait(endpoint_.answer(parsed, response));
    return RestAnswer{static_cast<int>(status), std::move(response.body)};
  }

 private:
  const AccessRules access_;
  RestEndpoint endpoint_;
};

}  // namespace

Result<std::unique_ptr<RestClient>> connect_rest(std::string_view endpoint,
                                                 std::optional<RestSigner> signer) {
  auto parsed = TRY(parse_endpoint(endpoint));
  return std::unique_ptr<RestClient>(
      std::make_unique<HttpRestClient>(std::move(parsed), std::move(signer)));
}

std::unique_ptr<RestClient> local_rest(database::Database& database) {
  return std::make_unique<LocalRestClient>(database);
}

}  // namespace partita::server
