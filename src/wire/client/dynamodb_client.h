#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "wire/outgoing/http_call.h"
#include "wire/outgoing/request_signature.h"

namespace partita::client {

// What a server that speaks DynamoDB's API has refused, beside the message for people.
class DynamodbFault : public ErrorDetail {
 public:
  DynamodbFault(int status, std::string exception)
      : status_(status), exception_(std::move(exception)) {}

  int status() const { return status_; }
  // "ResourceNotFoundException", without what stands before it on the wire; may be empty.
  const std::string& exception() const { return exception_; }
  // The server could not keep up: nothing was applied, and later it may work.
  bool is_throttling() const;

 private:
  int status_;
  std::string exception_;
};

// There was no answer at all: the server is not there, or does not speak HTTP.
class NoAnswer : public ErrorDetail {};

struct DynamodbOptions {
  std::string endpoint;  // "http://127.0.0.1:8000", "https://dynamodb.eu-central-1.amazonaws.com"
  outgoing::RequestSigner signer;           // Its serial is given here.
  std::filesystem::path trusted_file = {};  // Empty: those that the system trusts.
  std::string_view service = "DynamoDB_20120810";
  outgoing::CallTimes times = {};
  int attempts_max = 10;
  std::chrono::milliseconds first_pause{50};  // Twice as long after each attempt, up to 5 s.
};

// What may be done a second time if no answer has come.
enum class Repeats {
  Always,      // The request does the same however often it is done.
  IfThrottled  // Only what surely was not done is sent again.
};

// Asks any server that speaks DynamoDB's API; what is throttled, fails on the server's side or gets
// no answer is asked again after a pause that gets longer.
// THREADS: safe for concurrent calls, each over a connection of its own.
class DynamodbClient {
 public:
  // ERRORS: InvalidArgument if the endpoint or the trusted file is malformed.
  static Result<std::unique_ptr<DynamodbClient>> open(DynamodbOptions options);

  // The body of the answer to a request such as ("GetItem", R"({"TableName":"orders", ...})").
  // ERRORS: with a DynamodbFault what the server refuses (NotFound, AlreadyExists, Conflict if a
  // condition does not hold, else InvalidArgument; Unavailable after all attempts); Unavailable
  // with a NoAnswer if there is none.
  Result<std::string> call(std::string_view operation, std::string_view body,
                           Repeats repeats = Repeats::Always);

  // Waits as long as before the attempt behind this one: for what the server has left undone.
  void pause_after(int attempt);

  const std::string& endpoint() const { return options_.endpoint; }
  const std::string& region() const { return options_.signer.region; }
  // How often the server has asked for patience.
  std::uint64_t throttled() const { return throttled_; }

 private:
  DynamodbClient(DynamodbOptions options, outgoing::HostAddress address,
                 outgoing::TrustedContext trusted);

  Result<outgoing::CallAnswer> attempt(std::string_view operation, std::string_view body);
  std::string head_of(std::string_view operation, std::string_view body) const;
  std::unique_ptr<outgoing::HttpConnection> take_connection();
  void give_back(std::unique_ptr<outgoing::HttpConnection> connection);
  bool deserves_another(const Error& error, Repeats repeats) const;

  DynamodbOptions options_;
  outgoing::CalledServer server_;
  SystemRandom random_;
  std::atomic<bool> has_answered_ = false;
  std::atomic<std::uint64_t> throttled_ = 0;
  Mutex mutex_;
  std::condition_variable never_;
  std::vector<std::unique_ptr<outgoing::HttpConnection>> idle_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::client
