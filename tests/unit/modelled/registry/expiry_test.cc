// What expires goes by the rules of its table, from the first moment after a start on.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "dynamodb/operations/get_item.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

constexpr std::string_view kLogins = R"(
format: 1
model: logins
version: 1
tables:
  logins: {name: logins, key: {partition: id}, ttl: {attribute: ends}}
entities:
  Login:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      seat: {type: string, required: true}
      ends: {type: timestamp, encode: epoch_s}
    unique: [{on: [seat]}]
)";

class Expiry : public ModelsFixture {
 protected:
  bool is_there(const std::string& id) {
    api::GetItemRequest request;
    request.table_name = "logins";
    request.key = EncodedItem(Item{{"id", id}});
    return sync_wait(operations::get_item(context(), request)).value().item.has_value();
  }
  static Item login(const std::string& id) { return {{"id", id}, {"seat", "window"}}; }
};

TEST_F(Expiry, SetsUniqueValuesFreeAlsoRightAfterAStart) {
  database::DatabaseOptions never;
  never.sweeper.interval = std::chrono::hours(1);
  close();
  open(never);
  apply(source(std::string(kLogins)));
  auto over = login("over");
  const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
  over.set("ends", now.time_since_epoch().count() - 60);
  ASSERT_EQ(put("logins", over), "");
  ASSERT_NE(put("logins", login("next")).find("[M204]"), std::string::npos);

  database::DatabaseOptions soon;
  soon.sweeper.interval = std::chrono::milliseconds(1);
  close();
  open(soon);
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
  while (is_there("over") && Clock::system().monotonic_now() < deadline) std::this_thread::yield();
  EXPECT_FALSE(is_there("over"));
  EXPECT_EQ(put("logins", login("next")), "");
}

}  // namespace
}  // namespace partita::registry
