// `partita get`, `put` and `delete`.
#include <fmt/format.h>

#include <utility>

#include "cli/data_commands.h"
#include "cli/item_lines.h"
#include "cli/terminal.h"
#include "cli/typed_words.h"
#include "language/value/json_text.h"
#include "wire/client/item_page.h"

namespace partita::cli {
namespace {

using client::Repeats;

std::string key_request(const TableFacts& facts, const Item& key, bool returns_old) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", facts.name);
  json.name("Key");
  json.raw(dynamodb_json(key));
  if (returns_old) {
    json.member("ReturnValues", "ALL_OLD");
  } else {
    json.flag("ConsistentRead");
  }
  json.close_object();
  return std::move(json).take();
}

// As it can be typed again: artist='Nina Simone' title='Pastel Blues'
std::string key_words_line(const TableFacts& facts, const Item& key) {
  std::string line;
  for (const auto& name : facts.key.all()) {
    JsonText json(JsonLayout::Compact);
    json.value(*key.find(name));
    line += fmt::format("{}{}={}", line.empty() ? "" : " ", name, std::move(json).take());
  }
  return line;
}

Error no_such_item(const TableFacts& facts, const Item& key) {
  return Error::not_found(fmt::format("{} has no item {}", facts.name, key_words_line(facts, key)));
}

Result<std::string> get_item(const GetCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  const Item key = TRY(typed_key(facts, command.key));
  const std::string answer =
      TRY(client->call("GetItem", key_request(facts, key, /*returns_old=*/false)));
  const auto item = TRY(client::parse_item_member(answer, "Item"));
  if (!item) return no_such_item(facts, key);
  if (command.output != ItemOutput::Table) return item_line(item->view(), command.output);
  return item_sheet(item->view().to_item(), facts.key);
}

std::string put_request(const TableFacts& facts, const Item& item, bool must_be_new) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", facts.name);
  json.name("Item");
  json.raw(dynamodb_json(item));
  json.member("ReturnValues", "ALL_OLD");
  if (must_be_new) {
    json.member("ConditionExpression", "attribute_not_exists(#key)");
    json.object("ExpressionAttributeNames");
    json.member("#key", facts.key.partition.front());
    json.close_object();
  }
  json.close_object();
  return std::move(json).take();
}

Result<std::string> put_item(const PutCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  const Item item = TRY(typed_item(facts, command.item));
  const auto answer =
      client->call("PutItem", put_request(facts, item, command.must_be_new), Repeats::IfThrottled);
  if (!answer.ok() && answer.error().kind() == ErrorKind::Conflict && command.must_be_new) {
    return Error::already_exists(
        fmt::format("{} has an item {} already; without --new it is replaced", facts.name,
                    key_words_line(facts, item)));
  }
  if (!answer.ok()) return answer.error();
  const auto before = TRY(client::parse_item_member(*answer, "Attributes"));
  const std::string_view what = !before                            ? "is new"
                                : before->view().to_item() == item ? "is as it was"
                                                                   : "is replaced";
  return fmt::format("{} {} in {}\n", key_words_line(facts, item), what, facts.name);
}

Result<std::string> delete_item(const DeleteCommand& command) {
  const auto client = TRY(open_endpoint(command.target));
  const TableFacts facts = TRY(describe_table(*client, command.table));
  const Item key = TRY(typed_key(facts, command.key));
  const std::string answer = TRY(client->call(
      "DeleteItem", key_request(facts, key, /*returns_old=*/true), Repeats::IfThrottled));
  const auto before = TRY(client::parse_item_member(answer, "Attributes"));
  if (!before) return no_such_item(facts, key);
  return fmt::format("{} is deleted from {}; it was\n{}", key_words_line(facts, key), facts.name,
                     item_line(before->view(), ItemOutput::DynamodbJson));
}

template <typename Command>
ExitCode shown_or_failed(const Result<std::string>& text, const Command& command) {
  return text.ok() ? print_or_fail(text) : data_failure(text.error(), command.target);
}

}  // namespace

ExitCode run_data(const GetCommand& command) { return shown_or_failed(get_item(command), command); }
ExitCode run_data(const PutCommand& command) { return shown_or_failed(put_item(command), command); }
ExitCode run_data(const DeleteCommand& command) {
  return shown_or_failed(delete_item(command), command);
}

}  // namespace partita::cli
