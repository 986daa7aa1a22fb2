#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>

// The parts of Asio that the server uses, bound to io_context: the general executor costs a virtual
// call and often an allocation for each handler.
namespace partita::server {

namespace asio = boost::asio;

using asio::ip::tcp;
using IoErrorCode = boost::system::error_code;
using IoExecutor = asio::io_context::executor_type;
using IoSocket = asio::basic_stream_socket<tcp, IoExecutor>;
using IoAcceptor = asio::basic_socket_acceptor<tcp, IoExecutor>;
using IoTimer =
    asio::basic_waitable_timer<std::chrono::steady_clock,
                               asio::wait_traits<std::chrono::steady_clock>, IoExecutor>;

}  // namespace partita::server
