// The server over TLS: what it speaks, and that all that holds for plain sockets holds here.

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "support/http_client.h"
#include "support/temporary_directory.h"
#include "support/tls_certificate.h"
#include "support/tls_client.h"
#include "wire/protocol/body_source.h"
#include "wire/server/server.h"
#include "wire/server/tls_context.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using testing::HttpAnswer;
using testing::HttpClient;
using testing::TemporaryDirectory;
using testing::TlsCertificate;
using testing::TlsClient;
using testing::TlsOffer;

constexpr int kLastNumber = 400'000;

// Numbers up to a last one, written while they are sent.
class Numbers final : public protocol::BodySource {
 public:
  explicit Numbers(int last) : last_(last) {}
  bool append_next(std::string& target, std::size_t bytes_wanted) override {
    const std::size_t enough = target.size() + bytes_wanted;
    while (next_ <= last_ && target.size() < enough) target += std::to_string(next_++) + " ";
    return next_ <= last_;
  }

 private:
  const int last_;
  int next_ = 0;
};

std::string numbers(int last) {
  std::string text;
  Numbers(last).append_next(text, std::size_t{1} << 40);
  return text;
}

// Answers with the path and the body; "/numbers" with many numbers.
class TlsEcho final : public RequestHandler {
 public:
  Task<HttpStatus> answer(const HttpRequest& request, HttpResponse& response) override {
    if (request.path() == "/numbers") {
      response.source = std::make_unique<Numbers>(kLastNumber);
      return Task<HttpStatus>::ready(HttpStatus::Ok);
    }
    response.body.append(request.path()).append(" ").append(request.body());
    return Task<HttpStatus>::ready(HttpStatus::Ok);
  }
};

class TlsServer {
 public:
  explicit TlsServer(ServerOptions options = {}) {
    // A client that goes while it is written to must not end the test.
    std::signal(SIGPIPE, SIG_IGN);
    options.listen.port = 0;
    if (options.loops == 0) options.loops = 2;
    options.tls = files();
    server_ = Server::open(options).value();
    thread_ = std::thread([this] { server_->run(handler_); });
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;
  ~TlsServer() { stop(); }

  void begin_stop() { server_->stop(); }
  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->address().port; }
  TlsFiles files() const { return {certificate_.certificate(), certificate_.key()}; }

 private:
  TemporaryDirectory directory_;
  TlsCertificate certificate_{directory_.path(), 7};
  TlsEcho handler_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

std::string get(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

TEST(Tls, SpeaksVersionsTwelveAndThirteen) {
  const TlsServer server;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(server.port(), {.version_min = version, .version_max = version});
    ASSERT_TRUE(client.is_connected());
    EXPECT_EQ(client.version(), version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3");
    EXPECT_EQ(client.serial(), 7);
    EXPECT_EQ(client.get("/a").body, "/a ");
    EXPECT_EQ(client.get("/b").body, "/b ");
  }
}

TEST(Tls, RefusesOldVersionsAndCiphersThatDoNotAuthenticate) {
  const TlsServer server;
  const TlsOffer offers[] = {
      {.version_max = TLS1_1_VERSION},
      {.version_max = TLS1_VERSION},
      {.version_max = TLS1_2_VERSION, .ciphers = "ECDHE-ECDSA-AES128-SHA"},
      {.version_max = TLS1_2_VERSION, .ciphers = "ECDHE-ECDSA-AES256-SHA384"},
      {.version_max = TLS1_2_VERSION, .ciphers = "AES128-GCM-SHA256"},
      {.version_max = TLS1_2_VERSION, .ciphers = "aNULL"},
  };
  for (const TlsOffer& offer : offers) {
    EXPECT_FALSE(TlsClient(server.port(), offer).is_connected());
  }
  EXPECT_TRUE(TlsClient(server.port()).is_connected());
}

TEST(Tls, AnswersAPipelineInOrder) {
  const TlsServer server;
  TlsClient client(server.port());
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += get("/" + std::to_string(i));
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(client.read_answer().body, "/" + std::to_string(i) + " ");
  }
}

TEST(Tls, TakesRequestsOneByteARecord) {
  const TlsServer server;
  TlsClient client(server.port());
  for (const char c : get("/slow")) client.send({&c, 1});
  EXPECT_EQ(client.read_answer().body, "/slow ");
}

TEST(Tls, CarriesLargeBodiesBothWays) {
  const TlsServer server;
  const std::string body(3'000'000, 'x');
  TlsClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n"));
    ASSERT_TRUE(client.send(body));
    const HttpAnswer answer = client.read_answer();
    EXPECT_EQ(answer.body.size(), body.size() + 2);
    EXPECT_TRUE(answer.body.ends_with("xxx"));
  }
}

TEST(Tls, SendsLargeAnswersInPiecesThatFitTogether) {
  const TlsServer server;
  TlsClient client(server.port());
  const std::string expected = numbers(kLastNumber);
  ASSERT_TRUE(client.send(get("/numbers") + get("/1") + get("/numbers")));
  EXPECT_TRUE(client.read_answer().body == expected);
  EXPECT_EQ(client.read_answer().body, "/1 ");
  EXPECT_TRUE(client.read_answer().body == expected);
}

TEST(Tls, TellsAClientThatIsWrongBeforeItEnds) {
  const TlsServer server;
  TlsClient client(server.port());
  client.send("nonsense\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 400);
  EXPECT_TRUE(client.is_ended_in_order());
}

TEST(Tls, AnswersAClientThatHasFinishedSending) {
  const TlsServer server;
  TlsClient client(server.port(), {.version_max = TLS1_3_VERSION});
  client.send(get("/1") + get("/2"));
  client.finish_sending();
  EXPECT_EQ(client.read_answer().body, "/1 ");
  EXPECT_EQ(client.read_answer().body, "/2 ");
  EXPECT_TRUE(client.is_ended_in_order());
}

TEST(Tls, EndsClientsThatDoNotSpeakIt) {
  const TlsServer server;
  for (const std::string& bytes : {std::string("\x16\x03\x01\xFF\xFF"), std::string(20'000, '\0'),
                                   std::string("\x16\x03\x01\x00\x04\x01\x00\x00\x00", 9)}) {
    HttpClient client(server.port());
    client.send(bytes);
    client.finish_sending();
    EXPECT_EQ(client.read_answer().status, 0);
  }
  EXPECT_EQ(TlsClient(server.port()).get("/still").body, "/still ");
}

TEST(Tls, TellsClientsOfPlainHttpToUseHttps) {
  const TlsServer server;
  for (const std::string method : {"GET", "POST", "PUT", "HEAD"}) {
    HttpClient client(server.port());
    client.send(method + " / HTTP/1.1\r\nhost: a\r\n\r\n");
    const auto answer = client.read_answer();
    EXPECT_EQ(answer.status, 400) << method;
    EXPECT_NE(answer.body.find("use https://"), std::string::npos) << method;
  }
}

TEST(Tls, OutlivesClientsThatGoRightAfterTheHandshake) {
  const TlsServer server({.time_limits = {.linger = 40ms}});
  for (int i = 0; i < 50; ++i) {
    TlsClient client(server.port());
    if (i % 2 == 0) client.send(get("/unread"));
    if (i % 3 == 0) client.finish_sending();
  }
  EXPECT_EQ(TlsClient(server.port()).get("/still").body, "/still ");
}

TEST(Tls, DropsClientsThatDoNotFinishTheHandshakeAndThoseThatIdle) {
  ManualClock clock;
  const TlsServer server({.loops = 1, .time_limits = {.linger = 40ms}, .clock = &clock});
  // With one loop, whoever has an answer knows that all that came before is done.
  const auto wait_for_the_loop = [&] { EXPECT_EQ(TlsClient(server.port()).get("/").status, 200); };
  HttpClient silent(server.port());
  HttpClient slow(server.port());
  slow.send("\x16\x03\x01");
  TlsClient idle(server.port());
  ASSERT_EQ(idle.get("/now").status, 200);
  wait_for_the_loop();
  clock.advance(11s);
  EXPECT_TRUE(silent.is_ended());
  EXPECT_TRUE(slow.is_ended());
  EXPECT_EQ(idle.get("/now").status, 200) << "not yet";
  wait_for_the_loop();
  clock.advance(61s);
  EXPECT_TRUE(idle.is_ended_in_order());
}

TEST(Tls, StopsWithTheAnswersToWhatWasAsked) {
  TlsServer server;
  TlsClient idle(server.port());
  ASSERT_EQ(idle.get("/now").status, 200);
  TlsClient busy(server.port());
  busy.send("POST /b HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  ASSERT_EQ(busy.read_answer().status, 100);
  server.begin_stop();
  EXPECT_TRUE(idle.is_ended_in_order());
  busy.send("hi");
  EXPECT_EQ(busy.read_answer().body, "/b hi");
  EXPECT_TRUE(busy.is_ended_in_order());
}

TEST(Tls, NamesTheFileThatItCannotUse) {
  const TemporaryDirectory directory;
  const TemporaryDirectory other_directory;
  const TlsCertificate good(directory.path(), 1);
  const TlsCertificate other(other_directory.path(), 2);
  const auto junk = directory / "junk";
  std::ofstream(junk) << "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n";
  struct Case {
    TlsFiles files;
    std::filesystem::path named;
  };
  const Case cases[] = {
      {{directory / "missing", good.key()}, directory / "missing"},
      {{good.certificate(), directory / "missing"}, directory / "missing"},
      {{junk, good.key()}, junk},
      {{good.certificate(), junk}, junk},
      {{good.key(), good.key()}, good.key()},
      {{good.certificate(), other.key()}, other.key()},
      {{directory.path(), good.key()}, directory.path()},
  };
  for (const Case& c : cases) {
    const auto context = TlsContext::load(c.files);
    ASSERT_FALSE(context.ok()) << c.named;
    EXPECT_EQ(context.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_NE(context.error().message().find(c.named.string() + ": "), std::string::npos)
        << context.error().message();
  }
  EXPECT_TRUE(TlsContext::load({good.certificate(), good.key()}).ok());
}

TEST(ServerSafety, NeedsSignaturesAndTlsWhereOthersCanReachIt) {
  ServerOptions options;
  EXPECT_TRUE(Server::check_safety(options).ok());
  options.listen.host = "0.0.0.0";
  const auto refusal = [&] {
    const auto status = Server::check_safety(options);
    return status.ok() ? "" : status.error().message();
  };
  EXPECT_NE(refusal().find("access keys (partita keys create, then --credentials FILE) and TLS"),
            std::string::npos);
  options.requires_signatures = true;
  EXPECT_EQ(refusal().find("access keys"), std::string::npos);
  EXPECT_NE(refusal().find("needs TLS (--tls-certificate FILE --tls-key FILE)"), std::string::npos);
  options.tls.emplace();
  EXPECT_EQ(refusal(), "");
  options.requires_signatures = false;
  EXPECT_NE(refusal().find("needs access keys"), std::string::npos);
  EXPECT_EQ(refusal().find("--tls-key"), std::string::npos);
}

TEST(ServerSafety, GivesWayToWhoTakesTheRiskByName) {
  ServerOptions options;
  options.listen.host = "0.0.0.0";
  options.allows_plaintext_network = true;
  EXPECT_FALSE(Server::check_safety(options).ok()) << "that is about TLS, not about access keys";
  options.requires_signatures = true;
  EXPECT_TRUE(Server::check_safety(options).ok());
  options = {.listen = {.host = "0.0.0.0"}, .allows_anyone_on_network = true};
  EXPECT_TRUE(Server::check_safety(options).ok());
}

}  // namespace
}  // namespace partita::server
