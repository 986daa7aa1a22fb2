#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "model/definition/read_model.h"
#include "modelled/rollups/rollup_builder.h"
#include "modelled/rollups/rollup_check.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/rollups/rollup_reader.h"
#include "partita/value/encoded_item.h"
#include "store/keys/item_keys.h"

// A table of jobs with rollups, written as the database writes: read, decide, buffer, commit.

namespace partita::rollups {

inline constexpr std::string_view kJobs =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: pk}}}\n"
    "entities:\n"
    "  Job:\n"
    "    match: {kind: job}\n"
    "    key: {pk: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      kind: {type: const, value: job}\n"
    "      status: {type: enum, values: [open, done, failed]}\n"
    "      at: {type: timestamp, encode: epoch_ms}\n"
    "      cost: {type: number}\n"
    "      note: {type: string}\n"
    "  Daily:\n"
    "    match: {kind: daily}\n"
    "    key: {pk: 'daily-{day}'}\n"
    "    materialized_from: daily\n"
    "    attributes:\n"
    "      kind: {type: const, value: daily}\n"
    "      day: {type: date}\n"
    "      n: {type: int}\n"
    "      cost: {type: number}\n"
    "      mean: {type: number}\n"
    "rollups:\n"
    "  by_status:\n"
    "    of: Job\n"
    "    group_by: [status]\n"
    "    time: at\n"
    "    windows: [1h, 24h, 90d]\n"
    "    measures:\n"
    "      n: count\n"
    "      done: count(status = 'done')\n"
    "      cost: sum(cost)\n"
    "      mean: avg(cost)\n"
    "      least: min(cost)\n"
    "      most: max(cost)\n"
    "      share: done / n\n"
    "      odd: cost / done\n"
    "  everything:\n"
    "    of: Job\n"
    "    measures: {n: count, most: max(cost)}\n"
    "    count_expired: drop\n"
    "  daily:\n"
    "    of: Job\n"
    "    group_by: [{day: day(at)}]\n"
    "    measures: {n: count, cost: sum(cost), mean: cost / n}\n"
    "    count_expired: drop\n";

inline std::shared_ptr<const model::Model> read_jobs() {
  auto model = model::load_model(kJobs, "jobs");
  if (!model.ok()) ADD_FAILURE() << model.error().message();
  return model.value();
}

inline model::Instant at_minute(std::int64_t minute) {
  return model::Instant(std::chrono::minutes(minute));
}

inline Number decimal(std::string_view text) { return Number::parse(text).value(); }

inline Item job(std::string_view id, std::string_view status, model::Instant at, Number cost) {
  return {{"pk", id},
          {"id", id},
          {"kind", "job"},
          {"status", status},
          {"at", at.time_since_epoch().count()},
          {"cost", cost}};
}

// THREADS: safe for concurrent calls of write.
class RollupStore {
 public:
  static constexpr keys::TableId kTable{7};

  RollupStore() : RollupStore(engine::open_memory_engine(&rollup_kind)) {}
  explicit RollupStore(std::unique_ptr<engine::Engine> engine) { open(std::move(engine)); }

  // As after a restart: what the program knows is what is stored.
  void open(std::unique_ptr<engine::Engine> engine) {
    engine_ = std::move(engine);
    restart();
  }
  std::unique_ptr<engine::Engine> close() { return std::move(engine_); }
  void restart() {
    const auto entity_of = [this](const ItemView& item) -> const model::Entity* {
      const auto kind = item.find("kind");
      if (!kind || kind->type() != ValueType::S) return nullptr;
      return model_->find_entity(kind->string() == "job" ? "Job" : "Daily");
    };
    program_ = RollupProgram::compile(*model_, *model_->find_table("t"), kTable, entity_of).value();
    EXPECT_TRUE(sync_wait(program_->building().load(*engine_)).ok());
  }

  // Of a table without items this is one step.
  void build() {
    RollupBuilder builder(*engine_, *program_);
    for (;;) {
      const auto built = sync_wait(builder.build_some(now, 100));
      ASSERT_TRUE(built.ok()) << built.error().to_string();
      if (*built == RollupBuilder::Build::Done) return;
    }
  }

  static Bytes key_of(std::string_view id) {
    const keys::KeyValue partition = keys::StringKey{id};
    return keys::item_key({.table = kTable, .hash = keys::hash_partition(partition)}, std::nullopt);
  }

  Status try_write(std::string_view id, const std::optional<Item>& item,
                   ChangeReason reason = ChangeReason::Write) {
    const Bytes key = key_of(id);
    std::optional<EncodedItem> after;
    if (item) after.emplace(*item);
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto admission = co_await program_->building().admit(transaction, key);
      CO_TRY(admission);
      std::optional<Bytes> stored;
      const std::array<ByteView, 1> wanted{key};
      const auto keep = [&](std::size_t, std::optional<ByteView> value) {
        if (value) stored = Bytes(*value);
      };
      Status read = co_await transaction.get(wanted, keep);
      CO_TRY(read);
      CountedChange change{.key = key, .before = {}, .after = {}, .reason = reason, .now = now};
      if (stored) change.before = ItemView::from_valid(*stored);
      if (after) change.after = after->view();
      program_->buffer(transaction, change, *admission);
      after ? transaction.put(key, after->bytes()) : transaction.erase(key);
      co_return Status{};
    };
    return sync_wait(engine::run(*engine_, body));
  }
  void write(std::string_view id, const std::optional<Item>& item,
             ChangeReason reason = ChangeReason::Write) {
    const Status written = try_write(id, item, reason);
    ASSERT_TRUE(written.ok()) << written.error().to_string();
  }
  void put(std::string_view id, std::string_view status, model::Instant at, Number cost) {
    write(id, job(id, status, at, cost));
  }

  RollupAnswer answer(std::string_view rollup, RollupQuery query = {}) const {
    query.now = now;
    const auto snapshot = engine_->snapshot();
    auto answer = sync_wait(read(*snapshot, *program_->find(rollup), query));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
    return answer.ok() ? *std::move(answer) : RollupAnswer();
  }
  RollupAnswer window(std::string_view rollup, model::Duration window) const {
    return answer(rollup, {.filters = {}, .window = window});
  }
  // The value of one measure of one group; nullopt: null, or no such group.
  static std::optional<Number> measure(const RollupAnswer& answer, const Value& group,
                                       std::size_t index) {
    for (const RollupRow& row : answer.rows) {
      if (row.group.empty() || row.group.front() == group) return row.measures[index];
    }
    return std::nullopt;
  }

  // What is stored and what the items give differ in this; empty: nothing.
  std::string differences() const {
    const auto snapshot = engine_->snapshot();
    std::string all;
    for (const RollupPlan& plan : program_->plans()) {
      const auto found = sync_wait(find_differences(*snapshot, *program_, plan, now));
      EXPECT_TRUE(found.ok()) << found.error().to_string();
      for (const std::string& sentence : *found) all.append(sentence).append("\n");
    }
    return all;
  }
  std::size_t rows() const {
    std::size_t count = 0;
    const auto range = table_rollups_range(kTable);
    const auto visit = [&](ByteView, ByteView) {
      ++count;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    return count;
  }

  engine::Engine& engine() { return *engine_; }
  const RollupProgram& program() const { return *program_; }
  const RollupPlan& plan(std::string_view rollup) const { return *program_->find(rollup); }

  model::Instant now = at_minute(30'000'000);

 private:
  std::shared_ptr<const model::Model> model_ = read_jobs();
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<RollupProgram> program_;
};

}  // namespace partita::rollups
