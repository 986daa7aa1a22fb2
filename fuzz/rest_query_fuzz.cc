// Any request line and body, against the API of a small model in memory: every answer is a status
// that the API knows with a body in UTF-8, and nothing that a client sends is our own failure.
//
// The input is a method and a target in one line, and the body of a write in what follows.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "models/model_store.h"
#include "partita/base/check.h"
#include "partita/base/task.h"
#include "partita/base/utf8.h"
#include "protocol/http_parser.h"
#include "server/rest_endpoint.h"

namespace {

using namespace partita;

constexpr std::string_view kModel = R"(
format: 1
model: m
version: 1
tables:
  t:
    name: fuzzed
    key: {partition: pk}
    enforcement: enforce
    indexes:
      by-state: {partition: [state], sort: [at], project: all}
      by-kind: {partition: [kind], sort: [size], project: all}
entities:
  E:
    match: all
    key: {pk: "E#{id}"}
    attributes:
      id: {type: string, max: 20}
      state: {type: enum, values: [open, done], default: open}
      kind: {type: string, required: true}
      at: {type: timestamp, encode: rfc3339ms, auto: create}
      size: {type: number, default: 1}
      weight: {type: number}
      tags: {type: set, of: {type: string}}
      data: {type: binary}
      pin: {type: string, sensitive: true}
    lifecycle: {attribute: state, initial: [open], transitions: [{from: open, to: done}]}
patterns:
  get: {get: E, by: {id: $id}, http: "GET /e/{id}"}
  save: {put: E, http: "PUT /e/{id}"}
  add: {put: E, mode: create, http: POST /e}
  change: {update: E, by: {id: $id}, set: [size, weight, tags, data, pin], http: "PATCH /e/{id}"}
  drop: {delete: E, by: {id: $id}, http: "DELETE /e/{id}"}
  move: {transition: E, by: {id: $id}, to: $state, http: "POST /e/{id}/state"}
  by_state:
    query: E
    where: {state: $state}
    range: {at: $at}
    order: newest
    http: GET /e
    select_when: [state]
  by_kind:
    query: E
    where: {kind: $kind}
    range: {size: $size}
    filter: "weight > $more"
    http: GET /e
    select_when: [kind]
  all: {query: E, where: {state: any}, order: newest, http: GET /e/all}
rollups:
  counts:
    of: E
    group_by: [state]
    time: at
    windows: [1h]
    measures: {n: count, s: sum(size)}
    http: GET /counts
)";

// One database for all inputs: what one has written the next may find.
class Served {
 public:
  Served() {
    const models::ModelSource source{.file_name = "m.yaml", .text = std::string(kModel)};
    PARTITA_CHECK(sync_wait(database_->models().apply(source)).ok());
  }

  protocol::HttpStatus answer(const protocol::HttpRequest& request,
                              protocol::HttpResponse& response) {
    return sync_wait(endpoint_.answer(request, response));
  }

 private:
  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}).value();
  server::AccessRules access_;
  server::RestEndpoint endpoint_{*database_, access_};
};

std::string request_of(std::string_view input) {
  const auto line_end = input.find('\n');
  const auto line = input.substr(0, line_end);
  const auto body = line_end == std::string_view::npos ? "" : input.substr(line_end + 1);
  return std::string(line)
      .append(" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ")
      .append(std::to_string(body.size()))
      .append("\r\n\r\n")
      .append(body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Served served;
  std::string bytes = request_of({reinterpret_cast<const char*>(data), size});
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  const auto progress = parser.advance(received);
  if (!progress.ok() || *progress != protocol::HttpProgress::Complete) return 0;
  const auto request = parser.request(received);
  if (!server::RestEndpoint::is_rest(request.path())) return 0;
  protocol::HttpResponse response;
  const auto status = served.answer(request, response);
  PARTITA_CHECK(protocol::reason_phrase(status) != "Unknown");
  PARTITA_CHECK(status != protocol::HttpStatus::InternalServerError);
  PARTITA_CHECK(is_valid_utf8(response.body));
  // A header that a client could break would be another answer.
  PARTITA_CHECK(response.headers.empty() || response.headers.ends_with("\r\n"));
  PARTITA_CHECK(response.headers.find("\r\n\r\n") == std::string::npos);
  return 0;
}
