#include "modelled/rollups/rollup_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/rollups/fingerprint.h"
#include "modelled/rollups/group_key.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_hash.h"

namespace partita::rollups {
namespace {

using model::MeasureKind;

constexpr Minute kGraceMinutes = 120;

Error cannot_keep(const model::Rollup& rollup, std::string_view why) {
  return Error::invalid_argument(fmt::format("rollup `{}`: {}", rollup.name, why));
}

Error reads_clock(const model::Rollup& rollup, const model::Formula& formula) {
  return cannot_keep(rollup, fmt::format("`{}` uses `now`, so it would change without a write; "
                                         "store what it gives in an attribute, or use `time` and "
                                         "`windows`",
                                         formula.text()));
}

RollupPlan::SlotKind slot_kind(MeasureKind kind) {
  if (kind == MeasureKind::Count) return RollupPlan::SlotKind::Count;
  const bool is_extreme = kind == MeasureKind::Min || kind == MeasureKind::Max;
  return is_extreme ? RollupPlan::SlotKind::Extreme : RollupPlan::SlotKind::Sum;
}

std::optional<Number> input_of(const RollupPlan::Slot& slot, const model::FormulaInput& item) {
  const auto value = slot.value.evaluate(item);
  if (slot.kind == RollupPlan::SlotKind::Count) {
    return value.holds() ? std::optional(Number()) : std::nullopt;
  }
  if (const auto* view = std::get_if<ValueView>(&value.content())) {
    return view->type() == ValueType::N ? std::optional(view->number()) : std::nullopt;
  }
  return value.number();
}

}  // namespace

Result<RollupPlan> RollupPlan::compile(const model::Model& model, const model::Rollup& rollup,
                                       keys::TableId table) {
  RollupPlan plan(rollup, table);
  TRY(plan.check_groups());
  for (const model::Measure& measure : rollup.measures) TRY(plan.add_measure(measure));
  if (!rollup.time.empty()) {
    const model::Attribute* time = rollup.of->find_attribute(rollup.time);
    if (time == nullptr) return cannot_keep(rollup, "its `time` is no attribute");
    plan.time_encoding_ = time->type->encoding;
  }
  for (const model::Entity& entity : model.entities) {
    if (entity.materialized_from == &rollup && entity.notes.is_live) {
      plan.materialized_.push_back(&entity);
    }
  }
  plan.collect_attributes();
  plan.ref_.id = plan.fingerprint(model);
  return plan;
}

Status RollupPlan::check_groups() const {
  if (columns() > kGroupColumnsMax) {
    return cannot_keep(*rollup_, fmt::format("groups by {} values; at most {} are kept", columns(),
                                             kGroupColumnsMax));
  }
  for (const model::GroupKey& group : rollup_->group_by) {
    if (group.value.uses_now()) return reads_clock(*rollup_, group.value);
  }
  return {};
}

Status RollupPlan::add_measure(const model::Measure& measure) {
  measure_slots_.emplace_back();
  if (measure.kind == MeasureKind::Formula || !measure.value) return {};
  if (measure.kind == MeasureKind::P50 || measure.kind == MeasureKind::P95) {
    return cannot_keep(*rollup_, fmt::format("measure `{}`: percentiles are not kept; use avg, min "
                                             "or max",
                                             measure.name));
  }
  if (measure.value->uses_now()) return reads_clock(*rollup_, *measure.value);
  return add_slot(slot_kind(measure.kind), *measure.value);
}

Status RollupPlan::add_slot(SlotKind kind, const model::Formula& value) {
  const auto same = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) {
    return slot.kind == kind && slot.value.text() == value.text();
  });
  measure_slots_.back() = static_cast<std::size_t>(same - slots_.begin());
  if (same != slots_.end()) return {};
  if (slots_.size() == kSlotsMax) {
    return cannot_keep(*rollup_, fmt::format("its measures have more than {} inputs", kSlotsMax));
  }
  slots_.push_back({kind, value});
  return {};
}

void RollupPlan::collect_attributes() {
  const auto add = [&](const model::Formula& formula) {
    for (const std::string& name : formula.names()) attributes_.push_back(name);
  };
  for (const model::GroupKey& group : rollup_->group_by) add(group.value);
  for (const Slot& slot : slots_) add(slot.value);
  if (time_encoding_) attributes_.push_back(rollup_->time);
  std::sort(attributes_.begin(), attributes_.end());
  attributes_.erase(std::unique(attributes_.begin(), attributes_.end()), attributes_.end());
}

// All that decides which items contribute, what, and into which rows.
RollupId RollupPlan::fingerprint(const model::Model& model) const {
  Bytes bytes;
  append_text(bytes, rollup_->name);
  append_text(bytes, rollup_->of->name);
  append_entities(bytes, model, *rollup_->of->table);
  for (const model::GroupKey& group : rollup_->group_by) append_text(bytes, group.value.text());
  append_text(bytes, rollup_->time);
  append_text(bytes, is_windowed() ? model::duration_text(longest_window()) : "");
  for (const Slot& slot : slots_) {
    bytes.push_back(static_cast<char>('a' + static_cast<int>(slot.kind)));
    append_text(bytes, slot.value.text());
  }
  for (const std::string& name : attributes_) {
    const model::Attribute* attribute = rollup_->of->find_attribute(name);
    append_text(bytes, name);
    if (attribute == nullptr) continue;
    append_text(bytes, model::name_of(attribute->type->kind));
    append_text(bytes, model::name_of(attribute->type->encoding));
  }
  for (const model::Entity* entity : materialized_) {
    append_text(bytes, entity->name);
    append_row(bytes, entity->row);
    for (const model::Measure& measure : rollup_->measures) {
      append_text(bytes, measure.name);
      append_text(bytes, measure.value ? measure.value->text() : "");
    }
  }
  for (const model::Param& param : model.params) append_text(bytes, param.value);
  return keys::KeyReader(keys::hash_bytes(bytes).view()).integer<RollupId>();
}

model::Duration RollupPlan::longest_window() const {
  return *std::max_element(rollup_->windows.begin(), rollup_->windows.end());
}

bool RollupPlan::has_extremes() const {
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.kind == SlotKind::Extreme; });
}

bool RollupPlan::reads_same(const ItemView& before, const ItemView& after) const {
  return std::all_of(attributes_.begin(), attributes_.end(), [&](const std::string& name) {
    return before.find(name) == after.find(name);
  });
}

Contribution RollupPlan::contribution(const ItemView& item) const {
  const model::ItemImages input(std::nullopt, item, model::Instant());
  Contribution contribution;
  for (const model::GroupKey& group : rollup_->group_by) {
    append_group_value(contribution.group, group.value.evaluate(input));
  }
  if (time_encoding_) {
    const auto time = item.find(rollup_->time);
    const auto instant = time ? model::read_timestamp(*time, *time_encoding_) : std::nullopt;
    if (instant) contribution.minute = minute_of(*instant);
  }
  contribution.inputs.reserve(slots_.size());
  for (const Slot& slot : slots_) contribution.inputs.push_back(input_of(slot, input));
  return contribution;
}

Minute RollupPlan::oldest_minute(model::Instant now) const {
  if (!is_windowed()) return 0;
  const auto begin = minute_of(now - longest_window()).value_or(0);
  return begin - std::min(begin, kGraceMinutes);
}

Buckets RollupPlan::buckets_of(const Contribution& contribution, Minute oldest) const {
  Buckets buckets;
  if (!is_windowed() || !contribution.minute || *contribution.minute < oldest) return buckets;
  buckets.levels = std::size(kLevels);
  for (std::size_t i = 0; i < buckets.levels; ++i) {
    buckets.numbers[i] = bucket_of(*contribution.minute, kLevels[i]);
  }
  return buckets;
}

namespace {

// The values of Extreme slots are found in rows of their own: only how many there are is counted.
Sums change_of(const RollupPlan& plan, const Contribution& contribution, bool is_added) {
  const int sign = is_added ? 1 : -1;
  Sums sums{.items = sign, .slots = std::vector<SlotSum>(plan.slots().size())};
  for (std::size_t i = 0; i < sums.slots.size(); ++i) {
    const auto& input = contribution.inputs[i];
    if (!input) continue;
    sums.slots[i].inputs = sign;
    if (plan.slots()[i].kind != RollupPlan::SlotKind::Sum) continue;
    is_added ? sums.slots[i].sum.add(*input) : sums.slots[i].sum.subtract(*input);
  }
  return sums;
}

}  // namespace

Sums plus(const RollupPlan& plan, const Contribution& contribution) {
  return change_of(plan, contribution, true);
}

Sums minus(const RollupPlan& plan, const Contribution& contribution) {
  return change_of(plan, contribution, false);
}

}  // namespace partita::rollups
