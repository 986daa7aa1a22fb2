#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <cstddef>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace partita::testing {

// Answers each request with the next of its lines: an empty one ends the connection, "hang" says
// nothing until the client gives up.
class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<std::string> script)
      : script_(std::move(script)), thread_([this] { run(); }) {}
  ~ScriptedServer() { thread_.join(); }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::string endpoint() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }

 private:
  using tcp = boost::asio::ip::tcp;

  void run() {
    std::size_t next = 0;
    while (next < script_.size()) {
      tcp::socket socket = acceptor_.accept();
      bool is_kept = true;
      while (is_kept && next < script_.size()) is_kept = serve(socket, next);
    }
  }

  // False: the connection is of no more use.
  bool serve(tcp::socket& socket, std::size_t& next) {
    boost::system::error_code failed;
    std::string request;
    boost::asio::read_until(socket, boost::asio::dynamic_buffer(request), "\r\n\r\n", failed);
    if (failed) return false;
    const std::string& line = script_[next++];
    if (line.empty()) return false;
    if (line != "hang") {
      boost::asio::write(socket, boost::asio::buffer(line), failed);
      return !failed;
    }
    char more = 0;
    while (!failed) socket.read_some(boost::asio::buffer(&more, 1), failed);  // Until it closes.
    return false;
  }

  boost::asio::io_context loop_;
  tcp::acceptor acceptor_{loop_, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)};
  const std::vector<std::string> script_;
  std::thread thread_;
};

}  // namespace partita::testing
