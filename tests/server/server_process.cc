#include "server/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace partita::testing {
namespace {

constexpr int kPatienceMilliseconds = 60'000;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  return {ends[0], ends[1]};
}

// False at the end of what there is to read.
bool read_some(int file, std::string& target) {
  char bytes[4096];
  const auto size = ::read(file, bytes, sizeof(bytes));
  if (size <= 0) return false;
  target.append(bytes, static_cast<std::size_t>(size));
  return true;
}

pid_t spawn(const std::vector<std::string>& arguments, int output, int errors) {
  std::vector<char*> words = {const_cast<char*>(PARTITA_PROGRAM)};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  pid_t process = -1;
  if (::posix_spawn(&process, PARTITA_PROGRAM, &actions, nullptr, words.data(), environ) != 0) {
    std::abort();
  }
  ::posix_spawn_file_actions_destroy(&actions);
  return process;
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& arguments) {
  const Pipe output = make_pipe();
  const Pipe errors = make_pipe();
  process_ = spawn(arguments, output.write_end, errors.write_end);
  ::close(output.write_end);
  ::close(errors.write_end);
  output_pipe_ = output.read_end;
  errors_pipe_ = errors.read_end;
  if (arguments.front() == "serve") read_start_line();
}

ServerProcess::~ServerProcess() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  ::close(output_pipe_);
  ::close(errors_pipe_);
}

void ServerProcess::read_start_line() {
  while (output_.find('\n') == std::string::npos) {
    if (!read_some(output_pipe_, output_)) return;
  }
  const auto colon = output_.find(':', output_.find("://") + 3);
  if (colon != std::string::npos) {
    port_ = static_cast<std::uint16_t>(std::atoi(output_.c_str() + colon + 1));
  }
}

std::size_t ServerProcess::open_files() const {
  const auto files = "/proc/" + std::to_string(process_) + "/fd";
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(files)) {
    static_cast<void>(file);
    ++count;
  }
  return count;
}

void ServerProcess::signal(int number) const { ::kill(process_, number); }

int ServerProcess::wait() {
  pollfd ended{.fd = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)), .events = POLLIN};
  if (::poll(&ended, 1, kPatienceMilliseconds) != 1) ::kill(process_, SIGKILL);
  ::close(ended.fd);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  while (read_some(output_pipe_, output_)) {
  }
  while (read_some(errors_pipe_, errors_)) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace partita::testing
