// What does it cost to read a request and to write its answer? A GetItem of 250 bytes, a PutItem of
// 1 KB with 15 attributes, a page of 20 such items; the plain copy of the request is the yardstick.

#include <benchmark/benchmark.h>

#include <string>

#include "partita/api/get_item.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/base/check.h"
#include "wire/protocol/request_decoder.h"
#include "wire/protocol/response_encoder.h"

namespace partita::protocol {
namespace {

const std::string& get_item_json() {
  static const std::string kJson =
      R"({"TableName":"messages","Key":{"PK":{"S":"MESSAGE#01J9Z3V5K8QW2X7RTYB4N6M0PC"},)"
      R"("SK":{"S":"STAGE#enrich#2026-11-15T10:15:30.123Z"}},"ConsistentRead":true,)"
      R"("ProjectionExpression":"#s, attempt","ExpressionAttributeNames":{"#s":"status"},)"
      R"("ReturnConsumedCapacity":"TOTAL"})";
  return kJson;
}

const std::string& put_item_json() {
  static const std::string kJson =
      R"({"TableName":"messages","Item":{"PK":{"S":"MESSAGE#01J9Z3V5K8QW2X7RTYB4N6M0PC"},)"
      R"("SK":{"S":"STAGE#enrich#2026-11-15T10:15:30.123Z"},"attempt":{"N":"3"},)"
      R"("correlation_id":{"S":"7f9c24e8-3b12-4fef-91e0-6d3a5c2b8f17"},)"
      R"("created_at":{"S":"2026-11-15T10:15:30.123Z"},"duration_ms":{"N":"1482"},)"
      R"("entity":{"S":"Message"},"expires_at":{"N":"1794737730"},"is_replay":{"BOOL":false},)"
      R"("meta":{"M":{"host":{"S":"worker-17"},"region":{"S":"eu-west-2"},)"
      R"("version":{"N":"42"}}},"score":{"N":"0.9375"},"source":{"S":"orders"},)"
      R"("tags":{"SS":["billing","europe","retry"]},"status":{"S":"SUCCEEDED"},)"
      R"("note":{"S":")" +
      std::string(280, 'x') +
      R"("}},"ConditionExpression":"attribute_not_exists(PK) OR attempt < :a",)"
      R"("ExpressionAttributeValues":{":a":{"N":"3"}},"ReturnValues":"ALL_OLD"})";
  return kJson;
}

void count_bytes(benchmark::State& state, const std::string& json) {
  state.SetBytesProcessed(static_cast<std::int64_t>(json.size()) * state.iterations());
  state.counters["bytes"] = static_cast<double>(json.size());
}

template <typename Request>
void decode(benchmark::State& state, const std::string& json) {
  PARTITA_CHECK(decode_request<Request>(json).ok());
  for (auto _ : state) benchmark::DoNotOptimize(decode_request<Request>(json));
  count_bytes(state, json);
}

void copy_put_item(benchmark::State& state) {
  for (auto _ : state) {
    std::string copy = put_item_json();
    benchmark::DoNotOptimize(copy.data());
  }
  count_bytes(state, put_item_json());
}
BENCHMARK(copy_put_item);

void decode_get_item(benchmark::State& state) {
  decode<api::GetItemRequest>(state, get_item_json());
}
BENCHMARK(decode_get_item);

void decode_put_item(benchmark::State& state) {
  decode<api::PutItemRequest>(state, put_item_json());
}
BENCHMARK(decode_put_item);

void encode_page(benchmark::State& state) {
  const auto put = decode_request<api::PutItemRequest>(put_item_json()).value();
  api::QueryResponse response;
  response.items.emplace();
  for (int i = 0; i < 20; ++i) response.items->append(put.item.view());
  response.count = 20;
  response.scanned_count = 20;
  std::string json;
  for (auto _ : state) {
    json.clear();
    append_json(json, response);
    benchmark::DoNotOptimize(json.data());
  }
  count_bytes(state, json);
}
BENCHMARK(encode_page);

}  // namespace
}  // namespace partita::protocol

BENCHMARK_MAIN();
