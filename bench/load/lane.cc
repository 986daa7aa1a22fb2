#include "lane.h"

#include <utility>

namespace partita::load {

Result<std::unique_ptr<Lane>> Lane::open(const Options& options, std::unique_ptr<Script> script) {
  auto connection = TRY(Connection::open(options.endpoint));
  return std::unique_ptr<Lane>(new Lane(options, std::move(connection), std::move(script)));
}

Lane::Lane(const Options& options, Connection connection, std::unique_ptr<Script> script)
    : connection_(std::move(connection)),
      signer_(options.credentials, options.endpoint.host()),
      script_(std::move(script)),
      whole_every_(options.whole_every),
      answers_(options.whole_offset) {}

Result<bool> Lane::ask() {
  body_.clear();
  if (!script_->next(body_)) return false;
  request_.clear();
  signer_.append_request(request_, script_->operation(), body_);
  // Signing is the client's own work and is not counted as the server's time.
  asked_at_ = Clock::system().monotonic_now();
  TRY(connection_.send(request_));
  return true;
}

Result<bool> Lane::hear(Tally& tally) {
  const auto answer = TRY(connection_.receive());
  if (!answer) return false;
  tally.latency.add(Clock::system().monotonic_now() - asked_at_);
  const bool is_whole = answers_++ % whole_every_ == 0;
  tally.items += TRY(script_->check(*answer, is_whole ? Depth::Whole : Depth::Quick));
  tally.checked_whole += is_whole ? 1 : 0;
  tally.answer_bytes += answer->body.size();
  ++tally.operations;
  return true;
}

}  // namespace partita::load
