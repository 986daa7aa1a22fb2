#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "partita/api/timestamp.h"
#include "store/expiry/expiry_time.h"
#include "store/expiry/sweeper.h"
#include "store/keys/key_space.h"
#include "unit/store/transactions/test_store.h"

namespace partita::testing {

// A store with a table `T` and what tests of expiry say of it.
class TtlStore : public TestStore {
 public:
  using TestStore::TestStore;

  // Looked at by sweepers; the date that a test sets by the clock is in doubt where it jumps.
  calendar::Calendar& calendar() { return *calendar_; }

  std::int64_t now() { return static_cast<std::int64_t>(expiry::second_of(clock().wall_now())); }

  // Switches TTL on, off (an empty name), or to another attribute.
  void switch_ttl(const std::string& attribute) {
    const double seconds = ++switches_;
    const auto edit = [&](const catalog::Table& table) -> Result<catalog::Table> {
      auto changed = std::make_unique<catalog::Table>(table);
      changed->ttl_attribute = attribute.empty() ? std::nullopt : std::optional(attribute);
      changed->settings.ttl_changed = api::Timestamp{seconds};
      return std::move(*changed);
    };
    sync_wait(catalog().change("T", edit)).value();
  }

  // Puts an item that expires in so many seconds.
  void put_expiring(const std::string& pk, std::int64_t in_seconds) {
    put("T", {{"pk", pk}, {"expires", now() + in_seconds}});
  }
  bool has(const std::string& pk) { return get("T", {{"pk", pk}}).has_value(); }

  std::size_t queue_size() { return keys_in(keys::space_range(keys::Space::TtlQueue)).size(); }
  std::int64_t item_count() {
    const auto table = catalog().find("T");
    return catalog().statistics().counts_of(table->id, keys::IndexId::Base).items;
  }

 private:
  std::unique_ptr<calendar::Calendar> calendar_ =
      sync_wait(calendar::Calendar::open(engine(), clock())).value();
  double switches_ = 0;
};

inline catalog::Table expiring_table() {
  return TableBuilder("T")
      .key("pk", 'S')
      .global("byColor", {{"color", 'S'}})
      .ttl("expires")
      .build();
}

}  // namespace partita::testing
