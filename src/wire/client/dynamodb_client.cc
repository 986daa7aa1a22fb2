#include "wire/client/dynamodb_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "partita/value/value.h"
#include "wire/protocol/sigv4_hash.h"
#include "wire/rest/json.h"

namespace partita::client {
namespace {

using outgoing::CallAnswer;

constexpr std::size_t kIdleConnectionsMax = 64;
// A BatchGetItem answers up to 16 MB of items, which are larger as JSON.
constexpr std::size_t kBodyBytesMax = std::size_t{64} << 20;
constexpr std::chrono::milliseconds kPauseMax{5'000};

std::string text_member(const Item& object, std::string_view name) {
  const Value* value = object.find(name);
  return value != nullptr && value->type() == ValueType::S ? value->string() : std::string();
}

ErrorKind kind_of(const DynamodbFault& fault) {
  const std::string& exception = fault.exception();
  if (fault.is_throttling() || fault.status() >= 500) return ErrorKind::Unavailable;
  if (exception == "ResourceNotFoundException" || exception == "TableNotFoundException") {
    return ErrorKind::NotFound;
  }
  if (exception == "ResourceInUseException" || exception == "TableAlreadyExistsException") {
    return ErrorKind::AlreadyExists;
  }
  if (exception == "ConditionalCheckFailedException") return ErrorKind::Conflict;
  return ErrorKind::InvalidArgument;
}

// What a person can do about it, where the server's own words do not say so.
std::string_view advice_on(std::string_view exception) {
  if (exception == "UnrecognizedClientException" || exception == "InvalidSignatureException" ||
      exception == "MissingAuthenticationTokenException" || exception == "InvalidClientTokenId" ||
      exception == "ExpiredTokenException") {
    return " (which access key signs: --profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)";
  }
  return "";
}

Error refusal_of(const CallAnswer& answer) {
  constexpr int kLevelsMax = 100;
  const auto body = rest::parse_plain_json(answer.body, kLevelsMax);
  std::string exception;
  std::string message;
  if (body.ok()) {
    exception = text_member(*body, "__type");
    exception.erase(0, exception.find('#') + 1);  // All of it stays if there is none.
    message = text_member(*body, "message");
    if (message.empty()) message = text_member(*body, "Message");
  }
  if (message.empty()) {
    message = exception.empty() ? fmt::format("the server answers with status {}", answer.status)
                                : exception;
  }
  message += advice_on(exception);
  auto fault = std::make_shared<DynamodbFault>(answer.status, std::move(exception));
  const ErrorKind kind = kind_of(*fault);
  return {kind, std::move(message), std::move(fault)};
}

}  // namespace

bool DynamodbFault::is_throttling() const {
  constexpr std::string_view kThrottling[] = {"ProvisionedThroughputExceededException",
                                              "ThrottlingException", "Throttling",
                                              "RequestLimitExceeded", "TooManyRequestsException"};
  return status_ == 429 || std::find(std::begin(kThrottling), std::end(kThrottling), exception_) !=
                               std::end(kThrottling);
}

DynamodbClient::DynamodbClient(DynamodbOptions options, outgoing::HostAddress address,
                               outgoing::TrustedContext trusted)
    : options_(std::move(options)) {
  options_.signer.credential.serial = outgoing::new_serial();
  server_.address = std::move(address);
  server_.trusted = std::move(trusted);
  server_.times = options_.times;
}

Result<std::unique_ptr<DynamodbClient>> DynamodbClient::open(DynamodbOptions options) {
  auto address = TRY(outgoing::parse_host_address(options.endpoint));
  outgoing::TrustedContext trusted;
  if (address.has_tls) trusted = TRY(outgoing::load_trusted(options.trusted_file));
  return std::unique_ptr<DynamodbClient>(
      new DynamodbClient(std::move(options), std::move(address), std::move(trusted)));
}

std::unique_ptr<outgoing::HttpConnection> DynamodbClient::take_connection() {
  const MutexLock lock(mutex_);
  while (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    if (connection->is_open()) return connection;
  }
  return outgoing::connect_to(server_);
}

void DynamodbClient::give_back(std::unique_ptr<outgoing::HttpConnection> connection) {
  if (!connection->is_open()) return;
  const MutexLock lock(mutex_);
  if (idle_.size() < kIdleConnectionsMax) idle_.push_back(std::move(connection));
}

std::string DynamodbClient::head_of(std::string_view operation, std::string_view body) const {
  const std::string target = fmt::format("{}.{}", options_.service, operation);
  const auto payload = protocol::sha256_hex(body);
  const outgoing::SignedParts parts{.method = "POST",
                                    .path = "/",
                                    .query = "",
                                    .host = server_.address.host,
                                    .payload_hash = protocol::text_of(payload),
                                    .headers = {{"x-amz-target", target}}};
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nContent-Type: "
      "application/x-amz-json-1.0\r\nX-Amz-Target: {}\r\n{}\r\n",
      server_.address.host, body.size(), target, outgoing::signature_lines(parts, options_.signer));
}

Result<CallAnswer> DynamodbClient::attempt(std::string_view operation, std::string_view body) {
  auto connection = take_connection();
  const std::string head = head_of(operation, body);
  auto answer =
      connection->call({.head = head, .body = body, .expected = {.body_bytes_max = kBodyBytesMax}});
  if (answer.ok()) has_answered_ = true;
  give_back(std::move(connection));
  if (!answer.ok()) {
    const Error& error = answer.error();
    return Error(error.kind(), error.message(), std::make_shared<NoAnswer>());
  }
  return answer;
}

void DynamodbClient::pause_after(int attempt) {
  const auto longest = std::min(options_.first_pause * (1 << std::min(attempt, 16)), kPauseMax);
  // Half of it by chance, so that several who were refused together do not come back together.
  const auto half = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(longest.count()) / 2);
  const std::chrono::milliseconds pause(half + random_.below(half));
  MutexLock lock(mutex_);
  never_.wait_for(lock.native(), pause, [] { return false; });
}

// Whoever has never answered is not there: to ask again would only keep a person waiting.
bool DynamodbClient::deserves_another(const Error& error, Repeats repeats) const {
  const auto* fault = error.detail<DynamodbFault>();
  if (fault != nullptr && fault->is_throttling()) return true;
  if (repeats == Repeats::IfThrottled || error.kind() != ErrorKind::Unavailable) return false;
  return fault != nullptr || has_answered_;
}

Result<std::string> DynamodbClient::call(std::string_view operation, std::string_view body,
                                         Repeats repeats) {
  for (int made = 0;; ++made) {
    auto answer = attempt(operation, body);
    if (answer.ok() && answer->status < 300) return std::move(answer->body);
    Error error = answer.ok() ? refusal_of(*answer) : std::move(answer).error();
    const auto* fault = error.detail<DynamodbFault>();
    if (fault != nullptr && fault->is_throttling()) ++throttled_;
    if (made + 1 >= options_.attempts_max || !deserves_another(error, repeats)) return error;
    pause_after(made);
  }
}

}  // namespace partita::client
