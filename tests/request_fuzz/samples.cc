#include "request_fuzz/samples.h"

#include <algorithm>
#include <array>
#include <string>

namespace partita::request_fuzz {
namespace {

struct Sample {
  std::string_view member;
  std::string_view json;
};

// Sorted by member. All tables have the key pk (S), sk (N), a global index on kind and a local one
// on v.
constexpr std::array kSamples = {
    Sample{"AttributeDefinitions", R"([{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"kind","AttributeType":"S"},
        {"AttributeName":"v","AttributeType":"N"}])"},
    Sample{"AttributeName", R"~("expires")~"},
    Sample{"AttributeUpdates", R"({"v":{"Value":{"N":"1"},"Action":"ADD"},
        "kind":{"Value":{"S":"x"}},"tags":{"Action":"DELETE"}})"},
    Sample{"AttributesToGet", R"(["pk","kind","list"])"},
    Sample{"BillingMode", R"~("PAY_PER_REQUEST")~"},
    Sample{"ConditionExpression", R"~("attribute_not_exists(#k) OR v < :n")~"},
    Sample{"ConditionExpression", R"~("NOT (kind IN (:s, :t)) AND size(list) >= :n")~"},
    Sample{"ConditionExpression",
           R"~("attribute_type(map.a, :s) OR contains(tags, :s) OR pk = :p")~"},
    Sample{"ConditionExpression", R"~("begins_with(kind, :s) OR v BETWEEN :n AND :m OR pk = :p")~"},
    Sample{"ConditionalOperator", R"~("OR")~"},
    Sample{"ExclusiveStartKey", R"({"pk":{"S":"a"},"sk":{"N":"1"}})"},
    Sample{"Expected", R"({"kind":{"Exists":false},"v":{"ComparisonOperator":"LT",
        "AttributeValueList":[{"N":"5"}]}})"},
    Sample{"Expected", R"({"pk":{"Value":{"S":"a"}},"list":{"ComparisonOperator":"NULL"}})"},
    Sample{"FilterExpression", R"~("v < :n OR #k = :s")~"},
    Sample{"FilterExpression", R"~("contains(list, :m) AND attribute_exists(map.a)")~"},
    Sample{"GlobalSecondaryIndexes", R"([{"IndexName":"byKind","KeySchema":[
        {"AttributeName":"kind","KeyType":"HASH"},{"AttributeName":"v","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"ALL"}}])"},
    Sample{"IndexName", R"~("byKind")~"},
    Sample{"IndexName", R"~("byV")~"},
    Sample{"Item", R"({"pk":{"S":"a"},"sk":{"N":"1"},"kind":{"S":"x"},"v":{"N":"2"},
        "list":{"L":[{"N":"1"},{"S":"x"}]},"map":{"M":{"a":{"BOOL":true},"b":{"NULL":true}}}})"},
    Sample{"Item", R"({"pk":{"S":"b"},"sk":{"N":"-2.5e3"},"tags":{"SS":["x","y"]},
        "bytes":{"B":"AAEC"},"numbers":{"NS":["1","2"]},"parts":{"BS":["AA==","AQ=="]}})"},
    Sample{"Key", R"({"pk":{"S":"a"},"sk":{"N":"1"}})"},
    Sample{"Key", R"({"pk":{"S":"b"},"sk":{"N":"-2500"}})"},
    Sample{"KeyConditionExpression", R"~("pk = :p")~"},
    Sample{"KeyConditionExpression", R"~("#p = :p AND sk BETWEEN :n AND :m")~"},
    Sample{"KeyConditionExpression", R"~("pk = :p AND sk > :n")~"},
    Sample{"KeyConditions", R"({"pk":{"ComparisonOperator":"EQ",
        "AttributeValueList":[{"S":"a"}]}})"},
    Sample{"KeySchema", R"([{"AttributeName":"pk","KeyType":"HASH"},
        {"AttributeName":"sk","KeyType":"RANGE"}])"},
    Sample{"Keys", R"([{"pk":{"S":"a"},"sk":{"N":"1"}},{"pk":{"S":"b"},"sk":{"N":"2"}}])"},
    Sample{"LocalSecondaryIndexes", R"([{"IndexName":"byV","KeySchema":[
        {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"v","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["kind"]}}])"},
    Sample{"MaxCapacity", "9"},
    Sample{"MinCapacity", "1"},
    Sample{"PolicyName", R"~("follow")~"},
    Sample{"PolicyType", R"~("TargetTrackingScaling")~"},
    Sample{"ProjectionExpression", R"~("pk, #k, list[0], map.a")~"},
    Sample{"ProjectionExpression", R"~("tags, numbers")~"},
    Sample{"QueryFilter", R"({"kind":{"ComparisonOperator":"NOT_NULL"},
        "list":{"ComparisonOperator":"CONTAINS","AttributeValueList":[{"S":"x"}]}})"},
    Sample{"ResourceId", R"~("table/fuzz_one")~"},
    Sample{"S3Bucket", R"~("fuzz")~"},
    Sample{"S3BucketOwner", R"~("000000000000")~"},
    Sample{"S3KeyPrefix", R"~("rows")~"},
    Sample{"ScalableDimension", R"~("dynamodb:table:ReadCapacityUnits")~"},
    Sample{"ScalableDimension", R"~("dynamodb:table:WriteCapacityUnits")~"},
    Sample{"ScanFilter", R"({"v":{"ComparisonOperator":"BETWEEN",
        "AttributeValueList":[{"N":"1"},{"N":"5"}]},"kind":{"ComparisonOperator":"NE",
        "AttributeValueList":[{"S":"q"}]}})"},
    Sample{"ServiceNamespace", R"~("dynamodb")~"},
    Sample{"ShardIteratorType", R"~("TRIM_HORIZON")~"},
    Sample{"TagKeys", R"(["colour"])"},
    Sample{"Tags", R"([{"Key":"colour","Value":"red"}])"},
    Sample{"TargetTrackingScalingPolicyConfiguration", R"({"TargetValue":50,
        "PredefinedMetricSpecification":{
            "PredefinedMetricType":"DynamoDBReadCapacityUtilization"}})"},
    Sample{"TargetTrackingScalingPolicyConfiguration", R"({"TargetValue":70,
        "PredefinedMetricSpecification":{
            "PredefinedMetricType":"DynamoDBWriteCapacityUtilization"}})"},
    Sample{"UpdateExpression", R"~("SET v = if_not_exists(v, :n) + :m, #k = :s REMOVE list[3]")~"},
    Sample{"UpdateExpression", R"~("SET list = list_append(if_not_exists(list, :l), :l)")~"},
    Sample{"UpdateExpression", R"~("ADD w :n, labels :g REMOVE bytes")~"},
    Sample{"UpdateExpression", R"~("DELETE labels :g")~"},
};
static_assert(std::ranges::is_sorted(kSamples, {}, &Sample::member));

constexpr auto kJson = [] {
  std::array<std::string_view, kSamples.size()> json;
  std::ranges::transform(kSamples, json.begin(), &Sample::json);
  return json;
}();

constexpr std::array kPlaceholders = {
    Sample{":p", R"({"S":"a"})"},        Sample{":n", R"({"N":"1"})"},
    Sample{":m", R"({"N":"3"})"},        Sample{":s", R"({"S":"S"})"},
    Sample{":t", R"({"S":"y"})"},        Sample{":l", R"({"L":[{"N":"1"}]})"},
    Sample{":g", R"({"SS":["x","z"]})"}, Sample{"#p", R"~("pk")~"},
    Sample{"#k", R"~("kind")~"},
};

constexpr std::array<std::string_view, 2> kTableNames = {"fuzz_one", "fuzz_two"};
constexpr std::array<std::string_view, 5> kAttributeNames = {"pk", "kind", "v", "list", "map"};

std::string member(std::string_view name) {
  return std::string("\"").append(name).append("\":").append(samples_of(name).front());
}

}  // namespace

std::span<const std::string_view> samples_of(std::string_view member) {
  const auto found = std::ranges::equal_range(kSamples, member, {}, &Sample::member);
  const auto first = static_cast<std::size_t>(found.begin() - kSamples.begin());
  return std::span(kJson).subspan(first, found.size());
}

std::string_view placeholder_sample(std::string_view placeholder) {
  return std::ranges::find(kPlaceholders, placeholder, &Sample::member)->json;
}

std::span<const std::string_view> table_names() { return kTableNames; }
std::span<const std::string_view> attribute_names() { return kAttributeNames; }

std::string create_table_request(std::string_view table_name) {
  return std::string(R"({"TableName":")")
      .append(table_name)
      .append(R"(","StreamSpecification":{"StreamEnabled":true,)")
      .append(R"("StreamViewType":"NEW_AND_OLD_IMAGES"},)")
      .append(member("BillingMode") + "," + member("AttributeDefinitions") + "," +
              member("KeySchema") + "," + member("GlobalSecondaryIndexes") + "," +
              member("LocalSecondaryIndexes") + "}");
}

}  // namespace partita::request_fuzz
