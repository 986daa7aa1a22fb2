// What does an answer of a rollup cost over the sums of a million items, and what does a write pay
// for the rollup? The answer is to stay under a millisecond, however long its window is.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "model/definition/read_model.h"
#include "modelled/rollups/contribution_rows.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/rollups/rollup_reader.h"
#include "partita/base/check.h"
#include "partita/base/random.h"
#include "partita/value/encoded_item.h"
#include "store/keys/item_keys.h"

namespace partita::rollups {
namespace {

constexpr std::string_view kModel =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: id}}}\n"
    "entities:\n"
    "  Job:\n"
    "    match: all\n"
    "    key: {id: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      status: {type: enum, values: [open, done, failed]}\n"
    "      at: {type: timestamp, encode: epoch_ms}\n"
    "      cost: {type: number}\n"
    "      note: {type: string}\n"
    "rollups:\n"
    "  by_status:\n"
    "    of: Job\n"
    "    group_by: [status]\n"
    "    time: at\n"
    "    windows: [1h, 24h, 90d]\n"
    "    measures: {n: count, cost: sum(cost), mean: avg(cost)}\n";

constexpr model::Instant kNow{std::chrono::minutes(30'000'000)};
constexpr int kItems = 1'000'000;

Item job(Random& random) {
  constexpr std::string_view kStatuses[] = {"open", "done", "failed"};
  const auto at = kNow - std::chrono::seconds(random.below(90 * 86'400));
  return {{"id", "job"},
          {"status", kStatuses[random.below(3)]},
          {"at", at.time_since_epoch().count()},
          {"cost", static_cast<std::int64_t>(random.below(1000))},
          {"note", "a note"}};
}

// The rows that a million items make. The items themselves are never read, so they are not there.
class Fixture {
 public:
  static Fixture& get() {
    static Fixture fixture;
    return fixture;
  }

  engine::Engine& engine() { return *engine_; }
  const RollupProgram& program() const { return *program_; }
  const RollupPlan& plan() const { return program_->plans().front(); }

 private:
  Fixture() {
    const auto entity_of = [this](const ItemView&) { return &model_->entities.front(); };
    auto compiled =
        RollupProgram::compile(*model_, model_->tables.front(), keys::TableId{1}, entity_of);
    program_ = std::move(compiled).value();
    program_->building().mark_built(0);
    SeededRandom random(1);
    ContributionTotals totals(plan(), kNow);
    for (int i = 0; i < kItems; ++i) {
      totals.add(plan().contribution(EncodedItem(job(random)).view()), {});
    }
    const auto body = [&](engine::Transaction& transaction) {
      totals.buffer(transaction);
      Status buffered;
      return Task<Status>::ready(std::move(buffered));
    };
    PARTITA_CHECK(sync_wait(engine::run(*engine_, body)).ok());
  }

  std::shared_ptr<const model::Model> model_ = model::load_model(kModel, "bench").value();
  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&rollup_kind);
  std::unique_ptr<RollupProgram> program_;
};

void answer_window(benchmark::State& state) {
  Fixture& fixture = Fixture::get();
  RollupQuery query{.filters = {}, .window = std::chrono::hours(state.range(0)), .now = kNow};
  std::size_t rows = 0;
  for (auto _ : state) {
    auto answer = sync_wait(read(fixture.engine(), fixture.plan(), query));
    rows = answer.value().rows_read;
    benchmark::DoNotOptimize(answer);
  }
  state.counters["rows_read"] = static_cast<double>(rows);
}
BENCHMARK(answer_window)->ArgName("hours")->Arg(1)->Arg(24)->Arg(90 * 24);

// A write that changes this attribute, up to its commit.
void buffer_write(benchmark::State& state, std::string_view attribute, const Value& value) {
  Fixture& fixture = Fixture::get();
  SeededRandom random(2);
  Item item = job(random);
  const EncodedItem before(item);
  item.set(attribute, value);
  const EncodedItem after(item);
  const keys::KeyValue partition = keys::StringKey{"job"};
  const Bytes key = keys::item_key(
      {.table = keys::TableId{1}, .hash = keys::hash_partition(partition)}, std::nullopt);
  const CountedChange change{
      .key = key, .before = before.view(), .after = after.view(), .now = kNow};
  for (auto _ : state) {
    const auto transaction = fixture.engine().begin();
    const auto admission = sync_wait(fixture.program().building().admit(*transaction, key));
    fixture.program().buffer(*transaction, change, *admission);
  }
}
BENCHMARK_CAPTURE(buffer_write, of_nothing_that_is_read, "note", "another");
BENCHMARK_CAPTURE(buffer_write, of_a_sum, "cost", 1001);
BENCHMARK_CAPTURE(buffer_write, of_the_group, "status", "other");

}  // namespace
}  // namespace partita::rollups

BENCHMARK_MAIN();
