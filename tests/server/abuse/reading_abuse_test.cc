// Clients that ask for the largest answers there are and do not read them. What waits to be sent is
// bounded for all of them together, and others are served as if they were not there.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <thread>

#include "partita/base/clock.h"
#include "server/abuse/abused_server.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

constexpr int kReaders = 200;
constexpr int kItems = 100;
// A control character is one byte as it is stored and six bytes on the wire.
constexpr std::size_t kItemBytes = 160'000;
constexpr std::size_t kMemoryMax = std::size_t{512} << 20;

// For as long as it lives, a process gets so much more address space than it has, and no more.
class AddressSpaceLimit {
 public:
  AddressSpaceLimit(pid_t process, std::size_t bytes_more) : process_(process) {
    rlimit limit{};
    EXPECT_EQ(::prlimit(process, RLIMIT_AS, nullptr, &before_), 0);
    limit = before_;
    limit.rlim_cur = address_space() + bytes_more;
    EXPECT_EQ(::prlimit(process, RLIMIT_AS, &limit, nullptr), 0);
  }
  ~AddressSpaceLimit() { ::prlimit(process_, RLIMIT_AS, &before_, nullptr); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  std::size_t address_space() const {
    std::size_t pages = 0;
    std::ifstream(fmt::format("/proc/{}/statm", process_)) >> pages;
    return pages * 4096;
  }

  pid_t process_;
  rlimit before_{};
};

class ReadingAbuse : public AbusedServer {
 protected:
  ReadingAbuse() : client_(server().port()) {
    EXPECT_EQ(client_
                  .send("CreateTable",
                        R"({"TableName":"large","BillingMode":"PAY_PER_REQUEST","KeySchema":[)"
                        R"({"AttributeName":"pk","KeyType":"HASH"},)"
                        R"({"AttributeName":"sk","KeyType":"RANGE"}],"AttributeDefinitions":[)"
                        R"({"AttributeName":"pk","AttributeType":"S"},)"
                        R"({"AttributeName":"sk","AttributeType":"N"}]})")
                  .status,
              200);
    std::string text;
    for (std::size_t i = 0; i < kItemBytes; ++i) text += "\\u0001";
    for (int i = 0; i < kItems; ++i) {
      const auto key = fmt::format(R"("pk":{{"S":"a"}},"sk":{{"N":"{}"}})", i);
      const auto item =
          fmt::format(R"({{"TableName":"large","Item":{{{},"t":{{"S":"{}"}}}}}})", key, text);
      EXPECT_EQ(client_.send("PutItem", item).status, 200);
    }
    // The store keeps what was read for the next one.
    EXPECT_EQ(read_largest_batch().status, 200);
    measure_again();
  }

  // 96 MB of answer for 3 KB of request.
  static std::string largest_batch() {
    std::string keys;
    for (int i = 0; i < kItems; ++i) {
      keys += fmt::format(R"({}{{"pk":{{"S":"a"}},"sk":{{"N":"{}"}}}})", i > 0 ? "," : "", i);
    }
    return ApiClient::request(
        "BatchGetItem", fmt::format(R"({{"RequestItems":{{"large":{{"Keys":[{}]}}}}}})", keys));
  }
  HttpAnswer read_largest_batch() const {
    auto client = connect();
    client.send(largest_batch());
    return client.read_answer();
  }
  static std::string largest_page() {
    return ApiClient::request("Query", R"({"TableName":"large","KeyConditionExpression":"pk = :a",)"
                                       R"("ExpressionAttributeValues":{":a":{"S":"a"}}})");
  }

  // Asks on many connections and reads nothing; meanwhile another client goes on. Then whoever was
  // not cut reads what there is: each was answered, refused with 503, or cut.
  void expect_bounded(const std::string& request) {
    const auto quiet = slowest_of_most();
    std::vector<HttpClient> readers;
    for (int i = 0; i < kReaders; ++i) {
      readers.push_back(connect());
      ASSERT_TRUE(readers.back().send(request));
    }
    std::size_t peak = 0;
    auto busy = quiet;
    for (int i = 0; i < 5; ++i) {
      busy = std::max(busy, slowest_of_most());
      peak = std::max(peak, server().resident_bytes());
    }
    std::cout << fmt::format("peak {} MB; p99 of others {} us, quiet {} us\n", peak >> 20,
                             busy.count(), quiet.count());
    EXPECT_TRUE(!kMeasuresMemory || peak < kMemoryMax) << (peak >> 20) << " MB";
    EXPECT_LT(busy, 5s) << "others are served";
  }

  // The 99th of a hundred requests of an honest client, by time.
  std::chrono::microseconds slowest_of_most() {
    std::vector<std::chrono::microseconds> times;
    for (int i = 0; i < 100; ++i) {
      const auto begun = Clock::system().monotonic_now();
      EXPECT_EQ(client_.send("GetItem", kGetItem).status, 200);
      times.push_back(std::chrono::duration_cast<std::chrono::microseconds>(
          Clock::system().monotonic_now() - begun));
    }
    std::sort(times.begin(), times.end());
    return times[98];
  }

 private:
  ApiClient client_;
};

TEST_F(ReadingAbuse, ReadersOfTheLargestBatchesCostABoundedAmount) {
  expect_bounded(largest_batch());
}

TEST_F(ReadingAbuse, ReadersOfTheLargestPagesCostABoundedAmount) { expect_bounded(largest_page()); }

// A write that is refused is answered with the item that is there, if the client asks for it.
TEST_F(ReadingAbuse, ReadersOfItemsOfFailedConditionsCostABoundedAmount) {
  expect_bounded(ApiClient::request(
      "PutItem", R"({"TableName":"large","Item":{"pk":{"S":"a"},"sk":{"N":"0"}},)"
                 R"~("ConditionExpression":"attribute_not_exists(pk)",)~"
                 R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})"));
}

// An allocation that fails is the end of one request, not of the server.
TEST_F(ReadingAbuse, AnswersForWhichThereIsNoMemoryAreRefusedAndTheServerGoesOn) {
  // The sanitizers need an address space of terabytes.
  if (!kMeasuresMemory) return;
  constexpr std::size_t kBytesMore = std::size_t{64} << 20;
  std::size_t refused = 0;
  {
    const AddressSpaceLimit limit(server().process(), kBytesMore);
    std::vector<HttpClient> readers;
    for (int i = 0; i < 16; ++i) {
      readers.push_back(connect());
      ASSERT_TRUE(readers.back().send(largest_batch()));
    }
    for (auto& reader : readers) {
      const int status = reader.read_answer().status;
      EXPECT_TRUE(status == 200 || status == 503 || status == 0) << status;
      refused += status != 200;
    }
  }
  EXPECT_GT(refused, 0U) << "there was memory for all: this shows nothing";
  EXPECT_EQ(read_largest_batch().status, 200);
}

TEST_F(ReadingAbuse, AnHonestReaderGetsAllOfTheLargestBatch) {
  const auto answer = read_largest_batch();
  EXPECT_EQ(answer.status, 200);
  EXPECT_GT(answer.body.size(), kItems * kItemBytes * 6);
  EXPECT_NE(answer.head.find("Transfer-Encoding: chunked"), std::string::npos);
}

}  // namespace
}  // namespace partita::testing
