#include "support/postgres/tcp_proxy.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

MonotonicTime monotonic_now() { return Clock::system().monotonic_now(); }

int connected_to(const std::string& path) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) return socket;
  ::close(socket);
  return -1;
}

}  // namespace

TcpProxy::TcpProxy(std::string server_socket)
    : server_socket_(std::move(server_socket)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
      wake_up_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool listens = ::bind(listener_, any, size) == 0 && ::listen(listener_, 64) == 0 &&
                       ::getsockname(listener_, any, &size) == 0;
  if (!listens) throw std::runtime_error("no port for a proxy");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { run(); });
}

TcpProxy::~TcpProxy() {
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
  }
  wake();
  thread_.join();
  for (Link& link : links_) link.is_over = true;
  close_those_over();
  ::close(listener_);
  ::close(wake_up_);
}

void TcpProxy::wake() const {
  const std::uint64_t one = 1;
  static_cast<void>(::write(wake_up_, &one, sizeof(one)));
}

void TcpProxy::delay(std::chrono::milliseconds by) {
  const MutexLock lock(mutex_);
  delay_ = by;
}

void TcpProxy::stall() {
  const MutexLock lock(mutex_);
  is_stalled_ = true;
}

void TcpProxy::go_on() {
  const MutexLock lock(mutex_);
  is_stalled_ = false;
  wake();
}

void TcpProxy::cut() {
  const MutexLock lock(mutex_);
  is_cutting_ = true;
  wake();
}

void TcpProxy::swap_sessions(const std::string& address) {
  {
    const MutexLock lock(mutex_);
    swapped_to_ = address;
  }
  wake();
  for (bool is_done = false; !is_done; std::this_thread::yield()) {
    const MutexLock lock(mutex_);
    is_done = swapped_to_.empty();
  }
}

void TcpProxy::count(Way way, std::size_t bytes, Then then) {
  const MutexLock lock(mutex_);
  is_counting_ = true;
  counted_ = way;
  then_ = then;
  bytes_left_ = bytes;
}

void TcpProxy::count_no_more() {
  const MutexLock lock(mutex_);
  is_counting_ = false;
}

void TcpProxy::run() {
  for (;;) {
    wait(5ms);
    std::uint64_t ignored = 0;
    static_cast<void>(::read(wake_up_, &ignored, sizeof(ignored)));
    const auto now = monotonic_now();
    for (Link& link : links_) {
      receive(link, link.to_server);
      receive(link, link.to_client);
      deliver(link, link.to_server, now);
      deliver(link, link.to_client, now);
    }
    {
      const MutexLock lock(mutex_);
      if (is_stopped_) return;
      const bool is_over = std::exchange(is_cutting_, false);
      for (Link& link : links_) link.is_over = link.is_over || is_over;
    }
    close_those_over();
    swap_those_there();
    take_clients();
  }
}

int TcpProxy::wait(std::chrono::milliseconds longest) {
  std::vector<pollfd> all = {{.fd = listener_, .events = POLLIN, .revents = 0},
                             {.fd = wake_up_, .events = POLLIN, .revents = 0}};
  for (const Link& link : links_) {
    all.push_back({.fd = link.to_server.from, .events = POLLIN, .revents = 0});
    all.push_back({.fd = link.to_client.from, .events = POLLIN, .revents = 0});
  }
  return ::poll(all.data(), all.size(), static_cast<int>(longest.count()));
}

void TcpProxy::take_clients() {
  for (;;) {
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    const int server = connected_to(server_socket_);
    if (server < 0) {
      ::close(client);
      continue;
    }
    const int one = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    links_.push_back({.to_server = {client, server, Way::ToServer},
                      .to_client = {server, client, Way::ToClient}});
  }
}

void TcpProxy::receive(Link& link, Stream& stream) {
  char bytes[65536];
  const auto count = ::recv(stream.from, bytes, sizeof(bytes), MSG_DONTWAIT);
  if (count < 0) return;
  const MutexLock lock(mutex_);
  if (count == 0) {
    link.is_over = link.is_over || !is_stalled_;
    return;
  }
  stream.pieces.push_back(
      {monotonic_now() + delay_, std::string(bytes, static_cast<std::size_t>(count))});
}

void TcpProxy::deliver(Link& link, Stream& stream, MonotonicTime now) {
  const MutexLock lock(mutex_);
  while (!is_stalled_ && !is_cutting_ && !link.is_over && !stream.pieces.empty() &&
         stream.pieces.front().due <= now) {
    std::string bytes = std::move(stream.pieces.front().bytes);
    stream.pieces.pop_front();
    if (is_counting_ && counted_ == stream.way) cross_off(bytes);
    static_cast<void>(::send(stream.to, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }
}

void TcpProxy::cross_off(std::string& bytes) {
  const bool is_last = bytes.size() >= bytes_left_;
  bytes.resize(std::min(bytes.size(), bytes_left_));
  bytes_left_ -= bytes.size();
  if (!is_last) return;
  is_counting_ = false;
  (then_ == Then::Cut ? is_cutting_ : is_stalled_) = true;
}

void TcpProxy::swap_those_there() {
  const MutexLock lock(mutex_);
  if (swapped_to_.empty()) return;
  for (Link& link : links_) {
    const std::shared_ptr<PGconn> session(PQconnectdb(swapped_to_.c_str()), &PQfinish);
    if (!link.session) ::close(link.to_server.to);
    link.to_server.to = PQsocket(session.get());
    link.to_client.from = link.to_server.to;
    link.session = session;
  }
  swapped_to_.clear();
}

void TcpProxy::close_those_over() {
  for (const Link& link : links_) {
    if (!link.is_over) continue;
    ::close(link.to_server.from);
    if (!link.session) ::close(link.to_server.to);
  }
  links_.remove_if([](const Link& link) { return link.is_over; });
}

}  // namespace partita::testing
