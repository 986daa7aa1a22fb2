#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace partita::cli {
namespace {

constexpr std::string_view kRed = "\x1B[31m";
constexpr std::string_view kYellow = "\x1B[33m";
constexpr std::string_view kNoColour = "\x1B[0m";

bool has_colours(int file) { return ::isatty(file) == 1 && std::getenv("NO_COLOR") == nullptr; }

void print_error(std::string_view colour, std::string_view text) {
  const bool is_coloured = has_colours(STDERR_FILENO);
  fmt::print(stderr, "{}partita:{} {}\n", is_coloured ? colour : "", is_coloured ? kNoColour : "",
             text);
}

}  // namespace

bool output_has_colours() { return has_colours(STDOUT_FILENO); }

void say(std::string_view line) { print(fmt::format("{}\n", line)); }

void print(std::string_view text) {
  fmt::print("{}", text);
  std::fflush(stdout);
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
