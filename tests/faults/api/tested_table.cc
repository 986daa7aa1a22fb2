#include "faults/api/tested_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace partita::faults {
namespace {

using testing::ApiClient;

constexpr std::string_view kCreateTable = R"({"TableName":"tested","BillingMode":"PAY_PER_REQUEST",
"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"},
"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
  {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"},
  {"AttributeName":"h","AttributeType":"S"},{"AttributeName":"v","AttributeType":"N"}],
"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
"GlobalSecondaryIndexes":[
  {"IndexName":"byGroup","Projection":{"ProjectionType":"ALL"},"KeySchema":[
    {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]},
  {"IndexName":"byPair","Projection":{"ProjectionType":"KEYS_ONLY"},"KeySchema":[
    {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"h","KeyType":"HASH"},
    {"AttributeName":"v","KeyType":"RANGE"},{"AttributeName":"sk","KeyType":"RANGE"}]}],
"LocalSecondaryIndexes":[{"IndexName":"byValue","KeySchema":[
    {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"v","KeyType":"RANGE"}],
  "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["n"]}}]})";

constexpr std::string_view kExpire = R"({"TableName":"tested",
"TimeToLiveSpecification":{"AttributeName":"expires","Enabled":true}})";

Status expect_success(std::string_view what, const testing::HttpAnswer& answer) {
  if (answer.status == 200) return {};
  return Error::internal(fmt::format("{}: status {}, {}", what, answer.status, answer.body));
}

bool is_in(const TestedIndex& index, const Json& item) {
  return std::ranges::all_of(index.keys, [&](auto name) { return item.contains(name); });
}

Json projected(const TestedIndex& index, const Json& item) {
  if (index.projected == Projected::All) return item;
  std::vector<std::string_view> names = {"pk", "sk"};
  names.insert(names.end(), index.keys.begin(), index.keys.end());
  names.insert(names.end(), index.included.begin(), index.included.end());
  Json entry = Json::object();
  for (const auto name : names) {
    if (item.contains(name)) entry[std::string(name)] = item[std::string(name)];
  }
  return entry;
}

using Entries = std::multiset<std::string>;

void report(std::string_view index, std::string_view what, const Entries& these,
            const Entries& others, std::vector<std::string>& wrong) {
  std::vector<std::string> only;
  std::ranges::set_difference(these, others, std::back_inserter(only));
  for (const auto& entry : only) wrong.push_back(fmt::format("{} {} {}", index, what, entry));
}

}  // namespace

const std::vector<TestedIndex>& tested_indexes() {
  static const std::vector<TestedIndex> kIndexes = {
      {.name = "byGroup", .keys = {"g"}, .projected = Projected::All, .included = {}},
      {.name = "byPair", .keys = {"g", "h", "v"}, .projected = Projected::KeysOnly, .included = {}},
      {.name = "byValue", .keys = {"v"}, .projected = Projected::Included, .included = {"n"}},
  };
  return kIndexes;
}

Status create_table(ApiClient& client) {
  TRY(expect_success("CreateTable", client.send("CreateTable", kCreateTable)));
  return expect_success("UpdateTimeToLive", client.send("UpdateTimeToLive", kExpire));
}

Result<std::vector<Json>> scan(ApiClient& client, std::string_view index) {
  constexpr int kPagesMax = 10'000;
  std::vector<Json> found;
  Json request = {{"TableName", kTable}, {"Limit", 150}};
  if (!index.empty()) request["IndexName"] = index;
  for (int page = 0; page < kPagesMax; ++page) {
    const auto answer = client.send("Scan", request.dump());
    TRY(expect_success("Scan", answer));
    const Json told = Json::parse(answer.body);
    found.insert(found.end(), told["Items"].begin(), told["Items"].end());
    if (!told.contains("LastEvaluatedKey")) return found;
    request["ExclusiveStartKey"] = told["LastEvaluatedKey"];
  }
  return Error::internal("the scan does not end");
}

std::string key_of(const Json& item) {
  return item["pk"]["S"].get<std::string>() + "/" + item["sk"]["N"].get<std::string>();
}

Items by_key(const std::vector<Json>& items) {
  Items found;
  for (const Json& item : items) found.emplace(key_of(item), item);
  return found;
}

std::vector<std::string> index_violations(const TestedIndex& index, const std::vector<Json>& items,
                                          const std::vector<Json>& entries) {
  Entries expected;
  for (const Json& item : items) {
    if (is_in(index, item)) expected.insert(projected(index, item).dump());
  }
  Entries actual;
  for (const Json& entry : entries) actual.insert(entry.dump());
  std::vector<std::string> wrong;
  report(index.name, "misses", expected, actual, wrong);
  report(index.name, "has too much:", actual, expected, wrong);
  return wrong;
}

}  // namespace partita::faults
