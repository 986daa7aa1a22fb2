#include "server/server_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace partita::testing {
namespace {

constexpr int kPatienceMilliseconds = 60'000;
// Until a signal is sent again, where that is done.
constexpr int kPollMilliseconds = 5'000;

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

// As the system wants lists of texts: pointers to them, and a null at the end.
class TextList {
 public:
  explicit TextList(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (auto& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  char** data() { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

TextList words_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), PARTITA_PROGRAM);
  return TextList(std::move(arguments));
}

// The first of two variables with one name counts.
TextList environment_with(std::vector<std::string> variables) {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  return TextList(std::move(variables));
}

struct Ends {
  int output;
  int errors;
};

void put_file(posix_spawn_file_actions_t& actions, int number, const std::string& path) {
  if (path.empty()) return;
  if (path == ProcessFiles::kClosed) {
    ::posix_spawn_file_actions_addclose(&actions, number);
  } else {
    const int flags = number == STDIN_FILENO ? O_RDONLY : O_WRONLY;
    ::posix_spawn_file_actions_addopen(&actions, number, path.c_str(), flags, 0);
  }
}

pid_t spawn(const std::vector<std::string>& arguments, const std::vector<std::string>& variables,
            Ends ends, const ProcessFiles& files) {
  auto words = words_of(arguments);
  auto environment = environment_with(variables);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends.errors, STDERR_FILENO);
  put_file(actions, STDIN_FILENO, files.input);
  put_file(actions, STDOUT_FILENO, files.output);
  put_file(actions, STDERR_FILENO, files.errors);
  pid_t process = -1;
  const int failed =
      ::posix_spawn(&process, PARTITA_PROGRAM, &actions, nullptr, words.data(), environment.data());
  if (failed != 0) std::abort();
  ::posix_spawn_file_actions_destroy(&actions);
  return process;
}

}  // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& variables, const ProcessFiles& files) {
  const Pipe output = make_pipe();
  const Pipe errors = make_pipe();
  process_ = spawn(arguments, variables, {output.write_end, errors.write_end}, files);
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

std::size_t ServerProcess::open_sockets() const {
  std::size_t count = 0;
  const auto directory = "/proc/" + std::to_string(process_) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    std::error_code gone;
    const auto target = std::filesystem::read_symlink(entry.path(), gone);
    if (!gone && target.string().starts_with("socket:")) ++count;
  }
  return count;
}

std::size_t ServerProcess::resident_bytes() const {
  std::size_t all = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/" + std::to_string(process_) + "/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void ServerProcess::read_errors_until(std::string_view text) {
  std::size_t searched = 0;
  while (errors_.find(text, searched) == std::string::npos) {
    searched = errors_.size() - std::min(errors_.size(), text.size());
    if (!read_some(errors_pipe_, errors_)) return;
  }
}

void ServerProcess::signal(int number) const {
  last_signal_ = number;
  ::kill(process_, number);
}

// ThreadSanitizer puts a signal off while a thread runs code of its own, and now and then for good
// (seen in one of fifty starts, never without it): so there the last one is sent again.
void ServerProcess::signal_again() const {
#if defined(__SANITIZE_THREAD__)
  if (last_signal_ != 0) ::kill(process_, last_signal_);
#endif
}

// Reads while it waits: a program whose output nobody takes could not end.
int ServerProcess::wait() {
  pollfd waited[] = {
      {.fd = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)), .events = POLLIN},
      {.fd = output_pipe_, .events = POLLIN},
      {.fd = errors_pipe_, .events = POLLIN}};
  std::string* const texts[] = {nullptr, &output_, &errors_};
  int waited_milliseconds = 0;
  while (waited[0].revents == 0) {
    if (::poll(waited, 3, kPollMilliseconds) < 1) {
      waited_milliseconds += kPollMilliseconds;
      signal_again();
      if (waited_milliseconds < kPatienceMilliseconds) continue;
      ::kill(process_, SIGKILL);
      break;
    }
    for (int i = 1; i < 3; ++i) {
      if (waited[i].revents != 0 && !read_some(waited[i].fd, *texts[i])) waited[i].fd = -1;
    }
  }
  ::close(waited[0].fd);
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
