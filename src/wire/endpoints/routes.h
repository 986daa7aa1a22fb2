#pragma once

#include "wire/console/console.h"
#include "wire/endpoints/api_endpoint.h"
#include "wire/endpoints/dispatcher.h"
#include "wire/faults/faults.h"
#include "wire/metrics/monitor.h"
#include "wire/rest/endpoint.h"
#include "wire/server/request_gate.h"
#include "wire/server/request_handler.h"

namespace partita::endpoints {

// Chooses the endpoint of a request: health, metrics, the DynamoDB API, the models' API or the
// console. request_gate.h describes the checks that it passes, and their order.
class Routes final : public server::RequestHandler {
 public:
  // REQUIRES: the database outlives the routes.
  explicit Routes(database::Database& database, server::AccessRules access = {},
                  server::OwnNames own_names = {}, console::ConsoleSettings console = {},
                  faults::FaultSettings faults = {})
      : database_(database),
        gate_(std::move(access), std::move(own_names)),
        monitor_(database, counted_operations()),
        faults_(with_operations(std::move(faults))),
        api_(database, gate_, &faults_),
        rest_(database, gate_, monitor_, &faults_),
        console_(std::move(console)) {}

  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response) override;
  void begin_stop() override { rest_.begin_stop(); }
  void begin_watch(const server::ServerWatch& server) override { monitor_.begin(server); }
  void end_watch() override { monitor_.end(); }

  // The API of the database's models.
  const rest::RestEndpoint& rest() const { return rest_; }

 private:
  static faults::FaultSettings with_operations(faults::FaultSettings settings);
  std::string metrics_text();
  protocol::HttpStatus route(const protocol::HttpRequest& request,
                             protocol::HttpResponse& response) const;
  protocol::HttpStatus health(protocol::HttpResponse& response) const;
  protocol::HttpStatus answer_metrics(const protocol::HttpRequest& request,
                                      protocol::HttpResponse& response);

  database::Database& database_;
  const server::RequestGate gate_;
  metrics::Monitor monitor_;
  faults::Faults faults_;
  ApiEndpoint api_;
  rest::RestEndpoint rest_;
  const console::Console console_;
};

}  // namespace partita::endpoints
