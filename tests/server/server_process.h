#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/http_client.h"

namespace partita::testing {

// What a child process has instead of pipes: the file of this path, or nothing at all.
struct ProcessFiles {
  static constexpr const char* kClosed = "closed";

  std::string input = {};   // Empty: that of the test.
  std::string output = {};  // Empty: a pipe that the test reads; so for the errors.
  std::string errors = {};
};

// The program with some arguments, as a child process.
class ServerProcess {
 public:
  // Starts it, with these variables ("NAME=value") on top of the environment. If it is a server,
  // waits until it says where it listens.
  explicit ServerProcess(const std::vector<std::string>& arguments,
                         const std::vector<std::string>& variables = {},
                         const ProcessFiles& files = {});
  // Ends it by force if nobody has asked it to end.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // 0 if it ended instead of listening.
  std::uint16_t port() const { return port_; }
  pid_t process() const { return process_; }
  HttpClient client() const { return HttpClient(port_); }
  // How many file descriptors it has open.
  std::size_t open_files() const;
  // How many of them are sockets.
  std::size_t open_sockets() const;
  // How much of its memory is in the machine's.
  std::size_t resident_bytes() const;

  void signal(int number) const;
  // Reads its errors until this is in them, or it ends.
  void read_errors_until(std::string_view text);
  // Waits for its end, for a minute at most: its exit code, or -1 if it did not end by itself.
  int wait();
  // What it has printed. Complete after wait().
  const std::string& output() const { return output_; }
  const std::string& errors() const { return errors_; }

 private:
  void read_start_line();
  void signal_again() const;

  mutable int last_signal_ = 0;  // Zero: none was sent.
  pid_t process_ = -1;
  int output_pipe_ = -1;
  int errors_pipe_ = -1;
  std::uint16_t port_ = 0;
  std::string output_;
  std::string errors_;
};

}  // namespace partita::testing
