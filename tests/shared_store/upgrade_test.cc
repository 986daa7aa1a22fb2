// What a running server does when a later version takes over its store. There is one version to
// test, so what the later one would write is written here.
#include "shared_store/shared_store.h"

namespace partita::testing {
namespace {

class Upgrade : public SharedStore {
 protected:
  // The tables of the store are in a schema of their own.
  std::string schema() const {
    constexpr std::string_view kBefore = "search_path%3D";
    const auto at = store_.find(kBefore) + kBefore.size();
    return store_.substr(at, store_.find_first_of("&'\" ", at) - at);
  }
  // As a command of a later version would: nobody who knows another format stays connected.
  void set_format(int format) const {
    cluster().run(fmt::format("UPDATE {}.partita_store SET format = {}", schema(), format));
    cluster().run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
  }
  static std::string health_once(const ServerProcess& server, int status) {
    for (;;) {
      const HttpAnswer answer = server.client().get("/health");
      if (answer.status == status) return answer.body;
    }
  }
};

TEST_F(Upgrade, AServerRefusesAStoreThatHasGotAFormatThatItDoesNotKnow) {
  ServerProcess server(serve_store(), ApiClient::access_key_variables());
  ApiClient client(server.port());
  ASSERT_EQ(client.send("CreateTable", kOrders).status, 200);
  ASSERT_EQ(put(client, "1"), 200);
  set_format(2);
  const std::string health = health_once(server, 503);
  EXPECT_TRUE(holds(health, "the store was upgraded to format 2")) << health;
  EXPECT_TRUE(holds(health, "upgrade this server")) << health;
  EXPECT_EQ(put(client, "2"), 503);
  EXPECT_EQ(client.send("GetItem", R"({"TableName": "orders", "Key": {"pk": {"S": "1"}}})").status,
            503);
  expect_failure(run({"serve", "--listen", "127.0.0.1:0", "--store", store_}), 1,
                 "the store is of format 2, and this version of Partita knows format 1");
  // Nothing of it was done, and nothing has to be started again.
  set_format(1);
  health_once(server, 200);
  EXPECT_EQ(count(client), "1");
  EXPECT_EQ(put(client, "2"), 200);
}

}  // namespace
}  // namespace partita::testing
