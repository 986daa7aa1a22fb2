#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "modelled/syncs/courier.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "wire/deliveries/secrets.h"
#include "wire/deliveries/sync_address.h"
#include "wire/outgoing/http_call.h"

namespace partita::deliveries {

struct HttpCourierOptions {
  std::vector<std::string> hosts;  // As AllowedHosts.
  outgoing::CallTimes times{.whole = std::chrono::milliseconds(30'000)};
  const Clock* clock = &Clock::system();
};

// Brings events to webhooks and states of items to search engines. Connections stay open for the
// next request; redirects are not followed; certificates are checked. THREADS: safe for concurrent
// calls.
class HttpCourier final : public syncs::Courier {
 public:
  explicit HttpCourier(HttpCourierOptions options);
  ~HttpCourier() override;

  syncs::Receipt deliver(const syncs::Parcel& parcel) override;

  // Ends what is under way, within a tenth of a second, and delivers nothing any more. To be called
  // before the database ends.
  void close();

 private:
  struct Target {
    outgoing::CalledServer server;
    std::vector<std::unique_ptr<outgoing::HttpConnection>> idle;
  };
  struct Request {
    std::string head = {};
    std::string body = {};
    std::size_t answer_bytes_max = 0;
  };

  Result<Request> bulk_request(const syncs::Parcel& parcel, const SyncAddress& address);
  Result<Request> webhook_request(const syncs::Parcel& parcel, const SyncAddress& address);
  Result<outgoing::CallAnswer> send(const SyncAddress& address, const Request& request);
  Result<Target*> target_of(const SyncAddress& address);
  std::unique_ptr<outgoing::HttpConnection> take_idle(Target& target);
  void give_back(Target& target, std::unique_ptr<outgoing::HttpConnection> connection);

  const HttpCourierOptions options_;
  const AllowedHosts hosts_;
  Secrets secrets_;
  std::atomic<bool> is_closed_{false};
  Mutex mutex_;
  // By origin. A target stays until the end, and so does its address.
  std::map<std::string, std::unique_ptr<Target>> targets_ PARTITA_GUARDED_BY(mutex_);
};

// What the answer to a webhook means.
syncs::Receipt receipt_of(const outgoing::CallAnswer& answer, const syncs::Parcel& parcel);

}  // namespace partita::deliveries
