#include "model/rules/due_step.h"

#include <algorithm>

#include "model/rules/work_lease.h"

namespace partita::rules {
namespace {

using model::Lease;
using model::Lifecycle;
using model::Transition;

bool is_over(const model::Entity& entity, const Lease& lease, const ItemView& item,
             model::Instant now) {
  const model::Attribute* attribute = entity.find_attribute(lease.from);
  const auto value = item.find(lease.from);
  if (attribute == nullptr || !value) return false;
  const auto began = model::read_timestamp(*value, attribute->type->encoding);
  return began && *began + lease.timeout <= now;
}

bool is_edge(const Lifecycle& lifecycle, const Lease& lease) {
  return std::ranges::any_of(lifecycle.transitions, [&](const Transition& transition) {
    return transition.notes.is_live && transition.leads(lease.state, lease.to);
  });
}

bool is_acted_on(const Lifecycle& lifecycle, const Lease& lease) {
  if (lease.then == Lease::Then::Move) return is_edge(lifecycle, lease);
  return true;
}

// A worker that has not been heard of for too long loses the item.
std::optional<DueStep> work_step(const model::Entity& entity, const ItemView& item,
                                 std::string_view state, model::Instant now) {
  const auto& work = entity.lifecycle->work;
  if (!work || !work->holds_in(state) || !item.find(work->token)) return std::nullopt;
  const auto until = lease_end(entity, item);
  if (until && *until > now) return std::nullopt;
  DueStep step{.entity = &entity, .from = state, .to = work->back_to};
  const auto attempts = work->attempts.empty() ? std::nullopt : item.find(work->attempts);
  const bool is_counted = attempts && attempts->type() == ValueType::N;
  if (work->attempts_max > 0 && is_counted && attempts->number() >= Number(work->attempts_max)) {
    step.to = work->dead;
    step.is_last_attempt = true;
  }
  return step;
}

bool is_servers(const Transition& transition) {
  return transition.by_server && transition.notes.is_live && !transition.to.empty();
}

}  // namespace

std::optional<DueStep> find_due_step(const model::Entity& entity, const ItemView& item,
                                     model::Instant now) {
  if (!entity.lifecycle) return std::nullopt;
  const Lifecycle& lifecycle = *entity.lifecycle;
  const auto status = item.find(lifecycle.attribute);
  if (!status || status->type() != ValueType::S) return std::nullopt;
  const std::string_view state = status->string();
  if (auto step = work_step(entity, item, state, now)) return step;
  // What moves the item comes before what only counts it.
  const Lease* counted = nullptr;
  for (const Lease& lease : lifecycle.leases) {
    if (lease.state != state || !is_acted_on(lifecycle, lease)) continue;
    if (!is_over(entity, lease, item, now)) continue;
    if (lease.then == Lease::Then::Move) return DueStep{&entity, state, lease.to, &lease};
    counted = &lease;
  }
  const model::ItemImages images(item, item, now);
  for (const Transition& transition : lifecycle.transitions) {
    if (!is_servers(transition) || !transition.leads(state, transition.to.front())) continue;
    if (transition.when && !transition.when->holds(images)) continue;
    return DueStep{&entity, state, transition.to.front(), nullptr};
  }
  if (counted == nullptr) return std::nullopt;
  return DueStep{&entity, state, {}, counted};
}

bool can_have_due_steps(const model::Entity& entity) {
  if (!entity.lifecycle) return false;
  const Lifecycle& lifecycle = *entity.lifecycle;
  const auto is_acted = [&](const Lease& lease) { return is_acted_on(lifecycle, lease); };
  return lifecycle.work || std::ranges::any_of(lifecycle.leases, is_acted) ||
         std::ranges::any_of(lifecycle.transitions, is_servers);
}

}  // namespace partita::rules
