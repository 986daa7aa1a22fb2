#include "cli/table_sketch.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "language/value/json_text.h"
#include "partita/value/measure.h"
#include "partita/value/number.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

constexpr int kItemsMax = 1000;

Result<Item> call(const ModelClient& client, std::string_view operation, std::string body) {
  const std::string answer =
      TRY(client.send({.method = "POST",
                       .path = "/",
                       .body = std::move(body),
                       .body_type = "application/x-amz-json-1.0",
                       .target = fmt::format("DynamoDB_20120810.{}", operation)}));
  // Each level of an item is two in this form.
  constexpr int kLevelsMax = 2 * kNestingMax + 8;
  return rest::parse_plain_json(answer, kLevelsMax);
}

std::string table_request(std::string_view table, std::optional<int> items_max = {}) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", table);
  if (items_max) json.member("Limit", *items_max);
  json.close_object();
  return std::move(json).take();
}

// DynamoDB's JSON, which is an object of one member that names the type. Of sets and binaries only
// the type matters here, and what is not as it should be is NULL.
Value typed(const Value& json);

Value typed_list(const List& list) {
  List result;
  for (const Value& element : list) result.push_back(typed(element));
  return result;
}

Value typed_map(const Map& map) {
  Map result;
  for (const auto& field : map) result.set(field.name, typed(field.value));
  return result;
}

Value typed(const Value& json) {
  if (json.type() != ValueType::M || json.map().size() != 1) return {};
  const auto& [name, value] = *json.map().begin();
  if (name == "N" && value.type() == ValueType::S) {
    auto number = Number::parse(value.string());
    return number.ok() ? Value(*std::move(number)) : Value();
  }
  if (name == "S" && value.type() == ValueType::S) return value;
  if (name == "BOOL" && value.type() == ValueType::Bool) return value;
  if (name == "L" && value.type() == ValueType::L) return typed_list(value.list());
  if (name == "M" && value.type() == ValueType::M) return typed_map(value.map());
  if (name == "B") return Binary{};
  if (name == "SS") return Value::string_set({"a"}).value();
  if (name == "NS") return Value::number_set({Number(1)}).value();
  if (name == "BS") return Value::binary_set({Binary{}}).value();
  return {};
}

// The key attribute of that kind, HASH or RANGE, or empty.
std::string key_in(const Item& described, std::string_view kind) {
  for (const Item& key : objects_in(described, "KeySchema")) {
    if (text_in(key, "KeyType") == kind) return std::string(text_in(key, "AttributeName"));
  }
  return {};
}

void read_indexes(const Item& described, std::string_view list, TableSketch& sketch) {
  for (const Item& each : objects_in(described, list)) {
    const Value* projection = each.find("Projection");
    const bool has_keys = projection != nullptr && projection->type() == ValueType::M &&
                          text_in(projection->map(), "ProjectionType") == "KEYS_ONLY";
    sketch.indexes.push_back({.name = std::string(text_in(each, "IndexName")),
                              .is_local = list.starts_with("Local"),
                              .partition_key = key_in(each, "HASH"),
                              .sort_key = key_in(each, "RANGE"),
                              .projection = has_keys ? "keys" : "all"});
  }
}

}  // namespace

Result<TableSketch> read_sketch(const ModelClient& client, std::string_view table_name) {
  const Item answer = TRY(call(client, "DescribeTable", table_request(table_name)));
  const Value* described = answer.find("Table");
  if (described == nullptr || described->type() != ValueType::M) {
    return Error::invalid_argument("the server's answer describes no table");
  }
  const Item& table = described->map();
  TableSketch sketch{.name = std::string(table_name),
                     .partition_key = key_in(table, "HASH"),
                     .sort_key = key_in(table, "RANGE")};
  for (const Item& each : objects_in(table, "AttributeDefinitions")) {
    sketch.types.emplace(text_in(each, "AttributeName"), text_in(each, "AttributeType"));
  }
  read_indexes(table, "GlobalSecondaryIndexes", sketch);
  read_indexes(table, "LocalSecondaryIndexes", sketch);
  const Item page = TRY(call(client, "Scan", table_request(table_name, kItemsMax)));
  for (const Item& item : objects_in(page, "Items")) sketch.items.push_back(typed_map(item).map());
  return sketch;
}

}  // namespace partita::cli
