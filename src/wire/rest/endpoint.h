#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "database/database.h"
#include "partita/base/task.h"
#include "protocol/http_request.h"
#include "protocol/http_response.h"
#include "server/access_rules.h"
#include "server/rest_call.h"
#include "server/rest_model_changes.h"
#include "server/rest_routes.h"

namespace partita::server {

// The API of the models: everything at /api and below (docs/REST.md). A request passes, in this
// order: its signature, if access keys are there; which route, which of its patterns; for writes
// the content type and the encoding of the body; then the pattern runs. Model files that are to be
// planned or applied are ModelChanges' work.
//
// Routes are made once for a set of models. Who answers keeps those it has begun with.
// THREADS: safe for concurrent calls; no lock is taken unless a model has changed since this
// thread's last call.
class RestEndpoint {
 public:
  // REQUIRES: database and access outlive the endpoint.
  RestEndpoint(database::Database& database, const AccessRules& access)
      : database_(database), access_(access), changes_(database.models()) {}

  // Whether the path is for models.
  static bool is_rest(std::string_view path);

  // REQUIRES: as RequestHandler::answer; is_rest.
  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

  // The server stops: what takes long gives up.   THREADS: any.
  void begin_stop() { changes_.stop(); }

  // What is odd about the routes of the models that the database has now, a sentence each.
  std::vector<std::string> warnings() const { return routes()->warnings(); }

 private:
  using RoutesPointer = std::shared_ptr<const RestRoutes>;

  RoutesPointer routes() const;
  RoutesPointer newest_routes(std::uint64_t generation) const;
  Task<protocol::HttpStatus> answer_found(RoutesPointer routes, const RestRoutes::Found& found,
                                          const protocol::HttpRequest& request,
                                          protocol::HttpResponse& response);
  Task<protocol::HttpStatus> run(RestCall call, const protocol::HttpRequest& request,
                                 protocol::HttpResponse& response);

  Task<protocol::HttpStatus> run_call(const RestCall& call, const protocol::HttpRequest& request,
                                      protocol::HttpResponse& response);

  database::Database& database_;
  const AccessRules& access_;
  ModelChanges changes_;

  mutable std::mutex mutex_;
  mutable RoutesPointer newest_;          // Guarded by mutex_.
  mutable std::uint64_t generation_ = 0;  // Of the models in newest_; guarded by mutex_.
};

}  // namespace partita::server
