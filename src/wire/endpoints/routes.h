#pragma once

#include "database/database.h"
#include "server/access_rules.h"
#include "server/api_endpoint.h"
#include "server/origin_guard.h"
#include "server/request_handler.h"
#include "server/rest_endpoint.h"

namespace partita::server {

// The way of a request, in this order: does it ask for the state, which is told to everyone; is it
// from a web page that has no business here; which path is it for; with which method; then the
// answer.
class Routes final : public RequestHandler {
 public:
  // REQUIRES: the database outlives the routes.
  explicit Routes(database::Database& database, AccessRules access = {}, OwnNames own_names = {})
      : database_(database),
        own_names_(std::move(own_names)),
        api_(database, std::move(access)),
        rest_(database, api_.access()) {}

  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response) override;
  void begin_stop() override { rest_.begin_stop(); }

  // The API of the database's models.
  const RestEndpoint& rest() const { return rest_; }

 private:
  protocol::HttpStatus route(const protocol::HttpRequest& request,
                             protocol::HttpResponse& response) const;
  protocol::HttpStatus health(protocol::HttpResponse& response) const;

  database::Database& database_;
  const OwnNames own_names_;
  ApiEndpoint api_;
  RestEndpoint rest_;
};

}  // namespace partita::server
