#include "conformance/runner/own_server_endpoint.h"

#include <string>
#include <thread>
#include <utility>

#include "conformance/runner/buckets.h"
#include "conformance/runner/http_endpoint.h"
#include "database/database.h"
#include "partita/base/crc32.h"
#include "wire/endpoints/routes.h"
#include "wire/server/server.h"

namespace partita::conformance {
namespace {

// What a client library relies on in every answer.
Status check_head(std::string_view target, const testing::HttpAnswer& answer) {
  const bool is_of_scaling = target.starts_with("AnyScaleFrontendService.");
  const std::string type =
      is_of_scaling ? "application/x-amz-json-1.1" : "application/x-amz-json-1.0";
  if (find_header(answer.head, "content-type") != type) {
    return Error::internal("the Content-Type is not " + type + ":\n" + answer.head);
  }
  const bool is_written_while_sent = find_header(answer.head, "transfer-encoding").has_value();
  if (!is_written_while_sent &&
      find_header(answer.head, "x-amz-crc32") != std::to_string(crc32(answer.body))) {
    return Error::internal("x-amz-crc32 is not the checksum of the body:\n" + answer.head);
  }
  constexpr std::size_t kRequestIdSize = 52;
  if (find_header(answer.head, "x-amzn-requestid").value_or("").size() != kRequestIdSize) {
    return Error::internal("x-amzn-RequestId does not have 52 characters:\n" + answer.head);
  }
  return {};
}

// The server of this process, for as long as the endpoint lives.
class RunningServer {
 public:
  RunningServer(std::unique_ptr<Buckets> buckets, std::unique_ptr<database::Database> database,
                std::unique_ptr<server::Server> server)
      : buckets_(std::move(buckets)),
        database_(std::move(database)),
        routes_(*database_),
        server_(std::move(server)),
        thread_([this] { server_->run(routes_); }) {}
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() {
    server_->stop();
    thread_.join();
  }

  std::uint16_t port() const { return server_->address().port; }

 private:
  std::unique_ptr<Buckets> buckets_;
  std::unique_ptr<database::Database> database_;
  endpoints::Routes routes_;
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

class OwnServerEndpoint final : public HttpEndpoint {
 public:
  explicit OwnServerEndpoint(std::unique_ptr<RunningServer> server)
      : HttpEndpoint(server->port()), server_(std::move(server)) {}

  Result<Answer> send(std::string_view target, std::string_view body) override {
    const auto answer = TRY(exchange(target, body));
    TRY(check_head(target, answer));
    return Answer{.status = answer.status, .body = answer.body};
  }

 private:
  std::unique_ptr<RunningServer> server_;
};

}  // namespace

Result<std::unique_ptr<Endpoint>> open_over_http() {
  server::ServerOptions options;
  options.listen.port = 0;
  options.loops = 1;
  auto server = TRY(server::Server::open(options));
  auto buckets = std::make_unique<Buckets>();
  auto database = TRY(database::Database::open(database::MemoryStore{}, buckets->options()));
  auto running =
      std::make_unique<RunningServer>(std::move(buckets), std::move(database), std::move(server));
  return std::unique_ptr<Endpoint>(std::make_unique<OwnServerEndpoint>(std::move(running)));
}

}  // namespace partita::conformance
