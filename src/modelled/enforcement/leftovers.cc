#include "modelled/enforcement/leftovers.h"

#include <set>
#include <utility>

#include "engine/retry.h"
#include "modelled/rollups/rollup_keys.h"
#include "modelled/search/search_keys.h"
#include "modelled/syncs/sync_keys.h"
#include "store/keys/key_builder.h"
#include "store/keys/unique_keys.h"

// Tables that have, or may have, rows which their rules do not own:
//
// key := 00 "rules-leftovers/" table:u32      value is empty

namespace partita::enforcement {
namespace {

constexpr std::string_view kMark = "rules-leftovers/";

Bytes mark_key(keys::TableId table) {
  return keys::KeyBuilder(keys::Space::Metadata, 21).bytes(kMark).integer(table).take();
}

// The ranges of keys that stay, by where they begin.
using Kept = std::set<Bytes>;
// The rollup, the search, the sync or the constraint that a key is a row of.
using Owner = keys::KeyRange (*)(ByteView key);

void keep_rows(const ModelRules& rules, Kept& kept) {
  if (const auto* program = rules.rollups()) {
    for (const auto& plan : program->plans()) kept.insert(rollups::rollup_range(plan.ref()).begin);
  }
  if (const auto* program = rules.searches()) {
    for (const auto& plan : program->plans()) kept.insert(search::search_range(plan.ref()).begin);
  }
  if (const auto* program = rules.syncs()) {
    for (const auto& plan : program->plans()) kept.insert(syncs::sync_range(plan->ref()).begin);
  }
  for (const auto& constraint : rules.rules().constraints()) {
    kept.insert(keys::unique_state_key(rules.table_id(), constraint.constraint_id()));
  }
}

// Looks at the first row of each owner and skips the others.
Task<Status> erase_others(engine::Engine& engine, keys::KeyRange rest, const Kept& kept,
                          Owner owner_of) {
  for (;;) {
    Bytes first;
    const auto visit = [&](ByteView key, ByteView) {
      first = key;
      return engine::Visit::Stop;
    };
    const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = 1};
    Status read = co_await engine.scan(range, visit);
    CO_TRY(read);
    if (first.empty()) co_return Status{};
    keys::KeyRange rows = owner_of(first);
    if (!kept.contains(rows.begin)) {
      Status erased = co_await engine.erase_range(rows.begin, rows.end);
      CO_TRY(erased);
    }
    rest.begin = std::move(rows.end);
  }
}

Task<Status> erase_all_others(engine::Engine& engine, keys::TableId table, const Kept& kept) {
  auto of_rollups = rollups::table_rollups_range(table);
  Status rollups =
      co_await erase_others(engine, std::move(of_rollups), kept, &rollups::rollup_range_of);
  CO_TRY(rollups);
  auto of_searches = search::table_searches_range(table);
  Status searches =
      co_await erase_others(engine, std::move(of_searches), kept, &search::search_range_of);
  CO_TRY(searches);
  auto of_syncs = syncs::table_syncs_range(table);
  Status syncs = co_await erase_others(engine, std::move(of_syncs), kept, &syncs::sync_range_of);
  CO_TRY(syncs);
  auto of_constraints = keys::unique_range(table);
  co_return co_await erase_others(engine, std::move(of_constraints), kept,
                                  &keys::constraint_range_of);
}

}  // namespace

Task<Status> erase_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules) {
  Kept kept;
  if (rules != nullptr) keep_rows(*rules, kept);
  co_return co_await erase_all_others(engine, table, kept);
}

Task<Status> mark_leftovers(engine::Engine& engine, keys::TableId table) {
  const auto body = [&](engine::Transaction& transaction) {
    transaction.put(mark_key(table), Bytes());
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> forget_leftovers(engine::Engine& engine, keys::TableId table) {
  const auto body = [&](engine::Transaction& transaction) {
    transaction.erase(mark_key(table));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

Task<Status> clear_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules) {
  Status erased = co_await erase_leftovers(engine, table, rules);
  CO_TRY(erased);
  co_return co_await forget_leftovers(engine, table);
}

Task<Result<std::vector<keys::TableId>>> marked_tables(const engine::View& view) {
  std::vector<keys::TableId> tables;
  const Bytes prefix = keys::metadata_key(kMark);
  const auto all = keys::prefix_range(prefix);
  const auto visit = [&](ByteView key, ByteView) {
    key.remove_prefix(prefix.size());
    if (key.size() == sizeof(keys::TableId)) {
      tables.push_back(keys::KeyReader(key).integer<keys::TableId>());
    }
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return tables;
}

}  // namespace partita::enforcement
