#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/protocol/shapes.h"

namespace partita::database {
class Database;
}  // namespace partita::database
namespace partita::engine {
class View;
}  // namespace partita::engine
namespace partita::faults {
class Faults;
struct LeftMembers;
}  // namespace partita::faults
namespace partita::operations {
struct Context;
}  // namespace partita::operations

namespace partita::endpoints {

// The prefix of targets of Application Auto Scaling. AWS: it uses JSON 1.1, DynamoDB 1.0.
inline constexpr std::string_view kScalingTarget = "AnyScaleFrontendService.";

// An operation that the dispatcher knows, and the shape of its request.
struct ServedOperation {
  std::string_view service;  // The prefix of its name in a target: "DynamoDB_20120810."
  std::string_view name;
  const protocol::StructureType* request;
};
std::vector<ServedOperation> served_operations();

// The names that fault rules may use: all operations, and routes of models.
std::vector<std::string_view> faulty_operations();

// The names by which requests are counted, in the order of the numbers in HttpResponse::operation:
// first requests that are no operation of the API, then all operations.
enum class RequestClass : std::uint8_t { Other, ModelRead, ModelWrite, Console, Probe };
std::vector<std::string_view> counted_operations();

// A request for an operation.
struct ApiCall {
  std::string_view target;  // The X-Amz-Target header: "DynamoDB_20120810.PutItem".
  ByteView body;            // Decompressed.
  // The whole request; null if it did not come by HTTP.
  const protocol::HttpRequest* request = nullptr;
  std::string access_key_id = {};  // The access key of its signature.
  std::string correlation = {};    // Its correlation id; empty: none.
  // Injected faults: members of a batch that are returned as unprocessed, and a snapshot for stale
  // reads. Null: none.
  const faults::LeftMembers* left_members = nullptr;
  const engine::View* past = nullptr;
};

// Executes one request to DynamoDB, its streams or its auto scaling, without sockets and
// signatures.
// THREADS: safe for concurrent calls.
class Dispatcher {
 public:
  // `faults` are the faults to inject; null: none. REQUIRES: both outlive the dispatcher.
  explicit Dispatcher(database::Database& database, faults::Faults* faults = nullptr)
      : database_(database), faults_(faults) {}

  // Everything that the call refers to must live until the task has ended; then the response has
  // all its headers.
  Task<protocol::HttpStatus> dispatch(ApiCall call, protocol::HttpResponse& response);
  // The same for a caller with a role.
  Task<protocol::HttpStatus> dispatch_as(std::string role, ApiCall call,
                                         protocol::HttpResponse& response);

 private:
  Task<protocol::HttpStatus> dispatch_in(operations::Context& context, ApiCall call,
                                         protocol::HttpResponse& response);

  database::Database& database_;
  faults::Faults* const faults_;
};

}  // namespace partita::endpoints
