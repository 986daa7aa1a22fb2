#include "models/table_upkeep.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "enforcement/model_rules.h"
#include "models/server_writes.h"
#include "rollups/rollup_sweep.h"

namespace partita::models {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Claims = enforcement::UniqueBuilder::Build;
using Rollups = rollups::RollupBuilder::Build;

// A write says that it marks a group before it commits. It may wait for the disk in between, but
// not as long as this.
constexpr minutes kMarksMayAppear{1};
constexpr minutes kClaimsPause{1};
constexpr seconds kStepsPause{5};
// A walk over all items goes at a walking pace, but a large table is hurried through.
constexpr minutes kWalkTimeMax{10};
constexpr milliseconds kLongestPauseInWalk{1000};
constexpr milliseconds kShortestPauseInWalk{100};
constexpr std::chrono::hours kSweepPause{1};
constexpr minutes kFirstSweep{1};
constexpr std::size_t kGroupsMax = 100;
constexpr std::size_t kRangesMax = 1000;

}  // namespace

TableUpkeep::TableUpkeep(operations::Context& context, catalog::TablePointer table)
    : context_(context),
      table_(std::move(table)),
      rules_(*enforcement::model_rules_of(*table_)),
      claims_(context.engine, rules_),
      due_steps_(context, table_) {
  const auto now = context.clock.monotonic_now();
  marks_until_ = now + kMarksMayAppear;
  sweep_at_ = now + kFirstSweep;
  steps_at_ = now;
  const auto* program = rules_.rollups();
  if (program == nullptr) return;
  builder_.emplace(context.engine, *program);
  if (may_materialize()) {
    materializer_.emplace(context.engine, *program,
                          [this](const rollups::MaterializedItem& item) { return write(item); });
  }
}

// A table that is only observed stays as its clients have written it. Marks wait until that
// changes.
bool TableUpkeep::may_materialize() const {
  bool has_any = false;
  for (const auto& plan : rules_.rollups()->plans()) {
    for (const model::Entity* entity : plan.materialized()) {
      has_any = true;
      if (entity->table->enforcement != model::Enforcement::Enforce) return false;
    }
  }
  return has_any;
}

bool TableUpkeep::makes_steps() const {
  return context_.clock.trusted_now() && rules_.rules().level() == model::Enforcement::Enforce &&
         rules_.rules().has_due_steps();
}

milliseconds TableUpkeep::pause_in_walk() const {
  const auto counts = context_.catalog.statistics().counts_of(table_->id, keys::IndexId::Base);
  const auto by_items = counts.items / static_cast<std::int64_t>(DueSteps::kItemsMax);
  const auto by_bytes = counts.bytes / static_cast<std::int64_t>(DueSteps::kBytesMax);
  const milliseconds pause = milliseconds(kWalkTimeMax) / (std::max(by_items, by_bytes) + 1);
  return std::clamp(pause, kShortestPauseInWalk, kLongestPauseInWalk);
}

// What the rules refuse would be refused again: the group's next change may be another matter.
Task<Status> TableUpkeep::write(const rollups::MaterializedItem& item) {
  Status written = co_await write_materialized(context_, item);
  if (written.ok() || !is_refused_by_model(written.error())) co_return written;
  refusal_ = written.error().message();
  co_return Status{};
}

Task<Result<bool>> TableUpkeep::work_some() {
  auto rolled = co_await build_rollups();
  CO_TRY(rolled);
  auto claimed = co_await build_claims();
  CO_TRY(claimed);
  auto written = co_await materialize();
  CO_TRY(written);
  Status swept = co_await sweep_rollups();
  CO_TRY(swept);
  auto stepped = co_await make_steps();
  CO_TRY(stepped);
  co_return *rolled || *claimed || *written || *stepped;
}

Task<Status> TableUpkeep::finish() {
  const auto now = context_.clock.monotonic_now();
  has_looked_again_ = false;
  marks_until_ = now + kMarksMayAppear;
  sweep_at_ = now;
  if (makes_steps()) {
    Status made = co_await due_steps_.work_all();
    CO_TRY(made);
  }
  while (true) {
    auto more = co_await work_some();
    CO_TRY(more);
    if (!*more) co_return Status{};
  }
}

Task<Result<bool>> TableUpkeep::build_rollups() {
  if (!builder_ || rules_.rollups()->is_all_built()) co_return false;
  auto built = co_await builder_->build_some(rules_.rollup_date());
  CO_TRY(built);
  // Its groups are marked now.
  if (*built == Rollups::Done) marks_until_ = context_.clock.monotonic_now() + kMarksMayAppear;
  co_return *built == Rollups::Continues;
}

// Broken constraints are looked at once when the rules come, and then after values were set free.
Task<Result<bool>> TableUpkeep::build_claims() {
  const auto now = context_.clock.monotonic_now();
  const bool is_changed = releases_seen_ != rules_.releases() && now >= claims_again_;
  if (!has_looked_again_ || (is_claimed_ && is_changed)) {
    releases_seen_ = rules_.releases();
    claims_again_ = now + kClaimsPause;
    Status again = co_await claims_.look_again();
    CO_TRY(again);
    has_looked_again_ = true;
    is_claimed_ = false;
  }
  if (is_claimed_) co_return false;
  auto built = co_await claims_.build_some();
  CO_TRY(built);
  is_claimed_ = *built == Claims::Done;
  co_return !is_claimed_;
}

Task<Result<bool>> TableUpkeep::materialize() {
  if (!materializer_) co_return false;
  const auto now = context_.clock.monotonic_now();
  if (rules_.rollups()->take_marked()) marks_until_ = now + kMarksMayAppear;
  if (now >= marks_until_) co_return false;
  auto done = co_await materializer_->run_some(kGroupsMax);
  CO_TRY(done);
  co_return *done == kGroupsMax;
}

Task<Status> TableUpkeep::sweep_rollups() {
  const auto now = context_.clock.monotonic_now();
  if (!builder_ || now < sweep_at_ || !context_.clock.trusted_now()) co_return Status{};
  bool is_swept = true;
  for (const auto& plan : rules_.rollups()->plans()) {
    auto erased = co_await rollups::sweep(context_.engine, plan, rules_.rollup_date(), kRangesMax);
    CO_TRY(erased);
    is_swept = is_swept && *erased < kRangesMax;
  }
  if (is_swept) sweep_at_ = now + kSweepPause;
  // A mark that appeared later than it should have is found now.
  marks_until_ = std::max(marks_until_, now + kStepsPause);
  co_return Status{};
}

Task<Result<bool>> TableUpkeep::make_steps() {
  const auto now = context_.clock.monotonic_now();
  if (now < steps_at_ || !makes_steps()) co_return false;
  auto done = co_await due_steps_.work_some();
  CO_TRY(done);
  if (done->refused > 0) refusal_ = done->first_refusal;
  steps_at_ = now + (done->is_walk_over ? milliseconds(kStepsPause) : pause_in_walk());
  co_return false;
}

}  // namespace partita::models
