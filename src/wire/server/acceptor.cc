#include "wire/server/acceptor.h"

#include <fmt/format.h>

#include <boost/asio/buffer.hpp>

namespace partita::server {
namespace {

using namespace std::chrono_literals;

Error listen_error(const ListenAddress& address, const IoErrorCode& failed) {
  if (failed == asio::error::address_in_use) {
    return Error::unavailable(
        fmt::format("cannot listen on {}: another program does already", address.to_string()));
  }
  return Error::unavailable(
      fmt::format("cannot listen on {}: {}", address.to_string(), failed.message()));
}

}  // namespace

Acceptor::Acceptor(ServerContext& server, std::vector<std::unique_ptr<EventLoop>>& loops)
    : server_(server),
      loops_(loops),
      socket_(loops.front()->context()),
      pause_(loops.front()->context()) {}

Result<std::unique_ptr<Acceptor>> Acceptor::open(ServerContext& server,
                                                 std::vector<std::unique_ptr<EventLoop>>& loops) {
  std::unique_ptr<Acceptor> acceptor(new Acceptor(server, loops));
  TRY(acceptor->listen());
  return acceptor;
}

Status Acceptor::listen() {
  const ListenAddress& address = server_.options.listen;
  IoErrorCode failed;
  const tcp::endpoint endpoint(asio::ip::make_address(address.host, failed), address.port);
  if (!failed) socket_.open(endpoint.protocol(), failed);
  // A port whose last server has just gone is free; one that is in use stays in use.
  if (!failed) socket_.set_option(IoAcceptor::reuse_address(true), failed);
  if (!failed) socket_.bind(endpoint, failed);
  if (!failed) socket_.listen(IoAcceptor::max_listen_connections, failed);
  if (!failed) port_ = socket_.local_endpoint(failed).port();
  if (failed) return listen_error(address, failed);
  return {};
}

void Acceptor::stop() {
  IoErrorCode ignored;
  socket_.close(ignored);
  pause_.cancel();
}

void Acceptor::accept() {
  EventLoop& loop = *loops_[next_loop_++ % loops_.size()];
  socket_.async_accept(loop.context(), [this, &loop](const IoErrorCode& failed, IoSocket socket) {
    on_accept(failed, loop, std::move(socket));
  });
}

void Acceptor::on_accept(const IoErrorCode& failed, EventLoop& loop, IoSocket socket) {
  if (!socket_.is_open()) return;
  // Mostly: no file descriptors left. Connections that end give some back.
  if (failed && failed != asio::error::connection_aborted) return try_again_later();
  if (!failed) {
    if (server_.connections.load() < server_.options.connections_max) {
      server_.connections.fetch_add(1);
      server_.accepted.fetch_add(1);
      loop.adopt(std::move(socket));
    } else {
      server_.turned_away.fetch_add(1);
      turn_away(std::move(socket));
    }
  }
  accept();
}

void Acceptor::try_again_later() {
  pause_.expires_after(100ms);
  pause_.async_wait([this](const IoErrorCode& stopped) {
    if (!stopped) accept();
  });
}

void Acceptor::turn_away(IoSocket socket) {
  // A client that waits for TLS could not read it.
  if (server_.options.tls) return;
  protocol::HttpResponse response;
  write_message(response, "The server has as many connections as it may have; try again");
  std::string text;
  append_http_response(text, protocol::HttpStatus::ServiceUnavailable, response,
                       {.date = loops_.front()->date(), .keeps_alive = false});
  IoErrorCode ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
  socket.shutdown(IoSocket::shutdown_both, ignored);
}

}  // namespace partita::server
