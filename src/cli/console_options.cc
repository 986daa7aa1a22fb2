#include "cli/console_options.h"

namespace partita::cli {

void ConsoleOptions::add_to(CLI::App& serve) {
  serve.add_flag("--no-console", is_off_, "Serve no web pages at /console/");
  serve.add_flag("--console-read-only", only_reads_,
                 "The console shows no changes to make, and changes by its pages are refused");
  serve
      .add_option(
          "--console-name", name_,
          "The name of this server in the console, such as dev, or prod, which is shown in red")
      ->type_name("NAME");
}

Status ConsoleOptions::check() const {
  if (!is_off_ || (!only_reads_ && name_.empty())) return {};
  return Error::invalid_argument(
      "--no-console and other options of the console cannot be given together");
}

console::ConsoleSettings ConsoleOptions::settings() const {
  using console::Mode;
  const Mode mode = is_off_ ? Mode::Off : only_reads_ ? Mode::ReadOnly : Mode::On;
  return {.mode = mode, .name = name_};
}

}  // namespace partita::cli
