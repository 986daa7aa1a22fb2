#include "shared_store/load_balancer.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace partita::testing {
namespace {

// By which the program finds the socket that we have opened for it.
constexpr int kListenerInChild = 9;

struct Listener {
  int socket;
  std::uint16_t port;
};

Listener open_listener() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  const bool is_open =
      ::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
      ::listen(socket, 64) == 0 &&
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  if (!is_open) std::abort();
  return {socket, ntohs(address.sin_port)};
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

LoadBalancer::LoadBalancer(Ports servers) {
  const Listener listener = open_listener();
  port_ = listener.port;
  std::vector<std::string> words{"haproxy", "-db", "-f",
                                 PARTITA_SOURCE_TREE "/examples/cluster/haproxy.cfg"};
  std::vector<std::string> environment{
      fmt::format("PARTITA_ADMIN={}", (directory_ / "admin").string()),
      fmt::format("PARTITA_BIND=fd@{}", kListenerInChild),
      fmt::format("PARTITA_ONE=127.0.0.1:{}", servers.one),
      fmt::format("PARTITA_TWO=127.0.0.1:{}", servers.two)};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, listener.socket, kListenerInChild);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    ::posix_spawn_file_actions_addopen(&actions, output, (directory_ / "log").c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND, 0600);
  }
  const int failed = ::posix_spawn(&process_, "/usr/sbin/haproxy", &actions, nullptr,
                                   pointers_to(words).data(), pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(listener.socket);
  if (failed != 0) throw std::runtime_error("haproxy is not there: scripts/setup installs it");
}

LoadBalancer::~LoadBalancer() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::string LoadBalancer::tell(std::string_view command) const {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = directory_ / "admin";
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  std::string answer;
  const std::string line = std::string(command) + "\n";
  const bool is_told =
      ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
      ::send(socket, line.data(), line.size(), MSG_NOSIGNAL) > 0;
  char bytes[4096];
  for (ssize_t size = is_told ? 1 : 0; size > 0;) {
    size = ::recv(socket, bytes, sizeof(bytes), 0);
    if (size > 0) answer.append(bytes, static_cast<std::size_t>(size));
  }
  ::close(socket);
  return answer;
}

std::string LoadBalancer::shown(std::string_view server, std::string_view column) const {
  std::istringstream in(tell("show stat"));
  std::string line;
  std::getline(in, line);
  const auto names = fields_of(line);
  const auto at = std::ranges::find(names, column) - names.begin();
  while (std::getline(in, line)) {
    const auto fields = fields_of(line);
    const bool is_wanted = fields.size() > 2 && fields[0] == "partita" && fields[1] == server;
    if (is_wanted && at < std::ssize(fields)) return fields[static_cast<std::size_t>(at)];
  }
  return {};
}

// The time limit of the test ends what never comes.
void LoadBalancer::wait_until(std::string_view server, std::string_view status) const {
  while (!shown(server, "status").starts_with(status)) {
  }
}

std::string LoadBalancer::log() const {
  std::ifstream in(directory_ / "log");
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace partita::testing
