#pragma once

#include <fmt/format.h>

#include <map>

#include "dynamodb/operations/update_continuous_backups.h"
#include "store/history/past_items.h"
#include "store/history/recovery.h"
#include "store/keys/item_keys.h"
#include "unit/store/transactions/test_store.h"

namespace partita::testing {

// A store whose tables keep their history.
class RecordedStore : public TestStore {
 public:
  using TestStore::TestStore;

  catalog::TablePointer create_recorded(catalog::Table table) {
    const std::string name = table.name;
    create(std::move(table));
    switch_recovery(name, true);
    clock().advance(std::chrono::milliseconds(2));
    return catalog().find(name);
  }
  void switch_recovery(const std::string& table, bool is_on,
                       std::optional<std::int64_t> days = std::nullopt) {
    api::UpdateContinuousBackupsRequest request;
    request.table_name = table;
    request.point_in_time_recovery_specification = {.point_in_time_recovery_enabled = is_on,
                                                    .recovery_period_in_days = days};
    const auto answer = sync_wait(operations::update_continuous_backups(context(), request));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  }

  std::int64_t now() { return catalog().commit_times().now(); }
  history::PastMoment moment(const std::string& table, std::int64_t time) {
    const auto found = catalog().find(table);
    return {.table = found->id,
            .period = static_cast<keys::HistoryPeriod>(found->settings.recovery->period),
            .time = time};
  }
  std::size_t entries_of(keys::TableId table) {
    return keys_in(keys::space_range(keys::Space::History, table)).size();
  }
  // The items of a table as they are stored.
  std::map<Bytes, Bytes> rows(const std::string& table) {
    std::map<Bytes, Bytes> rows;
    const auto all = keys::index_range(catalog().find(table)->id, keys::IndexId::Base);
    const auto keep = [&](ByteView key, ByteView value) {
      rows.emplace(key, value);
      return engine::Visit::Continue;
    };
    sync_wait(engine().scan({.begin = all.begin, .end = all.end}, keep)).value();
    return rows;
  }
};

}  // namespace partita::testing
