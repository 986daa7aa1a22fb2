#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "server/program_fixture.h"
#include "server/server_process.h"

namespace partita::testing {

inline std::string model_path(std::string_view name) {
  return fmt::format("{}/models{}{}", PARTITA_SOURCE_TREE, name.empty() ? "" : "/", name);
}

// The JSON string behind `"name":`, or empty. Good for tokens and ids, which have no escapes.
inline std::string json_text(std::string_view json, std::string_view name) {
  const std::string start = fmt::format("\"{}\":\"", name);
  const auto at = json.find(start);
  if (at == std::string_view::npos) return {};
  const auto begin = at + start.size();
  return std::string(json.substr(begin, json.find('"', begin) - begin));
}

inline std::string header_of(const HttpAnswer& answer, std::string_view name) {
  const std::string start = fmt::format("\r\n{}: ", name);
  const auto at = answer.head.find(start);
  if (at == std::string::npos) return {};
  const auto begin = at + start.size();
  return answer.head.substr(begin, answer.head.find("\r\n", begin) - begin);
}

// A server on any free port, asked over plain sockets.
class RestServer {
 public:
  // `where` is --memory, or --data and a directory, and perhaps more.
  explicit RestServer(std::vector<std::string> where, std::vector<std::string> variables = {})
      : process_(arguments(std::move(where)), variables) {}

  ServerProcess& process() { return process_; }
  std::uint16_t port() const { return process_.port(); }
  std::string endpoint() const { return fmt::format("http://127.0.0.1:{}", port()); }

  HttpAnswer get(std::string_view path, std::string_view headers = "") const {
    return send(fmt::format("GET {}", path), "", headers);
  }
  HttpAnswer send(std::string_view line, std::string_view body,
                  std::string_view headers = "") const {
    HttpClient client = process_.client();
    client.send(fmt::format("{} HTTP/1.1\r\nHost: localhost\r\n{}{}Content-Length: {}\r\n\r\n{}",
                            line, headers, body.empty() ? "" : "Content-Type: application/json\r\n",
                            body.size(), body));
    return client.read_answer();
  }

 private:
  static std::vector<std::string> arguments(std::vector<std::string> where) {
    where.insert(where.begin(), {"serve", "--listen", "127.0.0.1:0"});
    return where;
  }

  ServerProcess process_;
};

}  // namespace partita::testing
