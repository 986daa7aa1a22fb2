#include "cli/store_care.h"

#include <fmt/format.h>

#include "cli/terminal.h"
#include "database/store_server.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

using database::StoreReport;

std::string report_json(const StoreReport& report) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("store", report.place);
  json.member("status", report.is_made && report.advice.empty() ? "ok" : "failed");
  json.strings("facts", report.facts);
  json.strings("advice", report.advice);
  json.close_object();
  return std::move(json).take();
}

std::string report_text(const StoreReport& report) {
  std::string text = report.place + '\n';
  for (const auto& fact : report.facts) text += fmt::format("  {}\n", fact);
  for (const auto& advice : report.advice) text += fmt::format("! {}\n", advice);
  return text;
}

ExitCode show(const StoreCommand& command, const Result<StoreReport>& report) {
  if (!report.ok()) return failed(report.error());
  print(command.prints_json ? report_json(*report) + '\n' : report_text(*report));
  return report->is_made && report->advice.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode make(const StoreCommand& command) {
  if (const auto made = database::make_store(command.store); !made.ok()) {
    return failed(made.error());
  }
  const auto report = database::look_at_store(command.store);
  if (!report.ok()) return failed(report.error());
  print(command.prints_json ? report_json(*report) + '\n' : report_text(*report));
  return ExitCode::Ok;
}

}  // namespace

ExitCode look_after_store(const StoreCommand& command) {
  switch (command.kind) {
    case StoreCommand::Kind::Init:
      return make(command);
    case StoreCommand::Kind::Check:
      return show(command, database::look_at_store(command.store));
    case StoreCommand::Kind::VacuumAdvice:
      break;
  }
  return show(command, database::look_at_vacuum(command.store));
}

}  // namespace partita::cli
