#include "model/samples/sample_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "model/samples/text_values.h"

namespace partita::samples {
namespace {

using model::Attribute;

// Whether dice alone must make the attribute's text.
bool needs_text(const SamplePlan& plan, const Attribute& attribute) {
  return attribute.is_required && attribute.type->kind == model::AttributeKind::String &&
         !attribute.is_filled() && plan.choices(attribute.name) == nullptr &&
         referenced(plan.entity(), attribute.name) == nullptr;
}

Status check_texts(const Population& population) {
  for (const SamplePlan& plan : population.plans()) {
    for (const Attribute& attribute : plan.entity().attributes) {
      if (!needs_text(plan, attribute)) continue;
      Dice dice = population.dice({&plan, 0}, attribute.name);
      const TextWish wish{
          .attribute = attribute.name, .distinct = 0, .resource = {}, .instant = plan.start};
      if (text_value(*attribute.type, wish, dice)) continue;
      return Error::invalid_argument(
          fmt::format("fake.{}: no text is known that {} may have; list some: choose: {{{}: [..]}}",
                      plan.entity().name, attribute.name, attribute.name));
    }
  }
  return {};
}

}  // namespace

Result<SampleGenerator> SampleGenerator::create(std::shared_ptr<const model::Model> model,
                                                const SampleSettings& settings) {
  const model::Model& content = *model;
  auto population = TRY(Population::create(std::move(model), settings));
  TRY(check_texts(population));
  return SampleGenerator(std::make_unique<const Population>(std::move(population)), content);
}

SampleGenerator::SampleGenerator(std::unique_ptr<const Population> population,
                                 const model::Model& model)
    : population_(std::move(population)) {
  for (const SamplePlan& plan : population_->plans()) {
    stories_.emplace(&plan, Story(model, plan.entity()));
    if (plan.parent == nullptr) add_roots(plan);
  }
}

// The first of those that come to their end, and the first of those that do not: each of the two
// brings the one behind it, and both go on side by side in time.
void SampleGenerator::add_roots(const SamplePlan& plan) {
  for (const std::uint64_t ordinal : std::set<std::uint64_t>{0, plan.finished_total()}) {
    if (ordinal >= plan.count) continue;
    const ItemId first{&plan, ordinal};
    add(population_->created_at(first), first);
  }
}

void SampleGenerator::add(model::Instant instant, const ItemId& item) {
  if (instant > population_->settings().end) return;
  pending_.push_back({instant, numbers_++, item, nullptr, std::nullopt});
  std::push_heap(pending_.begin(), pending_.end(), Later());
}

void SampleGenerator::add_next_write(std::unique_ptr<ItemLife> walk, const ItemId& item) {
  auto write = walk->next();
  if (!write) return;
  const model::Instant instant = write->instant;
  pending_.push_back({instant, numbers_++, item, std::move(walk), std::move(write)});
  std::push_heap(pending_.begin(), pending_.end(), Later());
}

SampleGenerator::Pending SampleGenerator::take() {
  std::pop_heap(pending_.begin(), pending_.end(), Later());
  Pending next = std::move(pending_.back());
  pending_.pop_back();
  return next;
}

std::optional<Write> SampleGenerator::create_item(const ItemId& item) {
  // The sibling behind it is added even if this item cannot be.
  const bool is_last_finished =
      item.plan->parent == nullptr && item.ordinal + 1 == item.plan->finished_total();
  if (item.place() + 1 < item.plan->count && !is_last_finished) {
    const ItemId sibling{item.plan, item.ordinal + 1};
    add(population_->created_at(sibling), sibling);
  }
  auto begun = ItemLife::begin(*population_, stories_.at(item.plan), item);
  if (!begun) return std::nullopt;
  for (const SamplePlan* child_plan : item.plan->children) {
    if (child_plan->count == 0) continue;
    const ItemId child = item.child(*child_plan, 0);
    add(population_->created_at(child), child);
  }
  auto walk = std::make_unique<ItemLife>(std::move(*begun));
  Write write = walk->creation();
  add_next_write(std::move(walk), item);
  return write;
}

std::optional<Write> SampleGenerator::next() {
  while (!pending_.empty()) {
    Pending next = take();
    if (next.walk == nullptr) {
      auto write = create_item(next.item);
      if (write) return write;
      continue;
    }
    add_next_write(std::move(next.walk), next.item);
    return std::move(next.write);
  }
  return std::nullopt;
}

}  // namespace partita::samples
