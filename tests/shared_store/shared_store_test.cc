// Real programs on a real PostgreSQL: several servers on one store, and commands beside them.
#include <signal.h>

#include "shared_store/shared_store.h"

namespace partita::testing {
namespace {

TEST_F(SharedStore, OneServerGoesOnWhereAKilledOneHasStopped) {
  ServerProcess first(serve_store(), ApiClient::access_key_variables());
  ServerProcess second(serve_store(), ApiClient::access_key_variables());
  ASSERT_NE(first.port(), 0) << first.errors();
  ASSERT_NE(second.port(), 0) << second.errors();
  ApiClient to_first(first.port());
  ApiClient to_second(second.port());
  ASSERT_EQ(to_first.send("CreateTable", kOrders).status, 200);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(put(i % 2 == 0 ? to_first : to_second, std::to_string(i)), 200);
  }
  first.signal(SIGKILL);
  first.wait();
  EXPECT_EQ(count(to_second), "20");
  EXPECT_EQ(put(to_second, "20"), 200);
  ServerProcess third(serve_store(), ApiClient::access_key_variables());
  ApiClient to_third(third.port());
  EXPECT_EQ(count(to_third), "21");
}

TEST_F(SharedStore, SaysWhatItIs) {
  ServerProcess server(serve_store());
  EXPECT_EQ(server.client().get("/health").body,
            fmt::format("{{\"status\":\"ok\",\"engine\":\"postgresql\",\"durability\":\"external\","
                        "\"writes\":\"accepted\",\"server\":\"{}\",\"servers\":1}}\n",
                        name_of(server)));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(server.output().find(", data in PostgreSQL at "), std::string::npos) << server.output();
  EXPECT_NE(server.errors().find("say where they are to be, with --backups"), std::string::npos);
}

TEST_F(SharedStore, IsMadeAndLookedAtByCommands) {
  const auto before = run({"store", "check", "--store", store_});
  EXPECT_EQ(before.exit_code, 1);
  EXPECT_NE(before.output.find("no store yet"), std::string::npos) << before.output;
  EXPECT_EQ(run({"store", "vacuum-advice", "--store", store_}).exit_code, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run({"store", "init", "--store", store_}).exit_code, 0);
  }
  const auto after = run({"store", "check", "--json", "--store", store_});
  EXPECT_NE(after.output.find("a store of format 1"), std::string::npos) << after.output;
  // The test's own server does not sync, and that is said.
  EXPECT_EQ(after.exit_code, 1);
  EXPECT_NE(after.output.find("fsync is off"), std::string::npos) << after.output;
}

TEST_F(SharedStore, IsCheckedBesideAServer) {
  ServerProcess server(serve_store(), ApiClient::access_key_variables());
  ApiClient client(server.port());
  ASSERT_EQ(client.send("CreateTable", kOrders).status, 200);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(put(client, std::to_string(i)), 200);
  const auto checked = run({"check", "--store", store_});
  EXPECT_EQ(checked.exit_code, 0) << checked.errors;
  EXPECT_NE(checked.output.find("agrees with 10 items"), std::string::npos) << checked.output;
}

TEST_F(SharedStore, RefusesAPasswordInTheAddressWithoutRepeatingIt) {
  const auto outcome = run({"serve", "--store", "postgresql://a:secret@localhost/b"});
  expect_failure(outcome, 2, "--store-password-file");
  EXPECT_EQ(outcome.errors.find("secret"), std::string::npos);
}

TEST_F(SharedStore, RefusesWhatIsOfFiles) {
  expect_failure(run({"serve", "--store", store_, "--memory"}), 2, "--store keeps no files here");
  expect_failure(run({"serve", "--store-password-file", file("x")}), 2, "needs --store");
}

}  // namespace
}  // namespace partita::testing
