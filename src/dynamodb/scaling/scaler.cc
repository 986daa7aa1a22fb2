#include "dynamodb/scaling/scaler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "dynamodb/scaling/consumption_rows.h"
#include "dynamodb/schema/table_throughput.h"
#include "dynamodb/schema/table_update.h"
#include "dynamodb/schema/table_uuid.h"
#include "engine/retry.h"
#include "partita/api/exception.h"

namespace partita::scaling {
namespace {

using api::ScalingActivityStatusCode;
using catalog::Table;
using catalog::TableState;
using jobs::Turn;

constexpr double kTrimSeconds = 3600;
// What is counted further ahead was counted while a clock was wrong.
constexpr std::int64_t kMinutesAheadMax = 5;

std::string_view words_of(Use use) { return use == Use::Read ? "read" : "write"; }

// Null: there is no such table or index, or it is paid by request.
const api::ProvisionedThroughputDescription* stored_throughput(const Table& table,
                                                               const std::string& index_name) {
  if (table.settings.billing_mode != api::BillingMode::Provisioned) return nullptr;
  if (index_name.empty()) return &table.settings.provisioned_throughput;
  const auto* index = table.find_index(index_name);
  const bool is_there = index != nullptr && index->kind == catalog::IndexKind::Global;
  return is_there ? &index->settings.provisioned_throughput : nullptr;
}

// The same; null also if nothing of it can be set now.
const api::ProvisionedThroughputDescription* throughput_of(const Table& table,
                                                           const std::string& index_name) {
  if (table.state != TableState::Active || table.is_in_doubt) return nullptr;
  const auto* index = index_name.empty() ? nullptr : table.find_index(index_name);
  if (index != nullptr && index->state != catalog::IndexState::Active) return nullptr;
  return stored_throughput(table, index_name);
}

std::int64_t units_of(const api::ProvisionedThroughputDescription& throughput, Use use) {
  return (use == Use::Read ? throughput.read_capacity_units : throughput.write_capacity_units)
      .value_or(0);
}

void set_units(api::ProvisionedThroughput& throughput, Use use, std::int64_t units) {
  (use == Use::Read ? throughput.read_capacity_units : throughput.write_capacity_units) = units;
}

api::ScalingActivity activity_of(const TargetName& name, const CapacityChange& change) {
  api::ScalingActivity activity;
  activity.activity_id = change.activity;
  activity.resource_id = name.resource_id();
  activity.scalable_dimension = name.dimension();
  activity.description =
      fmt::format("Setting {} capacity units to {}.", words_of(name.use), change.to);
  activity.cause = change.cause;
  activity.start_time = change.time;
  return activity;
}

api::UpdateTableRequest request_for(const TargetName& name,
                                    const api::ProvisionedThroughput& throughput) {
  api::UpdateTableRequest request;
  request.table_name = name.table;
  if (name.index.empty()) {
    request.provisioned_throughput = throughput;
    return request;
  }
  auto& update = request.global_secondary_index_updates.emplace().emplace_back().update.emplace();
  update.index_name = name.index;
  update.provisioned_throughput = throughput;
  return request;
}

}  // namespace

void Scaler::add_job() {
  jobs_.add({.name = std::string(kLane),
             .purpose = "sets the capacity of scalable tables and indexes by their use",
             .lane = std::string(kLane),
             .is_timed = true,
             .work = [this] { return scale(); }});
}

api::Timestamp Scaler::now() const {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(
      catalog_.clock().wall_now().time_since_epoch());
  return {static_cast<double>(milliseconds.count()) / 1000};
}

Task<Result<Turn>> Scaler::scale() {
  auto targets = co_await read_targets(engine_);
  CO_TRY(targets);
  if (targets->empty()) co_return Turn::idle(kRound);
  auto followed = co_await catalog_.follow();
  CO_TRY(followed);
  auto used = co_await consumed(*targets);
  CO_TRY(used);
  // One that fails does not keep the others waiting.
  Status first;
  for (std::size_t begin = 0; begin < targets->size();) {
    std::vector<NamedTarget> together;
    const Resource resource{(*targets)[begin].name.table, (*targets)[begin].name.index};
    for (; begin < targets->size(); ++begin) {
      auto& next = (*targets)[begin];
      if (resource != Resource{next.name.table, next.name.index}) break;
      together.push_back(std::move(next));
    }
    Status scaled = co_await scale_resource(together, *used);
    if (!scaled.ok() && first.ok()) first = std::move(scaled);
  }
  CO_TRY(first);
  const bool knows_date = catalog_.clock().trusted_now().has_value();
  if (knows_date && (!trimmed_ || now().seconds >= *trimmed_ + kTrimSeconds)) {
    trimmed_ = now().seconds;
    auto& own = jobs_.engine_for(kLane, engine_);
    Status trimmed = co_await trim_activities(own, now());
    CO_TRY(trimmed);
  }
  co_return Turn::idle(kRound);
}

Task<Result<Scaler::Consumed>> Scaler::consumed(const std::vector<NamedTarget>& targets) const {
  Consumed all;
  for (const auto& named : targets) {
    if (named.target.policy) all[named.name].resize(kMinutesIn + 1);
  }
  if (all.empty()) co_return all;
  const auto minute = static_cast<std::int64_t>(std::floor(now().seconds / 60));
  const auto add = [&](const TargetName& name, std::size_t age, double units) {
    const auto found = all.find(name);
    if (found != all.end()) found->second[age] += units;
  };
  const auto visit = [&](std::int64_t at, const MinuteRow& row) {
    // What a server with a fast clock has counted ahead belongs to the minute under way.
    const auto age = static_cast<std::size_t>(std::max<std::int64_t>(minute - at, 0));
    if (age > kMinutesIn || at > minute + kMinutesAheadMax) return;
    for (const auto& units : row.units) {
      add({units.table, units.index, Use::Read}, age, units.read_units);
      add({units.table, units.index, Use::Write}, age, units.write_units);
    }
  };
  Status read =
      co_await read_minutes(engine_, minute - static_cast<std::int64_t>(kMinutesIn), visit);
  CO_TRY(read);
  co_return all;
}

Task<Status> Scaler::settle(const NamedTarget& named) {
  const CapacityChange& change = *named.target.pending;
  const auto table = catalog_.find(named.name.table);
  if (table && table->is_in_doubt) co_return Status{};
  // It may be Updating because of this very change.
  const auto* throughput = table ? stored_throughput(*table, named.name.index) : nullptr;
  const bool is_set = throughput != nullptr && units_of(*throughput, named.name.use) == change.to;
  const Chosen begun{.named = named, .change = change};
  const Status outcome =
      is_set ? Status{} : Status(Error::unavailable("another change came first, or a crash"));
  co_return co_await end(begun, outcome);
}

std::vector<Scaler::Chosen> Scaler::choose(const Table& table,
                                           const std::vector<NamedTarget>& targets,
                                           const Consumed& consumed) const {
  std::vector<Chosen> chosen;
  const auto* throughput = throughput_of(table, targets.front().name.index);
  if (throughput == nullptr) return chosen;
  const auto time = now();
  for (const auto& named : targets) {
    const auto found = consumed.find(named.name);
    const Tracked tracked{.name = named.name,
                          .target = named.target,
                          .capacity = units_of(*throughput, named.name.use),
                          .now = time,
                          .minutes = found != consumed.end()
                                         ? std::span<const double>(found->second)
                                         : std::span<const double>()};
    auto decision = decide(tracked);
    if (!decision) continue;
    // Less is asked for only if AWS's limit of a day allows it: until then it stays.
    const bool is_less = decision->capacity < tracked.capacity;
    if (is_less && !schema::check_decrease(*throughput, time).ok()) continue;
    chosen.push_back({.named = named,
                      .change = {.from = tracked.capacity,
                                 .to = decision->capacity,
                                 .time = time,
                                 .activity = schema::new_uuid(),
                                 .cause = std::move(decision->cause)}});
  }
  return chosen;
}

Result<Table> Scaler::scaled_table(const Table& stored, const std::vector<Chosen>& chosen) const {
  const TargetName& name = chosen.front().named.name;
  const auto* throughput = throughput_of(stored, name.index);
  if (throughput == nullptr) return Error::unavailable("the table is being changed");
  api::ProvisionedThroughput wanted{.read_capacity_units = units_of(*throughput, Use::Read),
                                    .write_capacity_units = units_of(*throughput, Use::Write)};
  for (const auto& each : chosen) {
    if (units_of(*throughput, each.named.name.use) != each.change.from) {
      return Error::unavailable("somebody else has changed the capacity");
    }
    set_units(wanted, each.named.name.use, each.change.to);
  }
  const auto request = request_for(name, wanted);
  auto updated = TRY(schema::updated_table(stored, request, now()));
  const auto delay = catalog_.delays().updating;
  if (schema::takes_time(request) && delay.count() > 0) {
    updated.state = TableState::Updating;
    updated.settings.state_ends =
        api::Timestamp{now().seconds + static_cast<double>(delay.count()) / 1000};
  }
  return updated;
}

Task<Status> Scaler::scale_resource(const std::vector<NamedTarget>& targets,
                                    const Consumed& consumed) {
  for (const auto& named : targets) {
    if (!named.target.pending) continue;
    // What is decided next goes by how it was settled: in the next turn.
    co_return co_await settle(named);
  }
  const TargetName& name = targets.front().name;
  const auto table = catalog_.find(name.table);
  if (!table) co_return Status{};
  auto chosen = choose(*table, targets, consumed);
  if (chosen.empty()) co_return Status{};
  Status begun = co_await begin(chosen);
  CO_TRY(begun);
  if (chosen.empty()) co_return Status{};
  const auto edit = [&](const Table& stored) { return scaled_table(stored, chosen); };
  auto changed = co_await catalog_.change(name.table, edit);
  Status outcome = changed.ok() ? Status{} : Status(std::move(changed).error());
  // Whether it was done is seen in the next turn.
  if (!outcome.ok() && outcome.error().kind() == ErrorKind::Unknown) co_return outcome;
  Status first;
  for (const auto& each : chosen) {
    Status ended = co_await end(each, outcome);
    if (!ended.ok() && first.ok()) first = std::move(ended);
  }
  co_return first;
}

Task<Status> Scaler::begin(std::vector<Chosen>& chosen) {
  auto& engine = jobs_.engine_for(kLane, engine_);
  std::vector<Chosen> begun;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    begun.clear();
    for (const auto& each : chosen) {
      auto stored = co_await read_target(transaction, each.named.name);
      CO_TRY(stored);
      // Its bounds or its policy were changed meanwhile, or it is gone: the next turn decides.
      const bool is_same = *stored && (*stored)->id == each.named.target.id &&
                           !(*stored)->pending && (*stored)->min_capacity <= each.change.to &&
                           each.change.to <= (*stored)->max_capacity;
      if (!is_same) continue;
      (*stored)->pending = each.change;
      put_target(transaction, each.named.name, **stored);
      put_activity(transaction, activity_of(each.named.name, each.change));
      begun.push_back(each);
    }
    co_return Status{};
  };
  Status committed = co_await engine::run(engine, body);
  CO_TRY(committed);
  chosen = std::move(begun);
  co_return Status{};
}

Task<Status> Scaler::end(const Chosen& chosen, const Status& outcome) {
  auto& engine = jobs_.engine_for(kLane, engine_);
  const TargetName& name = chosen.named.name;
  const CapacityChange& change = chosen.change;
  auto activity = activity_of(name, change);
  activity.end_time = now();
  if (outcome.ok()) {
    activity.status_code = ScalingActivityStatusCode::Successful;
    activity.status_message = fmt::format(
        "Successfully set {} capacity units to {}. Change successfully fulfilled by "
        "dynamodb.",
        words_of(name.use), change.to);
  } else {
    activity.status_code = ScalingActivityStatusCode::Failed;
    activity.status_message = fmt::format("Failed to set {} capacity units to {}. Reason: {}.",
                                          words_of(name.use), change.to, outcome.error().message());
  }
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await read_target(transaction, name);
    CO_TRY(stored);
    put_activity(transaction, activity);
    const bool is_same =
        *stored && (*stored)->pending && (*stored)->pending->activity == change.activity;
    if (!is_same) co_return Status{};
    (*stored)->pending.reset();
    if (outcome.ok()) {
      (change.to > change.from ? (*stored)->last_out : (*stored)->last_in) = change;
    }
    put_target(transaction, name, **stored);
    co_return Status{};
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::scaling
