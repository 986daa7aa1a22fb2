#include "modelled/enforcement/tracked_rows.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "engine/read_one.h"
#include "model/definition/sync_track.h"
#include "model/rules/key_rules.h"
#include "modelled/enforcement/api_refusal.h"
#include "store/items/item_key.h"
#include "store/items/stored_item.h"

namespace partita::enforcement {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kTrackErrorCharactersMax = 500;

// The attribute becomes what the value is; one that the entity has not is left out.
void set_time(Item& row, const model::Entity& rows, std::string_view name, model::Instant time) {
  const model::Attribute* attribute = rows.find_attribute(name);
  if (attribute == nullptr) return;
  auto value = model::FormulaValue(time).to_value(attribute->type->encoding);
  if (value) row.set(name, *std::move(value));
}

void set_if_known(Item& row, const model::Entity& rows, std::string_view name, Value value) {
  if (rows.find_attribute(name) != nullptr) row.set(name, std::move(value));
}

std::optional<model::Instant> time_in(const model::Entity& rows, const ItemView& row,
                                      std::string_view name) {
  const model::Attribute* attribute = rows.find_attribute(name);
  const auto value = attribute == nullptr ? std::nullopt : row.find(name);
  return value ? model::read_timestamp(*value, attribute->type->encoding) : std::nullopt;
}

bool is_synced(const ItemView& row) {
  const auto status = row.find(model::kTrackStatus);
  return status && status->type() == ValueType::S && status->string() == model::kTrackSynced;
}

void set_status(Item& row, const model::Entity& rows, std::string_view status) {
  set_if_known(row, rows, model::kTrackStatus, Value(status));
  if (status == model::kTrackSynced) {
    row.erase(model::kTrackWaiting);
  } else {
    set_if_known(row, rows, model::kTrackWaiting, Value(status));
  }
}

// The row of an item that is to be told. It waits since the first change that was not.
Item pending_row(const model::Entity& rows, Item row, const std::optional<ItemView>& before,
                 model::Instant now) {
  std::optional<model::Instant> since;
  if (before && !is_synced(*before)) since = time_in(rows, *before, model::kTrackWaitingSince);
  const auto synced_at = before ? before->find(model::kTrackSyncedAt) : std::nullopt;
  if (synced_at) row.set(model::kTrackSyncedAt, synced_at->to_value());
  set_status(row, rows, model::kTrackPending);
  set_time(row, rows, model::kTrackChangedAt, now);
  set_time(row, rows, model::kTrackWaitingSince, since.value_or(now));
  return row;
}

// Whether the sync tells of the change: only what is of its entity counts.
bool is_told(const syncs::SyncPlan& plan, const rules::TableRules& rules,
             const syncs::ToldChange& change) {
  syncs::ToldChange own = change;
  if (own.before && rules.owner_of(*own.before) != plan.sync().of) own.before.reset();
  if (own.after && rules.owner_of(*own.after) != plan.sync().of) own.after.reset();
  return plan.event_of(own).has_value();
}

struct TrackedPlan {
  const model::Entity* rows = nullptr;
  Item key_attributes = {};
  Bytes key = {};
  std::optional<Bytes> stored = {};
};

// The rows of the item that changes, as they are now.
Task<Result<std::vector<TrackedPlan>>> read_tracked(engine::Transaction& transaction,
                                                    TrackTools tools,
                                                    const syncs::ToldChange& change) {
  std::vector<TrackedPlan> tracked;
  for (const auto& plan : tools.syncs.plans()) {
    const model::Entity* rows = tracked_rows_of(*plan);
    if (rows == nullptr || !is_told(*plan, tools.rules, change)) continue;
    auto attributes = tracked_key(*rows, change.after ? *change.after : *change.before);
    if (!attributes) continue;
    TrackedPlan one{.rows = rows, .key_attributes = *std::move(attributes)};
    const EncodedItem known(one.key_attributes);
    auto key = items::key_of_item(tools.table, known.view());
    CO_TRY(key);
    one.key = std::move(*key);
    auto stored = co_await engine::read_one(transaction, one.key);
    CO_TRY(stored);
    one.stored = std::move(*stored);
    tracked.push_back(std::move(one));
  }
  co_return tracked;
}

}  // namespace

const model::Entity* tracked_rows_of(const syncs::SyncPlan& plan) {
  if (!plan.sync().tells_states()) return nullptr;
  const model::RawElement* element = model::find_sync(plan.model(), plan.sync().name);
  return element == nullptr ? nullptr : model::tracked_rows_of(plan.model(), *element);
}

std::optional<Item> tracked_key(const model::Entity& rows, const ItemView& item) {
  const auto lookup = [&](std::string_view name) { return item.find(name); };
  Item row;
  for (const model::DerivedKey& key : rows.row.keys) {
    auto value = rules::render_key(key.key, lookup);
    if (!value.ok() || !*value) return std::nullopt;
    row.set(key.name, **std::move(value));
    for (const model::TemplatePart& part : key.key.parts()) {
      const auto input = part.variable ? item.find(part.variable->name) : std::nullopt;
      if (input) row.set(part.variable->name, input->to_value());
    }
  }
  return row;
}

std::optional<std::int64_t> changed_at(const model::Entity& rows, const ItemView& row) {
  const auto time = time_in(rows, row, model::kTrackChangedAt);
  if (!time) return std::nullopt;
  return std::chrono::floor<milliseconds>(*time).time_since_epoch().count();
}

Item synced_row(const model::Entity& rows, const ItemView& row, model::Instant now) {
  Item synced = row.to_item();
  set_status(synced, rows, model::kTrackSynced);
  set_time(synced, rows, model::kTrackSyncedAt, now);
  for (const auto name : {model::kTrackError, model::kTrackAttempts}) synced.erase(name);
  return synced;
}

Item failed_row(const model::Entity& rows, const ItemView& row, std::string_view error) {
  Item failed = row.to_item();
  set_status(failed, rows, model::kTrackFailed);
  set_if_known(failed, rows, model::kTrackError,
               Value(std::string(error.substr(0, kTrackErrorCharactersMax))));
  const Value* attempts = failed.find(model::kTrackAttempts);
  Number next(1);
  if (attempts != nullptr && attempts->type() == ValueType::N) {
    auto sum = attempts->number().plus(Number(1));
    if (sum.ok()) next = *sum;
  }
  set_if_known(failed, rows, model::kTrackAttempts, Value(next));
  return failed;
}

Task<Status> track_change(engine::Transaction& transaction, TrackTools tools,
                          syncs::ToldChange& change, std::vector<rules::CompanionRow>& companions) {
  auto tracked = co_await read_tracked(transaction, tools, change);
  CO_TRY(tracked);
  for (const TrackedPlan& one : *tracked) {
    const auto before = items::parse_stored(one.stored);
    CO_TRY(before);
    const auto last = *before ? changed_at(*one.rows, **before) : std::nullopt;
    if (last) {
      change.now = std::max(change.now, model::Instant(milliseconds(*last + 1)));
    }
  }
  for (TrackedPlan& one : *tracked) {
    const auto before = items::parse_stored(one.stored);
    CO_TRY(before);
    EncodedItem key(one.key_attributes);
    EncodedItem row(pending_row(*one.rows, std::move(one.key_attributes), *before, change.now));
    auto outcome = tools.rules.judge({.kind = WriteKind::Put,
                                      .before = *before,
                                      .after = row.view(),
                                      .now = change.now,
                                      .is_server = true},
                                     tools.random);
    if (!outcome.ok()) co_return to_api_error(std::move(outcome).error(), std::nullopt);
    companions.push_back({.key = std::move(key),
                          .item = outcome->filled ? *std::move(outcome->filled) : std::move(row)});
  }
  co_return Status{};
}

}  // namespace partita::enforcement
