// Answers that take long give way, and go on beside their loop: with one loop and a handler that
// then holds its thread for as long as the test wants, that can be seen without a clock.

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "partita/base/executor.h"
#include "support/http_client.h"
#include "wire/server/send_buffer.h"
#include "wire/server/server.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using testing::HttpClient;

// Answers /now at once. At /long it gives way, then keeps its thread until it is let go, and says
// whether that was another one than before.
class LongAnswers final : public RequestHandler {
 public:
  Task<HttpStatus> answer(const HttpRequest& request, HttpResponse& response) override {
    if (request.path() == "/long") return answer_long(response);
    if (request.path() == "/no-memory") return fail(response);
    response.body = "now";
    return Task<HttpStatus>::ready(HttpStatus::Ok);
  }

  void wait_for_hold() { has_begun_.acquire(); }
  void let_go() { may_end_.release(); }

 private:
  Task<HttpStatus> answer_long(HttpResponse& response) {
    const auto home = std::this_thread::get_id();
    co_await give_way();
    const bool is_elsewhere = std::this_thread::get_id() != home;
    has_begun_.release();
    // A server that fails the test fails it soon.
    static_cast<void>(may_end_.try_acquire_for(10s));
    co_await give_way();
    response.body = is_elsewhere ? "beside" : "on the loop";
    co_return HttpStatus::Ok;
  }
  static Task<HttpStatus> fail(HttpResponse& response) {
    co_await give_way();
    response.body = "half an answer";
    throw std::bad_alloc();
    co_return HttpStatus::Ok;
  }

  std::binary_semaphore has_begun_{0};
  std::binary_semaphore may_end_{0};
};

class GivingWay : public ::testing::Test {
 protected:
  GivingWay() {
    ServerOptions options;
    options.listen.port = 0;
    options.loops = 1;
    server_ = Server::open(options).value();
    thread_ = std::thread([this] { server_->run(handler_); });
  }
  ~GivingWay() override {
    server_->stop();
    thread_.join();
  }

  HttpClient client() const { return HttpClient(server_->address().port); }
  static std::string get(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }

  LongAnswers handler_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(GivingWay, KeepsNobodyWaitingOnTheSameLoop) {
  auto slow = client();
  ASSERT_TRUE(slow.send(get("/long")));
  handler_.wait_for_hold();
  auto quick = client();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(quick.send(get("/now")));
    EXPECT_EQ(quick.read_answer().body, "now");
  }
  handler_.let_go();
  const auto answer = slow.read_answer();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "beside");
}

TEST_F(GivingWay, LeavesTheConnectionAsItWas) {
  auto one = client();
  ASSERT_TRUE(one.send(get("/long") + get("/now") + get("/long") + get("/now")));
  for (int i = 0; i < 2; ++i) {
    handler_.wait_for_hold();
    handler_.let_go();
    EXPECT_EQ(one.read_answer().body, "beside");
    EXPECT_EQ(one.read_answer().body, "now");
  }
}

TEST_F(GivingWay, AClientThatGoesAwayMeanwhileIsForgotten) {
  {
    auto gone = client();
    ASSERT_TRUE(gone.send(get("/long")));
    handler_.wait_for_hold();
  }
  auto quick = client();
  ASSERT_TRUE(quick.send(get("/now")));
  EXPECT_EQ(quick.read_answer().status, 200);
  handler_.let_go();
}

TEST_F(GivingWay, WithoutMemoryTheRequestIsRefusedAndTheConnectionGoesOn) {
  auto one = client();
  ASSERT_TRUE(one.send(get("/no-memory") + get("/now")));
  EXPECT_EQ(one.read_answer().status, 503);
  EXPECT_EQ(one.read_answer().body, "now");
}

// After an answer that was large, those that may be are begun behind all else.
TEST_F(GivingWay, RequestsThatMayBecomeLargeAreAnsweredInTheirOrder) {
  const auto query = [](const std::string& path) {
    return "POST " + path + " HTTP/1.1\r\nHost: h\r\nX-Amz-Target: DynamoDB_20120810.Query\r\n\r\n";
  };
  auto one = client();
  ASSERT_TRUE(one.send(query("/long") + query("/now") + get("/now") + query("/no-memory")));
  handler_.wait_for_hold();
  {
    auto gone = client();
    ASSERT_TRUE(gone.send(query("/now")));
  }
  auto other = client();
  ASSERT_TRUE(other.send(query("/now") + get("/now")));
  EXPECT_EQ(other.read_answer().body, "now");
  EXPECT_EQ(other.read_answer().body, "now");
  handler_.let_go();
  EXPECT_EQ(one.read_answer().body, "beside");
  EXPECT_EQ(one.read_answer().body, "now");
  EXPECT_EQ(one.read_answer().body, "now");
  EXPECT_EQ(one.read_answer().status, 503);
}

// Writes what it is asked for, and remembers how much that was.
class Counted final : public protocol::BodySource {
 public:
  Counted(std::size_t bytes, std::vector<std::size_t>& wanted) : left_(bytes), wanted_(wanted) {}
  bool append_next(std::string& target, std::size_t bytes_wanted) override {
    wanted_.push_back(bytes_wanted);
    const std::size_t bytes = std::min(left_, bytes_wanted);
    target.append(bytes, 'x');
    left_ -= bytes;
    return left_ > 0;
  }

 private:
  std::size_t left_;
  std::vector<std::size_t>& wanted_;
};

// What a loop does for a large answer before others have their turn is bounded by this.
TEST(SendBuffer, MakesTextOfALargeBodyInSmallPieces) {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  constexpr std::size_t kFrameBytesMax = 64;
  std::vector<std::size_t> wanted;
  SendBuffer buffer(nullptr);
  buffer.stream(std::make_unique<Counted>(kBytes, wanted), true);
  std::size_t sent = 0;
  while (*buffer.prepare()) {
    const std::size_t ready = buffer.ready().size();
    EXPECT_LE(ready, SendBuffer::kPieceBytes + kFrameBytesMax);
    buffer.drop_sent(ready);
    sent += ready;
  }
  EXPECT_GE(sent, kBytes);
  EXPECT_EQ(wanted.size(), kBytes / SendBuffer::kPieceBytes);
  EXPECT_LE(SendBuffer::kPieceBytes, std::size_t{32} << 10) << "some tens of microseconds";
}

}  // namespace
}  // namespace partita::server
