#include "modelled/registry/upkeep.h"

#include <chrono>
#include <set>
#include <utility>

#include "modelled/enforcement/model_rules.h"
#include "store/lifecycle/table_jobs.h"

namespace partita::registry {
namespace {

using jobs::Turn;

constexpr std::size_t kTablesMax = SIZE_MAX;
// It is woken when a table or its rules have changed.
constexpr std::chrono::seconds kLookAgain{60};

// A table that is restored is filled without its rules: what they need is built when all of it is
// there.
bool is_ruled(const catalog::Table& table) {
  return enforcement::model_rules_of(table) != nullptr &&
         table.state != catalog::TableState::Deleting && !table.is_restored();
}

std::string job_name(UpkeepPart part, std::string_view table) {
  std::string name(words_of(part).name);
  return name.append("/").append(table);
}

}  // namespace

Upkeep::Upkeep(operations::Context& context, jobs::Jobs& jobs, UpkeepOptions options)
    : context_(context), jobs_(jobs), options_(std::move(options)) {}

void Upkeep::add(std::function<Task<Status>()> settle) {
  settle_ = std::move(settle);
  jobs_.add({.name = "models",
             .purpose = "looks what the models of tables need done",
             .lane = std::string(kUpkeepLane),
             .topic = std::string(lifecycle::kTablesTopic),
             .is_timed = true,
             .work = [this] { return look_for_work(); }});
}

Task<jobs::Jobs::Hold> Upkeep::hold() { return jobs_.hold(std::string(kUpkeepLane)); }

Task<Result<Turn>> Upkeep::look_for_work() {
  Status settled = co_await settle_();
  CO_TRY(settled);
  forget_tables();
  for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
    if (!is_ruled(*table)) continue;
    const TableUpkeep& kept = kept_of(table);
    for (const UpkeepPart part : kUpkeepParts) {
      if (kept.has(part)) add_job(*table, part);
    }
  }
  co_return Turn::idle(kLookAgain);
}

void Upkeep::add_job(const catalog::Table& table, UpkeepPart part) {
  std::string name = job_name(part, table.name);
  if (jobs_.has(name)) return;
  std::string purpose(words_of(part).purpose);
  purpose.append(" of table ").append(table.name);
  jobs_.add(
      {.name = std::move(name),
       .purpose = std::move(purpose),
       .lane = std::string(kUpkeepLane),
       .is_timed = true,
       .work = [this, table = table.name, id = table.id, part] { return work(table, id, part); }});
}

// The table as it is by now: its rules may have changed since the last turn.
Task<Result<Turn>> Upkeep::work(const std::string& table, keys::TableId id, UpkeepPart part) {
  const auto newest = context_.catalog.find(table);
  if (!newest || newest->id != id || !is_ruled(*newest)) co_return Turn::over();
  TableUpkeep& kept = kept_of(newest);
  if (!kept.has(part)) co_return Turn::over();
  auto turn = co_await kept.work(part);
  for (const std::string& sentence : kept.take_news()) {
    if (options_.report) options_.report(sentence);
  }
  if (part == UpkeepPart::DueSteps) show_overdue();
  co_return turn;
}

TableUpkeep& Upkeep::kept_of(const catalog::TablePointer& table) {
  auto& kept = tables_[table->id];
  if (!kept || &kept->rules() != table->extension.get()) {
    std::string job = job_name(UpkeepPart::MaterializedItems, table->name);
    kept = std::make_unique<TableUpkeep>(
        context_, table, [jobs = &jobs_, job = std::move(job)] { jobs->wake(job); });
  }
  return *kept;
}

// Those that are gone or have no rules any more.
void Upkeep::forget_tables() {
  std::set<keys::TableId> ruled;
  for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
    if (is_ruled(*table)) ruled.insert(table->id);
  }
  std::erase_if(tables_, [&](const auto& each) { return !ruled.contains(each.first); });
  show_overdue();
}

void Upkeep::show_overdue() {
  std::vector<OverdueItems> overdue;
  for (const auto& [id, kept] : tables_) {
    const auto& found = kept->overdue();
    overdue.insert(overdue.end(), found.begin(), found.end());
  }
  const MutexLock lock(mutex_);
  overdue_ = std::move(overdue);
}

Task<Status> Upkeep::finish() {
  if (jobs_.leases() != nullptr) {
    auto lease = co_await jobs_.leases()->take(std::string(kUpkeepLane));
    CO_TRY(lease);
    if (!lease->is_held) co_return Status{};
  }
  const auto stay = co_await jobs_.enter(std::string(kUpkeepLane));
  for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
    if (!is_ruled(*table)) continue;
    Status done = co_await kept_of(table).finish();
    CO_TRY(done);
  }
  forget_tables();
  co_return Status{};
}

std::vector<OverdueItems> Upkeep::overdue() const {
  const MutexLock lock(mutex_);
  return overdue_;
}

}  // namespace partita::registry
