#pragma once

#include <string>
#include <utility>

#include "database/database.h"
#include "partita/base/task.h"
#include "protocol/http_request.h"
#include "protocol/http_response.h"
#include "server/access_rules.h"
#include "server/dispatcher.h"

namespace partita::server {

// The DynamoDB API over HTTP: everything at / that is not read with GET. A request passes, in this
// order:
//   content type   what is no JSON is for nobody here
//   signature      of the bytes as they came; nothing of an unknown client is looked at
//   encoding       gzip and deflate are undone, within the limit of a body
//   target         which operation; then decode, run, encode (dispatcher.h)
class ApiEndpoint {
 public:
  // REQUIRES: the database outlives the endpoint.
  ApiEndpoint(database::Database& database, AccessRules access)
      : dispatcher_(database), access_(std::move(access)) {}

  bool is_enforced() const { return access_.is_enforced(); }
  const AccessRules& access() const { return access_; }

  // REQUIRES: as RequestHandler::answer.
  Task<protocol::HttpStatus> answer(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response);

 private:
  Task<protocol::HttpStatus> dispatch(std::string role, const protocol::HttpRequest& request,
                                      ByteView body, protocol::HttpResponse& response);
  Task<protocol::HttpStatus> answer_encoded(std::string role, const protocol::HttpRequest& request,
                                            protocol::HttpResponse& response);

  Dispatcher dispatcher_;
  const AccessRules access_;
};

}  // namespace partita::server
