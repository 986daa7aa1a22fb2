#include "wire/deliveries/http_courier.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "wire/deliveries/answer_meaning.h"
#include "wire/deliveries/bulk_request.h"
#include "wire/deliveries/event_body.h"
#include "wire/deliveries/webhook_signature.h"
#include "wire/outgoing/server_trust.h"

namespace partita::deliveries {
namespace {

using outgoing::CallAnswer;
using outgoing::HttpConnection;
using syncs::Receipt;
using Kind = Receipt::Kind;

constexpr std::size_t kAnswerBytesMax = std::size_t{64} << 10;
// A search engine says of each document what has become of it, at length if it was refused.
constexpr std::size_t kBulkAnswerBytesMax = std::size_t{4} << 20;
constexpr std::size_t kIdlePerTarget = 16;

Receipt no_answer(std::string error) { return {.kind = Kind::NoAnswer, .error = std::move(error)}; }

}  // namespace

Receipt receipt_of(const CallAnswer& answer, const syncs::Parcel& parcel) {
  Receipt receipt = receipt_of_status(answer);
  const bool may_name_refused = receipt.kind == Kind::Taken && parcel.plan.sync().batch > 1;
  if (may_name_refused) receipt.refused = refused_in(answer.body, parcel.instance);
  return receipt;
}

HttpCourier::HttpCourier(HttpCourierOptions options)
    : options_(std::move(options)), hosts_(options_.hosts), secrets_(*options_.clock) {}

HttpCourier::~HttpCourier() { close(); }

void HttpCourier::close() {
  is_closed_ = true;
  const MutexLock lock(mutex_);
  for (auto& [origin, target] : targets_) target->server.is_closed = true;
}

Receipt HttpCourier::deliver(const syncs::Parcel& parcel) {
  if (is_closed_) return no_answer("the server is being stopped");
  const model::SyncTarget& to = parcel.plan.sync().to;
  if (to.url.empty()) return no_answer("the sync has no url: its param has no value");
  const auto address = parse_sync_address(to.url);
  if (!address.ok()) return no_answer(address.error().message());
  if (!hosts_.allows(address->host)) {
    return no_answer(fmt::format("{} may not be told anything: start the server with --sync-to {}",
                                 address->host.name, address->host.name));
  }
  const bool is_bulk = to.kind == model::SyncKind::Bulk;
  const auto request = is_bulk ? bulk_request(parcel, *address) : webhook_request(parcel, *address);
  if (!request.ok()) return no_answer(request.error().message());
  const auto answer = send(*address, *request);
  if (!answer.ok()) return no_answer(answer.error().message());
  return is_bulk ? bulk_receipt(*answer, parcel) : receipt_of(*answer, parcel);
}

Result<HttpCourier::Request> HttpCourier::bulk_request(const syncs::Parcel& parcel,
                                                       const SyncAddress& address) {
  const model::SyncTarget& to = parcel.plan.sync().to;
  Request request{.body = bulk_body(parcel), .answer_bytes_max = kBulkAnswerBytesMax};
  request.head = fmt::format(
      "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-ndjson\r\n"
      "Content-Length: {}\r\nUser-Agent: partita\r\nAccept: application/json\r\n",
      bulk_path(address.target), address.host.host, request.body.size());
  if (to.auth != model::SyncAuth::None) {
    const auto value = TRY(secrets_.authorization(to.secret, to.auth));
    request.head += fmt::format("Authorization: {}\r\n", value);
  }
  request.head += "\r\n";
  return request;
}

Result<HttpCourier::Request> HttpCourier::webhook_request(const syncs::Parcel& parcel,
                                                          const SyncAddress& address) {
  const model::SyncTarget& to = parcel.plan.sync().to;
  std::vector<std::string_view> places;
  for (const std::string& place : {std::cref(to.secret), std::cref(to.secret_before)}) {
    if (!place.empty()) places.emplace_back(place);
  }
  const auto keys = TRY(secrets_.keys_of(places));
  Request request{.body = event_body(parcel), .answer_bytes_max = kAnswerBytesMax};
  const std::string id = parcel_id(parcel);
  const auto now = std::chrono::floor<std::chrono::seconds>(options_.clock->wall_now());
  const std::int64_t timestamp = now.time_since_epoch().count();
  request.head = fmt::format(
      "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
      "User-Agent: partita\r\nwebhook-id: {}\r\nwebhook-timestamp: {}\r\n",
      address.target, address.host.host, request.body.size(), id, timestamp);
  if (!keys.empty()) {
    const auto signature =
        webhook_signature({.id = id, .timestamp = timestamp, .body = request.body}, keys);
    request.head += fmt::format("webhook-signature: {}\r\n", signature);
  }
  request.head += "\r\n";
  return request;
}

// A connection that was idle may have been closed by the other side just now: then a new one is
// made. What is told may have been heard all the same, as with any request without an answer. Who
// has let all of the time go by is not asked a second time.
Result<CallAnswer> HttpCourier::send(const SyncAddress& address, const Request& request) {
  Target& target = *TRY(target_of(address));
  const outgoing::HttpCall call{.head = request.head,
                                .body = request.body,
                                .expected = {.body_bytes_max = request.answer_bytes_max}};
  auto connection = take_idle(target);
  if (connection != nullptr) {
    const auto until = options_.clock->monotonic_now() + options_.times.whole;
    auto answer = connection->call(call);
    if (answer.ok()) {
      give_back(target, std::move(connection));
      return answer;
    }
    if (is_closed_ || options_.clock->monotonic_now() >= until) return answer;
  }
  connection = outgoing::connect_to(target.server);
  auto answer = connection->call(call);
  if (answer.ok()) give_back(target, std::move(connection));
  return answer;
}

Result<HttpCourier::Target*> HttpCourier::target_of(const SyncAddress& address) {
  const MutexLock lock(mutex_);
  auto& target = targets_[address.origin];
  if (target) return target.get();
  auto made = std::make_unique<Target>();
  made->server.address = address.host;
  made->server.times = options_.times;
  made->server.clock = options_.clock;
  made->server.is_closed = is_closed_.load();
  if (address.host.has_tls) made->server.trusted = TRY(outgoing::load_trusted({}));
  target = std::move(made);
  return target.get();
}

std::unique_ptr<HttpConnection> HttpCourier::take_idle(Target& target) {
  const MutexLock lock(mutex_);
  while (!target.idle.empty()) {
    auto connection = std::move(target.idle.back());
    target.idle.pop_back();
    if (connection->is_open()) return connection;
  }
  return nullptr;
}

void HttpCourier::give_back(Target& target, std::unique_ptr<HttpConnection> connection) {
  if (!connection->is_open()) return;
  const MutexLock lock(mutex_);
  if (target.idle.size() < kIdlePerTarget) target.idle.push_back(std::move(connection));
}

}  // namespace partita::deliveries
