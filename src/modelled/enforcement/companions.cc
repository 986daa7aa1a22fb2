#include <cassert>
#include <optional>
#include <utility>

#include "engine/read_one.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/enforcement/ruled_write.h"
#include "store/items/item_key.h"
#include "store/items/stored_item.h"

// Rows that are written with an item, in the same commit.

namespace partita::enforcement {

Task<Status> ModelRules::write_companions(Write& write) const {
  for (const rules::CompanionRow& row : write.outcome.companions) {
    const Bytes key = items::key_of_stored(write.change.table, row.key.view());
    assert(!row.is_prefix || !row.item);  // By a prefix a row is only erased.
    const auto after = row.item ? std::optional(row.item->view()) : std::nullopt;
    Status written;
    if (row.is_prefix) {
      written = co_await erase_by_prefix(write, key);
    } else {
      written = co_await write_companion(write, key, after);
    }
    CO_TRY(written);
  }
  co_return Status{};
}

Task<Status> ModelRules::write_companion(Write& write, const Bytes& key,
                                         const std::optional<ItemView>& after) const {
  auto stored = co_await engine::read_one(write.transaction, key);
  CO_TRY(stored);
  const auto before = items::parse_stored(*stored);
  CO_TRY(before);
  const items::ItemChange change{.table = write.change.table,
                                 .key = key,
                                 .before = *before,
                                 .after = after,
                                 .time = write.change.time,
                                 .is_expiry = write.change.is_expiry,
                                 .author = write.change.author};
  write.ruled.companions.push_back(items::buffer_change(write.transaction, change));
  if (syncs_) {
    keep_syncs(write.transaction, {.key = key, .before = *before, .after = after});
  }
  if (rollups_) {
    const rollups::CountedChange counted{
        .key = key, .before = *before, .after = after, .now = rollup_date()};
    Status kept = co_await keep_rollups(write.transaction, counted);
    CO_TRY(kept);
  }
  if (!searches_) co_return Status{};
  const search::IndexedChange indexed{.key = key, .before = *before, .after = after};
  co_return co_await keep_searches(write.transaction, indexed);
}

// The row is looked for unchecked and then read. It comes and goes only with the item that is
// written, which the transaction has read: so there is no other.
Task<Status> ModelRules::erase_by_prefix(Write& write, const Bytes& prefix) const {
  std::optional<Bytes> found;
  const auto visit = [&](ByteView key, ByteView) {
    found = Bytes(key);
    return engine::Visit::Stop;
  };
  const auto rows = keys::prefix_range(prefix);
  const engine::Range range{.begin = rows.begin, .end = rows.end, .rows_hint = 1};
  Status read = co_await write.transaction.scan(range, visit);
  CO_TRY(read);
  if (!found) co_return Status{};
  co_return co_await write_companion(write, *found, std::nullopt);
}

}  // namespace partita::enforcement
