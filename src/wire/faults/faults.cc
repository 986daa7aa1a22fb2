#include "wire/faults/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/value/json_text.h"

namespace partita::faults {
namespace {

// A name, or the beginning of one with a * behind.
bool fits(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool fits_any(const std::vector<std::string>& patterns, const std::vector<std::string>& names) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return fits(pattern, name); });
  });
}

// A number from 0 to less than 1.
double fraction(Random& random) {
  constexpr double kSteps = 9007199254740992.0;  // 2^53
  return static_cast<double>(random.next() >> 11) / kSteps;
}

void write_time(JsonText& json, std::string_view name, std::chrono::milliseconds time) {
  if (time.count() > 0) json.member(name, fmt::format("{}ms", time.count()));
}

void write_rule(JsonText& json, const FaultRule& rule) {
  json.member("kind", name_of(rule.kind));
  if (!rule.operations.empty()) json.strings("operations", rule.operations);
  if (!rule.tables.empty()) json.strings("tables", rule.tables);
  if (rule.rate < 1) {
    json.name("rate");
    json.raw(fmt::format("{}", rule.rate));
  }
  if (rule.every > 1) json.member("every", rule.every);
  if (rule.count_max) json.member("count", *rule.count_max);
  write_time(json, "for", rule.duration.value_or(std::chrono::milliseconds(0)));
  write_time(json, "delay", rule.delay);
  write_time(json, "age", rule.age);
  if (rule.is_applied) json.flag("applied");
}

}  // namespace

bool Faults::RuleState::is_over(MonotonicTime now, MonotonicTime since) const {
  return (rule.count_max && met >= *rule.count_max) ||
         (rule.duration && now >= since + *rule.duration);
}

bool Faults::RuleState::is_for(const FaultSubject& subject) const {
  if (!can_meet(subject.operation, rule.kind)) return false;
  // A batch of one has no part, and consistent reads are never of the past.
  if (rule.kind == FaultKind::PartialBatch && subject.members < 2) return false;
  if (rule.kind == FaultKind::StaleRead && subject.is_consistent) return false;
  const auto& names = rule.operations;
  const bool has_name =
      names.empty() || std::find(names.begin(), names.end(), subject.operation) != names.end();
  return has_name && (rule.tables.empty() || fits_any(rule.tables, subject.tables));
}

bool Faults::RuleState::has_turn() {
  ++matched;
  if (rule.rate < 1) return fraction(random) < rule.rate;
  return matched % rule.every == 0;
}

Faults::Faults(FaultSettings settings) : settings_(std::move(settings)) {
  if (!settings_.plan.rules.empty()) set(settings_.plan);
}

void Faults::tell(std::string_view line) const {
  if (settings_.report) settings_.report(line);
}

void Faults::set(FaultPlan plan) {
  {
    const MutexLock lock(mutex_);
    rules_.clear();
    seed_ = plan.seed;
    since_ = settings_.clock->monotonic_now();
    for (std::size_t i = 0; i < plan.rules.size(); ++i) {
      FaultRule& rule = plan.rules[i];
      auto past =
          rule.kind == FaultKind::StaleRead ? std::make_shared<KeptPast>(rule.age) : nullptr;
      // Each rule has a chance of its own, so that one does not change what another does.
      rules_.push_back({.rule = std::move(rule),
                        .random = SeededRandom(plan.seed * kFaultRulesMax + i),
                        .past = std::move(past)});
    }
    is_on_.store(!rules_.empty(), std::memory_order_relaxed);
  }
  tell(
      fmt::format("FAULTS ARE ON: requests are answered wrongly on purpose ({}); partita faults "
                  "clear ends it",
                  kinds_left()));
}

void Faults::clear() {
  {
    const MutexLock lock(mutex_);
    rules_.clear();
    if (!is_on_.exchange(false, std::memory_order_relaxed)) return;
  }
  tell("faults are off");
}

bool Faults::are_all_over() const {
  const auto now = settings_.clock->monotonic_now();
  const auto since = since_;
  return std::all_of(rules_.begin(), rules_.end(),
                     [&](const RuleState& each) { return each.is_over(now, since); });
}

// The states of the past that nobody reads any more go with it.
void Faults::end_if_over() {
  if (!are_all_over()) return;
  for (RuleState& each : rules_) each.past.reset();
  is_on_.store(false, std::memory_order_relaxed);
}

std::optional<MetFault> Faults::choose(const FaultSubject& subject) {
  const MutexLock lock(mutex_);
  const auto now = settings_.clock->monotonic_now();
  for (RuleState& each : rules_) {
    if (each.is_over(now, since_) || !each.is_for(subject) || !each.has_turn()) continue;
    ++each.met;
    ++met_[static_cast<std::size_t>(each.rule.kind)];
    MetFault fault{.kind = each.rule.kind,
                   .is_applied = each.rule.is_applied,
                   .delay = each.rule.delay,
                   .seed = each.random.next(),
                   .past = each.past};
    end_if_over();
    return fault;
  }
  end_if_over();
  return std::nullopt;
}

Task<Status> Faults::keep_moments(const engine::Engine& engine) {
  std::vector<std::shared_ptr<KeptPast>> moments;
  {
    const MutexLock lock(mutex_);
    for (const RuleState& each : rules_) {
      if (each.past != nullptr) moments.push_back(each.past);
    }
  }
  const auto now = settings_.clock->monotonic_now();
  for (const auto& moment : moments) {
    Status kept = co_await moment->keep_up(engine, now);
    CO_TRY(kept);
  }
  co_return Status{};
}

std::size_t Faults::rules_left() const {
  const MutexLock lock(mutex_);
  const auto now = settings_.clock->monotonic_now();
  std::size_t left = 0;
  for (const RuleState& each : rules_) left += each.is_over(now, since_) ? 0 : 1;
  return left;
}

std::string Faults::kinds_left() const {
  const MutexLock lock(mutex_);
  const auto now = settings_.clock->monotonic_now();
  std::string kinds;
  for (const RuleState& each : rules_) {
    const auto name = name_of(each.rule.kind);
    if (each.is_over(now, since_) || kinds.find(name) != kinds.npos) continue;
    kinds.append(kinds.empty() ? "" : ", ").append(name);
  }
  return kinds;
}

std::array<std::uint64_t, kFaultKinds> Faults::met() const {
  const MutexLock lock(mutex_);
  return met_;
}

std::string Faults::document() const {
  const MutexLock lock(mutex_);
  const auto now = settings_.clock->monotonic_now();
  JsonText json;
  json.open_object();
  json.flag("on", !are_all_over());
  json.flag("allowed", settings_.are_allowed);
  json.member("seed", seed_);
  json.array("rules");
  for (const RuleState& each : rules_) {
    json.open_object();
    write_rule(json, each.rule);
    json.member("matched", each.matched);
    json.member("met", each.met);
    json.flag("over", each.is_over(now, since_));
    json.close_object();
  }
  json.close_array();
  json.close_object();
  return std::move(json).take();
}

}  // namespace partita::faults
