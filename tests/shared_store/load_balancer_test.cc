// Clients of Debian's HAProxy, with the file of examples/cluster, before two real servers.
#include "shared_store/load_balancer.h"

#include <signal.h>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "shared_store/shared_store.h"

namespace partita::testing {
namespace {

constexpr std::string_view kName = "db.example.com:8000";

// A client that knows nothing but the load balancer. What fails it sends again, as SDKs do.
class Buyer {
 public:
  Buyer(std::uint16_t port, std::string name) : port_(port), name_(std::move(name)) {}

  // Until it was acknowledged.
  void put_next() {
    const std::string key = fmt::format("{}-{}", name_, acknowledged_.load());
    while (
        send("PutItem", fmt::format(R"({{"TableName": "orders", "Item": {{"pk": {{"S": "{}"}}}}}})",
                                    key)) != 200) {
      ++failures_;
    }
    ++acknowledged_;
  }
  int send(std::string_view operation, std::string_view body) {
    if (!connection_) connection_.emplace(port_);
    connection_->send(fmt::format(
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-amz-json-1.0\r\n"
        "X-Amz-Date: 20261116T000000Z\r\nX-Amz-Target: DynamoDB_20120810.{}\r\n"
        "Authorization: AWS4-HMAC-SHA256 Credential=any/20261116/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host;x-amz-date;x-amz-target, Signature=00\r\nContent-Length: {}\r\n\r\n{}",
        kName, operation, body.size(), body));
    answer_ = connection_->read_answer();
    if (answer_.status != 200) connection_.reset();
    return answer_.status;
  }
  const HttpAnswer& answer() const { return answer_; }
  int acknowledged() const { return acknowledged_; }
  // Answers that were no success, and connections that ended without one.
  int failures() const { return failures_; }

 private:
  const std::uint16_t port_;
  const std::string name_;
  std::optional<HttpClient> connection_;
  HttpAnswer answer_;
  std::atomic<int> acknowledged_ = 0;
  std::atomic<int> failures_ = 0;
};

// Several of them at work, until they are told to stop.
class Buyers {
 public:
  explicit Buyers(std::uint16_t port) {
    for (int i = 0; i < kCount; ++i) {
      buyers_.push_back(std::make_unique<Buyer>(port, fmt::format("buyer{}", i)));
    }
    for (const auto& buyer : buyers_) {
      threads_.emplace_back([this, &buyer = *buyer] {
        while (!is_over_) buyer.put_next();
      });
    }
  }
  ~Buyers() { stop(); }
  Buyers(const Buyers&) = delete;
  Buyers& operator=(const Buyers&) = delete;

  // Each of them gets so many more items acknowledged.
  void go_on_for(int items) const {
    for (const auto& buyer : buyers_) {
      const int wanted = buyer->acknowledged() + items;
      while (buyer->acknowledged() < wanted) std::this_thread::yield();
    }
  }
  int failures() const {
    int failures = 0;
    for (const auto& buyer : buyers_) failures += buyer->failures();
    return failures;
  }
  // How many items were acknowledged.
  int stop() {
    is_over_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    int sum = 0;
    for (const auto& buyer : buyers_) sum += buyer->acknowledged();
    return sum;
  }

 private:
  static constexpr int kCount = 4;
  std::vector<std::unique_ptr<Buyer>> buyers_;
  std::atomic<bool> is_over_ = false;
  std::vector<std::thread> threads_;
};

class BehindALoadBalancer : public SharedStore {
 protected:
  BehindALoadBalancer() {
    EXPECT_EQ(Buyer(balancer_.port(), "").send("CreateTable", kOrders), 200) << balancer_.log();
  }
  // Answers only to its own names and this one.
  std::unique_ptr<ServerProcess> new_server() const {
    return std::make_unique<ServerProcess>(serve_store({"--allow-host", "db.example.com"}));
  }
  // No item that was acknowledged is missing, and none is there twice or was never sent.
  void expect_items(int acknowledged) const {
    Buyer reader(balancer_.port(), "");
    ASSERT_EQ(reader.send("Scan", R"({"TableName": "orders", "Select": "COUNT"})"), 200);
    EXPECT_TRUE(holds(reader.answer().body, fmt::format("\"Count\":{},", acknowledged)))
        << reader.answer().body << " instead of " << acknowledged;
  }

  std::unique_ptr<ServerProcess> one_ = new_server();
  std::unique_ptr<ServerProcess> two_ = new_server();
  const LoadBalancer balancer_{{.one = one_->port(), .two = two_->port()}};
};

TEST_F(BehindALoadBalancer, ClientsOfAKilledServerGoOn) {
  Buyers buyers(balancer_.port());
  buyers.go_on_for(20);
  EXPECT_NE(balancer_.shown("one", "stot"), "0") << "both servers are asked";
  EXPECT_NE(balancer_.shown("two", "stot"), "0") << "both servers are asked";
  one_->signal(SIGKILL);
  one_->wait();
  buyers.go_on_for(20);
  balancer_.wait_until("one", "DOWN");
  buyers.go_on_for(1);
  const int failures = buyers.failures();
  EXPECT_LE(failures, 12) << "no more than what was on its way, and a connection that was kept";
  buyers.go_on_for(20);
  EXPECT_EQ(buyers.failures(), failures) << "nobody is sent to a server that is down";
  expect_items(buyers.stop());
}

TEST_F(BehindALoadBalancer, ClientsOfAServerThatStandsStillGoOn) {
  Buyers buyers(balancer_.port());
  buyers.go_on_for(10);
  one_->signal(SIGSTOP);
  balancer_.wait_until("one", "DOWN");
  buyers.go_on_for(20);
  one_->signal(SIGCONT);
  balancer_.wait_until("one", "UP");
  buyers.go_on_for(20);
  expect_items(buyers.stop());
}

// As in a rolling upgrade: a server is drained, stopped, and another one comes in its place.
TEST_F(BehindALoadBalancer, NoRequestFailsWhenAServerIsDrainedAndReplaced) {
  Buyers buyers(balancer_.port());
  buyers.go_on_for(10);
  balancer_.tell("set server partita/one state drain");
  while (balancer_.shown("one", "scur") != "0") std::this_thread::yield();
  one_->signal(SIGTERM);
  EXPECT_EQ(one_->wait(), 0);
  buyers.go_on_for(10);
  one_ = new_server();
  balancer_.tell(fmt::format("set server partita/one addr 127.0.0.1 port {}", one_->port()));
  balancer_.tell("set server partita/one state ready");
  balancer_.wait_until("one", "UP");
  const std::string before = balancer_.shown("one", "stot");
  while (balancer_.shown("one", "stot") == before) std::this_thread::yield();
  buyers.go_on_for(10);
  const int failures = buyers.failures();
  const int acknowledged = buyers.stop();
  EXPECT_EQ(failures, 0) << balancer_.log();
  expect_items(acknowledged);
}

// PostgreSQL is away: both servers say so, and the load balancer answers 503 at once.
TEST_F(BehindALoadBalancer, NothingIsAskedOfServersThatHaveNoStore) {
  cluster().kill();
  balancer_.wait_until("one", "DOWN");
  balancer_.wait_until("two", "DOWN");
  EXPECT_EQ(Buyer(balancer_.port(), "").send("ListTables", "{}"), 503);
  cluster().start();
  balancer_.wait_until("one", "UP");
  balancer_.wait_until("two", "UP");
  EXPECT_EQ(Buyer(balancer_.port(), "").send("ListTables", "{}"), 200);
}

TEST_F(BehindALoadBalancer, DescribeEndpointsTellsTheNameByWhichTheClientAsks) {
  for (int i = 0; i < 4; ++i) {
    Buyer client(balancer_.port(), "");
    ASSERT_EQ(client.send("DescribeEndpoints", "{}"), 200);
    EXPECT_TRUE(holds(client.answer().body, fmt::format("\"Address\":\"{}\"", kName)))
        << client.answer().body;
  }
}

}  // namespace
}  // namespace partita::testing
