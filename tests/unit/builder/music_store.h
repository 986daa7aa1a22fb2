#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "builder/key_text.h"
#include "unit/transactions/test_store.h"

namespace partita::builder {

// A table as the encyclopedia of music has it: all entities in one, two indexes.
class MusicStore : public ::testing::Test {
 protected:
  MusicStore() {
    store_.create(testing::TableBuilder("music")
                      .key("PK", 'S')
                      .sort("SK", 'S')
                      .global("GSI1", {{"GSI1PK", 'S'}}, {{"GSI1SK", 'S'}})
                      .global("GSI2", {{"GSI2PK", 'S'}}, {{"GSI2SK", 'S'}})
                      .build());
  }

  void put(const Item& item) { store_.put("music", item); }
  std::optional<Item> get(const std::string& pk, const std::string& sk) {
    return store_.get("music", {{"PK", pk}, {"SK", sk}});
  }
  operations::Context& context() { return store_.context(); }

  static constexpr std::uint64_t kSeed = 1;
  testing::TestStore store_;
  SeededRandom random_{kSeed};
};

}  // namespace partita::builder
