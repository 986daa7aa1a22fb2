// Requests that take long to read are answered beside the loops: with one loop and a handler that
// holds its thread for as long as the test wants, that can be seen without a clock.

#include "wire/server/heavy_requests.h"

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <new>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "support/http_client.h"
#include "wire/server/server.h"

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using testing::HttpClient;

// Answers /now at once. At /hold it keeps the thread until it is let go.
class Holding final : public RequestHandler {
 public:
  Task<HttpStatus> answer(const HttpRequest& request, HttpResponse& response) override {
    if (request.path() == "/no-memory") throw std::bad_alloc();
    if (request.path() == "/hold") {
      has_begun_.release();
      // A server that fails the test fails it soon.
      static_cast<void>(may_end_.try_acquire_for(10s));
    }
    const std::lock_guard lock(mutex_);
    answered_.emplace_back(request.path());
    response.body = request.path();
    return Task<HttpStatus>::ready(HttpStatus::Ok);
  }

  void wait_for_hold() { has_begun_.acquire(); }
  void let_go() { may_end_.release(); }
  std::vector<std::string> answered() {
    const std::lock_guard lock(mutex_);
    return answered_;
  }

 private:
  std::binary_semaphore has_begun_{0};
  std::binary_semaphore may_end_{0};
  std::mutex mutex_;
  std::vector<std::string> answered_;
};

class HeavyRequestsTest : public ::testing::Test {
 protected:
  HeavyRequestsTest() {
    ServerOptions options;
    options.listen.port = 0;
    options.loops = 1;
    server_ = Server::open(options).value();
    thread_ = std::thread([this] { server_->run(handler_); });
  }
  ~HeavyRequestsTest() override {
    server_->stop();
    thread_.join();
  }

  HttpClient client() const { return HttpClient(server_->address().port); }
  static std::string post(const std::string& path, std::size_t bytes,
                          const std::string& headers = "") {
    return "POST " + path + " HTTP/1.1\r\nHost: h\r\n" + headers +
           "Content-Length: " + std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, 'x');
  }
  static constexpr std::size_t kHeavy = HeavyRequests::kLightBodyBytesMax + 1;
  static constexpr std::size_t kLight = HeavyRequests::kLightBodyBytesMax;

  // Whether another client is answered while this request is held.
  bool others_are_served_during(const std::string& request) {
    auto holder = client();
    EXPECT_TRUE(holder.send(request));
    handler_.wait_for_hold();
    auto other = client();
    EXPECT_TRUE(other.send("GET /now HTTP/1.1\r\nHost: h\r\n\r\n"));
    // Whoever cannot be served would wait for the other one for ever.
    if (request.size() <= kLight) handler_.let_go();
    EXPECT_EQ(other.read_answer().status, 200);
    handler_.let_go();
    EXPECT_EQ(holder.read_answer().body, "/hold");
    return handler_.answered().front() == "/now";
  }

  Holding handler_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(HeavyRequestsTest, ALargeBodyHoldsNobodyUp) {
  EXPECT_TRUE(others_are_served_during(post("/hold", kHeavy)));
}

TEST_F(HeavyRequestsTest, ABodyThatIsToBeUnpackedHoldsNobodyUp) {
  auto holder = client();
  ASSERT_TRUE(holder.send(post("/hold", 100, "Content-Encoding: gzip\r\n")));
  handler_.wait_for_hold();
  EXPECT_EQ(client().get("/now").status, 200);
  handler_.let_go();
  EXPECT_EQ(holder.read_answer().status, 200);
  EXPECT_EQ(handler_.answered().front(), "/now");
}

// The control: what is answered on the loop itself does hold up others, and is seen to.
TEST_F(HeavyRequestsTest, ASmallBodyIsAnsweredOnTheLoopItself) {
  EXPECT_FALSE(others_are_served_during(post("/hold", 100)));
}

TEST_F(HeavyRequestsTest, AreAnsweredInTheirPlaceOfAPipeline) {
  auto pipeline = client();
  std::thread sender([&] {
    for (int i = 0; i < 20; ++i) {
      EXPECT_TRUE(pipeline.send(post("/now", i % 2 == 0 ? kHeavy : kLight)));
    }
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(pipeline.read_answer().body, "/now");
  sender.join();
}

TEST_F(HeavyRequestsTest, ThatLackMemoryAreToldSoAndTheConnectionGoesOn) {
  auto asking = client();
  asking.send(post("/no-memory", kHeavy));
  EXPECT_EQ(asking.read_answer().status, 503);
  asking.send(post("/now", kHeavy));
  EXPECT_EQ(asking.read_answer().status, 200);
}

TEST_F(HeavyRequestsTest, AreAnsweredByAServerThatStops) {
  auto holder = client();
  ASSERT_TRUE(holder.send(post("/hold", kHeavy)));
  handler_.wait_for_hold();
  server_->stop();
  handler_.let_go();
  EXPECT_EQ(holder.read_answer().status, 200);
}

TEST_F(HeavyRequestsTest, WhoseClientIsGoneEndWithoutHarm) {
  {
    auto holder = client();
    ASSERT_TRUE(holder.send(post("/hold", kHeavy)));
    handler_.wait_for_hold();
    holder.reset();
  }
  EXPECT_EQ(client().get("/now").status, 200);
  handler_.let_go();
  auto next = client();
  next.send(post("/now", kHeavy));
  EXPECT_EQ(next.read_answer().status, 200);
}

}  // namespace
}  // namespace partita::server
