#include "modelled/registry/table_upkeep.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/server_writes.h"
#include "modelled/rollups/rollup_sweep.h"

namespace partita::registry {
namespace {

using jobs::Turn;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Claims = enforcement::UniqueBuilder::Build;
using Rollups = rollups::RollupBuilder::Build;
using Searches = search::SearchBuilder::Build;

// A write says that it marks a group before it commits. It may wait for the disk in between, but
// not as long as this.
constexpr minutes kMarksMayAppear{1};
// How often it is looked whether there are marks while there may be some, at all times if those of
// other servers may come; and whether there are values that were set free.
constexpr milliseconds kMarksLook{100};
constexpr seconds kSharedMarksLook{1};
// A write that marks a group ends this rest.
constexpr minutes kMarksRest{1};
constexpr seconds kClaimsLook{1};
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
constexpr std::uint64_t kTurnsOfWalkASecond = 10;
constexpr std::uint64_t kWalkItemsMax = 1000;
constexpr std::uint64_t kMillisecondsASecond = 1000;

}  // namespace

UpkeepPartWords words_of(UpkeepPart part) {
  switch (part) {
    case UpkeepPart::Rollups:
      return {"rollups", "counts the older items for rollups"};
    case UpkeepPart::Searches:
      return {"search", "indexes the words of older items for searches"};
    case UpkeepPart::UniqueValues:
      return {"unique", "claims the unique values of older items"};
    case UpkeepPart::MaterializedItems:
      return {"materialize", "writes the items that are made from rollups"};
    case UpkeepPart::RollupBuckets:
      return {"rollup-buckets", "erases time buckets that no rollup needs any more"};
    case UpkeepPart::DueSteps:
      return {"due-steps", "makes the lifecycle steps that are due"};
    case UpkeepPart::Migrations:
      return {"migrate", "does what the steps of migrations ask of the items"};
  }
  return {};
}

TableUpkeep::TableUpkeep(operations::Context& context, catalog::TablePointer table,
                         std::function<void()> wake)
    : context_(context),
      table_(std::move(table)),
      rules_(*enforcement::model_rules_of(*table_)),
      wake_(std::move(wake)),
      claims_(context.engine, rules_),
      due_steps_(context, table_) {
  const auto now = context.clock.monotonic_now();
  marks_until_ = now + kMarksMayAppear;
  sweep_at_ = now + kFirstSweep;
  if (rules_.searches() != nullptr) indexer_.emplace(context.engine, *rules_.searches());
  for (const model::Migration& each : rules_.rules().twins().migrations()) {
    if (!has_walk(each.step) || each.is_paused) continue;
    migrations_.push_back(std::make_unique<MigrationWalk>(context, table_, each));
  }
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

bool TableUpkeep::has(UpkeepPart part) const {
  switch (part) {
    case UpkeepPart::Rollups:
      return builder_ && !rules_.rollups()->building().are_all_built();
    case UpkeepPart::Searches:
      return indexer_ && !rules_.searches()->building().are_all_built();
    case UpkeepPart::UniqueValues:
      return !rules_.rules().constraints().empty();
    case UpkeepPart::MaterializedItems:
      return materializer_.has_value();
    case UpkeepPart::RollupBuckets:
      return builder_.has_value();
    case UpkeepPart::DueSteps:
      return rules_.rules().level() == model::Enforcement::Enforce &&
             rules_.rules().has_due_steps();
    case UpkeepPart::Migrations:
      return !migrations_.empty();
  }
  return false;
}

Task<Result<Turn>> TableUpkeep::work(UpkeepPart part) {
  refusal_.clear();
  auto turn = co_await do_part(part);
  if (turn.ok()) turn->complaint = refusal_;
  co_return turn;
}

Task<Result<Turn>> TableUpkeep::do_part(UpkeepPart part) {
  switch (part) {
    case UpkeepPart::Rollups:
      return build_rollups();
    case UpkeepPart::Searches:
      return build_searches();
    case UpkeepPart::UniqueValues:
      return build_claims();
    case UpkeepPart::MaterializedItems:
      return materialize();
    case UpkeepPart::RollupBuckets:
      return sweep_rollups();
    case UpkeepPart::DueSteps:
      return make_steps();
    case UpkeepPart::Migrations:
      return migrate();
  }
  return Task<Result<Turn>>::ready(Turn::over());
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
  bool has_more = true;
  while (has_more) {
    has_more = false;
    for (const UpkeepPart part : kUpkeepParts) {
      if (part == UpkeepPart::DueSteps || !has(part)) continue;
      auto turn = co_await do_part(part);
      CO_TRY(turn);
      // Who wants all of it does not wait for the rate of a walk.
      const bool has_left = part == UpkeepPart::Migrations && has(part);
      has_more = has_more || has_left || turn->next == Turn::Next::AtOnce;
    }
  }
  co_return Status{};
}

std::uint64_t TableUpkeep::items_of_table() const {
  const auto counts = context_.catalog.statistics().counts_of(table_->id, keys::IndexId::Base);
  return static_cast<std::uint64_t>(std::max<std::int64_t>(counts.items, 0));
}

Task<Result<Turn>> TableUpkeep::build_rollups() {
  auto built = co_await builder_->build_some(rules_.rollup_date());
  CO_TRY(built);
  // Its groups are marked now.
  if (*built == Rollups::Done) marks_until_ = context_.clock.monotonic_now() + kMarksMayAppear;
  Turn turn = *built == Rollups::Done ? Turn::over() : Turn::more(builder_->items());
  turn.progress = builder_->progress(items_of_table());
  co_return turn;
}

Task<Result<Turn>> TableUpkeep::build_searches() {
  auto built = co_await indexer_->build_some();
  CO_TRY(built);
  Turn turn = *built == Searches::Done ? Turn::over() : Turn::more(indexer_->items());
  turn.progress = indexer_->progress(items_of_table());
  co_return turn;
}

// Broken constraints are looked at once when the rules come, and then after values were set free.
Task<Result<Turn>> TableUpkeep::build_claims() {
  const auto now = context_.clock.monotonic_now();
  // What other servers have set free is not known here.
  const bool may_be_free = releases_seen_ != rules_.releases() || context_.catalog.is_shared();
  const bool is_changed = may_be_free && now >= claims_again_;
  if (!has_looked_again_ || (is_claimed_ && is_changed)) {
    releases_seen_ = rules_.releases();
    claims_again_ = now + kClaimsPause;
    Status again = co_await claims_.look_again();
    CO_TRY(again);
    has_looked_again_ = true;
    is_claimed_ = false;
  }
  if (is_claimed_) co_return Turn::idle(kClaimsLook);
  auto built = co_await claims_.build_some();
  CO_TRY(built);
  is_claimed_ = *built == Claims::Done;
  if (is_claimed_) co_return Turn::idle(kClaimsLook);
  Turn turn = Turn::more(claims_.items());
  turn.progress = claims_.progress(items_of_table());
  co_return turn;
}

Task<Result<Turn>> TableUpkeep::materialize() {
  const auto now = context_.clock.monotonic_now();
  if (rules_.rollups()->take_marked()) marks_until_ = now + kMarksMayAppear;
  // Marks of other servers can only be looked for.
  const bool is_shared = context_.catalog.is_shared();
  const bool may_be_marked = now < marks_until_;
  if (!may_be_marked && !is_shared) {
    rules_.rollups()->wake_when_marked(wake_);
    co_return Turn::idle(kMarksRest);
  }
  auto done = co_await materializer_->run_some(kGroupsMax);
  CO_TRY(done);
  if (*done == kGroupsMax) co_return Turn::more(*done);
  co_return Turn::idle(may_be_marked ? kMarksLook : milliseconds(kSharedMarksLook), *done);
}

Task<Result<Turn>> TableUpkeep::sweep_rollups() {
  const auto now = context_.clock.monotonic_now();
  if (now < sweep_at_) co_return Turn::idle(std::chrono::ceil<milliseconds>(sweep_at_ - now));
  if (!context_.clock.trusted_now()) co_return Turn::idle(kFirstSweep);
  bool is_swept = true;
  std::size_t ranges = 0;
  for (const auto& plan : rules_.rollups()->plans()) {
    auto erased = co_await rollups::sweep(context_.engine, plan, rules_.rollup_date(), kRangesMax);
    CO_TRY(erased);
    ranges += *erased;
    is_swept = is_swept && *erased < kRangesMax;
  }
  // A mark that appeared later than it should have is found now.
  marks_until_ = std::max(marks_until_, now + kStepsPause);
  if (!is_swept) co_return Turn::more(ranges);
  sweep_at_ = now + kSweepPause;
  co_return Turn::idle(kSweepPause, ranges);
}

// One walk after the other, each at the rate that its migration allows.
Task<Result<Turn>> TableUpkeep::migrate() {
  if (migrations_.empty()) co_return Turn::over();
  MigrationWalk& walk = *migrations_.front();
  const auto rate = static_cast<std::uint64_t>(walk.migration().items_per_second);
  const auto items_max = std::clamp<std::uint64_t>(rate / kTurnsOfWalkASecond, 1, kWalkItemsMax);
  auto done = co_await walk.walk_some(static_cast<std::size_t>(items_max));
  CO_TRY(done);
  const auto rest = milliseconds(done->items * kMillisecondsASecond / rate);
  Turn turn = rest.count() > 0 ? Turn::idle(rest, done->items) : Turn::more(done->items);
  turn.progress = walk.progress(items_of_table());
  if (done->is_over) migrations_.erase(migrations_.begin());
  co_return turn;
}

Task<Result<Turn>> TableUpkeep::make_steps() {
  if (!makes_steps()) co_return Turn::idle(kStepsPause);
  auto done = co_await due_steps_.work_some();
  CO_TRY(done);
  if (done->refused > 0) refusal_ = done->first_refusal;
  co_return Turn::idle(done->is_walk_over ? milliseconds(kStepsPause) : pause_in_walk(),
                       done->made + done->refused);
}

}  // namespace partita::registry
