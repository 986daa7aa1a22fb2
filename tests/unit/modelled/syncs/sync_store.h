#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/read_one.h"
#include "engine/retry.h"
#include "model/definition/read_model.h"
#include "modelled/syncs/deliverer.h"
#include "modelled/syncs/sync_commands.h"
#include "modelled/syncs/sync_program.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/value/encoded_item.h"
#include "store/keys/item_keys.h"
#include "told_courier.h"

// A table of tasks with a sync, written as the database writes, and somebody who is told.

namespace partita::syncs {

inline constexpr std::string_view kTasks =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: pk}}}\n"
    "entities:\n"
    "  Task:\n"
    "    match: {kind: task}\n"
    "    key: {pk: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      kind: {type: const, value: task}\n"
    "      n: {type: int}\n"
    "sync:\n"
    "  told:\n"
    "    of: Task\n"
    "    when: not exists(n) or n >= 0\n"
    "    to: {kind: webhook, url: 'http://127.0.0.1:1/'}\n"
    "    old: true\n"
    "    lanes: 3\n"
    "    tries: 3\n";

// THREADS: write is safe for concurrent calls.
class SyncStore {
 public:
  static constexpr keys::TableId kTable{7};

  explicit SyncStore(std::string text = std::string(kTasks)) {
    clock_.advance(std::chrono::hours(24 * 365));
    auto model = model::load_model(text, "tasks");
    if (!model.ok()) ADD_FAILURE() << model.error().message();
    model_ = model.value();
    const auto entity_of = [this](const ItemView& item) -> const model::Entity* {
      const auto kind = item.find("kind");
      return kind ? model_->find_entity("Task") : nullptr;
    };
    program_ = SyncProgram::compile(*model_, *model_->find_table("t"), kTable, entity_of).value();
    restart();
  }

  // Another server goes on, or this one after it was killed.
  void restart() {
    deliverer_.reset();
    deliverer_ = std::make_unique<Deliverer>(DelivererTools{.engine = *engine_,
                                                            .clock = clock_,
                                                            .random = random_,
                                                            .courier = &courier,
                                                            .wake = [this] { ring(); }});
  }

  void put(const std::string& id, int n) {
    write(id, Item{{"pk", id}, {"id", id}, {"kind", "task"}, {"n", Number(n)}});
  }
  void remove(const std::string& id) { write(id, std::nullopt); }

  // One turn, and all that its errand does.
  jobs::Turn turn() {
    auto turn = sync_wait(deliverer_->turn(plan(), Bytes("epoch"), Bytes("1")));
    if (!turn.ok()) ADD_FAILURE() << turn.error().to_string();
    std::unique_lock lock(mutex_);
    woken_.wait(lock, [this] { return !deliverer_->is_under_way(); });
    return turn.ok() ? *turn : jobs::Turn();
  }
  // Turns, until nothing is left to do now.
  void deliver() {
    for (int still = 0; still < 3;) {
      const auto before = courier.taken().size();
      const auto state = this->state();
      turn();
      const bool is_same =
          courier.taken().size() == before && encode_state(this->state()) == encode_state(state);
      still = is_same ? still + 1 : 0;
      clock_.advance(std::chrono::milliseconds(1));
    }
  }
  void pass(std::chrono::milliseconds time) { clock_.advance(time); }

  SyncState state() const {
    const auto state = sync_wait(read_state(*engine_, plan()->ref())).value();
    return state ? *state : SyncState();
  }
  SyncStatus status() const { return sync_wait(status_of(*engine_, *plan())).value(); }
  std::size_t rows() const {
    std::size_t rows = 0;
    const auto range = table_syncs_range(kTable);
    const auto visit = [&](ByteView key, ByteView) {
      EXPECT_TRUE(parse_sync_key(key));
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    return rows;
  }

  SyncPlanPointer plan() const { return {program_, program_->find("told")}; }
  engine::Engine& engine() { return *engine_; }
  const Clock& clock() const { return clock_; }
  ToldCourier courier;

 private:
  void ring() {
    const std::lock_guard lock(mutex_);
    woken_.notify_all();
  }

  void write(const std::string& id, const std::optional<Item>& item) {
    const keys::KeyValue partition = keys::StringKey{id};
    const Bytes key =
        keys::item_key({.table = kTable, .hash = keys::hash_partition(partition)}, std::nullopt);
    std::optional<EncodedItem> after;
    if (item) after.emplace(*item);
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto stored = co_await engine::read_one(transaction, key);
      CO_TRY(stored);
      ToldChange change{.key = key, .before = {}, .after = {}, .now = now()};
      if (*stored) change.before = ItemView::from_valid(**stored);
      if (after) change.after = after->view();
      program_->buffer(transaction, change);
      after ? transaction.put(key, after->bytes()) : transaction.erase(key);
      co_return Status{};
    };
    const Status written = sync_wait(engine::run(*engine_, body));
    ASSERT_TRUE(written.ok()) << written.error().to_string();
  }
  model::Instant now() const {
    return std::chrono::time_point_cast<model::Duration>(clock_.wall_now());
  }
  static std::unique_ptr<engine::Engine> open_engine() {
    auto engine = engine::open_memory_engine([](ByteView) -> engine::Combine { return nullptr; });
    const auto body = [](engine::Transaction& transaction) {
      transaction.put("epoch", "1");
      return Task<Status>::ready({});
    };
    EXPECT_TRUE(sync_wait(engine::run(*engine, body)).ok());
    return engine;
  }

  ManualClock clock_;
  SystemRandom random_;
  std::unique_ptr<engine::Engine> engine_ = open_engine();
  std::shared_ptr<const model::Model> model_;
  std::shared_ptr<const SyncProgram> program_;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::unique_ptr<Deliverer> deliverer_;
};

}  // namespace partita::syncs
