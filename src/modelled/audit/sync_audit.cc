#include "modelled/audit/sync_audit.h"

#include <fmt/format.h>

#include "modelled/syncs/sync_event.h"
#include "modelled/syncs/sync_state.h"

namespace partita::audit {
namespace {

constexpr std::size_t kSyncRowsMax = 5'000;

bool is_readable(const syncs::SyncKeyParts& parts, ByteView value) {
  switch (parts.row) {
    case syncs::SyncRow::State:
      return syncs::decode_state(value).ok();
    case syncs::SyncRow::HeldItem:
      return syncs::decode_held_item(value).ok();
    case syncs::SyncRow::HeldEvent:
    case syncs::SyncRow::Log:
      return syncs::decode_event(value).ok();
  }
  return false;
}

}  // namespace

void SyncAudit::report(const syncs::SyncPlan* plan, std::string_view what) const {
  std::string_view name = "unknown";
  if (plan != nullptr) name = plan->sync().name;
  audited_.report(Aspect::Sync, "", fmt::format("sync {}: {}", name, what));
}

const syncs::SyncPlan* SyncAudit::plan_of(const syncs::SyncRef& sync) const {
  for (const auto& plan : program_.plans()) {
    if (plan->ref() == sync) return plan.get();
  }
  return nullptr;
}

Task<Result<bool>> SyncAudit::step() {
  std::size_t rows = 0;
  Bytes last;
  const auto visit = [&](ByteView key, ByteView value) {
    audited_.work.add(key, value);
    look_at(key, value);
    if (++rows < kSyncRowsMax) return engine::Visit::Continue;
    last = Bytes(key);
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = rest_.begin, .end = rest_.end, .rows_hint = kSyncRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  if (last.empty()) co_return false;
  rest_ = keys::rest_after(std::move(rest_), last);
  co_return true;
}

void SyncAudit::look_at(ByteView key, ByteView value) {
  const auto parts = syncs::parse_sync_key(key);
  if (!parts) return report(nullptr, "the key of a row cannot be read");
  const syncs::SyncPlan* plan = plan_of(parts->sync);
  if (plan == nullptr) {
    if (last_unknown_ == parts->sync) return;
    last_unknown_ = parts->sync;
    return report(nullptr, "there are rows of a sync that the model does not have");
  }
  if (last_ != parts->sync) held_.clear();
  last_ = parts->sync;
  if (!is_readable(*parts, value)) report(plan, "a row cannot be read");
  if (parts->row == syncs::SyncRow::HeldItem) held_.insert(parts->item);
  if (parts->row == syncs::SyncRow::HeldEvent) look_at_held_event(*parts);
}

// The items come before all events.
void SyncAudit::look_at_held_event(const syncs::SyncKeyParts& parts) {
  if (held_.contains(parts.item)) return;
  held_.insert(parts.item);
  report(plan_of(parts.sync), "an event is held back, and nothing says until when");
}

}  // namespace partita::audit
