// Every request that the shapes of the operations allow, and most that they do not, against the
// real program: it never ends, never answers 500, and says what is wrong in words that clients
// know.
//
// PARTITA_FUZZ_SEED=7 sends other requests, PARTITA_FUZZ_SECONDS=3600 sends them for that long.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "partita/base/clock.h"
#include "request_fuzz/answer_judge.h"
#include "request_fuzz/request_fuzzer.h"
#include "server/server_process.h"
#include "support/temporary_directory.h"

namespace partita::request_fuzz {
namespace {

using conformance::Answer;

std::uint64_t variable(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The bucket `fuzz`, with some rows to import.
class Buckets {
 public:
  Buckets() {
    std::filesystem::create_directories(directory_.path() / "fuzz" / "rows");
    std::ofstream(directory_.path() / "fuzz" / "rows" / "one.json")
        << R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})"
        << "\n{}\n";
  }
  std::string option() const { return "dir=" + directory_.path().string(); }

 private:
  testing::TemporaryDirectory directory_;
};

// The real program with a database in memory. On a busy machine a minute may pass between requests.
class RequestFuzz : public ::testing::Test {
 protected:
  RequestFuzz()
      : server_({"serve", "--memory", "--listen", "127.0.0.1:0", "--idle-limit-ms", "3600000",
                 "--s3", buckets_.option()}),
        endpoint_(conformance::open_endpoint(conformance::AtPort{server_.port()})),
        seed_(variable("PARTITA_FUZZ_SEED", 1)),
        fuzzer_(**endpoint_, seed_) {
    std::cout << "PARTITA_FUZZ_SEED=" << seed_ << "\n";
  }

  RequestFuzzer& fuzzer() { return fuzzer_; }

 private:
  const Buckets buckets_;
  testing::ServerProcess server_;
  Result<std::unique_ptr<conformance::Endpoint>> endpoint_;
  const std::uint64_t seed_;
  RequestFuzzer fuzzer_;
};

// Whether to go on: a number of requests, or as long as the variable says.
class Allowance {
 public:
  explicit Allowance(std::uint64_t requests)
      : requests_(requests),
        end_(Clock::system().monotonic_now() +
             std::chrono::seconds(variable("PARTITA_FUZZ_SECONDS", 0))),
        is_timed_(variable("PARTITA_FUZZ_SECONDS", 0) > 0) {}

  bool holds_for(std::uint64_t sent) const {
    return is_timed_ ? Clock::system().monotonic_now() < end_ : sent < requests_;
  }

 private:
  std::uint64_t requests_;
  decltype(Clock::system().monotonic_now()) end_;
  bool is_timed_;
};

TEST_F(RequestFuzz, NoRequestThatIsBrokenInOnePlaceEndsTheServerOrIsItsFault) {
  const Allowance allowance(2500);
  while (allowance.holds_for(fuzzer().sent())) {
    const std::string complaint = fuzzer().send_next();
    ASSERT_EQ(complaint, "");
  }
  std::cout << fuzzer().sent() << " requests\n";
  for (const auto& [operation, tally] : fuzzer().tallies()) {
    std::cout << operation << ": " << tally.sent << ", accepted " << tally.accepted << "\n";
  }
}

// If one were always refused, nothing behind its first checks would ever be tried. Only a moment
// that is five minutes back can be restored, so a new server refuses all of them; scripts that move
// the clock (tests/conformance) go further. Tables without replicas have no replicas that could be
// scaled.
TEST_F(RequestFuzz, EveryOperationAcceptsSomeOfTheRequestsThatAreNotBroken) {
  auto operations = endpoints::served_operations();
  const std::set<std::string_view> refused_here = {"RestoreTableToPointInTime",
                                                   "DescribeTableReplicaAutoScaling",
                                                   "UpdateTableReplicaAutoScaling"};
  std::erase_if(operations,
                [&](const auto& operation) { return refused_here.contains(operation.name); });
  const auto was_accepted = [&](const auto& operation) {
    return fuzzer().tallies()[operation.name].accepted > 0;
  };
  // What one operation makes, others want: so those that were accepted go on, but not those that
  // delete it.
  const auto is_done = [&](const auto& operation) {
    const bool deletes =
        operation.name.starts_with("Delete") || operation.name.starts_with("Deregister");
    return deletes && was_accepted(operation);
  };
  for (int round = 0; round < 500 && !std::ranges::all_of(operations, was_accepted); ++round) {
    for (const auto& operation : operations) {
      if (is_done(operation)) continue;
      ASSERT_EQ(fuzzer().send_whole(operation), "");
    }
  }
  for (const auto& operation : operations) {
    EXPECT_GT(fuzzer().tallies()[operation.name].accepted, 0) << operation.name;
  }
}

TEST_F(RequestFuzz, EveryPlaceOfEveryRequestTakesEveryKindOfJson) {
  for (const auto& operation : endpoints::served_operations()) {
    ASSERT_EQ(fuzzer().send_odd_values(operation), "");
  }
}

TEST_F(RequestFuzz, EveryListFilledToItsLimitTakesOneMoreOfEveryKindOfJson) {
  for (const auto& operation : endpoints::served_operations()) {
    ASSERT_EQ(fuzzer().send_filled_lists(operation), "");
  }
}

// A server that refuses everything, with a fault that was planted in it.
class FaultyServer final : public conformance::Endpoint {
 public:
  using Fault = Answer (*)(std::string_view target, const nlohmann::json& request);

  explicit FaultyServer(Fault fault) : fault_(fault) {}

  Result<Answer> send(std::string_view target, std::string_view body) override {
    return fault_(target, nlohmann::json::parse(body, nullptr, false));
  }

  static Answer refusal() {
    return {400, R"({"__type":"com.amazon.coral.validate#ValidationException","message":""})"};
  }
  static Answer internal_error() {
    return {500, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"})"};
  }

 private:
  Fault fault_;
};

// What the fuzzer says first of a server with this fault.
std::string first_complaint(FaultyServer::Fault fault) {
  FaultyServer server(fault);
  RequestFuzzer fuzzer(server, 1);
  std::string complaint;
  while (complaint.empty() && fuzzer.sent() < 50'000) complaint = fuzzer.send_next();
  return complaint;
}

bool has_null_element(const nlohmann::json& json) {
  return std::ranges::any_of(json, [&](const nlohmann::json& child) {
    return (json.is_array() && child.is_null()) ||
           (child.is_structured() && has_null_element(child));
  });
}

TEST(RequestFuzzControl, AFaultWithNullInAListOfABatchIsFound) {
  const auto complaint =
      first_complaint([](std::string_view target, const nlohmann::json& request) {
        const bool is_batch = target.ends_with("BatchWriteItem");
        return is_batch && has_null_element(request) ? FaultyServer::internal_error()
                                                     : FaultyServer::refusal();
      });
  EXPECT_TRUE(complaint.starts_with("status 500")) << complaint;
}

TEST(RequestFuzzControl, AFaultBehindTheMaximumOfAListIsFound) {
  FaultyServer server([](std::string_view, const nlohmann::json& request) {
    const auto list = request.find("TransactItems");
    const bool is_walked = list != request.end() && list->is_array() && list->size() > 100 &&
                           !list->back().is_object();
    return is_walked ? FaultyServer::internal_error() : FaultyServer::refusal();
  });
  RequestFuzzer fuzzer(server, 1);
  for (const auto& operation : endpoints::served_operations()) {
    const auto complaint = fuzzer.send_filled_lists(operation);
    const bool is_faulty = operation.name.starts_with("Transact");
    EXPECT_EQ(complaint.starts_with("status 500"), is_faulty) << complaint;
  }
}

TEST(RequestFuzzControl, AnswersThatNoClientUnderstandsAreFound) {
  EXPECT_EQ(complaint_about(Answer{400, R"({"__type":"a#SurpriseException"})"}),
            "an unknown exception");
  EXPECT_EQ(complaint_about(Answer{400, "{}"}), "an unknown exception");
  EXPECT_EQ(complaint_about(Answer{200, "<html>"}), "no JSON object");
  EXPECT_EQ(complaint_about(Answer{200, "[]"}), "no JSON object");
  EXPECT_EQ(complaint_about(Answer{400, ""}), "no JSON object");
  EXPECT_EQ(complaint_about(Answer{503, "{}"}), "status 503");
  EXPECT_EQ(complaint_about(Error::unavailable("gone")), "no answer: gone");
  EXPECT_NE(complaint_about(Answer{400, std::string(std::size_t{1} << 20, ' ')}), "");
  EXPECT_EQ(complaint_about(FaultyServer::refusal()), "");
  EXPECT_EQ(complaint_about(Answer{200, "{}"}), "");
}

}  // namespace
}  // namespace partita::request_fuzz
