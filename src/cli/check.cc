#include "cli/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/model_client.h"
#include "cli/model_progress.h"
#include "cli/terminal.h"
#include "database/maintenance.h"
#include "database/store_server.h"
#include "language/value/json_text.h"
#include "partita/base/executor.h"
#include "partita/base/task.h"
#include "wire/rest/check.h"

namespace partita::cli {
namespace {

using database::CheckReport;
using namespace std::chrono_literals;

constexpr auto kInterval = 200ms;

// Ends after the interval.
Task<Status> interval() {
  co_await pause(kInterval);
  co_return Status{};
}

void show(ProgressLine& line, const CheckPace& pace) {
  line.show(pace_text(pace), std::min(pace.items, pace.items_total),
            pace.items_total == 0 ? std::nullopt : std::optional(pace.items_total));
}

std::string as_json(const std::string& place, bool is_directory,
                    const Result<CheckReport>& report) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member(is_directory ? "directory" : "store", place);
  const bool is_right = report.ok() && report->audit.disagreements.total() == 0;
  json.member("status", is_right ? "ok" : "failed");
  if (report.ok()) {
    json.member("rows", report->rows);
    json.member("row_bytes", report->row_bytes);
    json.member("writes", report->write_refusal.empty() ? "accepted" : "refused");
    rest::write_disagreements(json, report->audit.disagreements);
  } else {
    json.member("reason", report.error().message());
  }
  json.close_object();
  return std::move(json).take();
}

// Checksums of what is at a server are the server's own.
std::string as_text(const std::string& place, bool is_directory, const CheckReport& report) {
  auto text = fmt::format("{}: {}; {} rows with {} bytes", place,
                          is_directory ? "all checksums are right" : "all rows can be read",
                          report.rows, report.row_bytes);
  if (!report.write_refusal.empty()) {
    text += fmt::format("; writes would be refused: {}", report.write_refusal);
  }
  return text;
}

ExitCode check_store(const CheckCommand& command) {
  const std::string place = database::place_of(*command.target.store);
  const bool is_directory = std::holds_alternative<database::RocksdbStore>(*command.target.store);
  ProgressLine line;
  const auto report =
      database::check_store(*command.target.store, [&](const audit::AuditReport& so_far) {
        show(line, {.table = so_far.subject,
                    .items = so_far.work.items,
                    .items_total = so_far.items_total,
                    .bytes = so_far.work.bytes,
                    .ran = std::chrono::floor<std::chrono::milliseconds>(so_far.ran)});
      });
  if (command.prints_json) {
    say(as_json(place, is_directory, report));
  } else if (report.ok()) {
    say(as_text(place, is_directory, *report));
    const auto answer = parse_answer(rest::check_document(report->audit));
    if (!answer.ok()) return failed(answer.error());
    print(check_text(*answer));
  } else {
    complain(report.error());
  }
  const bool is_right = report.ok() && report->audit.disagreements.total() == 0;
  return is_right ? ExitCode::Ok : ExitCode::Failed;
}

std::uint64_t number_in(const Item& answer, std::string_view name) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(count_in(answer, name).value_or(0), 0));
}

// Begins a check, or waits for the one that is running already.
Result<std::string> wait_for_server(const CheckCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send({.method = "POST", .path = "/api/check:start"}));
  ProgressLine line;
  for (;;) {
    const Item answer = TRY(parse_answer(json));
    if (text_in(answer, "state") != "running") return json;
    show(line, {.table = text_in(answer, "table"),
                .items = number_in(answer, "items"),
                .items_total = number_in(answer, "items_total"),
                .bytes = number_in(answer, "row_bytes"),
                .ran = std::chrono::milliseconds(number_in(answer, "ran_ms"))});
    TRY(sync_wait(interval()));
    json = TRY(client.send({.path = "/api/check"}));
  }
}

ExitCode check_server(const CheckCommand& command) {
  const auto json = wait_for_server(command);
  if (!json.ok()) return failed(json.error());
  const auto answer = parse_answer(*json);
  if (!answer.ok()) return failed(answer.error());
  print(command.prints_json ? *json : check_text(*answer));
  const bool is_right =
      text_in(*answer, "state") == "done" && number_in(*answer, "disagreements") == 0;
  return is_right ? ExitCode::Ok : ExitCode::Failed;
}

}  // namespace

std::string pace_text(const CheckPace& pace) {
  std::string text = pace.table.empty() ? "looking" : fmt::format("table {}", pace.table);
  const auto ms = static_cast<std::uint64_t>(pace.ran.count());
  if (ms == 0 || pace.items == 0) return text;
  text += fmt::format(", {} MB/s", pace.bytes / 1000 / ms);
  if (pace.items < pace.items_total) {
    const std::uint64_t left = ms * (pace.items_total - pace.items) / pace.items / 1000;
    text += fmt::format(", about {} s left", left);
  }
  return text;
}

std::string check_text(const Item& answer) {
  std::string text;
  for (const Item& each : objects_in(answer, "first")) {
    const auto item = text_in(each, "item");
    text += fmt::format("table {}, {}{}{}: {}\n", text_in(each, "table"), text_in(each, "about"),
                        item.empty() ? "" : " of ", item, text_in(each, "what"));
  }
  const auto total = count_in(answer, "disagreements").value_or(0);
  const auto told = static_cast<std::int64_t>(objects_in(answer, "first").size());
  if (total > told) text += fmt::format("... and {} more\n", total - told);
  for (const std::string& sentence : texts_in(answer, "not_compared")) {
    text += fmt::format("not compared: {}\n", sentence);
  }
  const auto state = text_in(answer, "state");
  if (state == "failed") text += fmt::format("it has failed: {}\n", text_in(answer, "error"));
  if (state == "stopped") text += "it was stopped before its end\n";
  if (state != "done") return text;
  const auto items = count_in(answer, "items").value_or(0);
  return text + (total == 0 ? fmt::format("all that is stored agrees with {} items\n", items)
                            : fmt::format("{} disagreements in {} items\n", total, items));
}

ExitCode check(const CheckCommand& command) {
  return command.target.store ? check_store(command) : check_server(command);
}

}  // namespace partita::cli
