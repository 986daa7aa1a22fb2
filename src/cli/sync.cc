#include "cli/sync.h"

#include <fmt/format.h>

#include <vector>

#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

// "12 since 2026-11-18T20:15:02.117Z"
std::string pending_text(const Item& sync) {
  const auto pending = count_in(sync, "pending").value_or(0);
  if (pending == 0) return "0";
  const auto since = text_in(sync, "pending_since");
  return since.empty() ? fmt::format("{}", pending) : fmt::format("{} since {}", pending, since);
}

Item sync_row(const Item& sync) {
  Item row;
  const auto text = [&](const std::string& column, std::string_view name) {
    const auto value = text_in(sync, name);
    if (!value.empty()) row.set(column, Value(std::string(value)));
  };
  const auto count = [&](const std::string& column, std::string_view name) {
    row.set(column, Value(Number(count_in(sync, name).value_or(0))));
  };
  text("sync", "sync");
  text("state", "state");
  row.set("pending", Value(pending_text(sync)));
  count("held items", "held_items");
  count("dead letters", "dead_letters");
  count("delivered", "delivered");
  count("lost", "lost");
  text("failing since", "failing_since");
  text("next try", "retry_at");
  text("error", "error");
  return row;
}

Item held_row(const Item& sync, const Item& held) {
  Item row;
  const auto set = [&](const std::string& column, std::string_view value) {
    if (!value.empty()) row.set(column, Value(std::string(value)));
  };
  set("sync", text_in(sync, "sync"));
  set("event", text_in(held, "event"));
  set("state", text_in(held, "state"));
  set("since", text_in(held, "since"));
  row.set("tries", Value(Number(count_in(held, "tries").value_or(0))));
  row.set("events", Value(Number(count_in(held, "events").value_or(0))));
  set("next try", text_in(held, "retry_at"));
  set("error", text_in(held, "error"));
  return row;
}

client::RestRequest request_of(const SyncCommand& command) {
  client::RestRequest request{.path = "/api/syncs"};
  if (!command.action.empty()) {
    request.method = "POST";
    request.path = "/api/syncs:" + command.action;
  }
  const auto add = [&](std::string name, const std::string& value) {
    if (!value.empty()) request.query.emplace_back(std::move(name), value);
  };
  add("sync", command.sync);
  add("event", command.event);
  add("from", command.from);
  if (command.skips_all) add("all", "1");
  return request;
}

Result<std::string> answer_about_syncs(const SyncCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send(request_of(command)));
  if (command.prints_json) return json;
  return syncs_text(TRY(parse_answer(json)), output_has_colours());
}

}  // namespace

std::string syncs_text(const Item& answer, bool has_colours) {
  std::vector<Item> rows;
  std::vector<Item> held_rows;
  for (const Item& sync : objects_in(answer, "syncs")) {
    rows.push_back(sync_row(sync));
    for (const Item& held : objects_in(sync, "held")) held_rows.push_back(held_row(sync, held));
  }
  if (rows.empty()) return "no model of this server tells anything elsewhere\n";
  const std::vector<std::string> columns{"sync",         "state",     "pending", "held items",
                                         "dead letters", "delivered", "lost",    "failing since",
                                         "next try",     "error"};
  std::string text = table_text(rows, columns_of(rows, columns), has_colours);
  if (held_rows.empty()) return text;
  const std::vector<std::string> held_columns{"sync",  "event",  "state",    "since",
                                              "tries", "events", "next try", "error"};
  return text + "\n" + table_text(held_rows, columns_of(held_rows, held_columns), has_colours);
}

ExitCode show_syncs(const SyncCommand& command) {
  return print_or_fail(answer_about_syncs(command));
}

}  // namespace partita::cli
