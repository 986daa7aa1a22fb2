#include "cli/maintenance.h"

#include <fmt/format.h>

#include "cli/terminal.h"
#include "database/maintenance.h"

namespace partita::cli {
ExitCode make_key(const KeyNewCommand& command) {
  const auto fingerprint = database::create_key_file(command.file);
  if (!fingerprint.ok()) return failed(fingerprint.error());
  say(
      fmt::format("{} holds a new master key, fingerprint {}. Keep a copy in a safe place: without "
                  "it the data cannot be read by anyone",
                  command.file.string(), *fingerprint));
  return ExitCode::Ok;
}

ExitCode rotate_keys(const KeyRotateCommand& command) {
  const auto status = database::rotate_keys(command.store, command.replacement);
  if (!status.ok()) return failed(status.error());
  say(fmt::format("{} has a new data key{}", command.store.directory.string(),
                  command.replacement ? " and a new master key" : ""));
  return ExitCode::Ok;
}

}  // namespace partita::cli
