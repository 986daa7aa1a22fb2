#include "cli/recovery.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <utility>

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

// "  by AKIAEXAMPLE, request 7F3AK2M4Q9TB"
std::string author_text(const Item& version) {
  const std::string_view key = text_in(version, "access_key");
  const std::string_view by = text_in(version, "by");
  const std::string_view request = text_in(version, "request");
  std::string text;
  if (by == "client" && !key.empty()) {
    text = fmt::format("  by {}", key);
  } else if (!by.empty()) {
    text = fmt::format("  by {}{}{}", by, key.empty() ? "" : " of ", key);
  }
  if (!request.empty()) text += fmt::format(", request {}", request);
  return text;
}

std::string version_text(const Item& version) {
  const std::string_view what = text_in(version, "what");
  std::string text = fmt::format("{}  {}{}\n", text_in(version, "at"), what, author_text(version));
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
  std::string text = fmt::format(
      "table {0} is being made of what {1} was at {2}; it is ACTIVE when all of it is there, and "
      "`partita jobs` shows how far restore/{0} is\n",
      text_in(answer, "table"), text_in(answer, "from"), text_in(answer, "at"));
  const std::string_view model = text_in(answer, "model");
  const std::string_view dropped = text_in(answer, "dropped");
  if (!model.empty()) text += fmt::format("model {} is applied to it in the end\n", model);
  if (!dropped.empty()) text += fmt::format("it will be without {}\n", dropped);
  return text;
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

// {"id":"7"}
std::string key_text(const Item& object) {
  return object.find("key") == nullptr ? "(unknown)" : value_text(object, "key");
}

std::string since_text(const Item& item) {
  const Value* since = item.find("since");
  if (since == nullptr || since->type() != ValueType::M) return std::string(text_in(item, "why"));
  return fmt::format("changed since, {}{}", text_in(since->map(), "at"), author_text(since->map()));
}

std::string undone_item_text(const Item& item) {
  const std::string_view state = text_in(item, "state");
  const auto left = count_in(item, "left").value_or(0);
  if (state == "refused") return fmt::format("{}  stays: {}\n", key_text(item), since_text(item));
  if (state == "already") return fmt::format("{}  is what it was\n", key_text(item));
  if (state == "follows") return fmt::format("{}  follows another item\n", key_text(item));
  std::string text = fmt::format("{}  {}{}\n", key_text(item), text_in(item, "what"),
                                 state == "done" ? ": done" : "");
  if (left > 0) text += fmt::format("    {} older changes stay, behind those of others\n", left);
  for (const Item& attribute : objects_in(item, "attributes")) text += attribute_text(attribute);
  return text;
}

client::RestRequest undo_request(const UndoCommand& command, std::string_view method) {
  client::RestRequest request{.method = std::string(method),
                              .path = "/api/tables:undo",
                              .query = {{"table", command.table}}};
  const std::pair<const char*, const std::string&> given[] = {{"item", command.item},
                                                              {"request", command.request},
                                                              {"access_key", command.access_key},
                                                              {"from", command.from},
                                                              {"to", command.to}};
  for (const auto& [name, value] : given) {
    if (!value.empty()) request.query.emplace_back(name, value);
  }
  request.query.emplace_back("limit", std::to_string(command.limit));
  return request;
}

std::string items_text(std::int64_t items) {
  return fmt::format("{} {}", items, items == 1 ? "item" : "items");
}

bool agrees(std::int64_t items) {
  if (::isatty(STDIN_FILENO) != 1) return false;
  print(fmt::format("Take the changes of {} back? [y/N] ", items_text(items)));
  const int answer = std::getchar();
  return answer == 'y' || answer == 'Y';
}

// Looks first, and then asks for just what was seen.
Result<std::string> ask_to_undo(UndoCommand command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send(undo_request(command, "GET")));
  const Item preview = TRY(parse_answer(json));
  const auto ready = count_in(preview, "ready").value_or(0);
  if (!command.is_agreed && ready > 0 && !command.prints_json) {
    print(undo_text(preview));
    if (!agrees(ready)) return std::string("nothing was changed; --yes does it\n");
  } else if (!command.is_agreed || ready == 0) {
    return command.prints_json ? json : undo_text(preview);
  }
  command.to = text_in(preview, "to");
  json = TRY(client.send(undo_request(command, "POST")));
  return command.prints_json ? json : undo_text(TRY(parse_answer(json)));
}

}  // namespace

std::string undo_text(const Item& answer) {
  std::string text;
  for (const Item& item : objects_in(answer, "items")) text += undone_item_text(item);
  const Value* more = answer.find("more");
  if (more != nullptr && more->type() == ValueType::Bool && more->boolean()) text += "...\n";
  const auto count = [&](std::string_view name) { return count_in(answer, name).value_or(0); };
  const auto ready = count("ready");
  const auto done = count("done");
  text += ready > 0 ? fmt::format("{} can be taken back", items_text(ready))
                    : fmt::format("{} {} taken back", items_text(done), done == 1 ? "is" : "are");
  if (count("refused") > 0) text += fmt::format(", {} cannot be", count("refused"));
  if (count("already") > 0) text += fmt::format(", {} had been before", count("already"));
  if (count("follows") > 0) text += fmt::format(", {} follow others", count("follows"));
  text += '\n';
  const std::string_view stopped = text_in(answer, "stopped");
  if (!stopped.empty()) text += fmt::format("stopped: {}; the same again does the rest\n", stopped);
  return text;
}

ExitCode undo_changes(const UndoCommand& command) { return print_or_fail(ask_to_undo(command)); }

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
