#include "cli/table_facts.h"

#include <fmt/format.h>

#include <utility>

#include "cli/model_client.h"
#include "language/value/json_text.h"
#include "model/formula/suggestion.h"
#include "partita/value/measure.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

constexpr std::size_t kTablesMax = 100'000;

KeyFacts key_facts(const Item& described) {
  KeyFacts key;
  for (const Item& element : objects_in(described, "KeySchema")) {
    auto& part = text_in(element, "KeyType") == "RANGE" ? key.sort : key.partition;
    part.emplace_back(text_in(element, "AttributeName"));
  }
  return key;
}

Error no_such_table(client::DynamodbClient& client, std::string_view table) {
  const auto names = list_tables(client);
  std::vector<std::string_view> views;
  if (names.ok()) views.assign(names->begin(), names->end());
  const std::string meant = model::did_you_mean(table, views);
  if (!names.ok() || views.empty()) {
    return Error::not_found(fmt::format("there is no table {} at {}{}", table, client.endpoint(),
                                        names.ok() ? ", nor any other" : ""));
  }
  return Error::not_found(fmt::format("there is no table {} at {}{}{}", table, client.endpoint(),
                                      meant,
                                      meant.empty() ? "; there is " + model::listed(views) : ""));
}

}  // namespace

std::vector<std::string> KeyFacts::all() const {
  std::vector<std::string> names = partition;
  names.insert(names.end(), sort.begin(), sort.end());
  return names;
}

std::uint64_t TableFacts::item_count() const {
  const auto count = count_in(description, "ItemCount").value_or(0);
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, count));
}

std::string TableFacts::key_line(const KeyFacts& keys) const {
  std::string line;
  for (const std::string& attribute : keys.all()) {
    const auto type = types.find(attribute);
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", attribute,
                        type == types.end() ? '?' : type->second);
  }
  return line;
}

std::string table_name_json(std::string_view table) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", table);
  json.close_object();
  return std::move(json).take();
}

Result<Item> ask(client::DynamodbClient& client, std::string_view operation,
                 std::string_view body) {
  constexpr int kLevelsAround = 8;
  const std::string answer = TRY(client.call(operation, body));
  auto object = rest::parse_plain_json(answer, 2 * kNestingMax + kLevelsAround);
  if (object.ok()) return object;
  return Error::corrupt(fmt::format("{} does not answer as DynamoDB does: {}", client.endpoint(),
                                    object.error().message()));
}

Result<std::vector<std::string>> list_tables(client::DynamodbClient& client) {
  std::vector<std::string> names;
  std::string last;
  do {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    if (!last.empty()) json.member("ExclusiveStartTableName", last);
    json.close_object();
    const Item page = TRY(ask(client, "ListTables", std::move(json).take()));
    for (auto& name : texts_in(page, "TableNames")) names.push_back(std::move(name));
    last = text_in(page, "LastEvaluatedTableName");
    if (names.size() > kTablesMax) return Error::too_large("there are more than 100,000 tables");
  } while (!last.empty());
  return names;
}

Result<TableFacts> read_table_facts(Item description) {
  TableFacts facts;
  facts.name = text_in(description, "TableName");
  facts.key = key_facts(description);
  if (facts.key.partition.empty()) return Error::corrupt("the server tells no key of the table");
  for (const Item& attribute : objects_in(description, "AttributeDefinitions")) {
    const std::string_view type = text_in(attribute, "AttributeType");
    facts.types.emplace(text_in(attribute, "AttributeName"), type.empty() ? 'S' : type.front());
  }
  for (const char* list : {"LocalSecondaryIndexes", "GlobalSecondaryIndexes"}) {
    for (const Item& index : objects_in(description, list)) {
      facts.indexes.push_back({.name = std::string(text_in(index, "IndexName")),
                               .key = key_facts(index),
                               .is_local = *list == 'L'});
    }
  }
  facts.description = std::move(description);
  return facts;
}

Result<TableFacts> describe_table(client::DynamodbClient& client, std::string_view table) {
  const auto answer = ask(client, "DescribeTable", table_name_json(table));
  if (!answer.ok() && answer.error().kind() == ErrorKind::NotFound) {
    return no_such_table(client, table);
  }
  if (!answer.ok()) return answer.error();
  const Value* described = answer->find("Table");
  if (described == nullptr || described->type() != ValueType::M) {
    return Error::corrupt(fmt::format("{} describes no table", client.endpoint()));
  }
  return read_table_facts(described->map());
}

}  // namespace partita::cli
