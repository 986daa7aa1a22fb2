// `partita tables` and `partita describe`.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/model_client.h"
#include "cli/table_facts.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

using client::DynamodbClient;

constexpr std::size_t kAskersMax = 8;

std::string count_cell(const Item& description, std::string_view name) {
  const auto count = count_in(description, name);
  return count ? grouped_digits(static_cast<std::uint64_t>(std::max<std::int64_t>(0, *count))) : "";
}

std::string size_cell(const Item& description, std::string_view name) {
  const auto bytes = count_in(description, name);
  return bytes ? bytes_line(static_cast<std::uint64_t>(std::max<std::int64_t>(0, *bytes))) : "";
}

// What each table is; a table that is deleted meanwhile is left empty.
std::vector<std::optional<TableFacts>> describe_all(DynamodbClient& client,
                                                    const std::vector<std::string>& names) {
  std::vector<std::optional<TableFacts>> facts(names.size());
  std::atomic<std::size_t> next = 0;
  const auto describe = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) {
      auto answer = ask(client, "DescribeTable", table_name_json(names[i]));
      const Value* described = answer.ok() ? answer->find("Table") : nullptr;
      if (described == nullptr || described->type() != ValueType::M) continue;
      auto read = read_table_facts(described->map());
      if (read.ok()) facts[i] = *std::move(read);
    }
  };
  std::vector<std::jthread> askers;
  const std::size_t wanted = std::min(kAskersMax, names.size());
  for (std::size_t i = 1; i < wanted; ++i) askers.emplace_back(describe);
  describe();
  return facts;
}

std::string tables_text(DynamodbClient& client, const std::vector<std::string>& names) {
  if (names.empty()) {
    return fmt::format("there are no tables at {}\n", client.endpoint());
  }
  TextTable table;
  table.columns = {{"TABLE", true}, {"KEY"}, {"INDEXES"}, {"ITEMS"}, {"SIZE"}, {"STATUS"}};
  const auto facts = describe_all(client, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto& row = table.rows.emplace_back();
    if (!facts[i]) {
      row = {{names[i]}, {""}, {"", true}, {"", true}, {"", true}, {"?"}};
      continue;
    }
    const Item& description = facts[i]->description;
    row = {{names[i]},
           {safe_text(facts[i]->key_line(facts[i]->key))},
           {std::to_string(facts[i]->indexes.size()), true},
           {count_cell(description, "ItemCount"), true},
           {size_cell(description, "TableSizeBytes"), true},
           {safe_text(text_in(description, "TableStatus"))}};
  }
  return show_table(table, {.width = terminal_width(), .has_colours = output_has_colours()}).text;
}

Result<std::string> ask_for_tables(const TablesCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const auto names = TRY(list_tables(*client));
  if (!command.prints_json) return tables_text(*client, names);
  JsonText json;
  json.open_object();
  json.strings("TableNames", names);
  json.close_object();
  return std::move(json).take();
}

// One line of facts: "key  artist S, title S".
class FactSheet {
 public:
  void add(std::string_view name, std::string text) {
    if (!text.empty()) lines_.emplace_back(name, safe_text(text));
  }

  std::string text(std::string_view title) const {
    const bool has_colours = output_has_colours();
    const std::string_view bold = has_colours ? "\x1B[1m" : "";
    const std::string_view off = has_colours ? "\x1B[0m" : "";
    std::size_t width = 0;
    for (const auto& line : lines_) width = std::max(width, line.first.size());
    std::string text = fmt::format("{}{}{}\n", bold, title, off);
    std::string_view before;
    for (const auto& [name, fact] : lines_) {
      text += fmt::format("  {:<{}}  {}\n", name == before ? "" : name, width, fact);
      before = name;
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

std::string created_line(const Item& description) {
  const Value* created = description.find("CreationDateTime");
  if (created == nullptr || created->type() != ValueType::N) return {};
  const double seconds = std::strtod(created->number().to_string().c_str(), nullptr);
  if (!(seconds >= 0 && seconds < 253'402'300'800.0)) return {};
  const auto moment = static_cast<std::time_t>(seconds);
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(moment));
}

std::string capacity_line(const Item& description) {
  const Value* billing = description.find("BillingModeSummary");
  const bool is_on_demand = billing != nullptr && billing->type() == ValueType::M &&
                            text_in(billing->map(), "BillingMode") == "PAY_PER_REQUEST";
  if (is_on_demand) return "on demand";
  const Value* units = description.find("ProvisionedThroughput");
  if (units == nullptr || units->type() != ValueType::M) return {};
  return fmt::format("{} read and {} write units a second",
                     count_in(units->map(), "ReadCapacityUnits").value_or(0),
                     count_in(units->map(), "WriteCapacityUnits").value_or(0));
}

std::string projection_line(const Item& index) {
  const Value* projection = index.find("Projection");
  if (projection == nullptr || projection->type() != ValueType::M) return {};
  const std::string_view type = text_in(projection->map(), "ProjectionType");
  if (type == "ALL") return "all attributes";
  if (type == "KEYS_ONLY") return "keys only";
  std::string names;
  for (const auto& name : texts_in(projection->map(), "NonKeyAttributes")) {
    names += fmt::format("{}{}", names.empty() ? "keys and " : ", ", name);
  }
  return names;
}

void add_indexes(FactSheet& sheet, const TableFacts& facts) {
  for (const char* list : {"LocalSecondaryIndexes", "GlobalSecondaryIndexes"}) {
    for (const Item& described : objects_in(facts.description, list)) {
      const std::string_view name = text_in(described, "IndexName");
      const auto found = std::find_if(facts.indexes.begin(), facts.indexes.end(),
                                      [&](const auto& index) { return index.name == name; });
      const std::string_view status = text_in(described, "IndexStatus");
      sheet.add("indexes", fmt::format("{}: {}; {}{}{}{}", name, facts.key_line(found->key),
                                       projection_line(described), found->is_local ? "; local" : "",
                                       status.empty() || status == "ACTIVE" ? "" : "; ",
                                       status == "ACTIVE" ? "" : status));
    }
  }
}

std::string stream_line(const Item& description) {
  const Value* stream = description.find("StreamSpecification");
  if (stream == nullptr || stream->type() != ValueType::M) return {};
  return std::string(text_in(stream->map(), "StreamViewType"));
}

// Servers that are less than DynamoDB do not know these operations; then nothing is told of it.
void add_settings(FactSheet& sheet, DynamodbClient& client, const TableFacts& facts) {
  const auto ttl = ask(client, "DescribeTimeToLive", table_name_json(facts.name));
  const Value* expiry = ttl.ok() ? ttl->find("TimeToLiveDescription") : nullptr;
  if (expiry != nullptr && expiry->type() == ValueType::M) {
    sheet.add("expiry", std::string(text_in(expiry->map(), "AttributeName")));
  }
  const auto backups = ask(client, "DescribeContinuousBackups", table_name_json(facts.name));
  const Value* continuous = backups.ok() ? backups->find("ContinuousBackupsDescription") : nullptr;
  if (continuous != nullptr && continuous->type() == ValueType::M) {
    const Value* recovery = continuous->map().find("PointInTimeRecoveryDescription");
    const bool is_on = recovery != nullptr && recovery->type() == ValueType::M &&
                       text_in(recovery->map(), "PointInTimeRecoveryStatus") == "ENABLED";
    if (is_on) sheet.add("recovery", "to any point in time");
  }
  const std::string_view arn = text_in(facts.description, "TableArn");
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("ResourceArn", arn);
  json.close_object();
  const auto tags = ask(client, "ListTagsOfResource", std::move(json).take());
  if (!tags.ok()) return;
  for (const Item& tag : objects_in(*tags, "Tags")) {
    sheet.add("tags", fmt::format("{}={}", text_in(tag, "Key"), text_in(tag, "Value")));
  }
}

Result<std::string> ask_for_description(const DescribeCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  if (command.prints_json) return to_json(Value(facts.description));
  const Item& description = facts.description;
  FactSheet sheet;
  sheet.add("status", std::string(text_in(description, "TableStatus")));
  sheet.add("key", facts.key_line(facts.key));
  add_indexes(sheet, facts);
  sheet.add("items", fmt::format("{}, {}", count_cell(description, "ItemCount"),
                                 size_cell(description, "TableSizeBytes")));
  sheet.add("capacity", capacity_line(description));
  sheet.add("stream", stream_line(description));
  add_settings(sheet, *client, facts);
  const Value* guarded = description.find("DeletionProtectionEnabled");
  const bool is_guarded =
      guarded != nullptr && guarded->type() == ValueType::Bool && guarded->boolean();
  if (is_guarded) sheet.add("deletion", "refused: the table is protected");
  sheet.add("created", created_line(description));
  sheet.add("arn", std::string(text_in(description, "TableArn")));
  return sheet.text(safe_text(facts.name));
}

}  // namespace

ExitCode data_failure(const Error& error, const DataTarget& target) {
  const bool has_no_answer = error.detail<client::NoAnswer>() != nullptr;
  if (has_no_answer && is_on_this_machine(target.endpoint)) {
    complain(Error::unavailable(
        fmt::format("{}; start a server with `partita serve`, or name another with --endpoint-url",
                    error.message())));
    return ExitCode::Failed;
  }
  complain(error);
  return error.kind() == ErrorKind::NotFound ? ExitCode::NotFound : ExitCode::Failed;
}

ExitCode run_data(const TablesCommand& command) {
  const auto text = ask_for_tables(command);
  return text.ok() ? print_or_fail(text) : data_failure(text.error(), command.target);
}

ExitCode run_data(const DescribeCommand& command) {
  const auto text = ask_for_description(command);
  return text.ok() ? print_or_fail(text) : data_failure(text.error(), command.target);
}

}  // namespace partita::cli
