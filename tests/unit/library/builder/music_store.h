#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "partita/base/random.h"
#include "partita/builder/key_text.h"
#include "partita/database.h"

namespace partita::builder {

// A table as the encyclopedia of music has it: all entities in one, two indexes.
class MusicStore : public ::testing::Test {
 protected:
  MusicStore() {
    api::CreateTableRequest request;
    request.table_name = "music";
    request.billing_mode = api::BillingMode::PayPerRequest;
    request.attribute_definitions.emplace();
    for (const char* name : {"PK", "SK", "GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"}) {
      request.attribute_definitions->push_back({name, api::ScalarAttributeType::S});
    }
    request.key_schema = {{"PK", api::KeyType::Hash}, {"SK", api::KeyType::Range}};
    request.global_secondary_indexes = {index("GSI1"), index("GSI2")};
    const auto made = database_.create_table(request);
    EXPECT_TRUE(made.ok()) << made.error().message();
  }

  void put(const Item& item) { EXPECT_TRUE(database_.put("music", item).ok()); }
  std::optional<Item> get(const std::string& pk, const std::string& sk) {
    return database_.get("music", {{"PK", pk}, {"SK", sk}}).value();
  }

  static api::GlobalSecondaryIndex index(const std::string& name) {
    api::GlobalSecondaryIndex index;
    index.index_name = name;
    index.key_schema = {{name + "PK", api::KeyType::Hash}, {name + "SK", api::KeyType::Range}};
    index.projection.projection_type = api::ProjectionType::All;
    return index;
  }

  static constexpr std::uint64_t kSeed = 1;
  Database database_ = Database::in_memory().value();
  SeededRandom random_{kSeed};
};

}  // namespace partita::builder
