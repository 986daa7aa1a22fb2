// What a person does to let others in: access keys, a certificate, an address.

#include <signal.h>

#include <algorithm>
#include <fstream>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"
#include "support/tls_certificate.h"
#include "support/tls_client.h"
#include "wire/protocol/credentials.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

class AccessKeys : public ProgramTest {
 protected:
  std::string keys() const { return file("credentials"); }

  std::string create(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"keys", "create", "--file", keys()});
    const auto outcome = run(more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return outcome.output;
  }

  // The text between two others.
  static std::string between(const std::string& text, std::string_view before,
                             std::string_view after) {
    const auto begin = text.find(before);
    if (begin == std::string::npos) return "";
    return text.substr(begin + before.size(),
                       text.find(after, begin + before.size()) - begin - before.size());
  }

  // What `partita keys create` has printed, with the serial that only a store gives.
  static protocol::Credential credential_of(const std::string& printed) {
    protocol::Credential credential;
    credential.access_key_id = between(printed, "export AWS_ACCESS_KEY_ID=", "\n");
    credential.secret_access_key =
        SecretText(between(printed, "export AWS_SECRET_ACCESS_KEY=", "\n"));
    const auto store = protocol::CredentialStore::create({credential}).value();
    return *store.find(credential.access_key_id);
  }

  static std::vector<std::string> in_memory(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"serve", "--memory", "--listen", "127.0.0.1:0"});
    return more;
  }

  TlsCertificate make_certificate(int serial) const {
    return {std::filesystem::path(file("x")).parent_path(), serial};
  }
};

TEST_F(AccessKeys, AreMadeForAShellListedAndDeleted) {
  const auto made = create({"--name", "me"});
  const auto id = between(made, "export AWS_ACCESS_KEY_ID=", "\n");
  const auto secret = between(made, "export AWS_SECRET_ACCESS_KEY=", "\n");
  EXPECT_EQ(id.size(), 20u) << made;
  EXPECT_EQ(secret.size(), 40u) << made;

  const auto list = run({"keys", "list", "--file", keys()});
  EXPECT_NE(list.output.find(id), std::string::npos) << list.output;
  EXPECT_NE(list.output.find("  me\n"), std::string::npos) << list.output;
  EXPECT_EQ(list.output.find(secret), std::string::npos);

  EXPECT_EQ(run({"keys", "delete", id, "--file", keys()}).exit_code, 0);
  expect_failure(run({"keys", "delete", id, "--file", keys()}), 1, id);
  EXPECT_EQ(run({"keys", "list", "--json", "--file", keys()}).output, "[]\n");
}

TEST_F(AccessKeys, AreToldToProgramsAsJson) {
  const auto made = create({"--name", "job", "--json"});
  const auto id = between(made, "\"access_key_id\":\"", "\"");
  EXPECT_EQ(id.size(), 20u) << made;
  EXPECT_EQ(between(made, "\"secret_access_key\":\"", "\"").size(), 40u) << made;
  const auto list = run({"keys", "list", "--json", "--file", keys()}).output;
  EXPECT_TRUE(list.starts_with("[{\"access_key_id\":\"" + id +
                               "\",\"name\":\"job\",\"role\":\"\",\"created\":\""))
      << list;
  EXPECT_EQ(run({"keys", "delete", id, "--json", "--file", keys()}).output,
            "{\"access_key_id\":\"" + id + "\",\"status\":\"deleted\"}\n");
}

TEST_F(AccessKeys, AreRefusedIfTheirFileIsNotSafeOrHasNone) {
  const auto id = between(create(), "export AWS_ACCESS_KEY_ID=", "\n");
  const auto with_keys = in_memory({"--credentials", keys()});
  std::filesystem::permissions(keys(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  expect_failure(run(with_keys), 1, "chmod 600 " + keys());
  std::filesystem::permissions(keys(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::remove);
  ASSERT_EQ(run({"keys", "delete", id, "--file", keys()}).exit_code, 0);
  expect_failure(run(with_keys), 1, "has no access key");
  expect_failure(run(in_memory({"--credentials", file("missing")})), 1, file("missing"));
  expect_failure(run({"keys", "list", "--file", file("missing")}), 1, file("missing"));
}

TEST_F(AccessKeys, AndTlsAreBothNeededForOtherMachines) {
  create();
  const auto certificate = make_certificate(1);
  const std::vector<std::string> serve_all = {"serve", "--memory", "--listen", "0.0.0.0:0"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), serve_all.begin(), serve_all.end());
    return more;
  };
  const std::vector<std::string> tls = {"--tls-certificate", certificate.certificate(), "--tls-key",
                                        certificate.key()};
  expect_failure(run(serve_all), 78, "access keys");
  expect_failure(run(with({"--credentials", keys()})), 78, "needs TLS");
  expect_failure(run(with(tls)), 78, "needs access keys");

  auto both = tls;
  both.insert(both.end(), {"--credentials", keys()});
  ServerProcess server(with(both));
  ASSERT_NE(server.port(), 0) << server.errors();
  EXPECT_NE(server.output().find(" listens on https://0.0.0.0:"), std::string::npos);
  TlsClient client(server.port());
  EXPECT_EQ(client.get("/health").status, 200);
}

TEST_F(AccessKeys, ACertificateIsReadAgainOnHangup) {
  const auto certificate = make_certificate(1);
  ServerProcess server(
      in_memory({"--tls-certificate", certificate.certificate(), "--tls-key", certificate.key()}));
  TlsClient before(server.port());
  EXPECT_EQ(before.serial(), 1);
  make_certificate(2);
  server.signal(SIGHUP);
  const auto begun = Clock::system().monotonic_now();
  long serial = 1;
  while (serial == 1 && Clock::system().monotonic_now() - begun < 10s) {
    serial = TlsClient(server.port()).serial();
  }
  EXPECT_EQ(serial, 2);
  EXPECT_EQ(before.get("/health").status, 200) << "connections go on";

  std::ofstream(certificate.certificate()) << "nonsense";
  server.signal(SIGHUP);
  // Two signals at once may come in either order.
  server.read_errors_until("the certificate stays as it was");
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(server.errors().find("warning: the certificate stays as it was"), std::string::npos)
      << server.errors();
}

TEST_F(AccessKeys, AreReadAgainOnHangup) {
  const auto old_key = credential_of(create({"--name", "old"}));
  ServerProcess server(in_memory({"--credentials", keys()}));
  const auto status_for = [&](const protocol::Credential& key) {
    return ApiClient(server.port(), key).send("ListTables", "{}").status;
  };
  const auto becomes = [&](const protocol::Credential& key, int status) {
    const auto begun = Clock::system().monotonic_now();
    while (status_for(key) != status) {
      if (Clock::system().monotonic_now() - begun > 10s) return false;
    }
    return true;
  };
  const auto new_key = credential_of(create({"--name", "new"}));
  EXPECT_EQ(status_for(old_key), 200);
  EXPECT_EQ(status_for(new_key), 400) << "nobody has told the server";
  server.signal(SIGHUP);
  EXPECT_TRUE(becomes(new_key, 200));
  EXPECT_EQ(status_for(old_key), 200);

  ASSERT_EQ(run({"keys", "delete", old_key.access_key_id, "--file", keys()}).exit_code, 0);
  ApiClient connected(server.port(), old_key);
  EXPECT_EQ(connected.send("ListTables", "{}").status, 200);
  server.signal(SIGHUP);
  EXPECT_TRUE(becomes(old_key, 400));
  EXPECT_EQ(connected.send("ListTables", "{}").status, 400) << "also on its old connection";
  EXPECT_EQ(status_for(new_key), 200);
}

TEST_F(AccessKeys, StayAsTheyWereIfTheirFileIsNotGood) {
  const auto key = credential_of(create());
  ServerProcess server(in_memory({"--credentials", keys()}));
  const auto expect_kept = [&](const std::string& why) {
    server.signal(SIGHUP);
    server.read_errors_until(why);
    EXPECT_NE(server.errors().find("warning: the access keys stay as they were: "),
              std::string::npos);
    EXPECT_EQ(ApiClient(server.port(), key).send("ListTables", "{}").status, 200);
  };
  std::filesystem::permissions(keys(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  expect_kept("chmod 600");
  std::filesystem::permissions(keys(), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::remove);
  ASSERT_EQ(run({"keys", "delete", key.access_key_id, "--file", keys()}).exit_code, 0);
  expect_kept("has no access key");
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_EQ(std::ranges::count(server.errors(), '\n'), 2) << server.errors();
}

TEST_F(AccessKeys, AFileThatIsNoCertificateIsNamed) {
  const auto certificate = make_certificate(1);
  expect_failure(
      run(in_memory({"--tls-certificate", file("missing"), "--tls-key", certificate.key()})), 1,
      file("missing"));
}

}  // namespace
}  // namespace partita::testing
