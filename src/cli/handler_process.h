#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::cli {

// A program that works on one item: it is given a text on its standard input, and what it prints is
// taken. Its standard error is ours.
// THREADS: one thread at a time.
class HandlerProcess {
 public:
  // The most that is taken of what it prints.
  static constexpr std::size_t kOutputBytesMax = std::size_t{1} << 20;

  // ERRORS: Unavailable if it cannot be started.
  static Result<HandlerProcess> start(const std::string& command, std::string input);
  HandlerProcess(HandlerProcess&& other) noexcept;
  HandlerProcess& operator=(HandlerProcess&&) = delete;
  // Kills it if it still runs.
  ~HandlerProcess();

  // Waits for it, at most for that long, and reads and writes meanwhile. True: it has ended.
  bool wait(std::chrono::milliseconds time);
  // Asks it to end, and all that it has started.
  void terminate();

  // REQUIRES: it has ended.
  // What it has ended with; 128 and the signal if that was one.
  int exit_code() const { return *exit_code_; }
  const std::string& output() const { return output_; }
  bool printed_too_much() const { return printed_too_much_; }

 private:
  HandlerProcess(pid_t id, int input, int output, std::string text)
      : id_(id), input_(input), output_pipe_(output), text_(std::move(text)) {}

  void feed();
  void take();
  void look(int flags);

  pid_t id_ = -1;
  int input_ = -1;
  int output_pipe_ = -1;
  std::string text_;  // What is still to be given.
  std::string output_;
  bool printed_too_much_ = false;
  std::optional<int> exit_code_;
};

}  // namespace partita::cli
