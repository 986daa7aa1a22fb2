#include "model/rules/work_lease.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "partita/value/number.h"

namespace partita::rules {
namespace {

using model::WorkLease;

// One write, as the lease sees it.
class LeaseChange {
 public:
  // REQUIRES: the lifecycle has work.
  explicit LeaseChange(const Judgement& judgement)
      : judgement_(judgement), work_(*judgement.program.entity->lifecycle->work) {
    const SlotIndex status = *judgement.program.status;
    was_in_work_ = is_in_work(judgement.draft.before(status));
    is_in_work_ = is_in_work(judgement.draft.at(status));
    const auto stored = judgement.draft.before(slot(work_.token));
    is_held_ = was_in_work_ && stored && is_text(*stored);
    if (!is_held_) return;
    until_ = lease_end(*judgement.program.entity, *judgement.draft.before());
    is_over_ = !until_ || *until_ <= judgement.now();
  }

  const WorkLease& work() const { return work_; }
  SlotIndex slot(const std::string& attribute) const {
    return judgement_.program.slot_of(attribute);
  }
  bool was_in_work() const { return was_in_work_; }
  bool is_in_work() const { return is_in_work_; }
  // Whether a worker had the item, perhaps for too long.
  bool is_held() const { return is_held_; }
  bool is_over() const { return is_over_; }
  const std::optional<model::Instant>& until() const { return until_; }

  // Whether the request gives a token.
  bool names_token() const {
    const auto& after = judgement_.change.after;
    const auto given = after ? after->find(work_.token) : std::nullopt;
    return given && is_text(*given) && judgement_.is_target(work_.token);
  }
  // Whether it gives that of the lease.
  bool is_by_worker() const {
    return is_held_ && !is_over_ && names_token() &&
           judgement_.change.after->find(work_.token) == judgement_.draft.before(slot(work_.token));
  }
  bool begins() const { return !was_in_work_ && is_in_work_ && names_token(); }

  // Whether the request wants to change what belongs to the worker: the state, even by setting it
  // again, which is how others take an item, or the lease itself.
  bool touches_lease() const {
    const SlotIndex status = *judgement_.program.status;
    if (judgement_.draft.is_changed(status)) return true;
    const auto is_named = [&](const std::string& attribute) {
      return !attribute.empty() && judgement_.is_target(attribute);
    };
    return is_named(judgement_.program.entity->lifecycle->attribute) || is_named(work_.token) ||
           is_named(work_.until) || is_named(work_.worker) || is_named(work_.attempts);
  }

 private:
  static bool is_text(const ValueView& value) {
    return value.type() == ValueType::S && !value.string().empty();
  }
  bool is_in_work(const std::optional<ValueView>& state) const {
    return state && state->type() == ValueType::S && work_.holds_in(state->string());
  }

  const Judgement& judgement_;
  const WorkLease& work_;
  bool was_in_work_ = false;
  bool is_in_work_ = false;
  bool is_held_ = false;
  bool is_over_ = false;
  std::optional<model::Instant> until_;
};

void renew(Judgement& judgement, const LeaseChange& change) {
  const SlotIndex until = change.slot(change.work().until);
  const auto encoding = judgement.program[until].encoding();
  const auto end = model::timestamp_value(judgement.now() + change.work().time, encoding);
  judgement.draft.set(until, judgement.draft.keep(end));
  judgement.changes_something = true;
}

void count_attempt(Judgement& judgement, const LeaseChange& change, int by) {
  if (change.work().attempts.empty()) return;
  const SlotIndex slot = change.slot(change.work().attempts);
  const auto before = judgement.draft.before(slot);
  const bool is_number = before && before->type() == ValueType::N;
  const auto next = (is_number ? before->number() : Number()).plus(Number(by));
  const bool is_countable = next.ok() && !(*next < Number(0));
  judgement.draft.set(slot, judgement.draft.keep(Value(is_countable ? *next : Number(0))));
}

void keep_stored(Judgement& judgement, SlotIndex slot) {
  if (const auto before = judgement.draft.before(slot)) {
    judgement.draft.set(slot, *before);
  } else {
    judgement.draft.remove(slot);
  }
}

void keep_stored(Judgement& judgement, const LeaseChange& change, const std::string& attribute) {
  if (!attribute.empty()) keep_stored(judgement, change.slot(attribute));
}

void remove(Judgement& judgement, const LeaseChange& change, const std::string& attribute) {
  if (!attribute.empty()) judgement.draft.remove(change.slot(attribute));
}

// Whoever ends it: who had the item is not told any more.
void end_lease(Judgement& judgement, const LeaseChange& change) {
  remove(judgement, change, change.work().token);
  remove(judgement, change, change.work().until);
  remove(judgement, change, change.work().worker);
}

// A worker that only gives the item back has not tried.
bool gives_back(const Judgement& judgement, const LeaseChange& change) {
  return change.is_held() && judgement.transition != nullptr && judgement.transition->by_worker &&
         !judgement.change.is_server;
}

std::string instant_text(model::Instant instant) {
  std::string text;
  model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339Ms);
  return text;
}

std::string holder_text(const Judgement& judgement, const LeaseChange& change) {
  const std::string& attribute = change.work().worker;
  const auto name =
      attribute.empty() ? std::nullopt : judgement.draft.before(change.slot(attribute));
  const bool is_named = name && name->type() == ValueType::S;
  return is_named ? fmt::format("worker {}", shown(*name)) : std::string("another worker");
}

Fault lease_fault(std::string detail) {
  return {.code = kNotHolder, .rule = "work", .detail = std::move(detail)};
}

// The request names a token that is worth nothing.
Fault lost_lease(const Judgement& judgement, const LeaseChange& change) {
  if (!change.is_held()) {
    const auto state = judgement.draft.before(*judgement.program.status);
    const std::string where =
        state && state->type() == ValueType::S ? std::string(state->string()) : "new";
    return lease_fault(
        fmt::format("the lease of this {} is over: no worker has the item, which is {}",
                    change.work().token, where));
  }
  if (!change.is_over()) {
    return lease_fault(fmt::format("the lease of this {} is over: {} has the item until {}",
                                   change.work().token, holder_text(judgement, change),
                                   instant_text(*change.until())));
  }
  return lease_fault(fmt::format("the lease of this {} ended{}", change.work().token,
                                 change.until() ? " at " + instant_text(*change.until()) : ""));
}

Fault other_has_it(const Judgement& judgement, const LeaseChange& change) {
  return lease_fault(
      fmt::format("{} has the item until {}; to change its {} or its lease, name "
                  "the {} that it was given",
                  holder_text(judgement, change), instant_text(*change.until()),
                  judgement.program.entity->lifecycle->attribute, change.work().token));
}

const WorkLease* work_of(const Judgement& judgement) {
  const auto& lifecycle = judgement.program.entity->lifecycle;
  return lifecycle && lifecycle->work ? &*lifecycle->work : nullptr;
}

}  // namespace

std::optional<model::Instant> lease_end(const model::Entity& entity, const ItemView& item) {
  const std::string& name = entity.lifecycle->work->until;
  const model::Attribute* attribute = entity.find_attribute(name);
  const auto value = item.find(name);
  if (attribute == nullptr || !value) return std::nullopt;
  return model::read_timestamp(*value, attribute->type->encoding);
}

void keep_lease(Judgement& judgement) {
  if (work_of(judgement) == nullptr) return;
  const LeaseChange change(judgement);
  const WorkLease& work = change.work();
  if (!change.is_in_work()) {
    if (!change.is_held()) return;
    if (gives_back(judgement, change)) {
      count_attempt(judgement, change, -1);
    } else {
      keep_stored(judgement, change, work.attempts);
    }
    return end_lease(judgement, change);
  }
  if (change.begins()) {
    count_attempt(judgement, change, 1);
    return renew(judgement, change);
  }
  // Without a lease these are attributes like any other.
  if (!change.is_held()) return;
  for (const std::string* attribute : {&work.token, &work.until, &work.attempts}) {
    keep_stored(judgement, change, *attribute);
  }
  if (change.is_by_worker()) return renew(judgement, change);
  keep_stored(judgement, change, work.worker);
}

std::optional<Fault> check_lease(const Judgement& judgement) {
  if (work_of(judgement) == nullptr || judgement.change.is_server) return std::nullopt;
  const LeaseChange change(judgement);
  if (change.begins() || change.is_by_worker()) return std::nullopt;
  if (change.names_token()) return lost_lease(judgement, change);
  const bool is_anothers = change.is_held() && !change.is_over();
  if (is_anothers && change.touches_lease()) return other_has_it(judgement, change);
  return std::nullopt;
}

bool has_lease(const Judgement& judgement) {
  return work_of(judgement) != nullptr && LeaseChange(judgement).is_by_worker();
}

}  // namespace partita::rules
