#include "modelled/rollups/rollup_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "modelled/rollups/contribution_rows.h"

namespace partita::rollups {
namespace {

bool is_same(const std::optional<ItemView>& left, const std::optional<ItemView>& right) {
  return left.has_value() == right.has_value() && (!left || *left == *right);
}

// Whether a write may change what the rollup counts: one of its items comes, goes or has changed
// in something that is read.
bool concerns(const RollupPlan& plan, const CountedChange& change, const model::Entity* before,
              const model::Entity* after) {
  const model::Entity* of = plan.rollup().of;
  if (before != of && after != of) return false;
  if (before != after) return true;
  assert(change.before && change.after);  // Both are of the entity.
  return !plan.reads_same(*change.before, *change.after);
}

}  // namespace

Result<std::unique_ptr<RollupProgram>> RollupProgram::compile(const model::Model& model,
                                                              const model::Table& table,
                                                              keys::TableId table_id,
                                                              EntityOf entity_of) {
  std::unique_ptr<RollupProgram> program(new RollupProgram(table_id, std::move(entity_of)));
  for (const model::Rollup& rollup : model.rollups) {
    if (!rollup.notes.is_live || rollup.of == nullptr || rollup.of->table != &table) continue;
    program->plans_.push_back(TRY(RollupPlan::compile(model, rollup, table_id)));
  }
  if (program->plans_.size() > kRollupsMax) {
    return Error::invalid_argument(fmt::format("table `{}` has {} rollups; at most {} are kept",
                                               table.id, program->plans_.size(), kRollupsMax));
  }
  for (const RollupPlan& plan : program->plans_) program->building_.add(plan_rows(plan.ref()));
  return program;
}

const RollupPlan* RollupProgram::find(std::string_view rollup) const {
  const auto found = std::find_if(plans_.begin(), plans_.end(), [&](const RollupPlan& plan) {
    return plan.rollup().name == rollup;
  });
  return found == plans_.end() ? nullptr : &*found;
}

void RollupProgram::buffer(engine::Transaction& transaction, const CountedChange& change,
                           const building::Admission& admission) const {
  if (plans_.empty() || is_same(change.before, change.after)) return;
  const model::Entity* before = change.before ? entity_of_(*change.before) : nullptr;
  const model::Entity* after = change.after ? entity_of_(*change.after) : nullptr;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const RollupPlan& plan = plans_[i];
    if (!concerns(plan, change, before, after)) continue;
    if (admission.is_ahead(i)) building_.touch(transaction, i, change.key);
    if (!admission.covers(i)) continue;
    CountedChange own = change;
    if (before != plan.rollup().of) own.before.reset();
    if (after != plan.rollup().of) own.after.reset();
    buffer_one(transaction, plan, own);
    // Looked at first: a write to memory that all threads share would cost them all.
    const bool is_first = !plan.materialized().empty() &&
                          !is_marked_.load(std::memory_order_relaxed) && !is_marked_.exchange(true);
    if (is_first) call_waker();
  }
}

void RollupProgram::buffer_one(engine::Transaction& transaction, const RollupPlan& plan,
                               const CountedChange& change) const {
  std::optional<Contribution> before;
  std::optional<Contribution> after;
  if (change.before) before = plan.contribution(*change.before);
  if (change.after) after = plan.contribution(*change.after);
  ContributionWriter writer(transaction, plan, change.key, change.now);
  const bool is_kept = change.reason == ChangeReason::Expired && !plan.rollup().drops_expired;
  if (is_kept && before && !after) {
    writer.keep(*before);
  } else {
    writer.replace(before ? &*before : nullptr, after ? &*after : nullptr);
  }
}

std::optional<Contribution> RollupProgram::contribution(const RollupPlan& plan,
                                                        const ItemView& item) const {
  if (entity_of_(item) != plan.rollup().of) return std::nullopt;
  return plan.contribution(item);
}

void RollupProgram::wake_when_marked(std::function<void()> wake) const {
  {
    const MutexLock lock(mutex_);
    wake_ = std::move(wake);
  }
  if (is_marked_.load()) call_waker();
}

void RollupProgram::call_waker() const {
  std::function<void()> wake;
  {
    const MutexLock lock(mutex_);
    wake.swap(wake_);
  }
  if (wake) wake();
}

}  // namespace partita::rollups
