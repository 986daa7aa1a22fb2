#include "cli/cluster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

bool is_flag_set(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::Bool && value->boolean();
}

// "0.4 s ago". Whole minutes are for one whose row nobody takes away, because all stand still.
std::string age_text(std::int64_t milliseconds) {
  if (milliseconds < 60'000) return fmt::format("{:.1f} s ago", double(milliseconds) / 1000);
  return fmt::format("{} min ago", milliseconds / 60'000);
}

std::string told(const Item& server, std::string_view name) {
  const auto text = text_in(server, name);
  return text.empty() ? "not told" : std::string(text);
}

// A server, or a command that works beside them.
std::string place_of_requests(const Item& server) {
  return text_in(server, "role") == "command" ? "a command" : told(server, "address");
}

Item row_of_server(const Item& server) {
  Item row;
  const std::string mark = is_flag_set(server, "this") ? " *" : "";
  row.set("server", Value(std::string(text_in(server, "name")) + mark));
  row.set("address", Value(place_of_requests(server)));
  row.set("machine", Value(told(server, "machine")));
  row.set("version", Value(told(server, "version")));
  row.set("since", Value(told(server, "since")));
  row.set("last sign", Value(age_text(count_in(server, "silent_ms").value_or(0))));
  row.set("leases", Value(Number(static_cast<std::int64_t>(texts_in(server, "leases").size()))));
  return row;
}

// What the leases are of; a server that stands alone needs none.
std::string lease_lines(const Item& answer, const std::vector<Item>& servers) {
  if (!is_flag_set(answer, "shared")) return "one server, which has its store for itself\n";
  std::string lines = "* is the server that was asked\n";
  for (const Item& server : servers) {
    const auto leases = texts_in(server, "leases");
    if (leases.empty()) continue;
    lines += fmt::format("{} does {}\n", text_in(server, "name"), fmt::join(leases, ", "));
  }
  const auto free = texts_in(answer, "free_leases");
  if (!free.empty()) {
    lines += fmt::format("of servers that are gone, to be taken next: {}\n", fmt::join(free, ", "));
  }
  return lines;
}

Result<std::string> ask_cluster(const ClusterCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send({.path = "/api/cluster"}));
  if (command.prints_json) return json;
  return cluster_text(TRY(parse_answer(json)), output_has_colours());
}

}  // namespace

std::string cluster_text(const Item& answer, bool has_colours) {
  const auto servers = objects_in(answer, "servers");
  std::vector<Item> rows;
  for (const Item& server : servers) rows.push_back(row_of_server(server));
  const std::vector<std::string> columns{"server", "address",   "machine", "version",
                                         "since",  "last sign", "leases"};
  return table_text(rows, columns, has_colours) + lease_lines(answer, servers);
}

ExitCode show_cluster(const ClusterCommand& command) { return print_or_fail(ask_cluster(command)); }

}  // namespace partita::cli
