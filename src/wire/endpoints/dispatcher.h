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

// What targets of Application Auto Scaling begin with. AWS: it speaks JSON 1.1, DynamoDB 1.0.
inline constexpr std::string_view kScalingTarget = "AnyScaleFrontendService.";

// An operation that the dispatcher knows, and the shape of its request.
struct ServedOperation {
  std::string_view service;  // What stands before its name in a target: "DynamoDB_20120810."
  std::string_view name;
  const protocol::StructureType* request;
};
std::vector<ServedOperation> served_operations();

// The names that rules for faults may use: all operations, and routes of models.
std::vector<std::string_view> faulty_operations();

// What requests are counted by, in the order of the numbers in HttpResponse::operation: first what
// is no operation of the API, then all operations.
enum class RequestClass : std::uint8_t { Other, ModelRead, ModelWrite, Console, Probe };
std::vector<std::string_view> counted_operations();

// A request for an operation.
struct ApiCall {
  std::string_view target;  // The X-Amz-Target header: "DynamoDB_20120810.PutItem".
  ByteView body;            // Once its Content-Encoding is undone.
  // What else it says; null if it did not come by HTTP.
  const protocol::HttpRequest* request = nullptr;
  std::string access_key_id = {};  // With which it was let in.
  std::string correlation = {};    // By which the client follows it; empty: none.
  // Faults that somebody has asked for: members of a batch that are left for the next request, and
  // a state of the past that a read shows. Null: none.
  const faults::LeftMembers* left_members = nullptr;
  const engine::View* past = nullptr;
};

// Answers one request to DynamoDB, its streams or its auto scaling, without sockets and signatures.
// THREADS: safe for concurrent calls.
class Dispatcher {
 public:
  // `faults` are those that requests meet; null: none. REQUIRES: both outlive the dispatcher.
  explicit Dispatcher(database::Database& database, faults::Faults* faults = nullptr)
      : database_(database), faults_(faults) {}

  // What the call refers to must stay until the task is done; the response has all its headers
  // then.
  Task<protocol::HttpStatus> dispatch(ApiCall call, protocol::HttpResponse& response);
  // The same for a caller who acts in a role.
  Task<protocol::HttpStatus> dispatch_as(std::string role, ApiCall call,
                                         protocol::HttpResponse& response);

 private:
  Task<protocol::HttpStatus> dispatch_in(operations::Context& context, ApiCall call,
                                         protocol::HttpResponse& response);

  database::Database& database_;
  faults::Faults* const faults_;
};

}  // namespace partita::endpoints
