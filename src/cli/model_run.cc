#include "cli/model_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/item_table.h"
#include "cli/model_client.h"
#include "cli/plot.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "partita/base/file.h"
#include "wire/protocol/percent_encoding.h"

namespace partita::cli {
namespace {

constexpr std::size_t kStatsBarWidth = 40;
constexpr std::size_t kBodyBytesMax = std::size_t{16} << 20;

void print_answer(std::string_view text) {
  print(fmt::format("{}{}", text, text.empty() || text.ends_with('\n') ? "" : "\n"));
}

ExitCode failed_or_not_found(const Error& error) {
  complain(error);
  return error.kind() == ErrorKind::NotFound ? ExitCode::NotFound : ExitCode::Failed;
}

// What is in the file if it is named with an @, as curl has it.
Result<std::string> body_of(const ModelRunCommand& command) {
  if (!command.body.starts_with('@')) return command.body;
  return read_small_file(command.body.substr(1), kBodyBytesMax);
}

bool reads(const Item& pattern) {
  const auto kind = text_in(pattern, "kind");
  return kind == "get" || kind == "query" || kind == "collection" || kind == "history" ||
         kind == "search";
}

// The attributes of the entity in the order of the model.
std::vector<std::string> attributes_of(const ModelClient::Found& found) {
  const auto entity = text_in(found.element, "entity");
  for (const Item& each : objects_in(found.model, "entities")) {
    if (text_in(each, "name") == entity) return texts_in(each, "attributes");
  }
  return {};
}

std::string items_text(const std::vector<Item>& items, const std::vector<std::string>& wanted,
                       OutputForm form) {
  const auto columns = columns_of(items, wanted);
  if (form == OutputForm::Csv) return csv_text(items, columns);
  if (items.empty()) return "no items\n";
  return table_text(items, columns, output_has_colours());
}

// Parts of an answer that have names: a collection, a map, the steps of a transaction.
std::string parts_text(const Item& answer, OutputForm form) {
  std::string text;
  for (const auto& [name, part] : answer) {
    if (!text.empty()) text += '\n';
    if (part.type() == ValueType::L) {
      text += name + ":\n" + items_text(objects_in(answer, name), {}, form);
    } else if (part.type() == ValueType::M) {
      text += name + ":\n";
      text += form == OutputForm::Csv
                  ? csv_text({part.map()}, columns_of({part.map()}, {}))
                  : item_text(part.map(), columns_of({part.map()}, {}), output_has_colours());
    } else {
      text += name + ": nothing\n";
    }
  }
  return text;
}

bool has_parts(const Item& pattern, const Item& answer) {
  const auto kind = text_in(pattern, "kind");
  const bool is_map = kind == "query" && answer.find("items") == nullptr;
  return kind == "collection" || kind == "transaction" || is_map;
}

std::string answer_text(const ModelClient::Found& found, const Item& answer, OutputForm form) {
  if (has_parts(found.element, answer)) return parts_text(answer, form);
  const auto attributes = attributes_of(found);
  if (answer.find("items") != nullptr) {
    return items_text(objects_in(answer, "items"), attributes, form);
  }
  const auto columns = columns_of({answer}, attributes);
  if (form == OutputForm::Csv) return csv_text({answer}, columns);
  return item_text(answer, columns, output_has_colours());
}

// To standard error, so that what is read by programs holds nothing else.
void tell_of_more(const Item& answer) {
  const auto next = text_in(answer, "next");
  const auto previous = text_in(answer, "prev");
  if (!next.empty()) print_aside(fmt::format("more: --page {}\n", next));
  if (!previous.empty()) print_aside(fmt::format("before: --page {}\n", previous));
}

client::RestRequest request_of(const ModelRunCommand& command, const Item& pattern,
                               std::string body) {
  client::RestRequest request{.method = reads(pattern) ? "GET" : "POST",
                              .path = std::string(text_in(pattern, "by_name")),
                              .query = command.arguments,
                              .body = std::move(body),
                              .role = command.role};
  if (command.limit) request.query.emplace_back("limit", std::to_string(*command.limit));
  if (!command.page.empty()) request.query.emplace_back("page", command.page);
  return request;
}

void set_page(client::RestRequest& request, std::string_view token) {
  std::erase_if(request.query, [](const auto& parameter) { return parameter.first == "page"; });
  request.query.emplace_back("page", token);
}

// All pages one behind the other, as one answer.
Result<Item> read_all(const ModelClient& client, client::RestRequest request) {
  List items;
  while (true) {
    const std::string body = TRY(client.send(request));
    Item answer = TRY(parse_answer(body));
    Value* page = answer.find("items");
    if (page == nullptr || page->type() != ValueType::L) return answer;
    for (Value& item : page->list()) items.push_back(std::move(item));
    const std::string next(text_in(answer, "next"));
    if (next.empty()) break;
    set_page(request, next);
  }
  const auto count = static_cast<std::int64_t>(items.size());
  return Item{{"items", std::move(items)}, {"count", count}};
}

Result<std::string> answer_of(const ModelRunCommand& command) {
  auto body = TRY(body_of(command));
  const auto client = TRY(ModelClient::open(command.target));
  const auto found = TRY(client.find_pattern(command.model, command.pattern));
  const auto request = request_of(command, found.element, std::move(body));
  if (command.reads_all && reads(found.element)) {
    const Item answer = TRY(read_all(client, request));
    if (command.output == OutputForm::Json) return partita::to_json(Value(answer));
    return answer_text(found, answer, command.output);
  }
  std::string text = TRY(client.send(request));
  if (text.empty()) return std::string(command.output == OutputForm::Table ? "done\n" : "");
  if (command.output == OutputForm::Json) return text;
  const Item answer = TRY(parse_answer(text));
  tell_of_more(answer);
  return answer_text(found, answer, command.output);
}

Result<std::string> read_rollup(const ModelStatsCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  const auto found = TRY(client.find_rollup(command.model, command.rollup));
  client::RestRequest request{.path = std::string(text_in(found.element, "by_name")),
                              .query = command.arguments};
  if (!command.window.empty()) request.query.emplace_back("window", command.window);
  std::string text = TRY(client.send(request));
  if (command.output == OutputForm::Json) return text;
  const Item answer = TRY(parse_answer(text));
  std::vector<std::string> columns = texts_in(found.element, "columns");
  const auto measures = texts_in(found.element, "measures");
  if (command.output == OutputForm::Plot) {
    return bars_text(objects_in(answer, "rows"), columns, measures, kStatsBarWidth);
  }
  columns.insert(columns.end(), measures.begin(), measures.end());
  return items_text(objects_in(answer, "rows"), columns, command.output);
}

void tell_of_blanks(const std::vector<Item>& leases) {
  const auto is_blank = [](const Item& lease) { return text_in(lease, "walked_at").empty(); };
  if (std::none_of(leases.begin(), leases.end(), is_blank)) return;
  print_aside(
      "a lease without figures: its table has not been walked over yet, or its rules are "
      "not enforced\n");
}

// Leases that are over. A server walks over its tables by itself; data that nobody serves is walked
// over now.
Result<std::string> read_overdue(const ModelStatsCommand& command) {
  const auto client = TRY(ModelClient::open(command.target));
  TRY(client.catch_up());
  client::RestRequest request{.path = "/api/models/"};
  protocol::append_percent_encoded(request.path, command.model);
  std::string text = TRY(client.send(request));
  if (command.output == OutputForm::Json) return text;
  const auto leases = objects_in(TRY(parse_answer(text)), "overdue");
  if (leases.empty() && command.output == OutputForm::Table) {
    return fmt::format("model {} has no leases that report or count\n", command.model);
  }
  tell_of_blanks(leases);
  return items_text(leases,
                    {"table", "entity", "state", "timeout", "then", "items", "oldest", "walked_at"},
                    command.output);
}

ExitCode finish(const Result<std::string>& text) {
  if (!text.ok()) return failed_or_not_found(text.error());
  print_answer(*text);
  return ExitCode::Ok;
}

}  // namespace

ExitCode run_pattern(const ModelRunCommand& command) { return finish(answer_of(command)); }
ExitCode show_stats(const ModelStatsCommand& command) {
  return finish(command.rollup.empty() ? read_overdue(command) : read_rollup(command));
}

}  // namespace partita::cli
