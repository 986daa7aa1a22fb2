#include "tables.h"

#include <fmt/format.h>

#include <chrono>

#include "data_set.h"
#include "partita/base/clock.h"

namespace partita::load {
namespace {

constexpr std::chrono::seconds kPatience{60};

std::string index_json(std::string_view name, std::string_view partition_key) {
  return fmt::format(R"({{"IndexName":"{}","KeySchema":[{{"AttributeName":"{}","KeyType":"HASH"}},)"
                     R"({{"AttributeName":"created_date","KeyType":"RANGE"}}],)"
                     R"("Projection":{{"ProjectionType":"ALL"}}}})",
                     name, partition_key);
}

std::string create_table_json() {
  std::string definitions;
  for (const std::string_view name : {"message_id", "stage", "status", "created_date"}) {
    definitions += definitions.empty() ? "" : ",";
    definitions += fmt::format(R"({{"AttributeName":"{}","AttributeType":"S"}})", name);
  }
  return fmt::format(
      R"({{"TableName":"{}","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{}],)"
      R"("KeySchema":[{{"AttributeName":"message_id","KeyType":"HASH"}}],)"
      R"("GlobalSecondaryIndexes":[{},{}]}})",
      kTable, definitions, index_json(kStageIndex, "stage"), index_json(kStatusIndex, "status"));
}

Error refused(std::string_view operation, const Answer& answer) {
  return Error::invalid_argument(
      fmt::format("{} was answered {} {}", operation, answer.status, answer.body));
}

enum class TableState { Absent, Active, Changing };

Result<TableState> table_state(Client& client) {
  const std::string body = fmt::format(R"({{"TableName":"{}"}})", kTable);
  const auto answer = TRY(client.call("DescribeTable", body));
  const auto has = [&](std::string_view text) {
    return answer.body.find(text) != answer.body.npos;
  };
  if (answer.status == 400 && has("ResourceNotFoundException")) return TableState::Absent;
  if (answer.status != 200) return refused("DescribeTable", answer);
  const bool is_changing = has(R"("CREATING")") || has(R"("DELETING")") || has(R"("UPDATING")");
  return is_changing ? TableState::Changing : TableState::Active;
}

// Asks again and again: every question waits for its answer, so nothing spins.
Status wait_for(Client& client, TableState wanted) {
  const auto start = Clock::system().monotonic_now();
  while (Clock::system().monotonic_now() - start < kPatience) {
    if (TRY(table_state(client)) == wanted) return {};
  }
  return Error::unavailable("the table does not become ready");
}

}  // namespace

Status recreate_table(Client& client) {
  if (TRY(table_state(client)) != TableState::Absent) {
    const auto dropped =
        TRY(client.call("DeleteTable", fmt::format(R"({{"TableName":"{}"}})", kTable)));
    if (dropped.status != 200) return refused("DeleteTable", dropped);
    TRY(wait_for(client, TableState::Absent));
  }
  const auto created = TRY(client.call("CreateTable", create_table_json()));
  if (created.status != 200) return refused("CreateTable", created);
  return wait_for(client, TableState::Active);
}

}  // namespace partita::load
