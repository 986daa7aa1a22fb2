#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "partita/base/published.h"
#include "partita/base/task.h"
#include "wire/metrics/monitor.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/rest/call.h"
#include "wire/rest/jobs.h"
#include "wire/rest/model_changes.h"
#include "wire/rest/routes.h"
#include "wire/server/request_gate.h"

namespace partita::database {
class Database;
}  // namespace partita::database

namespace partita::faults {
class Faults;
}  // namespace partita::faults

namespace partita::rest {

// The REST API of models: everything at /api and below (docs/REST.md). After the checks of
// request_gate.h, the endpoint finds the route and its pattern, for writes checks the content type
// and decompresses the body, and then runs the pattern. ModelChanges plans and applies model files.
//
// Routes are made once for a set of models. A request keeps the routes with which it has begun.
// THREADS: safe for concurrent calls; no lock is taken unless a model has changed since this
// thread's last call.
class RestEndpoint {
 public:
  // REQUIRES: all of it outlives the endpoint.
  RestEndpoint(database::Database& database, const server::RequestGate& gate,
               metrics::Monitor& monitor, faults::Faults* faults = nullptr);

  // Whether the path is for models.
  static bool is_rest(std::string_view path);

  // REQUIRES: as RequestHandler::answer; is_rest.
  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

  // The server is stopping: ends long operations.   THREADS: any.
  void begin_stop();

  // Problems of the routes of the present models, one sentence each.
  std::vector<std::string> warnings() const { return routes()->warnings(); }

 private:
  Task<protocol::HttpStatus> answer_up_to_date(const protocol::HttpRequest& request,
                                               protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_job(JobChange change, const protocol::HttpRequest& request,
                                        protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_now(const protocol::HttpRequest& request,
                                        protocol::HttpResponse& response);
  using RoutesPointer = std::shared_ptr<const RestRoutes>;

  RoutesPointer routes() const;
  void make_routes() const;
  static void end_waiting(const RestRoutes& routes);
  Task<protocol::HttpStatus> answer_found(RoutesPointer routes, const RestRoutes::Found& found,
                                          const protocol::HttpRequest& request,
                                          protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_server_route(RoutesPointer routes,
                                                 const RestRoutes::Found& found,
                                                 const protocol::HttpRequest& request,
                                                 protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_pattern(RoutesPointer routes, const RestRoutes::Found& found,
                                            const protocol::HttpRequest& request,
                                            protocol::HttpResponse& response);
  Task<protocol::HttpStatus> run(RestCall call, const protocol::HttpRequest& request,
                                 protocol::HttpResponse& response);

  Task<protocol::HttpStatus> run_faulty(const RestCall& call, const protocol::HttpRequest& request,
                                        protocol::HttpResponse& response);
  Task<protocol::HttpStatus> run_call(const RestCall& call, const protocol::HttpRequest& request,
                                      protocol::HttpResponse& response);

  database::Database& database_;
  const server::RequestGate& gate_;
  metrics::Monitor& monitor_;
  faults::Faults* const faults_;  // Null: none.
  ModelChanges changes_;

  // The routes that were made last, and of which models.
  struct Made {
    std::uint64_t generation = 0;
    RestRoutes routes{{}};
  };
  mutable std::mutex making_;
  mutable Published<Made> made_;
};

}  // namespace partita::rest
