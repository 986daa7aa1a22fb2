// What does a model cost a write? A message of rez_agent is put, and updated from processing to
// completed; the same item is copied beside it, which is the least that any write does. The target
// is below 5 us an item of 15 attributes, and no allocation where nothing has to be filled.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "allocation_counter.h"
#include "model/definition/read_model.h"
#include "model/rules/table_rules.h"

namespace partita::rules {
namespace {

std::shared_ptr<const model::Model> rez_agent() {
  std::ifstream file(PARTITA_SOURCE_TREE "/models/rez_agent.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  auto model = model::load_model(text.str(), "rez_agent.yaml");
  if (!model.ok()) {
    std::cerr << model.error().message() << "\n";
    std::exit(1);
  }
  return *model;
}

const TableRules& rules() {
  static const std::shared_ptr<const model::Model> kModel = rez_agent();
  static const TableRules kRules = *TableRules::compile(kModel, kModel->tables.front());
  return kRules;
}

model::Instant now() { return model::parse_rfc3339("2025-10-21T14:30:00.123Z").value(); }

// As the web API sends it.
Item request() {
  return Item{{"message_id", "550e8400-e29b-41d4-a716-446655440000"},
              {"created_by", "user:ada@example.com"},
              {"message_type", "manual_notification"},
              {"correlation_id", "660e9500-f39c-52e5-b827-557766551111"},
              {"payload", Map{{"text", "User-defined message"},
                              {"priority", "high"},
                              {"tags", List{"manual", "urgent"}}}}};
}

// The message as it is stored while it is processed: 15 attributes.
EncodedItem stored(const char* status) {
  SeededRandom random(1);
  const EncodedItem sent(request());
  JudgedWrite change;
  change.after = sent.view();
  change.now = now();
  const auto outcome = rules().judge(change, random);
  if (!outcome.ok()) std::exit(1);
  Item item = outcome->filled->view().to_item();
  item.set("processing_started_at", "2025-10-21T14:30:01.000Z");
  item.set("notification_id", "ntfy_abc123");
  item.set("status", status);
  return EncodedItem(item);
}

void judge(benchmark::State& state, const JudgedWrite& change) {
  SeededRandom random(1);
  const AllocationCounter counter(state);
  for ([[maybe_unused]] auto _ : state) {
    auto outcome = rules().judge(change, random);
    if (!outcome.ok()) state.SkipWithError(outcome.error().message().c_str());
    benchmark::DoNotOptimize(outcome);
  }
}

void copy_item(benchmark::State& state) {
  const EncodedItem item = stored("processing");
  const AllocationCounter counter(state);
  for ([[maybe_unused]] auto _ : state) {
    Item copy = item.view().to_item();
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(copy_item);

void put_new_message(benchmark::State& state) {
  const EncodedItem item(request());
  JudgedWrite change;
  change.after = item.view();
  change.now = now();
  judge(state, change);
}
BENCHMARK(put_new_message);

void put_complete_message(benchmark::State& state) {
  const EncodedItem item = stored("created");
  JudgedWrite change;
  change.after = item.view();
  change.now = now();
  judge(state, change);
}
BENCHMARK(put_complete_message);

void update_processing_to_completed(benchmark::State& state) {
  const EncodedItem before = stored("processing");
  const EncodedItem after = stored("completed");
  const std::string_view targets[] = {"status"};
  JudgedWrite change;
  change.kind = WriteKind::Update;
  change.before = before.view();
  change.after = after.view();
  change.targets = targets;
  change.now = now() + std::chrono::seconds(10);
  judge(state, change);
}
BENCHMARK(update_processing_to_completed);

void refuse_completed_to_processing(benchmark::State& state) {
  const EncodedItem before = stored("completed");
  const EncodedItem after = stored("processing");
  SeededRandom random(1);
  JudgedWrite change;
  change.kind = WriteKind::Update;
  change.before = before.view();
  change.after = after.view();
  change.now = now();
  for ([[maybe_unused]] auto _ : state) {
    auto outcome = rules().judge(change, random);
    if (outcome.ok()) state.SkipWithError("the transition was allowed");
    benchmark::DoNotOptimize(outcome);
  }
}
BENCHMARK(refuse_completed_to_processing);

}  // namespace
}  // namespace partita::rules

BENCHMARK_MAIN();
