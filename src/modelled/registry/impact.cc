#include "modelled/registry/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "model/rules/table_rules.h"
#include "partita/base/random.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"

namespace partita::registry {
namespace {

using rules::Refusal;
using rules::TableRules;

constexpr std::size_t kPageItems = 500;

model::Instant now_of(const Clock& clock) {
  return std::chrono::floor<model::Duration>(clock.wall_now());
}

// Finds values that several items have although they must be unique. Remembers a hash of each, of
// so many at most that a large table does not fill the memory.
class DuplicateFinder {
 public:
  explicit DuplicateFinder(const TableRules& rules) : rules_(rules) {}

  void examine(const ItemView& item) {
    for (const rules::UniqueClaim& claim : rules_.claims_of(item)) {
      if (seen_.size() == kValuesMax) {
        is_complete_ = false;
        return;
      }
      const Bytes id = claim.constraint_id();
      if (!seen_.insert(keys::hash_bytes(id + claim.value)).second) count(claim, id);
    }
  }

  bool is_complete() const { return is_complete_; }
  std::vector<BrokenRule> take() && {
    std::vector<BrokenRule> all;
    for (auto& [id, rule] : broken_) all.push_back(std::move(rule));
    return all;
  }

 private:
  static constexpr std::size_t kValuesMax = 5'000'000;

  void count(const rules::UniqueClaim& claim, const Bytes& id) {
    BrokenRule& rule = broken_[id];
    if (rule.items++ > 0) return;
    rules::RuleOutcome outcome;
    outcome.model = &rules_.model();
    outcome.entity = claim.entity;
    const Refusal refusal = rules::not_unique(outcome, claim);
    rule.code = refusal.code;
    rule.subject = fmt::format("{}.{}", refusal.entity, refusal.attribute);
    rule.rule = refusal.rule;
    rule.example = refusal.text;
  }

  const TableRules& rules_;
  std::set<keys::KeyHash> seen_;
  std::map<Bytes, BrokenRule> broken_;
  bool is_complete_ = true;
};

// Judges items one by one and adds up what is found.
class Examiner {
 public:
  Examiner(const TableRules& rules, model::Instant now)
      : rules_(rules), now_(now), duplicates_(rules) {}

  // ERRORS: Corrupt if the bytes are no item.
  Status examine(ByteView bytes) {
    const auto item = TRY(ItemView::parse(bytes));
    ++impact_.items;
    duplicates_.examine(item);
    for (const rules::StaleKey& key : rules_.stale_keys(item, now_)) count(key);
    // As if somebody wrote the item as it is: by that, a state or a stamp is not wrong in itself.
    rules::JudgedWrite change;
    change.before = item;
    change.after = item;
    change.now = now_;
    change.is_server = true;
    const auto outcome = rules_.judge(change, random_);
    if (!outcome.ok()) return note_refusal(outcome.error());
    if (!outcome->violations.empty()) ++impact_.violating;
    for (const Refusal& violation : outcome->violations) count(violation);
    return {};
  }

  Impact take() && {
    for (auto& [name, rule] : rules_broken_) impact_.rules.push_back(std::move(rule));
    std::stable_sort(impact_.rules.begin(), impact_.rules.end(),
                     [](const auto& left, const auto& right) { return left.items > right.items; });
    impact_.is_complete = impact_.is_complete && duplicates_.is_complete();
    impact_.duplicates = std::move(duplicates_).take();
    for (auto& [name, keys] : stale_) impact_.stale.push_back(std::move(keys));
    return std::move(impact_);
  }

  Impact& impact() { return impact_; }

 private:
  // An item that cannot even be filled.
  Status note_refusal(const Error& error) {
    ++impact_.violating;
    if (const Refusal* refusal = rules::refusal_of(error)) {
      count(*refusal);
    } else {
      count({.code = "M101", .rule = "size", .text = error.message()});
    }
    return {};
  }

  void count(const rules::StaleKey& key) {
    auto subject = fmt::format("{}.{}", key.entity->name, key.attribute);
    StaleKeys& keys = stale_[{!key.is_table_key, subject}];
    if (keys.items++ > 0) return;
    keys.subject = std::move(subject);
    keys.is_table_key = key.is_table_key;
    keys.stored = key.stored;
    keys.derived = key.derived;
  }

  void count(const Refusal& refusal) {
    auto subject = refusal.attribute.empty()
                       ? refusal.entity
                       : fmt::format("{}.{}", refusal.entity, refusal.attribute);
    BrokenRule& rule = rules_broken_[{refusal.code, subject, refusal.rule}];
    if (rule.items == 0) {
      rule.code = refusal.code;
      rule.subject = std::move(subject);
      rule.rule = refusal.rule;
      rule.example = refusal.text;
    }
    ++rule.items;
  }

  const TableRules& rules_;
  const model::Instant now_;
  DuplicateFinder duplicates_;
  SeededRandom random_{1};  // Nothing that is made of it is kept.
  Impact impact_;
  std::map<std::tuple<std::string, std::string, std::string>, BrokenRule> rules_broken_;
  std::map<std::pair<bool, std::string>, StaleKeys> stale_;  // Those of the table first.
};

// What is left of a walk over a table.
struct Walk {
  keys::KeyRange rest;
  bool is_at_end = false;
};

Task<Status> examine_page(const engine::View& view, Walk& walk, std::size_t items_max,
                          Examiner& examiner) {
  Bytes last;
  std::size_t seen = 0;
  Status examined;
  const auto visit = [&](ByteView key, ByteView value) {
    examined = examiner.examine(value);
    if (!examined.ok()) return engine::Visit::Stop;
    if (++seen < items_max) return engine::Visit::Continue;
    last = key;
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = walk.rest.begin, .end = walk.rest.end, .rows_hint = items_max};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(examined);
  walk.is_at_end = seen < items_max;
  if (!walk.is_at_end) walk.rest = keys::rest_after(std::move(walk.rest), last);
  co_return Status{};
}

Status tell_count(const ImpactOptions& options, const operations::Context& context,
                  const catalog::Table& table, const Impact& impact) {
  const auto counts = context.catalog.statistics().counts_of(table.id, keys::IndexId::Base);
  ApplyProgress progress{.table = table.name, .activity = "checking items", .done = impact.items};
  if (counts.items > 0) progress.total = static_cast<std::uint64_t>(counts.items);
  return tell(options.report, progress);
}

}  // namespace

Task<Result<Impact>> measure_impact(operations::Context& context, ModelPointer model,
                                    const model::Table& table, const ImpactOptions& options) {
  auto rules = TableRules::compile(std::move(model), table);
  CO_TRY(rules);
  const auto stored = context.catalog.find(table.name);
  if (!stored) co_return Error::not_found(fmt::format("there is no table {}", table.name));
  Examiner examiner(*rules, now_of(context.clock));
  Walk walk{.rest = keys::index_range(stored->id, keys::IndexId::Base)};
  while (!walk.is_at_end && examiner.impact().items < options.items_max) {
    const auto left = options.items_max - examiner.impact().items;
    const auto page = static_cast<std::size_t>(std::min<std::uint64_t>(kPageItems, left));
    Status examined = co_await examine_page(context.engine, walk, page, examiner);
    CO_TRY(examined);
    Status told = tell_count(options, context, *stored, examiner.impact());
    CO_TRY(told);
    // Others on this executor have waited for a page.
    co_await pause(std::chrono::nanoseconds(0));
  }
  examiner.impact().table = table.name;
  examiner.impact().is_complete = walk.is_at_end;
  co_return std::move(examiner).take();
}

}  // namespace partita::registry
