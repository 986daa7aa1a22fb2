#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "store/backups/backups.h"

// What time asks for: backups that rules of models want, and the end of those that have one.

namespace partita::backups {
namespace {

constexpr std::chrono::seconds kRulesRound{60};

}  // namespace

Task<Result<jobs::Turn>> Backups::keep_rules() {
  const auto trusted = tools_.clock.trusted_now();
  if (!trusted) co_return jobs::Turn::idle(kRulesRound);
  const auto now =
      std::chrono::floor<std::chrono::milliseconds>(trusted->time_since_epoch()).count();
  const auto rules = options_.rules ? options_.rules() : std::vector<BackupRule>();
  Status learnt = co_await learn();
  CO_TRY(learnt);
  for (const BackupRule& rule : rules) {
    Status made = co_await make_scheduled(rule, now);
    CO_TRY(made);
  }
  Status removed = co_await remove_expired(rules, now);
  CO_TRY(removed);
  co_return jobs::Turn::idle(kRulesRound);
}

// One that cannot be read is passed over: it is not known to be over.
Task<Status> Backups::learn() {
  auto ids = co_await list("");
  CO_TRY(ids);
  KnownBackups known;
  for (BackupId& id : *ids) {
    const auto before = known_.find(id);
    if (before != known_.end()) {
      known.insert(*before);
      continue;
    }
    auto found = co_await find(id);
    if (!found.ok() || !*found) continue;
    const BackupRecord& record = (*found)->record;
    known.insert({std::move(id), {.is_scheduled = record.is_scheduled, .expiry = record.expiry}});
  }
  known_ = std::move(known);
  co_return Status{};
}

Task<Status> Backups::make_scheduled(const BackupRule& rule, std::int64_t now) {
  const auto table = catalog_.find(rule.table);
  const bool is_usable = table && !table->is_in_doubt &&
                         (table->state == catalog::TableState::Active ||
                          table->state == catalog::TableState::Updating);
  if (!is_usable) co_return Status{};
  for (const auto& [id, known] : known_) {
    const bool is_recent = time_of(id.id) + rule.every.count() > now;
    if (known.is_scheduled && id.table == rule.table && is_recent) co_return Status{};
  }
  const std::chrono::sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(now)};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  BackupWish wish{.name = fmt::format("scheduled-{:%Y%m%dT%H%M%SZ}", seconds),
                  .expiry = now + rule.keep.count(),
                  .is_scheduled = true};
  auto made = co_await create(table, std::move(wish));
  const bool is_gone = !made.ok() && made.error().kind() == ErrorKind::NotFound;
  if (is_gone) co_return Status{};
  CO_TRY(made);
  known_.insert({made->id, {.is_scheduled = true, .expiry = made->expiry}});
  co_return Status{};
}

// The last one of a table that is to have some stays until there is another one.
Task<Status> Backups::remove_expired(const std::vector<BackupRule>& rules, std::int64_t now) {
  std::map<std::string, BackupId, std::less<>> newest;
  for (const auto& [id, known] : known_) {
    if (!known.is_scheduled) continue;
    auto found = co_await find(id);
    if (found.ok() && *found && (*found)->is_there) newest.insert_or_assign(id.table, id);
  }
  const auto is_last = [&](const BackupId& id) {
    const auto last = newest.find(id.table);
    return last != newest.end() && last->second == id &&
           std::any_of(rules.begin(), rules.end(),
                       [&](const BackupRule& rule) { return rule.table == id.table; });
  };
  for (auto each = known_.begin(); each != known_.end();) {
    const bool is_over = each->second.expiry && *each->second.expiry <= now;
    if (!is_over || is_last(each->first)) {
      ++each;
      continue;
    }
    auto removed = co_await remove(each->first);
    CO_TRY(removed);
    each = *removed == Removal::Done ? known_.erase(each) : std::next(each);
  }
  co_return Status{};
}

}  // namespace partita::backups
