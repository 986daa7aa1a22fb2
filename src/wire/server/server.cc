#include "wire/server/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <thread>
#include <vector>

#include "wire/server/acceptor.h"
#include "wire/server/event_loop.h"
#include "wire/server/server_watch.h"

namespace partita::server {
namespace {

// Every other header of the program stays clear of Asio, so it is known here only.
using Signals = asio::basic_signal_set<IoExecutor>;

unsigned loop_count(const ServerOptions& options) {
  if (options.loops > 0) return options.loops;
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

class Server::Running final : public ServerWatch {
 public:
  explicit Running(const ServerOptions& options) : server_(options), address_(options.listen) {
    for (unsigned i = 0; i < loop_count(options); ++i) {
      loops_.push_back(std::make_unique<EventLoop>(server_));
    }
    signals_ = std::make_unique<Signals>(first().context());
  }

  Status open() {
    TRY(load_certificate());
    acceptor_ = TRY(Acceptor::open(server_, loops_));
    address_.port = acceptor_->port();
    // Caught from here on, so that one that comes while the data is being opened is not lost.
    if (server_.options.heeds_signals) wait_for_signals();
    return {};
  }

  void run(RequestHandler& handler) {
    // Ends after the last request and before the loops, to which it hands the answers.
    HeavyRequests heavy;
    server_.handler = &handler;
    handler.begin_watch(*this);
    server_.heavy = &heavy;
    asio::post(first().context(), [this] { acceptor_->start(); });
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < loops_.size(); ++i) {
      threads.emplace_back([this, i] { loops_[i]->run(); });
    }
    first().run();
    for (auto& thread : threads) thread.join();
    handler.end_watch();
  }

  ServerState state() const override {
    const ServerOptions& options = server_.options;
    return {.connections = server_.connections,
            .connections_max = options.connections_max,
            .accepted = server_.accepted,
            .turned_away = server_.turned_away,
            .body_bytes = options.body_bytes_max - server_.bodies.left(),
            .body_bytes_max = options.body_bytes_max,
            .answer_bytes = options.answer_bytes_max - server_.answers.left(),
            .answer_bytes_max = options.answer_bytes_max};
  }

  RequestSums requests() const override {
    RequestSums sums;
    for (const auto& loop : loops_) loop->counts().add_to(sums);
    return sums;
  }

  void stop() {
    asio::post(first().context(), [this] {
      acceptor_->stop();
      signals_->cancel();
      if (server_.handler != nullptr) server_.handler->begin_stop();
      for (const auto& loop : loops_) loop->stop();
    });
  }

  const ListenAddress& address() const { return address_; }

  std::uint64_t answered() const {
    std::uint64_t requests = 0;
    for (const auto& loop : loops_) requests += loop->requests();
    return requests;
  }

 private:
  EventLoop& first() { return *loops_.front(); }

  Status load_certificate() {
    const auto& files = server_.options.tls;
    if (files) server_.set_tls(TRY(TlsContext::load(*files)));
    return {};
  }

  void wait_for_signals() {
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) signals_->add(number);
    wait_for_signal();
  }

  void wait_for_signal() {
    signals_->async_wait([this](const IoErrorCode& failed, int number) {
      if (failed) return;
      if (number != SIGHUP) return stop();
      reload();
      wait_for_signal();
    });
  }

  // A certificate that cannot be used changes nothing: the old one may be good for a while.
  void reload() {
    const Status status = load_certificate();
    if (server_.options.on_reload) server_.options.on_reload(status);
  }

  ServerContext server_;
  ListenAddress address_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
  // Both work in the first loop, so they go before it.
  std::unique_ptr<Signals> signals_;
  std::unique_ptr<Acceptor> acceptor_;
};

Server::Server(std::unique_ptr<Running> running) : running_(std::move(running)) {}
Server::~Server() = default;

Status Server::check_safety(const ServerOptions& options) {
  // Who lets in anyone has nothing left that TLS would protect from others.
  if (options.listen.is_loopback() || options.allows_anyone_on_network) return {};
  std::string missing;
  if (!options.requires_signatures) {
    missing += "access keys (partita keys create, then --credentials FILE)";
  }
  if (!options.tls && !options.allows_plaintext_network) {
    missing += missing.empty() ? "" : " and ";
    missing += "TLS (--tls-certificate FILE --tls-key FILE)";
  }
  if (missing.empty()) return {};
  return Error::invalid_argument(fmt::format(
      "refusing to listen on {}: other machines can reach it, so it needs {}; or listen "
      "on 127.0.0.1 or [::1]. In a container or a network of your own, --allow-plaintext-network "
      "does without TLS, and --allow-anyone-on-the-network without either",
      options.listen.to_string(), missing));
}

Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options) {
  TRY(check_safety(options));
  auto running = std::make_unique<Running>(options);
  TRY(running->open());
  return std::unique_ptr<Server>(new Server(std::move(running)));
}

const ListenAddress& Server::address() const { return running_->address(); }
void Server::run(RequestHandler& handler) { running_->run(handler); }
std::uint64_t Server::answered() const { return running_->answered(); }
void Server::stop() { running_->stop(); }

}  // namespace partita::server
