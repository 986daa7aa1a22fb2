#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "wire/outgoing/http_call.h"
#include "wire/outgoing/s3_request.h"

namespace partita::outgoing {

struct S3Options {
  std::string endpoint;  // "https://s3.eu-central-1.amazonaws.com", "http://127.0.0.1:9000"
  std::string region = "us-east-1";
  protocol::Credential credential = {};
  std::filesystem::path trusted_file = {};  // Empty: those that the system trusts.
  CallTimes times = {};
  int attempts_max = 5;
  std::chrono::milliseconds first_pause{200};     // Twice as long after each attempt.
  std::size_t part_bytes = std::size_t{8} << 20;  // Of an upload; S3 wants at least 5 MB.
  const Clock* clock = &Clock::system();
};

// An answer, and whether the request may have been done before, by an attempt without an answer.
struct S3Answer {
  CallAnswer answer;
  bool may_be_repeated = false;
};

// Asks a server that speaks S3. An attempt without an answer, and one that the server could not
// serve, is made again after a pause that gets longer; all requests of ours may be repeated.
// THREADS: safe for concurrent calls.
class S3Caller {
 public:
  // ERRORS: InvalidArgument if the endpoint or the trusted file is malformed.
  static Result<std::unique_ptr<S3Caller>> open(S3Options options);

  // The answer, whatever its status.   ERRORS: Unavailable if there is none after all attempts.
  Result<S3Answer> call(const S3Request& request);
  // The same, of an answer that does not refuse.   ERRORS: as places::Place.
  Result<CallAnswer> ask(const S3Request& request);

  const S3Options& options() const { return options_; }
  void close();

 private:
  S3Caller(S3Options options, HostAddress address, TrustedContext trusted);

  Result<CallAnswer> attempt(const S3Request& request);
  std::unique_ptr<HttpConnection> take_connection();
  void give_back(std::unique_ptr<HttpConnection> connection);
  // False: the place was closed meanwhile.
  bool pause_after(int attempt);

  const S3Options options_;
  RequestSigner signer_;
  CalledServer server_;
  SystemRandom random_;
  Mutex mutex_;
  std::condition_variable closed_;
  std::vector<std::unique_ptr<HttpConnection>> idle_ PARTITA_GUARDED_BY(mutex_);
};

// What a refusing answer means.
Error s3_error(const S3Request& request, const CallAnswer& answer);

}  // namespace partita::outgoing
