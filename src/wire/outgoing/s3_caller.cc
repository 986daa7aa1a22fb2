#include "wire/outgoing/s3_caller.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "wire/outgoing/s3_xml.h"

namespace partita::outgoing {
namespace {

using places::PlaceFault;

constexpr std::size_t kIdleMax = 4;
constexpr std::chrono::milliseconds kPauseMax{10'000};

bool is_good(const CallAnswer& answer) { return answer.status >= 200 && answer.status < 300; }

bool is_worth_another_attempt(const CallAnswer& answer) {
  if (answer.status >= 500 || answer.status == 429) return true;
  // AWS: what it has not received in time, and what it could not assemble, may be sent again.
  const std::string code = is_good(answer) ? "" : element_text(answer.body, "Code");
  return code == "RequestTimeout" || code == "OperationAborted" || code == "SlowDown";
}

std::optional<PlaceFault> fault_of(const CallAnswer& answer, std::string_view code) {
  if (code == "NoSuchBucket") return PlaceFault::NoSuchBucket;
  if (answer.status == 404) return PlaceFault::NoSuchObject;
  if (answer.status == 412) return PlaceFault::Changed;
  if (answer.status == 401 || answer.status == 403) return PlaceFault::AccessDenied;
  return std::nullopt;
}

}  // namespace

Error s3_error(const S3Request& request, const CallAnswer& answer) {
  const std::string code = element_text(answer.body, "Code");
  const std::string message =
      fmt::format("{} of {}/{} was answered with {} {}: {}", request.method, request.object.bucket,
                  request.object.key, answer.status, code, element_text(answer.body, "Message"));
  if (const auto fault = fault_of(answer, code)) return places::place_error(*fault, message);
  if (answer.status >= 500 || answer.status == 429) return Error::unavailable(message);
  return Error::invalid_argument(message);
}

S3Caller::S3Caller(S3Options options, HostAddress address, TrustedContext trusted)
    : options_(std::move(options)) {
  signer_.credential = options_.credential;
  signer_.credential.serial = new_serial();
  signer_.region = options_.region;
  signer_.service = "s3";
  signer_.clock = options_.clock;
  server_.address = std::move(address);
  server_.trusted = std::move(trusted);
  server_.times = options_.times;
  server_.clock = options_.clock;
}

Result<std::unique_ptr<S3Caller>> S3Caller::open(S3Options options) {
  auto address = TRY(parse_host_address(options.endpoint));
  TrustedContext trusted;
  if (address.has_tls) trusted = TRY(load_trusted(options.trusted_file));
  return std::unique_ptr<S3Caller>(
      new S3Caller(std::move(options), std::move(address), std::move(trusted)));
}

std::unique_ptr<HttpConnection> S3Caller::take_connection() {
  const MutexLock lock(mutex_);
  while (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    if (connection->is_open()) return connection;
  }
  return connect_to(server_);
}

void S3Caller::give_back(std::unique_ptr<HttpConnection> connection) {
  if (!connection->is_open()) return;
  const MutexLock lock(mutex_);
  if (idle_.size() < kIdleMax) idle_.push_back(std::move(connection));
}

Result<CallAnswer> S3Caller::attempt(const S3Request& request) {
  auto connection = take_connection();
  const std::string head = s3_head(request, server_.address.host, signer_);
  auto answer = connection->call({.head = head,
                                  .body = request.body,
                                  .expected = {.has_body = request.method != "HEAD",
                                               .body_bytes_max = request.answer_bytes_max}});
  give_back(std::move(connection));
  return answer;
}

bool S3Caller::pause_after(int attempt) {
  const auto longest = std::min(options_.first_pause * (1 << std::min(attempt, 16)), kPauseMax);
  // Half of it by chance, so that several who were refused together do not come back together.
  const auto half = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(longest.count()) / 2);
  const std::chrono::milliseconds pause(half + random_.below(half));
  MutexLock lock(mutex_);
  closed_.wait_for(lock.native(), pause, [this] { return server_.is_closed.load(); });
  return !server_.is_closed;
}

Result<S3Answer> S3Caller::call(const S3Request& request) {
  bool may_be_repeated = false;
  for (int made = 0;; ++made) {
    if (server_.is_closed) return Error::unavailable("the place was closed");
    auto answer = attempt(request);
    if (answer.ok() && !is_worth_another_attempt(*answer)) {
      return S3Answer{std::move(*answer), may_be_repeated};
    }
    may_be_repeated = true;
    if (made + 1 < options_.attempts_max && pause_after(made)) continue;
    if (answer.ok()) return S3Answer{std::move(*answer), may_be_repeated};
    return std::move(answer).error();
  }
}

Result<CallAnswer> S3Caller::ask(const S3Request& request) {
  auto called = TRY(call(request));
  if (!is_good(called.answer)) return s3_error(request, called.answer);
  return std::move(called.answer);
}

void S3Caller::close() {
  {
    const MutexLock lock(mutex_);
    server_.is_closed = true;
  }
  closed_.notify_all();
}

}  // namespace partita::outgoing
