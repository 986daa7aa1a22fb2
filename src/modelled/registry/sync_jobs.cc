#include "modelled/registry/sync_jobs.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/tracking_courier.h"
#include "store/lifecycle/table_jobs.h"

namespace partita::registry {
namespace {

using jobs::Turn;

// It is woken when a table or its rules have changed.
constexpr std::chrono::seconds kLookForSyncs{60};

std::string sync_job_name(std::string_view full_name) { return fmt::format("sync/{}", full_name); }

const syncs::SyncProgram* program_of(const catalog::Table& table) {
  if (table.state == catalog::TableState::Deleting || table.is_restored()) return nullptr;
  const auto* rules = enforcement::model_rules_of(table);
  return rules == nullptr ? nullptr : rules->syncs();
}

// The plan stays as long as its table is held.
syncs::SyncPlanPointer plan_at(const catalog::TablePointer& table, syncs::SyncId id) {
  const syncs::SyncProgram* program = program_of(*table);
  if (program == nullptr) return nullptr;
  for (const auto& plan : program->plans()) {
    if (plan->ref().id == id) return syncs::SyncPlanPointer(table, plan.get());
  }
  return nullptr;
}

// Who delivers a sync, with the courier that does it.
struct Delivery {
  std::optional<TrackingCourier> courier;  // Nullopt: events only wait.
  std::optional<syncs::Deliverer> deliverer;
};

}  // namespace

std::vector<LiveSync> live_syncs(const catalog::Catalog& catalog) {
  std::vector<LiveSync> found;
  for (const auto& table : catalog.list_after("", SIZE_MAX)) {
    const syncs::SyncProgram* program = program_of(*table);
    if (program == nullptr) continue;
    for (const auto& plan : program->plans()) found.push_back({.table = table, .plan = plan.get()});
  }
  return found;
}

void SyncJobs::add_job() {
  jobs_.add({.name = "syncs",
             .purpose = "looks what is to be told elsewhere",
             .is_local = true,
             .topic = std::string(lifecycle::kTablesTopic),
             .work = [this] { return look_for_work(); }});
}

void SyncJobs::wake(const syncs::SyncPlan& plan) { jobs_.wake(sync_job_name(plan.full_name())); }

Task<Result<Turn>> SyncJobs::look_for_work() {
  // Others may have what this program lacks, and need the leases.
  if (tools_.courier == nullptr && tools_.catalog.is_shared()) co_return Turn::over();
  for (const LiveSync& live : live_syncs(tools_.catalog)) {
    std::string name = sync_job_name(live.plan->full_name());
    if (jobs_.has(name)) continue;
    const Place place{live.table->id, live.plan->ref().id};
    jobs_.add({.name = name,
               .purpose = fmt::format("tells {} of changes in table {}", live.plan->full_name(),
                                      live.table->name),
               .lane = name,
               .work = [this, table = live.table->name, place, name] {
                 return work(table, place, name);
               }});
  }
  co_return Turn::idle(kLookForSyncs);
}

Task<Result<Turn>> SyncJobs::work(std::string table, Place place, std::string name) {
  const auto newest = tools_.catalog.find(table);
  const auto plan = newest && newest->id == place.first ? plan_at(newest, place.second) : nullptr;
  if (plan == nullptr) {
    forget(place, name);
    co_return Turn::over();
  }
  const auto deliverer = deliverer_of(place, name);
  const Bytes epoch_key = catalog::epoch_key(newest->id);
  const Bytes epoch = catalog::encode_epoch(newest->epoch);
  auto turn = co_await deliverer->turn(plan, epoch_key, epoch);
  if (deliverer->report()) {
    const MutexLock lock(mutex_);
    reports_[plan->full_name()] = *deliverer->report();
  }
  co_return turn;
}

std::shared_ptr<syncs::Deliverer> SyncJobs::deliverer_of(const Place& place,
                                                         const std::string& name) {
  const MutexLock lock(mutex_);
  auto& deliverer = deliverers_[place];
  if (deliverer) return deliverer;
  const jobs::Leases* leases = jobs_.leases();
  const auto delivery = std::make_shared<Delivery>();
  if (tools_.courier != nullptr) {
    delivery->courier.emplace(TrackingCourier::Tools{tools_.engine, tools_.catalog, tools_.clock},
                              *tools_.courier);
  }
  delivery->deliverer.emplace(syncs::DelivererTools{
      .engine = jobs_.engine_for(name, tools_.engine),
      .clock = tools_.clock,
      .random = tools_.random,
      .courier = delivery->courier ? &*delivery->courier : nullptr,
      .may_go_on = [leases, name] { return leases == nullptr || leases->holds(name); },
      .wake = [jobs = &jobs_, name] { jobs->wake(name); },
      .pauses = tools_.pauses,
      .is_shared = tools_.catalog.is_shared()});
  deliverer = std::shared_ptr<syncs::Deliverer>(delivery, &*delivery->deliverer);
  return deliverer;
}

// What is under way is waited for here, and not while others are kept out.
void SyncJobs::forget(const Place& place, const std::string& name) {
  std::shared_ptr<syncs::Deliverer> forgotten;
  const MutexLock lock(mutex_);
  const auto found = deliverers_.find(place);
  if (found == deliverers_.end()) return;
  forgotten = std::move(found->second);
  deliverers_.erase(found);
  reports_.erase(name.substr(name.find('/') + 1));
}

SyncJobs::Reports SyncJobs::reports() const {
  const MutexLock lock(mutex_);
  return {reports_.begin(), reports_.end()};
}

}  // namespace partita::registry
