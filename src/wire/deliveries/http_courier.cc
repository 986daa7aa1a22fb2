#include "wire/deliveries/http_courier.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

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
constexpr std::size_t kIdlePerTarget = 16;
// Of an answer, in a message.
constexpr std::size_t kShownBytesMax = 200;

std::optional<std::chrono::milliseconds> retry_after(const CallAnswer& answer) {
  const std::string_view text = answer.header("retry-after");
  unsigned seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return std::chrono::seconds(seconds);
}

// The beginning of it as far as it can be shown in one line.
std::string shown(std::string_view body) {
  std::string text(body.substr(0, kShownBytesMax));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, ' ');
  return text;
}

std::string error_text(const CallAnswer& answer) {
  const std::string body = shown(answer.body);
  return body.empty() ? fmt::format("HTTP {}", answer.status)
                      : fmt::format("HTTP {}: {}", answer.status, body);
}

// Whether it is about this event, and not about the target or how it is asked.
bool is_about_event(int status) {
  constexpr int kAboutTarget[] = {401, 403, 404, 408, 410, 425, 429};
  return status >= 400 && status < 500 &&
         std::ranges::find(kAboutTarget, status) == std::end(kAboutTarget);
}

Receipt no_answer(std::string error) { return {.kind = Kind::NoAnswer, .error = std::move(error)}; }

}  // namespace

Receipt receipt_of(const CallAnswer& answer, const syncs::Parcel& parcel) {
  Receipt receipt{.kind = Kind::Busy, .error = error_text(answer)};
  if (answer.status >= 200 && answer.status < 300) {
    receipt = {.kind = Kind::Taken};
    if (parcel.plan.sync().batch > 1) receipt.refused = refused_in(answer.body, parcel.instance);
    return receipt;
  }
  if (answer.status == 410) receipt.kind = Kind::Gone;
  if (is_about_event(answer.status)) receipt.kind = Kind::Refused;
  if (answer.status >= 300 && answer.status < 400) {
    receipt.error = fmt::format("HTTP {}: redirects are not followed", answer.status);
  }
  if (receipt.kind == Kind::Busy) receipt.retry_after = retry_after(answer);
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
  const auto request = webhook_request(parcel, *address);
  if (!request.ok()) return no_answer(request.error().message());
  const auto answer = send(*address, *request);
  return answer.ok() ? receipt_of(*answer, parcel) : no_answer(answer.error().message());
}

Result<HttpCourier::Request> HttpCourier::webhook_request(const syncs::Parcel& parcel,
                                                          const SyncAddress& address) {
  const model::SyncTarget& to = parcel.plan.sync().to;
  std::vector<std::string_view> places;
  for (const std::string& place : {std::cref(to.secret), std::cref(to.secret_before)}) {
    if (!place.empty()) places.emplace_back(place);
  }
  const auto keys = TRY(secrets_.keys_of(places));
  Request request{.head = {}, .body = event_body(parcel)};
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
// made. What is told may have been heard all the same, as with any request without an answer.
Result<CallAnswer> HttpCourier::send(const SyncAddress& address, const Request& request) {
  Target& target = *TRY(target_of(address));
  const outgoing::HttpCall call{
      .head = request.head, .body = request.body, .expected = {.body_bytes_max = kAnswerBytesMax}};
  auto connection = take_idle(target);
  if (connection != nullptr) {
    auto answer = connection->call(call);
    if (answer.ok()) {
      give_back(target, std::move(connection));
      return answer;
    }
    if (is_closed_) return answer;
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
