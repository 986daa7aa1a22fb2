#include "cli/handler_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <utility>

namespace partita::cli {
namespace {

constexpr int kSignalled = 128;
// How long it may go on with its pipes closed before it is looked at again.
constexpr std::chrono::milliseconds kLookPause(20);

struct Pipe {
  int read = -1;
  int write = -1;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Error::unavailable(fmt::format("no pipe: {}", std::strerror(errno)));
  }
  return Pipe{ends[0], ends[1]};
}

void close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

// In a group of its own, so that it can be ended with all that it starts, and with the signals that
// we hold back for ourselves.
class SpawnSettings {
 public:
  SpawnSettings(const Pipe& input, const Pipe& output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input.read, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output.write, STDOUT_FILENO);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    constexpr int kFlags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    ::posix_spawnattr_setflags(&attributes_, static_cast<short>(kFlags));
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t& id, const std::string& command) const {
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> words{shell.data(), option.data(), text.data(), nullptr};
    return ::posix_spawn(&id, "/bin/sh", &actions_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<HandlerProcess> HandlerProcess::start(const std::string& command, std::string input) {
  Pipe given = TRY(make_pipe());
  auto printed = make_pipe();
  if (!printed.ok()) {
    close_end(given.read);
    close_end(given.write);
    return std::move(printed).error();
  }
  pid_t id = -1;
  const int failure = SpawnSettings(given, *printed).spawn(id, command);
  close_end(given.read);
  close_end(printed->write);
  if (failure != 0) {
    close_end(given.write);
    close_end(printed->read);
    return Error::unavailable(fmt::format("/bin/sh: {}", std::strerror(failure)));
  }
  ::fcntl(given.write, F_SETFL, O_NONBLOCK);
  ::fcntl(printed->read, F_SETFL, O_NONBLOCK);
  return HandlerProcess(id, given.write, printed->read, std::move(input));
}

HandlerProcess::HandlerProcess(HandlerProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_pipe_(std::exchange(other.output_pipe_, -1)),
      text_(std::move(other.text_)),
      output_(std::move(other.output_)),
      printed_too_much_(other.printed_too_much_),
      exit_code_(other.exit_code_) {}

HandlerProcess::~HandlerProcess() {
  if (id_ > 0 && !exit_code_) {
    ::kill(-id_, SIGKILL);
    look(0);
  }
  close_end(input_);
  close_end(output_pipe_);
}

// A program that reads no more of it is none of our business (SIGPIPE is ignored).
void HandlerProcess::feed() {
  const ssize_t written = ::write(input_, text_.data(), text_.size());
  if (written > 0) text_.erase(0, static_cast<std::size_t>(written));
  const bool has_failed = written < 0 && errno != EAGAIN && errno != EINTR;
  if (text_.empty() || has_failed) close_end(input_);
}

void HandlerProcess::take() {
  std::array<char, 65536> bytes{};
  const ssize_t read = ::read(output_pipe_, bytes.data(), bytes.size());
  if (read < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (read <= 0) return close_end(output_pipe_);
  const auto count = static_cast<std::size_t>(read);
  const std::size_t room = kOutputBytesMax - output_.size();
  output_.append(bytes.data(), std::min(count, room));
  printed_too_much_ |= count > room;
}

void HandlerProcess::look(int flags) {
  int status = 0;
  if (::waitpid(id_, &status, flags) != id_) return;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

// What it has started may keep its output open; only the program itself is waited for.
bool HandlerProcess::wait(std::chrono::milliseconds time) {
  for (auto left = time; left.count() > 0 && !exit_code_; left -= kLookPause) {
    std::array<pollfd, 2> ends{pollfd{.fd = input_, .events = POLLOUT, .revents = 0},
                               pollfd{.fd = output_pipe_, .events = POLLIN, .revents = 0}};
    ::poll(ends.data(), ends.size(), static_cast<int>(kLookPause.count()));
    if (input_ >= 0 && ends[0].revents != 0) feed();
    if (output_pipe_ >= 0 && ends[1].revents != 0) take();
    look(WNOHANG);
  }
  if (!exit_code_) return false;
  while (output_pipe_ >= 0 && !printed_too_much_) {
    pollfd rest{.fd = output_pipe_, .events = POLLIN, .revents = 0};
    if (::poll(&rest, 1, 0) <= 0) break;
    take();
  }
  return true;
}

void HandlerProcess::terminate() {
  if (id_ > 0 && !exit_code_) ::kill(-id_, SIGTERM);
}

}  // namespace partita::cli
