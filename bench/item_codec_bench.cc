// What does it cost to write, read and print one stored item? The item has 15 attributes and about
// 320 bytes, like a message on its way. `allocations` is counted per operation.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "allocation_counter.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"
#include "partita/value/measure.h"
#include "wire/protocol/attribute_json.h"

namespace partita {
namespace {

Item message() {
  return Item{
      {"PK", "MESSAGE#01J9Z3V5K8QW2X7RTYB4N6M0PC"},
      {"SK", "STAGE#enrich#2026-11-15T10:15:30.123Z"},
      {"attempt", 3},
      {"correlation_id", "7f9c24e8-3b12-4fef-91e0-6d3a5c2b8f17"},
      {"created_at", "2026-11-15T10:15:30.123Z"},
      {"duration_ms", 1482},
      {"entity", "Message"},
      {"expires_at", 1794737730},
      {"is_replay", false},
      {"meta", Map{{"host", "worker-17"}, {"region", "eu-west-2"}, {"version", 42}}},
      {"score", Number::parse("0.9375").value()},
      {"source", "orders"},
      {"stage", "enrich"},
      {"status", "SUCCEEDED"},
      {"updated_at", "2026-11-15T10:15:31.605Z"},
  };
}

// The calls that a request decoder makes; not in the order of the names.
Result<ItemView> write_message(ItemWriter& writer) {
  static const Number kScore = Number::parse("0.9375").value();
  const auto write_string = [&](std::string_view name, std::string_view text) {
    writer.name(name);
    writer.string(text);
  };
  const auto write_number = [&](std::string_view name, const Number& number) {
    writer.name(name);
    writer.number(number);
  };
  writer.clear();
  write_string("SK", "STAGE#enrich#2026-11-15T10:15:30.123Z");
  write_string("PK", "MESSAGE#01J9Z3V5K8QW2X7RTYB4N6M0PC");
  write_string("entity", "Message");
  write_string("stage", "enrich");
  write_string("status", "SUCCEEDED");
  write_string("source", "orders");
  write_string("correlation_id", "7f9c24e8-3b12-4fef-91e0-6d3a5c2b8f17");
  write_string("created_at", "2026-11-15T10:15:30.123Z");
  write_string("updated_at", "2026-11-15T10:15:31.605Z");
  write_number("attempt", 3);
  write_number("duration_ms", 1482);
  write_number("expires_at", 1794737730);
  write_number("score", kScore);
  writer.name("is_replay");
  writer.boolean(false);
  writer.name("meta");
  writer.begin(ValueType::M);
  write_string("host", "worker-17");
  write_string("region", "eu-west-2");
  write_number("version", 42);
  writer.end();
  return writer.finish();
}

void encode_from_tree(benchmark::State& state) {
  const Item item = message();
  Bytes bytes = encode(item);
  const AllocationCounter counter(state);
  for (auto _ : state) {
    bytes.clear();
    append_encoded(bytes, item);
    benchmark::DoNotOptimize(bytes.data());
  }
  state.counters["encoded_bytes"] = static_cast<double>(bytes.size());
  state.counters["dynamodb_bytes"] = static_cast<double>(size_bytes(item));
}
BENCHMARK(encode_from_tree);

void encode_by_writer(benchmark::State& state) {
  ItemWriter writer;
  if (write_message(writer)->bytes() != encode(message())) state.SkipWithError("not the same item");
  const AllocationCounter counter(state);
  for (auto _ : state) benchmark::DoNotOptimize(write_message(writer)->bytes().data());
}
BENCHMARK(encode_by_writer);

void parse_only(benchmark::State& state) {
  const Bytes bytes = encode(message());
  const AllocationCounter counter(state);
  for (auto _ : state) benchmark::DoNotOptimize(ItemView::parse(bytes).ok());
}
BENCHMARK(parse_only);

void parse_and_find(benchmark::State& state) {
  const Bytes bytes = encode(message());
  const AllocationCounter counter(state);
  for (auto _ : state) {
    const auto status = ItemView::parse(bytes).value().find("status");
    benchmark::DoNotOptimize(status->string().data());
  }
}
BENCHMARK(parse_and_find);

void measure_size(benchmark::State& state) {
  const Bytes bytes = encode(message());
  const ItemView item = ItemView::from_valid(bytes);
  const AllocationCounter counter(state);
  for (auto _ : state) benchmark::DoNotOptimize(size_bytes(item));
}
BENCHMARK(measure_size);

void decode_to_tree(benchmark::State& state) {
  const Bytes bytes = encode(message());
  const ItemView item = ItemView::from_valid(bytes);
  const AllocationCounter counter(state);
  for (auto _ : state) benchmark::DoNotOptimize(item.to_item().size());
}
BENCHMARK(decode_to_tree);

void print_json(benchmark::State& state) {
  const Bytes bytes = encode(message());
  const ItemView item = ItemView::from_valid(bytes);
  std::string json;
  protocol::append_json(json, item);
  const AllocationCounter counter(state);
  for (auto _ : state) {
    json.clear();
    protocol::append_json(json, item);
    benchmark::DoNotOptimize(json.data());
  }
  state.counters["json_bytes"] = static_cast<double>(json.size());
}
BENCHMARK(print_json);

void parse_number(benchmark::State& state) {
  const AllocationCounter counter(state);
  for (auto _ : state) benchmark::DoNotOptimize(Number::parse("-1234567.8901").ok());
}
BENCHMARK(parse_number);

}  // namespace
}  // namespace partita

BENCHMARK_MAIN();
