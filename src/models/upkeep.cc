#include "models/upkeep.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "enforcement/model_rules.h"
#include "models/table_upkeep.h"

namespace partita::models {
namespace {

constexpr std::size_t kTablesMax = SIZE_MAX;
constexpr std::chrono::milliseconds kFirstPause{200};
constexpr std::chrono::milliseconds kLongestPause{30'000};
// How long one table may keep the others waiting.
constexpr std::chrono::milliseconds kTurn{50};
constexpr std::chrono::milliseconds kLookInterval{1};

bool is_ruled(const catalog::Table& table) { return enforcement::model_rules_of(table) != nullptr; }

}  // namespace

Upkeep::Upkeep(operations::Context& context, UpkeepOptions options)
    : context_(context), options_(std::move(options)) {}

Upkeep::~Upkeep() { stop(); }

void Upkeep::stop() {
  is_stopped_ = true;
  std::unique_ptr<Periodic> thread;
  {
    const std::lock_guard lock(mutex_);
    thread = std::move(thread_);
  }
}

void Upkeep::start() {
  const std::lock_guard lock(mutex_);
  if (!thread_ && !is_stopped_ && options_.has_thread)
    thread_ = std::make_unique<Periodic>(options_.interval, [this] { run(); });
}

// Whoever pauses says so before it looks whether work is under way; whoever works says so before
// it looks whether it is paused. So one of the two sees the other.
Task<Status> Upkeep::pause() {
  pauses_.fetch_add(1);
  while (is_working_) co_await partita::pause(kLookInterval);
  co_return Status{};
}

void Upkeep::run() {
  bool has_more = true;
  while (has_more && !is_stopped_) {
    has_more = false;
    for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
      if (is_stopped_) return;
      if (is_ruled(*table)) has_more = work_on(table) || has_more;
    }
  }
  forget_tables();
}

bool Upkeep::work_on(const catalog::TablePointer& table) {
  if (is_working_.exchange(true)) return false;
  bool has_more = false;
  // The table as it is by now: rules may have been changed in a pause just before.
  const auto newest = context_.catalog.find(table->name);
  const bool may_work = pauses_ == 0 && newest && newest->id == table->id && is_ruled(*newest) &&
                        newest->state != catalog::TableState::Deleting;
  if (may_work) {
    Kept& kept = kept_of(newest);
    const auto begin = context_.clock.monotonic_now();
    while (begin >= kept.retry_at) {
      const auto done = sync_wait(kept.table->work_some());
      note(kept, done);
      has_more = done.ok() && *done;
      const bool is_over = context_.clock.monotonic_now() - begin >= kTurn;
      if (!has_more || is_over || is_stopped_ || pauses_ > 0) break;
    }
  }
  is_working_ = false;
  return has_more;
}

Upkeep::Kept& Upkeep::kept_of(const catalog::TablePointer& table) {
  Kept& kept = tables_[table->id];
  if (!kept.table || &kept.table->rules() != table->extension.get()) {
    kept = Kept{.table = std::make_unique<TableUpkeep>(context_, table)};
  }
  return kept;
}

void Upkeep::note(Kept& kept, const Result<bool>& done) {
  if (!done.ok()) {
    kept.pause = std::clamp(kept.pause * 2, kFirstPause, kLongestPause);
    kept.retry_at = context_.clock.monotonic_now() + kept.pause;
    // Writers that are in the way are no problem, they are the reason for all this.
    const bool is_busy = done.error().kind() == ErrorKind::Conflict;
    return is_busy ? void() : report(kept, done.error().to_string());
  }
  kept.pause = {};
  for (const std::string& sentence : kept.table->take_news()) {
    if (options_.report) options_.report(sentence);
  }
  auto refusal = kept.table->take_refusal();
  if (!refusal.empty()) return report(kept, std::move(refusal));
  kept.problem.clear();
}

void Upkeep::report(Kept& kept, std::string problem) const {
  if (options_.report && problem != kept.problem) {
    options_.report(
        fmt::format("what the model of table {} needs done has failed and will be "
                    "tried again: {}",
                    kept.table->rules().rules().table().name, problem));
  }
  kept.problem = std::move(problem);
}

// Those that are gone or have no rules any more; and what is known of the others, for readers.
void Upkeep::forget_tables() {
  if (is_working_.exchange(true)) return;
  std::set<keys::TableId> ruled;
  for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
    if (is_ruled(*table)) ruled.insert(table->id);
  }
  std::erase_if(tables_, [&](const auto& each) { return !ruled.contains(each.first); });
  std::vector<OverdueItems> overdue;
  for (const auto& [id, kept] : tables_) {
    const auto& found = kept.table->overdue();
    overdue.insert(overdue.end(), found.begin(), found.end());
  }
  is_working_ = false;
  const std::lock_guard lock(mutex_);
  overdue_ = std::move(overdue);
}

Task<Status> Upkeep::finish() {
  for (const auto& table : context_.catalog.list_after("", kTablesMax)) {
    if (!is_ruled(*table)) continue;
    while (is_working_.exchange(true)) co_await partita::pause(kLookInterval);
    Status done = co_await kept_of(table).table->finish();
    is_working_ = false;
    CO_TRY(done);
  }
  forget_tables();
  co_return Status{};
}

std::vector<OverdueItems> Upkeep::overdue() const {
  const std::lock_guard lock(mutex_);
  return overdue_;
}

}  // namespace partita::models
