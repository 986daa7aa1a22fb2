// The server with a handler of the test's own: coroutines that wait, clocks that stand still.

#include "wire/server/server.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "partita/base/executor.h"
#include "support/http_client.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using testing::HttpAnswer;
using testing::HttpClient;

const std::string kPiece(100'000, 'x');
constexpr std::size_t kLongAnswerBytes = std::size_t{1} << 20;

// Answers with the path and the body of the request: at once, after a pause, or as a coroutine that
// need not wait after all.
class Echo final : public RequestHandler {
 public:
  Task<HttpStatus> answer(const HttpRequest& request, HttpResponse& response) override {
    if (request.path().starts_with("/pause")) return after_a_pause(request, response);
    if (request.path().starts_with("/coroutine")) return as_coroutine(request, response);
    if (request.path().starts_with("/long/")) return long_answer(request, response);
    if (request.path() == "/memory") {
      const bool has_memory = response.memory->resize(kLongAnswerBytes);
      return Task<HttpStatus>::ready(has_memory ? HttpStatus::Ok : HttpStatus::ServiceUnavailable);
    }
    if (request.path() == "/no-memory") throw std::bad_alloc();
    if (request.path() == "/no-memory-in-a-write") {
      response.may_have_written = true;
      throw std::bad_alloc();
    }
    if (request.path() == "/no-memory-later") return fail_later(response);
    write(request, response);
    return Task<HttpStatus>::ready(HttpStatus::Ok);
  }

 private:
  static void write(const HttpRequest& request, HttpResponse& response) {
    response.body.append(request.path()).append(" ").append(request.body());
  }
  // "/long/7": seven times a piece of text, written while it is sent.
  class Pieces final : public protocol::BodySource {
   public:
    explicit Pieces(int count) : count_(count) {}
    bool append_next(std::string& target, std::size_t) override {
      if (count_ > 0) target += kPiece;
      return --count_ > 0;
    }

   private:
    int count_;
  };
  static Task<HttpStatus> long_answer(const HttpRequest& request, HttpResponse& response) {
    const int count = std::atoi(std::string(request.path().substr(6)).c_str());
    EXPECT_TRUE(response.memory->resize(kLongAnswerBytes));
    response.source = std::make_unique<Pieces>(count);
    return Task<HttpStatus>::ready(HttpStatus::Ok);
  }
  static Task<HttpStatus> fail_later(HttpResponse& response) {
    co_await pause(1ms);
    response.body = "half an answer";
    throw std::bad_alloc();
    co_return HttpStatus::Ok;
  }
  static Task<HttpStatus> as_coroutine(const HttpRequest& request, HttpResponse& response) {
    write(request, response);
    co_return HttpStatus::Ok;
  }
  static Task<HttpStatus> after_a_pause(const HttpRequest& request, HttpResponse& response) {
    Executor* const before = Executor::current();
    const auto thread = std::this_thread::get_id();
    co_await pause(1ms);
    const bool is_at_home =
        before == Executor::current() && thread == std::this_thread::get_id() && before != nullptr;
    write(request, response);
    co_return is_at_home ? HttpStatus::Ok : HttpStatus::InternalServerError;
  }
};

class RunningServer {
 public:
  explicit RunningServer(ServerOptions options = {}) {
    options.listen.port = 0;
    if (options.loops == 0) options.loops = 2;
    server_ = Server::open(options).value();
    thread_ = std::thread([this] { server_->run(handler_); });
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() { stop(); }

  void begin_stop() { server_->stop(); }
  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  HttpClient client() const { return HttpClient(server_->address().port); }

 private:
  Echo handler_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

std::string get_request(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

TEST(Server, AnswersAPipelineInOrderWhetherItsHandlerWaitsOrNot) {
  const RunningServer server;
  auto client = server.client();
  const std::vector<std::string> kinds = {"/now", "/pause", "/coroutine"};
  std::string requests;
  for (int i = 0; i < 300; ++i) requests += get_request(kinds[i % 3U] + std::to_string(i));
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < 300; ++i) {
    const HttpAnswer answer = client.read_answer();
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, kinds[i % 3U] + std::to_string(i) + " ");
  }
}

TEST(Server, IsNotNestedByALongPipelineOfCoroutines) {
  const RunningServer server;
  auto client = server.client();
  std::string requests;
  for (int i = 0; i < 20'000; ++i) requests += get_request("/coroutine");
  std::thread sender([&] { EXPECT_TRUE(client.send(requests)); });
  for (int i = 0; i < 20'000; ++i) ASSERT_EQ(client.read_answer().status, 200);
  sender.join();
}

TEST(Server, AnswersAClientThatHasFinishedSending) {
  const RunningServer server;
  auto client = server.client();
  client.send(get_request("/pause1") + get_request("/pause2"));
  client.finish_sending();
  EXPECT_EQ(client.read_answer().body, "/pause1 ");
  EXPECT_EQ(client.read_answer().body, "/pause2 ");
  EXPECT_TRUE(client.is_ended());
}

TEST(Server, TakesALargeBodyInOnePieceOrInChunks) {
  const RunningServer server;
  const std::string body(1'000'000, 'x');
  auto client = server.client();
  client.send("POST /now HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + body);
  EXPECT_EQ(client.read_answer().body, "/now " + body);
  client.send("POST /pause HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 1000; ++i) client.send("3E8\r\n" + body.substr(0, 1000) + "\r\n");
  client.send("0\r\n\r\n");
  EXPECT_EQ(client.read_answer().body, "/pause " + body);
}

TEST(Server, SaysContinueToAClientThatWaitsForIt) {
  const RunningServer server;
  auto client = server.client();
  client.send("POST /now HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 100);
  client.send("hi");
  EXPECT_EQ(client.read_answer().body, "/now hi");
}

TEST(Server, EndsIdleAndSlowClientsWhenTheirTimeIsOver) {
  ManualClock clock;
  const RunningServer server({.loops = 1, .time_limits = {.linger = 40ms}, .clock = &clock});
  // With one loop, whoever has an answer knows that all that came before is done.
  const auto wait_for_the_loop = [&] { EXPECT_EQ(server.client().get("/now").status, 200); };
  auto idle = server.client();
  auto slow_head = server.client();
  auto slow_body = server.client();
  ASSERT_EQ(idle.get("/now").status, 200);
  slow_head.send(get_request("/now") + "GET /now HTTP/1.1\r\n");
  ASSERT_EQ(slow_head.read_answer().status, 200);
  slow_body.send(
      "POST /now HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
  ASSERT_EQ(slow_body.read_answer().status, 100);
  wait_for_the_loop();
  clock.advance(11s);
  EXPECT_EQ(slow_head.read_answer().status, 408);
  EXPECT_EQ(slow_body.read_answer().status, 408);
  EXPECT_TRUE(slow_head.is_ended());
  EXPECT_EQ(idle.get("/now").status, 200) << "not yet";
  wait_for_the_loop();
  clock.advance(61s);
  EXPECT_TRUE(idle.is_ended());
}

TEST(Server, SendsALongAnswerInChunksAndGoesOn) {
  const RunningServer server;
  auto client = server.client();
  client.send(get_request("/now1") + get_request("/long/50") + get_request("/long/1") +
              get_request("/long/0") + get_request("/now2"));
  EXPECT_EQ(client.read_answer().body, "/now1 ");
  const HttpAnswer answer = client.read_answer();
  EXPECT_NE(answer.head.find("Transfer-Encoding: chunked"), std::string::npos);
  EXPECT_EQ(answer.head.find("Content-Length"), std::string::npos);
  EXPECT_EQ(answer.body.size(), 50 * kPiece.size());
  EXPECT_EQ(client.read_answer().body, kPiece);
  EXPECT_EQ(client.read_answer().body, "");
  EXPECT_EQ(client.read_answer().body, "/now2 ");
}

TEST(Server, EndsTheConnectionAfterALongAnswerToAClientThatKnowsNoChunks) {
  const RunningServer server;
  auto client = server.client();
  client.send("GET /long/20 HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_NE(client.read_head().find("Connection: close"), std::string::npos);
  EXPECT_EQ(client.read_rest().size(), 20 * kPiece.size());
}

TEST(Server, AnswersThatItLacksMemoryAndGoesOn) {
  const RunningServer server;
  auto client = server.client();
  for (const char* path : {"/no-memory", "/no-memory-later"}) {
    const HttpAnswer answer = client.get(path);
    EXPECT_EQ(answer.status, 503) << path;
    EXPECT_NE(answer.body.find("no memory left"), std::string::npos) << answer.body;
    EXPECT_EQ(client.get("/now").status, 200) << path;
  }
}

TEST(Server, LeavesItInDoubtWhetherAWriteThatLackedMemoryWasMade) {
  const RunningServer server;
  auto client = server.client();
  const HttpAnswer answer = client.get("/no-memory-in-a-write");
  EXPECT_EQ(answer.status, 500);
  EXPECT_NE(answer.body.find("may have been carried out"), std::string::npos) << answer.body;
  EXPECT_EQ(client.get("/no-memory").status, 503);
}

TEST(Server, CutsAReaderThatMakesNoProgressHoweverFastItWasAtFirst) {
  ManualClock clock;
  const RunningServer server({.loops = 1,
                              .answer_bytes_max = kLongAnswerBytes,
                              .time_limits = {.linger = 40ms},
                              .clock = &clock});
  auto slow = server.client();
  slow.send(get_request("/long/1000"));
  ASSERT_TRUE(slow.receive_some(std::size_t{20} << 20));
  auto other = server.client();
  // What the slow one holds is there for others again when it is cut.
  EXPECT_EQ(other.get("/memory").status, 503);
  clock.advance(9s);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(other.get("/memory").status, 503) << "not yet";
  // What was on its way to the reader may have been taken by its socket only now, which is
  // progress, so the time begins anew once more at most.
  clock.advance(2s);
  const auto begun = Clock::system().monotonic_now();
  while (other.get("/memory").status != 200) {
    ASSERT_LT(Clock::system().monotonic_now() - begun, 30s) << "it was not cut";
    clock.advance(100ms);
  }
}

TEST(Server, StopsWithTheAnswersToWhatWasAsked) {
  RunningServer server;
  auto idle = server.client();
  ASSERT_EQ(idle.get("/now").status, 200);
  auto busy = server.client();
  busy.send("POST /pause HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  ASSERT_EQ(busy.read_answer().status, 100);
  server.begin_stop();
  EXPECT_TRUE(idle.is_ended());
  busy.send("hi");
  const HttpAnswer answer = busy.read_answer();
  EXPECT_EQ(answer.body, "/pause hi");
  EXPECT_NE(answer.head.find("Connection: close"), std::string::npos);
  busy.close();
  server.stop();
  EXPECT_FALSE(server.client().is_connected());
}

TEST(Server, StopsAlthoughAClientNeverFinishes) {
  RunningServer server({.time_limits = {.stop = 50ms}});
  auto client = server.client();
  client.send("POST /now HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  ASSERT_EQ(client.read_answer().status, 100);
  server.stop();
  EXPECT_TRUE(client.is_ended());
}

TEST(Server, StoppedBeforeItRunsItReturnsAtOnce) {
  const auto server = Server::open({.listen = {.port = 0}}).value();
  server->stop();
  Echo handler;
  server->run(handler);
}

TEST(Server, DoesNotListenWhereOthersCanReachIt) {
  for (const char* host : {"0.0.0.0", "::", "192.0.2.1"}) {
    const auto server = Server::open({.listen = {.host = host, .port = 0}});
    ASSERT_FALSE(server.ok()) << host;
    EXPECT_EQ(server.error().kind(), ErrorKind::InvalidArgument);
  }
}

}  // namespace
}  // namespace partita::server
