#include "cli/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "partita/base/file.h"

namespace partita::cli {
namespace {

constexpr std::string_view kRed = "\x1B[31m";
constexpr std::string_view kYellow = "\x1B[33m";
constexpr std::string_view kNoColour = "\x1B[0m";

// What was wrong the first time that standard output did not take all; zero: nothing.
std::atomic<int> output_fault = 0;

// As https://no-color.org has it: an empty variable says nothing.
bool has_colours(int file) {
  const char* const refused = std::getenv("NO_COLOR");
  return ::isatty(file) == 1 && (refused == nullptr || *refused == '\0');
}

bool write_text(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

void print_error(std::string_view colour, std::string_view text) {
  const bool is_coloured = has_colours(STDERR_FILENO);
  print_aside(fmt::format("{}partita:{} {}\n", is_coloured ? colour : "",
                          is_coloured ? kNoColour : "", text));
}

}  // namespace

void keep_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free is this one. Opened the wrong way, so that it fails still.
    const int flags = file == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", flags) < 0) return;
  }
}

bool output_has_colours() { return has_colours(STDOUT_FILENO); }

void say(std::string_view line) { print(fmt::format("{}\n", line)); }

void print(std::string_view text) {
  if (write_text(stdout, text)) return;
  int nothing = 0;
  output_fault.compare_exchange_strong(nothing, errno);
}

void print_aside(std::string_view text) { static_cast<void>(write_text(stderr, text)); }

Status output_state() {
  const int fault = output_fault;
  return fault == 0 ? Status() : Status(file_error("write", "standard output", fault));
}

void warn(std::string_view message) { print_error(kYellow, fmt::format("warning: {}", message)); }

void complain(const Error& error) { print_error(kRed, error.message()); }

ExitCode failed(const Error& error) {
  complain(error);
  return ExitCode::Failed;
}

ExitCode print_or_fail(const Result<std::string>& text) {
  if (!text.ok()) return failed(text.error());
  print(*text);
  return ExitCode::Ok;
}

}  // namespace partita::cli
