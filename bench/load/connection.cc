#include "connection.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace partita::load {
namespace {

constexpr std::size_t kReceiveBytes = std::size_t{64} << 10;
constexpr std::size_t kHeadBytesMax = std::size_t{16} << 10;
constexpr int kWaitMilliseconds = 60'000;

Error system_error(std::string_view what) {
  return Error::unavailable(fmt::format("{}: {}", what, std::strerror(errno)));
}

template <typename Number>
std::optional<Number> parse_number(std::string_view digits) {
  Number number{};
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

// The value of the header line if it has that name, which is in small letters.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
  if (::strncasecmp(line.data(), name.data(), name.size()) != 0) return std::nullopt;
  line.remove_prefix(name.size() + 1);
  while (line.starts_with(' ')) line.remove_prefix(1);
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::string Endpoint::host() const { return fmt::format("{}:{}", address, port); }

Result<Connection> Connection::open(const Endpoint& endpoint) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(endpoint.port);
  if (::inet_pton(AF_INET, endpoint.address.c_str(), &address.sin_addr) != 1) {
    return Error::invalid_argument(endpoint.address + " is not an IPv4 address");
  }
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return system_error("socket");
  Connection connection(descriptor);
  if (::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    return system_error("connect to " + endpoint.host());
  }
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connection;
}

Connection::Connection(Connection&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), received_(std::move(other.received_)) {}

Connection::~Connection() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status Connection::send(std::string_view request) {
  used_ = 0;
  head_bytes_ = 0;
  body_bytes_.reset();
  is_chunked_ = false;
  answer_ = {};
  while (!request.empty()) {
    const ssize_t sent = ::send(descriptor_, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return system_error("send");
    if (sent > 0) request.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

Status Connection::wait() const {
  pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&wanted, 1, kWaitMilliseconds);
  if (ready > 0 || (ready < 0 && errno == EINTR)) return {};
  return Error::unavailable("the server does not answer");
}

Result<std::optional<Answer>> Connection::receive() {
  if (received_.size() < used_ + kReceiveBytes) received_.resize(2 * (used_ + kReceiveBytes));
  const ssize_t got =
      ::recv(descriptor_, received_.data() + used_, received_.size() - used_, MSG_DONTWAIT);
  if (got == 0) return Error::unavailable("the server closed the connection");
  if (got < 0 && errno != EAGAIN && errno != EINTR) return system_error("receive");
  if (got > 0) used_ += static_cast<std::size_t>(got);
  if (head_bytes_ == 0) TRY(parse_head());
  if (is_chunked_) TRY(join_chunks());
  if (head_bytes_ == 0 || !body_bytes_ || used_ < head_bytes_ + *body_bytes_)
    return std::optional<Answer>();
  if (used_ > head_bytes_ + *body_bytes_) {
    return Error::invalid_argument("the server sent more than one answer");
  }
  answer_.body = std::string_view(received_).substr(head_bytes_, *body_bytes_);
  return std::optional(answer_);
}

Status Connection::parse_head() {
  const std::string_view text = std::string_view(received_).substr(0, used_);
  const auto end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (used_ > kHeadBytesMax) return Error::invalid_argument("the answer's head has no end");
    return {};
  }
  constexpr std::string_view kVersion = "HTTP/1.1 ";
  const auto status = parse_number<int>(text.substr(kVersion.size(), 3));
  if (!text.starts_with(kVersion) || !status) {
    return Error::invalid_argument("the server does not speak HTTP/1.1");
  }
  answer_.status = *status;
  for (auto line = text.find("\r\n") + 2; line < end;) {
    const auto stop = text.find("\r\n", line);
    TRY(parse_header(text.substr(line, stop - line)));
    line = stop + 2;
  }
  if (!body_bytes_ && !is_chunked_) {
    return Error::invalid_argument("the answer does not say how long it is");
  }
  head_bytes_ = end + 4;
  return {};
}

Status Connection::parse_header(std::string_view line) {
  if (const auto length = value_of(line, "content-length")) {
    body_bytes_ = parse_number<std::size_t>(*length);
    if (!body_bytes_) return Error::invalid_argument("Content-Length is not a number");
  } else if (value_of(line, "transfer-encoding")) {
    is_chunked_ = true;
  } else if (const auto sum = value_of(line, "x-amz-crc32")) {
    answer_.crc32 = parse_number<std::uint32_t>(*sum);
    if (!answer_.crc32) return Error::invalid_argument("x-amz-crc32 is not a number");
  }
  return {};
}

// Once the last chunk is there: what JSON is made of cannot look like it.
Status Connection::join_chunks() {
  constexpr std::string_view kLast = "0\r\n\r\n";
  if (!std::string_view(received_).substr(0, used_).ends_with(kLast)) return {};
  std::size_t body_end = head_bytes_;
  for (std::size_t at = head_bytes_;;) {
    const auto line_end = received_.find("\r\n", at);
    const auto size = std::strtoul(received_.data() + at, nullptr, 16);
    if (line_end >= used_ || size > used_ - line_end) {
      return Error::invalid_argument("the answer's chunks do not fit");
    }
    if (size == 0) break;
    std::memmove(received_.data() + body_end, received_.data() + line_end + 2, size);
    body_end += size;
    at = line_end + 2 + size + 2;
  }
  used_ = body_end;
  body_bytes_ = body_end - head_bytes_;
  return {};
}

}  // namespace partita::load
