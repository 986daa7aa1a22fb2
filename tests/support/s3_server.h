#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "support/temporary_directory.h"

namespace partita::testing {

// A real server that speaks S3 (s3rver, from npm) with the bucket "things", as a child process.
class S3Server {
 public:
  static constexpr const char* kKey = "S3RVER";  // Its id and its secret.

  S3Server() {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (::pipe(to.data()) != 0 || ::pipe(from.data()) != 0) std::abort();
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    for (const int one : {to[0], to[1], from[0], from[1]}) {
      ::posix_spawn_file_actions_addclose(&actions, one);
    }
    std::string node = "node";
    std::string script = PARTITA_SOURCE_TREE "/tests/sdk/javascript/s3_server.js";
    std::string directory = directory_.path().string();
    std::string bucket = "things";
    std::array<char*, 5> words = {node.data(), script.data(), directory.data(), bucket.data(),
                                  nullptr};
    if (::posix_spawnp(&process_, "node", &actions, nullptr, words.data(), environ) != 0) {
      std::abort();
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
    input_ = to[1];
    for (char c = 0; ::read(from[0], &c, 1) == 1 && c != '\n';) port_ += c;
    ::close(from[0]);
  }
  S3Server(const S3Server&) = delete;
  S3Server& operator=(const S3Server&) = delete;
  ~S3Server() {
    ::close(input_);
    ::waitpid(process_, nullptr, 0);
  }

  // Empty port: it did not start.
  std::string endpoint() const { return "http://127.0.0.1:" + port_; }

 private:
  TemporaryDirectory directory_;
  pid_t process_ = -1;
  int input_ = -1;
  std::string port_;
};

}  // namespace partita::testing
