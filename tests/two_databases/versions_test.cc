// What a server does with what a later version of the program has stored beside it. There is one
// version to test, so the rows of the later one are written here.

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/keys/key_space.h"
#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

using EditDescriptor = FunctionRef<void(Item& descriptor)>;

Task<Status> edit_stored(engine::Transaction& transaction, std::string table, EditDescriptor edit) {
  const Bytes key = keys::table_descriptor_key(table);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  Item descriptor = ItemView::parse(**stored).value().to_item();
  edit(descriptor);
  const auto epoch =
      catalog::encode_epoch(std::stoull(descriptor.find("Epoch")->number().to_string()) + 1);
  descriptor.set("Epoch", Value(Number(ByteReader(epoch).integer<std::int64_t>())));
  const auto id = std::stoul(descriptor.find("Id")->number().to_string());
  transaction.put(Bytes(key), encode(descriptor));
  transaction.put(catalog::epoch_key(keys::TableId{static_cast<std::uint32_t>(id)}), Bytes(epoch));
  auto version = co_await catalog::count_up_version(transaction);
  CO_TRY(version);
  co_return Status{};
}

class TwoVersions : public TwoDatabases {
 protected:
  TwoVersions() {
    EXPECT_EQ(a().create_table("old"), 200);
    EXPECT_EQ(a().create_table("changed"), 200);
    work();
    EXPECT_EQ(b().put("old", "1"), 200);
    EXPECT_EQ(b().put("changed", "1"), 200);
  }
  void work() {
    for (int i = 0; i < 3; ++i) {
      a().work();
      b().work();
    }
  }
  // A later version changes a table, and what it stores goes into effect as any change does.
  void change_as_later_version(const std::string& table, EditDescriptor edit) {
    const auto body = [&](engine::Transaction& transaction) {
      return edit_stored(transaction, table, edit);
    };
    const Status changed = sync_wait(engine::run(*store_, body));
    ASSERT_TRUE(changed.ok()) << changed.error().to_string();
    clock_.advance(std::chrono::seconds(1));
  }
  Bytes descriptor(const std::string& table) const {
    return sync_wait(engine::read_one(*store_, keys::table_descriptor_key(table))).value().value();
  }
  static bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  }
};

TEST_F(TwoVersions, ATableWithAnUnknownSettingIsReadAndNotWritten) {
  change_as_later_version("changed", [](Item& descriptor) {
    descriptor.set("Regions", Value(std::string("eu-1 eu-2")));
  });
  const Bytes stored = descriptor("changed");
  EXPECT_TRUE(b().has("changed", "1"));
  EXPECT_EQ(b().put("changed", "2"), 503);
  EXPECT_TRUE(holds(b().answer(), "Regions")) << b().answer();
  EXPECT_TRUE(holds(b().answer(), "Upgrade this server")) << b().answer();
  EXPECT_EQ(b().erase("changed", "1"), 503);
  EXPECT_EQ(b().add_index("changed", "byGroup"), 503);
  EXPECT_EQ(b().delete_table("changed"), 503);
  // Nor does a server that is started now, and nothing that goes on by itself touches it.
  Server c(store_, clock_);
  EXPECT_EQ(c.put("changed", "2"), 503);
  EXPECT_TRUE(c.has("changed", "1"));
  work();
  EXPECT_EQ(descriptor("changed"), stored);
  // All else is as before.
  EXPECT_EQ(b().put("old", "2"), 200);
  EXPECT_EQ(c.add_index("old", "byGroup"), 200);
  EXPECT_EQ(b().database().read_trouble(), "");
}

TEST_F(TwoVersions, AnUnknownSettingInsideAnotherOneIsFoundToo) {
  change_as_later_version("changed", [](Item& descriptor) {
    Map settings = descriptor.find("Settings")->map();
    settings.set("Replicas", Value(Number(3)));
    descriptor.set("Settings", Value(settings));
  });
  EXPECT_EQ(b().put("changed", "2"), 503);
  EXPECT_TRUE(holds(b().answer(), "Settings.Replicas")) << b().answer();
}

// What time asks for goes past such a table, and is done for the others.
TEST_F(TwoVersions, ItemsOfATableWithAnUnknownSettingDoNotExpireAndThoseOfOthersDo) {
  for (const char* table : {"old", "changed"}) {
    ASSERT_EQ(
        b().send("UpdateTimeToLive", fmt::format(R"({{"TableName": "{}", "TimeToLiveSpecification":
                         {{"AttributeName": "ttl", "Enabled": true}}}})",
                                                 table)),
        200);
    const auto now = std::chrono::floor<std::chrono::seconds>(clock_.wall_now());
    ASSERT_EQ(b().put(table, "mortal",
                      fmt::format(R"(, "ttl": {{"N": "{}"}})", now.time_since_epoch().count() + 1)),
              200);
  }
  work();
  change_as_later_version("changed", [](Item& descriptor) {
    descriptor.set("Regions", Value(std::string("eu-1 eu-2")));
  });
  for (int i = 0; i < 5; ++i) pass_second();
  EXPECT_EQ(b().count("old"), 1);
  EXPECT_EQ(b().count("changed"), 2);
  change_as_later_version("changed", [](Item& descriptor) { descriptor.erase("Regions"); });
  for (int i = 0; i < 5; ++i) pass_second();
  EXPECT_EQ(b().count("changed"), 1);
}

// The control: a change without anything unknown stops nobody.
TEST_F(TwoVersions, ATableThatALaterVersionHasChangedInKnownWaysIsWritten) {
  change_as_later_version("changed", [](Item&) {});
  EXPECT_EQ(b().put("changed", "2"), 200);
  EXPECT_EQ(b().add_index("changed", "byGroup"), 200);
}

TEST_F(TwoVersions, WritesGoOnOnceTheSettingIsGone) {
  change_as_later_version("changed", [](Item& descriptor) {
    descriptor.set("Regions", Value(std::string("eu-1 eu-2")));
  });
  EXPECT_EQ(b().put("changed", "2"), 503);
  change_as_later_version("changed", [](Item& descriptor) { descriptor.erase("Regions"); });
  EXPECT_EQ(b().put("changed", "2"), 200);
}

// Without knowing what a table is, nobody can say what a request for it, or for one of the same
// name, would do: so the server says that it is not well, and load balancers go elsewhere.
TEST_F(TwoVersions, AServerThatCannotReadATableRefusesEverythingAndSaysWhy) {
  change_as_later_version("changed", [](Item& descriptor) {
    descriptor.set("State", Value(std::string("ARCHIVING")));
  });
  EXPECT_EQ(b().get("changed", "1"), 503);
  EXPECT_EQ(b().put("changed", "2"), 503);
  EXPECT_EQ(b().put("old", "2"), 503);
  for (const char* part : {"changed", "ARCHIVING", "upgrade this server"}) {
    EXPECT_TRUE(holds(b().database().read_trouble(), part)) << b().database().read_trouble();
  }
  change_as_later_version(
      "changed", [](Item& descriptor) { descriptor.set("State", Value(std::string("ACTIVE"))); });
  EXPECT_EQ(b().put("changed", "2"), 200);
  EXPECT_EQ(b().put("old", "2"), 200);
  EXPECT_EQ(b().database().read_trouble(), "");
}

}  // namespace
}  // namespace partita::two_databases
