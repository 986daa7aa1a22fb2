// `partita query` and `partita scan`: page after page, as far as somebody wants.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "cli/data_commands.h"
#include "cli/display_text.h"
#include "cli/item_lines.h"
#include "cli/query_plan.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "wire/client/item_page.h"
#include "wire/protocol/attribute_json.h"

namespace partita::cli {
namespace {

// More than anybody reads in a terminal.
constexpr std::uint64_t kTableItems = 100;
constexpr std::uint64_t kTableItemsMax = 10'000;

void put_plan(JsonText& json, const QueryPlan& plan) {
  if (!plan.index.empty()) json.member("IndexName", plan.index);
  if (!plan.key_condition.empty()) json.member("KeyConditionExpression", plan.key_condition);
  if (!plan.filter.empty()) json.member("FilterExpression", plan.filter);
  if (!plan.names.is_empty()) {
    json.name("ExpressionAttributeNames");
    json.value(Value(plan.names));
  }
  if (!plan.values.is_empty()) {
    json.name("ExpressionAttributeValues");
    json.raw(dynamodb_json(plan.values));
  }
}

// Asks for pages until there are no more, or as many items as are wanted.
class PageReader {
 public:
  PageReader(client::DynamodbClient& client, const ReadCommand& command, const QueryPlan& plan)
      : client_(client), command_(command), plan_(plan), left_(limit_of(command)) {}

  bool has_more() const { return !is_over_ && left_ > 0; }
  // There is more than was wanted.
  bool is_cut() const { return !is_over_; }
  std::uint64_t items() const { return items_; }
  std::uint64_t scanned() const { return scanned_; }

  // REQUIRES: has_more().
  Result<client::ItemPage> next() {
    const std::string answer = TRY(client_.call(command_.is_scan ? "Scan" : "Query", request()));
    auto page = TRY(client::parse_item_page(answer));
    start_ = std::move(page.last_evaluated_key);
    is_over_ = !start_;
    auto got = static_cast<std::uint64_t>(std::max<std::int64_t>(0, page.count));
    if (got > left_) {
      page.items = first_of_list(page.items, left_);
      got = left_;
      is_over_ = false;
    }
    items_ += got;
    scanned_ += static_cast<std::uint64_t>(std::max<std::int64_t>(0, page.scanned_count));
    left_ -= std::min(left_, got);
    return page;
  }

 private:
  static EncodedItemList first_of_list(const EncodedItemList& items, std::uint64_t count) {
    EncodedItemList first;
    for (std::size_t i = 0; i < std::min<std::uint64_t>(count, items.size()); ++i) {
      first.append(items.at(i));
    }
    return first;
  }

  static std::uint64_t limit_of(const ReadCommand& command) {
    if (command.limit) return *command.limit;
    const bool is_for_people = command.output == ItemOutput::Table && !command.counts;
    return is_for_people ? kTableItems : std::numeric_limits<std::uint64_t>::max();
  }

  // DynamoDB's limit counts what is looked at. With a filter that says nothing of what comes out:
  // then pages are as large as the server makes them, and what is too much is cut off here.
  std::string request() const {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("TableName", command_.table);
    put_plan(json, plan_);
    constexpr std::uint64_t kPageItemsMax = 1'000'000;
    if (left_ < kPageItemsMax && plan_.filter.empty()) json.member("Limit", left_);
    if (command_.is_backwards) json.flag("ScanIndexForward", false);
    if (command_.is_consistent) json.flag("ConsistentRead");
    if (command_.counts) json.member("Select", "COUNT");
    if (start_) {
      json.name("ExclusiveStartKey");
      std::string key;
      protocol::append_json(key, start_->view());
      json.raw(key);
    }
    json.close_object();
    return std::move(json).take();
  }

  client::DynamodbClient& client_;
  const ReadCommand& command_;
  const QueryPlan& plan_;
  std::uint64_t left_;
  std::optional<EncodedItem> start_;
  bool is_over_ = false;
  std::uint64_t items_ = 0;
  std::uint64_t scanned_ = 0;
};

std::string note_below(const ReadCommand& command, const QueryPlan& plan, const PageReader& pages) {
  std::string note =
      fmt::format("{} item{}", grouped_digits(pages.items()), pages.items() == 1 ? "" : "s");
  if (pages.scanned() > pages.items()) {
    note += fmt::format(" of {} looked at", grouped_digits(pages.scanned()));
  }
  if (!plan.index.empty()) note += fmt::format(", by index {}", plan.index);
  if (pages.is_cut()) {
    note += command.limit ? "; there are more" : "; there are more: --limit N, or --json for all";
  }
  return output_has_colours() ? fmt::format("\x1B[2m{}\x1B[0m\n", note) : note + "\n";
}

Status print_item_lines(PageReader& pages, const ReadCommand& command) {
  while (pages.has_more()) {
    const auto page = TRY(pages.next());
    std::string lines;
    for (std::size_t i = 0; i < page.items.size(); ++i) {
      lines += item_line(page.items.at(i), command.output);
    }
    print(lines);
    TRY(output_state());
  }
  return {};
}

// First what is looked for, then what names the item.
KeyFacts shown_key(const TableFacts& facts, std::string_view index) {
  const auto found = std::find_if(facts.indexes.begin(), facts.indexes.end(),
                                  [&](const IndexFacts& each) { return each.name == index; });
  if (found == facts.indexes.end()) return facts.key;
  KeyFacts key = found->key;
  for (const auto& name : facts.key.all()) {
    const auto names = key.all();
    if (std::find(names.begin(), names.end(), name) == names.end()) key.sort.push_back(name);
  }
  return key;
}

Status print_table(PageReader& pages, const ReadCommand& command, const TableFacts& facts,
                   const QueryPlan& plan) {
  EncodedItemList items;
  while (pages.has_more()) {
    const auto page = TRY(pages.next());
    for (std::size_t i = 0; i < page.items.size(); ++i) items.append(page.items.at(i));
  }
  if (!items.is_empty()) print(item_table(items, shown_key(facts, plan.index), command.columns));
  print(note_below(command, plan, pages));
  return {};
}

Status read_items(const ReadCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  const QueryPlan plan =
      TRY(command.is_scan ? plan_scan(facts, command.conditions, command.index)
                          : plan_query(facts, command.conditions, command.index));
  const bool is_table = command.output == ItemOutput::Table;
  if (is_table && !command.counts && command.limit.value_or(0) > kTableItemsMax) {
    return Error::invalid_argument(
        "nobody reads a table of more than 10000 items: --json gives them line by line");
  }
  PageReader pages(*client, command, plan);
  if (!command.counts) {
    return is_table ? print_table(pages, command, facts, plan) : print_item_lines(pages, command);
  }
  while (pages.has_more()) TRY(pages.next());
  if (is_table) {
    print(note_below(command, plan, pages));
  } else {
    print(fmt::format("{{\"Count\":{},\"ScannedCount\":{}}}\n", pages.items(), pages.scanned()));
  }
  return {};
}

}  // namespace

ExitCode run_data(const ReadCommand& command) {
  const auto read = read_items(command);
  return read.ok() ? ExitCode::Ok : data_failure(read.error(), command.target);
}

}  // namespace partita::cli
