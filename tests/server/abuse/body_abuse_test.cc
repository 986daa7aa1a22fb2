// Clients that push the largest bodies there may be, and larger ones, without a pause. To hash, to
// unpack and to parse them takes long; others are served meanwhile as if they were not there.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>

#include "partita/base/clock.h"
#include "server/abuse/abused_server.h"
#include "support/gzipped.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

constexpr int kPushers = 4;
// Enough that every loop of the server serves some of them.
constexpr std::size_t kHonestClients = 16;
constexpr std::size_t kRequestsMin = 1000;

std::string padded(std::string_view body, std::size_t bytes) {
  return std::string(body).append(bytes - body.size(), ' ');
}

// A body of this size with as many values as it can hold.
std::string crowded_item(std::size_t bytes) {
  std::string body = R"({"TableName":"kept","Item":{"pk":{"S":"one"},"x":{"L":[{"N":"1"})";
  while (body.size() < bytes - 100) body += R"(,{"N":"1"})";
  return body + "]}}}";
}

microseconds since(MonotonicTime begun) {
  return std::chrono::duration_cast<microseconds>(Clock::system().monotonic_now() - begun);
}

class BodyAbuse : public AbusedServer {
 protected:
  BodyAbuse() {
    for (std::size_t i = 0; i < kHonestClients; ++i) honest_.emplace_back(server().port());
    for (auto& client : honest_) client.send("GetItem", kGetItem);
    measure_again();
  }

  // What others wait while four clients push this request, and how long it takes by itself: if it
  // held a loop, they would wait for that long.
  // A busy machine can only add to that, so the shortest of three looks counts.
  void expect_others_served(const std::string& request, int status) {
    bool are_served = false;
    for (int look = 0; look < 3 && !are_served; ++look) are_served = serves_others(request, status);
    EXPECT_TRUE(are_served);
  }

 private:
  bool serves_others(const std::string& request, int status) {
    const auto begun = Clock::system().monotonic_now();
    EXPECT_EQ(push(request), status);
    const microseconds alone = since(begun);
    const microseconds quiet = p99_until([] { return true; });
    const microseconds busy = p99_while_pushing(request, status);
    std::cout << fmt::format("p99 of others {} us, quiet {} us; the request alone {} us\n",
                             busy.count(), quiet.count(), alone.count());
    // Where others wait anyway, because the machine has more to do, they may wait longer.
    return busy < std::max<microseconds>({alone / 2, 100ms, 20 * quiet});
  }

  int push(const std::string& request) const {
    auto client = connect();
    client.send(request);
    return client.read_answer().status;
  }

  microseconds p99_while_pushing(const std::string& request, int status) {
    std::atomic<bool> is_over = false;
    std::atomic<int> pushed = 0;
    std::vector<std::jthread> pushers;
    for (int i = 0; i < kPushers; ++i) {
      pushers.emplace_back([&] {
        for (; !is_over; ++pushed) EXPECT_EQ(push(request), status);
      });
    }
    const auto p99 = p99_until([&] { return pushed >= 2 * kPushers; });
    is_over = true;
    return p99;
  }

  // The 99th percentile of what a client waits that asks every millisecond, whether it has its last
  // answer or not: one who waits long before it asks again would count a long wait only once.
  template <typename Claim>
  microseconds p99_until(Claim is_over) {
    std::vector<microseconds> waits;
    for (std::size_t i = 0; i < kRequestsMin || !is_over(); ++i) {
      const auto begun = Clock::system().monotonic_now();
      EXPECT_EQ(honest_[i % kHonestClients].send("GetItem", kGetItem).status, 200);
      auto wait = since(begun);
      waits.push_back(wait);
      for (wait -= 1ms; wait > 0ms; wait -= 1ms) waits.push_back(wait);
    }
    std::sort(waits.begin(), waits.end());
    return waits[waits.size() * 99 / 100];
  }

  std::vector<ApiClient> honest_;
};

TEST_F(BodyAbuse, BodiesThatAreTooLargeHoldNobodyUp) {
  expect_others_served(ApiClient::request("GetItem", padded(kGetItem, kBodyBytesMax + 1)), 413);
}

TEST_F(BodyAbuse, BodiesAsLargeAsAllowedHoldNobodyUp) {
  expect_others_served(ApiClient::request("GetItem", padded(kGetItem, kBodyBytesMax)), 200);
}

TEST_F(BodyAbuse, BodiesOfVeryManyValuesHoldNobodyUp) {
  // The sanitizers take ten times as long for each value.
  constexpr std::size_t kBytes = kMeasuresMemory ? kBodyBytesMax : kBodyBytesMax / 10;
  expect_others_served(ApiClient::request("PutItem", crowded_item(kBytes)), 400);
}

TEST_F(BodyAbuse, BodiesThatAreLargeOnceUnpackedHoldNobodyUp) {
  const std::string packed = gzipped(padded(kGetItem, kBodyBytesMax));
  ASSERT_LT(packed.size(), 20'000U);
  expect_others_served(ApiClient::request("GetItem", packed, "Content-Encoding: gzip\r\n"), 200);
}

}  // namespace
}  // namespace partita::testing
