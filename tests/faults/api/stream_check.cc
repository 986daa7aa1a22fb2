#include "faults/api/stream_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "database/store.h"
#include "faults/api/tested_table.h"
#include "store/catalog/catalog.h"
#include "store/keys/item_keys.h"

namespace partita::faults {
namespace {

using Images = std::multiset<Bytes>;

Result<Images> stored_items(const engine::Engine& engine, keys::TableId table) {
  Images found;
  const auto all = keys::index_range(table, keys::IndexId::Base);
  const auto visit = [&](ByteView, ByteView value) {
    found.emplace(value);
    return engine::Visit::Continue;
  };
  TRY(sync_wait(engine.scan({.begin = all.begin, .end = all.end}, visit)));
  return found;
}

Images told_items(const testing::StreamReplay& replay) {
  Images told;
  for (const auto& [keys, item] : replay.items()) told.insert(item);
  return told;
}

std::size_t count_missing(const Images& these, const Images& others) {
  std::vector<Bytes> only;
  std::ranges::set_difference(these, others, std::back_inserter(only));
  return only.size();
}

}  // namespace

std::vector<std::string> StreamCheck::violations(const std::filesystem::path& data) {
  const auto look = [&]() -> Result<std::string> {
    const auto engine = TRY(database::open_engine(database::RocksdbStore{.directory = data}));
    const auto catalog = TRY(sync_wait(catalog::Catalog::open(*engine)));
    const auto table = catalog->find(table_name_);
    if (!table || table->live_stream() == nullptr) return std::string("the table has no stream");
    auto problem = replay_.follow(*engine, table->live_stream()->id);
    if (!problem.empty()) return problem;
    const auto stored = TRY(stored_items(*engine, table->id));
    const auto told = told_items(replay_);
    if (stored == told) return std::string();
    return fmt::format("the table has {} items that its stream has not, which has {} others",
                       count_missing(stored, told), count_missing(told, stored));
  };
  const auto found = look();
  if (!found.ok()) return {found.error().to_string()};
  if (found->empty()) return {};
  return {*found};
}

}  // namespace partita::faults
