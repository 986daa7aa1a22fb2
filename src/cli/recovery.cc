#include "cli/recovery.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/model_client.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "model/formula/timestamp.h"

namespace partita::cli {
namespace {

constexpr std::size_t kDayBytes = 10;     // 2026-11-16
constexpr std::size_t kMinuteBytes = 16;  // 2026-11-16T10:00

std::string value_text(const Item& attribute, std::string_view member) {
  const Value* value = attribute.find(member);
  if (value == nullptr) return "nothing";
  JsonText json(JsonLayout::Compact);
  json.value(*value);
  return std::move(json).take();
}

std::string attribute_text(const Item& attribute) {
  return fmt::format("    {}: {} -> {}\n", text_in(attribute, "name"),
                     value_text(attribute, "before"), value_text(attribute, "after"));
}

std::string version_text(const Item& version) {
  const std::string_view what = text_in(version, "what");
  std::string text = fmt::format("{}  {}\n", text_in(version, "at"), what);
  for (const Item& attribute : objects_in(version, "attributes")) {
    text += attribute_text(attribute);
  }
  return text;
}

Result<std::string> ask_to_restore(const RestoreCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  client::RestRequest request{.method = "POST",
                              .path = "/api/tables:restore",
                              .query = {{"table", command.table}, {"to", command.to}}};
  if (!command.at.empty()) request.query.emplace_back("at", command.at);
  std::string json = TRY(client.send(request));
  if (command.prints_json) return json;
  const Item answer = TRY(parse_answer(json));
  return fmt::format(
      "table {0} is being made of what {1} was at {2}; it is ACTIVE when all of it is there, and "
      "`partita jobs` shows how far restore/{0} is\n",
      text_in(answer, "table"), text_in(answer, "from"), text_in(answer, "at"));
}

Result<std::string> ask_for_history(const HistoryCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  const client::RestRequest request{.path = "/api/tables:history",
                                    .query = {{"table", command.table},
                                              {"key", command.key},
                                              {"limit", std::to_string(command.limit)}}};
  std::string json = TRY(client.send(request));
  if (command.prints_json) return json;
  return history_text(TRY(parse_answer(json)));
}

}  // namespace

Result<std::string> moment_in(std::string_view text) {
  std::string moment(text);
  if (moment.size() > kDayBytes && moment[kDayBytes] == ' ') moment[kDayBytes] = 'T';
  if (moment.size() == kDayBytes) moment += "T00:00";
  if (moment.size() == kMinuteBytes) moment += ":00";
  if (!model::parse_rfc3339(moment)) moment += 'Z';
  if (model::parse_rfc3339(moment)) return moment;
  return Error::invalid_argument(
      fmt::format("`{}` is no moment such as '2026-11-16 10:00', in UTC", text));
}

std::string history_text(const Item& answer) {
  std::string text;
  for (const Item& version : objects_in(answer, "versions")) text += version_text(version);
  if (text.empty()) return "nothing has happened to it since recovery was switched on\n";
  const Value* more = answer.find("more");
  if (more != nullptr && more->type() == ValueType::Bool && more->boolean()) {
    text += "...\n";
  }
  return text;
}

ExitCode restore_table(const RestoreCommand& command) {
  return print_or_fail(ask_to_restore(command));
}

ExitCode show_history(const HistoryCommand& command) {
  return print_or_fail(ask_for_history(command));
}

}  // namespace partita::cli
