// Our own client of the model API, over TLS: whom it trusts.

#include "wire/client/rest_client.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "database/database.h"
#include "support/temporary_directory.h"
#include "support/tls_certificate.h"
#include "wire/endpoints/routes.h"
#include "wire/server/server.h"

namespace partita::client {
namespace {

using testing::TemporaryDirectory;
using testing::TlsCertificate;

// A server whose certificate, which vouches for itself, is for `localhost`.
class RestOverTls : public ::testing::Test {
 protected:
  RestOverTls() {
    std::signal(SIGPIPE, SIG_IGN);
    server::ServerOptions options;
    options.listen.port = 0;
    options.loops = 1;
    options.tls = server::TlsFiles{certificate_.certificate(), certificate_.key()};
    server_ = server::Server::open(options).value();
    thread_ = std::thread([this] { server_->run(routes_); });
  }
  ~RestOverTls() override {
    server_->stop();
    thread_.join();
  }

  std::string at(std::string_view host) const {
    return fmt::format("https://{}:{}", host, server_->address().port);
  }
  // The body of the answer, or why there is none.
  static std::string ask(RestServer server) {
    const auto client = connect_rest(std::move(server));
    if (!client.ok()) return client.error().message();
    const auto answer = (*client)->send({.path = "/api/models"});
    return answer.ok() ? answer->body : answer.error().message();
  }

  TemporaryDirectory directory_;
  TlsCertificate certificate_{directory_.path(), 1};
  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}).value();
  endpoints::Routes routes_{*database_};
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

TEST_F(RestOverTls, AsksAServerThatItsFileVouchesFor) {
  EXPECT_EQ(ask({.endpoint = at("localhost"), .trusted_file = certificate_.certificate()}),
            "{\n  \"models\": []\n}\n");
}

TEST_F(RestOverTls, TrustsNobodyElse) {
  const TemporaryDirectory elsewhere;
  const TlsCertificate other(elsewhere.path(), 2);
  for (const auto& file : {other.certificate(), std::filesystem::path()}) {
    const auto refusal = ask({.endpoint = at("localhost"), .trusted_file = file});
    EXPECT_NE(refusal.find("is not trusted: self-signed certificate"), std::string::npos)
        << refusal;
    EXPECT_NE(refusal.find("--ca-file FILE"), std::string::npos) << refusal;
  }
}

TEST_F(RestOverTls, WantsACertificateForTheNameThatItAsks) {
  const auto refusal =
      ask({.endpoint = at("127.0.0.1"), .trusted_file = certificate_.certificate()});
  EXPECT_NE(refusal.find("is not trusted: its certificate is not for 127.0.0.1"), std::string::npos)
      << refusal;
}

TEST_F(RestOverTls, NamesAFileThatHasNoCertificates) {
  const std::filesystem::path junk = directory_ / "junk.pem";
  std::ofstream(junk) << "nothing";
  for (const auto& file : {junk, std::filesystem::path(directory_ / "missing.pem")}) {
    const auto refusal = ask({.endpoint = at("localhost"), .trusted_file = file});
    EXPECT_TRUE(refusal.starts_with("cannot use the certificates of " + file.string())) << refusal;
  }
}

TEST_F(RestOverTls, SaysSoIfTheServerSpeaksAnotherProtocol) {
  const auto refusal =
      ask({.endpoint = fmt::format("http://localhost:{}", server_->address().port)});
  EXPECT_NE(refusal.find("use https://"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace partita::client
