#include "cli/faults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/terminal.h"
#include "model/definition/read_model.h"
#include "partita/base/file.h"

namespace partita::cli {
namespace {

using Action = FaultsCommand::Action;

bool has_flag(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::Bool && value->boolean();
}

// "10% of them", "each 3rd", "all".
std::string share_of(const Item& rule) {
  const Value* rate = rule.find("rate");
  if (rate != nullptr && rate->type() == ValueType::N) return "rate " + rate->number().to_string();
  const auto every = count_in(rule, "every");
  return every ? fmt::format("every {}", *every) : "all";
}

std::string end_of(const Item& rule) {
  std::vector<std::string> ends;
  if (const auto count = count_in(rule, "count")) ends.push_back(fmt::format("{} times", *count));
  if (const auto time = text_in(rule, "for"); !time.empty()) ends.emplace_back(time);
  return fmt::format("{}", fmt::join(ends, " or "));
}

Item row_of_rule(const Item& rule) {
  Item row;
  const auto set = [&](const std::string& column, std::string text) {
    if (!text.empty()) row.set(column, Value(std::move(text)));
  };
  const bool is_applied = has_flag(rule, "applied");
  set("fault", fmt::format("{}{}", text_in(rule, "kind"), is_applied ? ", applied" : ""));
  set("operations", fmt::format("{}", fmt::join(texts_in(rule, "operations"), " ")));
  set("tables", fmt::format("{}", fmt::join(texts_in(rule, "tables"), " ")));
  set("which", share_of(rule));
  set("until", end_of(rule));
  set("delay", std::string(text_in(rule, "delay")));
  set("age", std::string(text_in(rule, "age")));
  row.set("asked", Value(Number(count_in(rule, "matched").value_or(0))));
  row.set("met", Value(Number(count_in(rule, "met").value_or(0))));
  set("state", has_flag(rule, "over") ? "over" : "on");
  return row;
}

Result<client::RestRequest> request_of(const FaultsCommand& command) {
  client::RestRequest request{.path = "/api/faults"};
  if (command.action == Action::Clear) request.method = "DELETE";
  if (command.action == Action::Set) {
    request.method = "PUT";
    request.body = TRY(read_small_file(command.file, model::kModelBytesMax));
    request.body_type = "application/yaml";
  }
  return request;
}

Result<std::string> ask_about_faults(const FaultsCommand& command) {
  const auto request = TRY(request_of(command));
  const auto client = TRY(ModelClient::open(command.target));
  std::string json = TRY(client.send(request));
  if (command.prints_json) return json;
  return faults_text(TRY(parse_answer(json)), output_has_colours());
}

}  // namespace

std::string faults_text(const Item& answer, bool has_colours) {
  std::vector<Item> rows;
  for (const Item& rule : objects_in(answer, "rules")) rows.push_back(row_of_rule(rule));
  if (rows.empty()) {
    return has_flag(answer, "allowed")
               ? "no faults are set\n"
               : "no faults are set, and the server allows none (serve --allow-faults)\n";
  }
  const std::vector<std::string> columns{"fault", "state", "operations", "tables", "which",
                                         "until", "delay", "age",        "asked",  "met"};
  return table_text(rows, columns_of(rows, columns), has_colours);
}

ExitCode change_faults(const FaultsCommand& command) {
  return print_or_fail(ask_about_faults(command));
}

}  // namespace partita::cli
