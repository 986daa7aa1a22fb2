#include "cli/maintenance.h"

#include <fmt/format.h>

#include "cli/terminal.h"
#include "database/maintenance.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

using database::CheckReport;

std::string as_json(const CheckCommand& command, const Result<CheckReport>& report) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("directory", command.store.directory.string());
  json.member("status", report.ok() ? "ok" : "failed");
  if (report.ok()) {
    json.member("rows", report->rows);
    json.member("row_bytes", report->row_bytes);
    json.member("writes", report->write_refusal.empty() ? "accepted" : "refused");
  } else {
    json.member("reason", report.error().message());
  }
  json.close_object();
  return std::move(json).take();
}

std::string as_text(const CheckCommand& command, const CheckReport& report) {
  auto text = fmt::format("{}: all checksums are right; {} rows with {} bytes",
                          command.store.directory.string(), report.rows, report.row_bytes);
  if (!report.write_refusal.empty()) {
    text += fmt::format("; writes would be refused: {}", report.write_refusal);
  }
  return text;
}

}  // namespace

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

ExitCode check(const CheckCommand& command) {
  const auto report = database::check_store(command.store);
  if (command.prints_json) {
    say(as_json(command, report));
  } else if (report.ok()) {
    say(as_text(command, *report));
  } else {
    complain(report.error());
  }
  return report.ok() ? ExitCode::Ok : ExitCode::Failed;
}

}  // namespace partita::cli
