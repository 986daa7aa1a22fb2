// A PostgreSQL that is reached over TLS and asks for a password, as one on another machine.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"
#include "server/server_process.h"
#include "support/postgres/postgres_cluster.h"
#include "support/postgres/tcp_proxy.h"
#include "support/temporary_directory.h"
#include "support/tls_certificate.h"

namespace partita::testing {
namespace {

constexpr std::string_view kHost = "db.example.com";
constexpr std::string_view kSecret = "first-one-of-them";

class SecuredStore : public ProgramTest {
 protected:
  SecuredStore() {
    secured().run(fmt::format("ALTER ROLE partita PASSWORD '{}'", kSecret));
    write("password", kSecret);
  }

  // Over TCP with TLS and a password; over the socket, for the test, with neither.
  static PostgresCluster& secured() {
    static PostgresCluster cluster({.more_settings = "ssl = on",
                                    .listens = true,
                                    .admission = "local all all trust\n"
                                                 "hostssl all all 127.0.0.1/32 scram-sha-256",
                                    .files = {certificate().certificate(), certificate().key()}});
    return cluster;
  }
  static const TlsCertificate& certificate() {
    static const TemporaryDirectory directory;
    static const TlsCertificate made(directory.path(), 1, std::string(kHost));
    return made;
  }

  // No name need be resolved: the address says where it is.
  std::string address(std::string_view host, int port, const std::string& root) const {
    return fmt::format(
        "postgresql://partita@{}:{}/postgres?hostaddr=127.0.0.1&sslrootcert={}&options="
        "-csearch_path%3D{}",
        host, port, root, schema_);
  }
  std::string store() const {
    return address(kHost, secured().port(), certificate().certificate());
  }
  Outcome init(const std::string& address) const {
    return run({"store", "init", "--store", address, "--store-password-file", file("password")});
  }
  void write(std::string_view name, std::string_view text) const {
    std::ofstream(file(name)) << text << '\n';
  }

 private:
  const std::string schema_ = secured().new_schema();
};

TEST_F(SecuredStore, IsMadeWhereTheCertificateIsRightForTheName) {
  const auto outcome = init(store());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const auto checked =
      run({"store", "check", "--store", store(), "--store-password-file", file("password")});
  EXPECT_NE(checked.output.find("the connection is encrypted (TLS)"), std::string::npos)
      << checked.output << checked.errors;
}

TEST_F(SecuredStore, RefusesACertificateOfAnotherHost) {
  expect_failure(init(address("other.example.com", secured().port(), certificate().certificate())),
                 1, "does not match host name \"other.example.com\"");
}

TEST_F(SecuredStore, RefusesACertificateForWhichNobodyVouches) {
  const TemporaryDirectory directory;
  const TlsCertificate stranger(directory.path(), 2, std::string(kHost));
  expect_failure(init(address(kHost, secured().port(), stranger.certificate())), 1,
                 "certificate verify failed");
}

// Nobody has said that it may be talked to in clear.
TEST_F(SecuredStore, RefusesAServerWithoutTls) {
  const TcpProxy plain(secured().socket());
  expect_failure(init(address(kHost, plain.port(), certificate().certificate())), 1,
                 "server does not support SSL, but SSL was required");
}

TEST_F(SecuredStore, SaysThatThePasswordIsWrongWithoutRepeatingIt) {
  write("password", "quite-another-one");
  const auto outcome = init(store());
  expect_failure(outcome, 1, "password authentication failed for user \"partita\"");
  EXPECT_EQ(outcome.errors.find("quite-another-one"), std::string::npos);
  expect_failure(run({"store", "init", "--store", store()}), 1, "no password supplied");
  expect_failure(run({"store", "init", "--store", store(), "--store-password-file", file("none")}),
                 1, "no password can be read from " + file("none"));
}

// Pieces of TLS and messages of the server end in different places.
TEST_F(SecuredStore, HandsOutLargeItemsAtOnce) {
  ServerProcess server({"serve", "--listen", "127.0.0.1:0", "--store", store(),
                        "--store-password-file", file("password")},
                       ApiClient::access_key_variables());
  ASSERT_NE(server.port(), 0) << server.errors();
  ApiClient client(server.port());
  ASSERT_EQ(client
                .send("CreateTable", R"({"TableName": "large", "BillingMode": "PAY_PER_REQUEST",
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "N"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})")
                .status,
            200);
  for (int i = 0; i < 30; ++i) {
    const std::string text(static_cast<std::size_t>(9'000 * (i + 1)), 'x');
    ASSERT_EQ(client
                  .send("PutItem", fmt::format(R"({{"TableName": "large", "Item":
                      {{"pk": {{"N": "{}"}}, "text": {{"S": "{}"}}}}}})",
                                               i, text))
                  .status,
              200);
    const auto answer = client.send(
        "GetItem", fmt::format(R"({{"TableName": "large", "Key": {{"pk": {{"N": "{}"}}}}}})", i));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_GT(answer.body.size(), text.size());
  }
  for (int limit = 1; limit <= 30; ++limit) {
    const auto page =
        client.send("Scan", fmt::format(R"({{"TableName": "large", "Limit": {}}})", limit));
    EXPECT_EQ(page.status, 200) << page.body;
  }
}

TEST_F(SecuredStore, GoesOnWithThePasswordThatTheFileHasNow) {
  ServerProcess server({"serve", "--listen", "127.0.0.1:0", "--store", store(),
                        "--store-password-file", file("password")},
                       ApiClient::access_key_variables());
  ASSERT_NE(server.port(), 0) << server.errors();
  ApiClient client(server.port());
  const auto list = [&] { return client.send("ListTables", "{}"); };
  EXPECT_EQ(list().status, 200);
  const std::string end_all =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partita'";
  secured().run("ALTER ROLE partita PASSWORD 'second-one-of-them'");
  secured().run(end_all);
  // Until no connection of before is left and a new one was refused.
  std::string told;
  while (told.find("password authentication failed") == std::string::npos) {
    told = list().body + server.client().get("/health").body;
  }
  write("password", "second-one-of-them");
  while (list().status != 200) continue;
  told += server.client().get("/health").body + server.client().get("/metrics").body;
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  told += server.output() + server.errors();
  EXPECT_EQ(told.find("one-of-them"), std::string::npos) << told;
}

}  // namespace
}  // namespace partita::testing
