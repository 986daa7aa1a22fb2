#include "modelled/registry/key_renewal.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/server_writes.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_range.h"

namespace partita::registry {
namespace {

constexpr std::size_t kRenewalPageItems = 200;

bool is_renewable(const std::vector<rules::StaleKey>& stale) {
  return !stale.empty() && std::ranges::none_of(stale, &rules::StaleKey::is_table_key);
}

// The next items of a walk over a table.
struct RenewalPage {
  std::vector<Bytes> stale;  // The keys of those that are to be written.
  std::size_t items = 0;
  Bytes last_key;
};

Task<Result<RenewalPage>> read_page(const operations::Context& context, const catalog::Table& table,
                                    const keys::KeyRange& rest) {
  const auto& rules = enforcement::model_rules_of(table)->rules();
  const auto now = std::chrono::floor<model::Duration>(context.clock.wall_now());
  RenewalPage page;
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    if (is_renewable(rules.stale_keys(*item, now))) page.stale.emplace_back(key);
    page.last_key = key;
    return ++page.items < kRenewalPageItems ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = kRenewalPageItems};
  Status read = co_await context.engine.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return page;
}

// An item that has gone meanwhile needs nothing.
Status note_written(Status written, RenewedKeys& renewed) {
  if (written.ok()) {
    ++renewed.items;
  } else if (is_refused_by_model(written.error())) {
    if (renewed.refused++ == 0) renewed.first_refusal = written.error().message();
  } else if (written.error().kind() != ErrorKind::NotFound) {
    return written;
  }
  return {};
}

}  // namespace

Task<Result<RenewedKeys>> renew_index_keys(operations::Context& context,
                                           catalog::TablePointer table, const Report& report) {
  RenewedKeys renewed;
  std::uint64_t passed = 0;
  auto rest = keys::index_range(table->id, keys::IndexId::Base);
  while (true) {
    auto page = co_await read_page(context, *table, rest);
    CO_TRY(page);
    for (const Bytes& key : page->stale) {
      Status written = co_await write_again(context, table, key);
      Status noted = note_written(std::move(written), renewed);
      CO_TRY(noted);
    }
    passed += page->items;
    const auto counts = context.catalog.statistics().counts_of(table->id, keys::IndexId::Base);
    ApplyProgress progress{.table = table->name, .activity = "deriving index keys", .done = passed};
    if (counts.items > 0) progress.total = static_cast<std::uint64_t>(counts.items);
    Status told = tell(report, progress);
    CO_TRY(told);
    if (page->items < kRenewalPageItems) co_return renewed;
    rest = keys::rest_after(std::move(rest), page->last_key);
    co_await pause(std::chrono::nanoseconds(0));
  }
}

}  // namespace partita::registry
