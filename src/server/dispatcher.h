#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "partita/base/bytes.h"
#include "partita/base/task.h"
#include "protocol/http_response.h"
#include "protocol/shapes.h"

namespace partita::server {

// An operation that the dispatcher knows, and the shape of its request.
struct ServedOperation {
  std::string_view service;  // What stands before its name in a target: "DynamoDB_20120810."
  std::string_view name;
  const protocol::StructureType* request;
};
std::vector<ServedOperation> served_operations();

// Answers one request to DynamoDB or to DynamoDB Streams, without sockets and signatures.
// THREADS: safe for concurrent calls.
class Dispatcher {
 public:
  // REQUIRES: the database outlives the dispatcher.
  explicit Dispatcher(database::Database& database) : database_(database) {}

  // `target` is the X-Amz-Target header, e.g. "DynamoDB_20120810.PutItem". The body must stay until
  // the task is done; the response has all its headers then.
  Task<protocol::HttpStatus> dispatch(std::string_view target, ByteView body,
                                      protocol::HttpResponse& response);
  // The same for a caller who acts in a role.
  Task<protocol::HttpStatus> dispatch_as(std::string role, std::string_view target, ByteView body,
                                         protocol::HttpResponse& response);

 private:
  static Task<protocol::HttpStatus> dispatch_in(operations::Context& context,
                                                std::string_view target, ByteView body,
                                                protocol::HttpResponse& response);

  database::Database& database_;
};

}  // namespace partita::server
