#include "cli/table_definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "cli/model_client.h"
#include "language/value/json_text.h"
#include "partita/base/clock.h"

namespace partita::cli {
namespace {

const Item* object_member(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::M ? &value->map() : nullptr;
}

// A member as it is, if it is there.
void put_same(JsonText& json, const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  if (value == nullptr) return;
  json.name(name);
  json.value(*value);
}

bool is_on_demand(const Item& description) {
  const Item* billing = object_member(description, "BillingModeSummary");
  return billing != nullptr && text_in(*billing, "BillingMode") == "PAY_PER_REQUEST";
}

// A provisioned table may not have less than one unit of anything.
void put_throughput(JsonText& json, const Item& described) {
  const Item* units = object_member(described, "ProvisionedThroughput");
  const auto units_of = [&](std::string_view name) {
    return units == nullptr ? 1 : std::max<std::int64_t>(1, count_in(*units, name).value_or(1));
  };
  json.object("ProvisionedThroughput");
  json.member("ReadCapacityUnits", units_of("ReadCapacityUnits"));
  json.member("WriteCapacityUnits", units_of("WriteCapacityUnits"));
  json.close_object();
}

void put_indexes(JsonText& json, const Item& description, std::string_view list) {
  const auto indexes = objects_in(description, list);
  if (indexes.empty()) return;
  const bool has_throughput = list.starts_with("Global") && !is_on_demand(description);
  json.array(list);
  for (const Item& index : indexes) {
    json.open_object();
    for (const char* name : {"IndexName", "KeySchema", "Projection"}) put_same(json, index, name);
    if (has_throughput) put_throughput(json, index);
    json.close_object();
  }
  json.close_array();
}

bool is_all_active(const TableFacts& facts) {
  const auto indexes = objects_in(facts.description, "GlobalSecondaryIndexes");
  return text_in(facts.description, "TableStatus") == "ACTIVE" &&
         std::all_of(indexes.begin(), indexes.end(), [](const Item& index) {
           const std::string_view status = text_in(index, "IndexStatus");
           return status.empty() || status == "ACTIVE";
         });
}

// Copies one setting after the other, and remembers what did not work.
class SettingsCopy {
 public:
  SettingsCopy(const PlacedTable& from, const PlacedTable& to) : from_(from), to_(to) {}

  void copy_expiry() {
    const auto answer = ask(from_.client, "DescribeTimeToLive", table_name_json(from_.facts.name));
    const Item* expiry = answer.ok() ? object_member(*answer, "TimeToLiveDescription") : nullptr;
    if (expiry == nullptr || text_in(*expiry, "TimeToLiveStatus") != "ENABLED") return;
    JsonText json = begun();
    json.object("TimeToLiveSpecification");
    json.flag("Enabled");
    json.member("AttributeName", text_in(*expiry, "AttributeName"));
    json.close_object();
    send("UpdateTimeToLive", std::move(json), "expiry (TTL)");
  }

  void copy_stream() {
    const Item* stream = object_member(from_.facts.description, "StreamSpecification");
    const Value* is_on = stream == nullptr ? nullptr : stream->find("StreamEnabled");
    if (is_on == nullptr || is_on->type() != ValueType::Bool || !is_on->boolean()) return;
    if (object_member(to_.facts.description, "StreamSpecification") != nullptr) return;
    JsonText json = begun();
    put_same(json, from_.facts.description, "StreamSpecification");
    send("UpdateTable", std::move(json), "stream");
  }

  void copy_recovery() {
    const auto answer =
        ask(from_.client, "DescribeContinuousBackups", table_name_json(from_.facts.name));
    const Item* backups =
        answer.ok() ? object_member(*answer, "ContinuousBackupsDescription") : nullptr;
    const Item* recovery =
        backups == nullptr ? nullptr : object_member(*backups, "PointInTimeRecoveryDescription");
    if (recovery == nullptr || text_in(*recovery, "PointInTimeRecoveryStatus") != "ENABLED") return;
    JsonText json = begun();
    json.object("PointInTimeRecoverySpecification");
    json.flag("PointInTimeRecoveryEnabled");
    json.close_object();
    send("UpdateContinuousBackups", std::move(json), "point-in-time recovery");
  }

  void copy_tags() {
    JsonText question(JsonLayout::Compact);
    question.open_object();
    question.member("ResourceArn", text_in(from_.facts.description, "TableArn"));
    question.close_object();
    const auto answer = ask(from_.client, "ListTagsOfResource", std::move(question).take());
    if (!answer.ok()) return;
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("ResourceArn", text_in(to_.facts.description, "TableArn"));
    json.array("Tags");
    bool has_tags = false;
    for (const Item& tag : objects_in(*answer, "Tags")) {
      if (text_in(tag, "Key").starts_with("aws:")) continue;  // AWS's own, which nobody may set.
      json.value(Value(tag));
      has_tags = true;
    }
    json.close_array();
    if (has_tags) send("TagResource", std::move(json), "tags");
  }

  void copy_protection() {
    const Value* guarded = from_.facts.description.find("DeletionProtectionEnabled");
    const bool is_guarded =
        guarded != nullptr && guarded->type() == ValueType::Bool && guarded->boolean();
    if (!is_guarded) return;
    JsonText json = begun();
    json.flag("DeletionProtectionEnabled");
    send("UpdateTable", std::move(json), "deletion protection");
  }

  std::vector<std::string> take_faults() && { return std::move(faults_); }

 private:
  JsonText begun() const {
    JsonText json(JsonLayout::Compact);
    json.open_object();
    json.member("TableName", to_.facts.name);
    return json;
  }

  // A table is busy for a while after each change.
  void send(std::string_view operation, JsonText json, std::string_view what) {
    json.close_object();
    const auto ready = wait_until_active(to_.client, to_.facts.name);
    const auto answer = ready.ok() ? to_.client.call(operation, std::move(json).take())
                                   : Result<std::string>(ready.error());
    // Expiry that is set already is refused with these words: it is as it should be.
    const bool is_set =
        !answer.ok() && answer.error().message().find("already enabled") != std::string::npos;
    if (answer.ok() || is_set) return;
    faults_.push_back(fmt::format("{} could not be set: {}", what, answer.error().message()));
  }

  const PlacedTable& from_;
  const PlacedTable& to_;
  std::vector<std::string> faults_;
};

}  // namespace

std::string create_table_request(const TableFacts& facts, std::string_view name) {
  const Item& description = facts.description;
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", name);
  put_same(json, description, "AttributeDefinitions");
  put_same(json, description, "KeySchema");
  put_indexes(json, description, "LocalSecondaryIndexes");
  put_indexes(json, description, "GlobalSecondaryIndexes");
  if (is_on_demand(description)) {
    json.member("BillingMode", "PAY_PER_REQUEST");
  } else {
    put_throughput(json, description);
  }
  const Item* table_class = object_member(description, "TableClassSummary");
  if (table_class != nullptr) json.member("TableClass", text_in(*table_class, "TableClass"));
  json.close_object();
  return std::move(json).take();
}

Result<std::string> create_simple_table_request(std::string_view name, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string_view rest = key;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const auto colon = part.rfind(':');
    const std::string_view type = colon == std::string_view::npos ? "S" : part.substr(colon + 1);
    attributes.emplace_back(part.substr(0, colon), type);
    const bool is_type = type == "S" || type == "N" || type == "B";
    if (part.substr(0, colon).empty() || !is_type) attributes.clear();
    if (attributes.empty()) break;
  }
  if (attributes.empty() || attributes.size() > 2) {
    return Error::invalid_argument(fmt::format(
        "`{}` is no key: one or two names, with types if they are no texts (artist,year:N)", key));
  }
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", name);
  json.member("BillingMode", "PAY_PER_REQUEST");
  json.array("AttributeDefinitions");
  for (const auto& [attribute, type] : attributes) {
    json.open_object();
    json.member("AttributeName", attribute);
    json.member("AttributeType", type);
    json.close_object();
  }
  json.close_array();
  json.array("KeySchema");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    json.open_object();
    json.member("AttributeName", attributes[i].first);
    json.member("KeyType", i == 0 ? "HASH" : "RANGE");
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

Result<TableFacts> wait_until_active(client::DynamodbClient& client, std::string_view table) {
  const auto deadline = Clock::system().monotonic_now() + std::chrono::minutes(30);
  for (int attempt = 0;; ++attempt) {
    auto facts = describe_table(client, table);
    // A table that was just made is not known everywhere at once.
    const bool is_late = !facts.ok() && facts.error().kind() == ErrorKind::NotFound && attempt < 5;
    if (!facts.ok() && !is_late) return facts;
    if (facts.ok() && is_all_active(*facts)) return facts;
    if (Clock::system().monotonic_now() >= deadline) {
      return Error::unavailable(fmt::format("table {} does not become ACTIVE", table));
    }
    client.pause_after(std::min(attempt, 4));
  }
}

std::vector<std::string> copy_settings(const PlacedTable& from, const PlacedTable& to) {
  SettingsCopy copy(from, to);
  copy.copy_expiry();
  copy.copy_stream();
  copy.copy_recovery();
  copy.copy_tags();
  copy.copy_protection();
  return std::move(copy).take_faults();
}

}  // namespace partita::cli
