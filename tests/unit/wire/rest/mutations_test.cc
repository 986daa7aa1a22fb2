// Random changes of requests, against the API of a small model in memory: every answer is a status
// that the API knows with a body in UTF-8, and nothing that a client sends is our own failure.
//
// A test and no libFuzzer program, because clang 14 cannot instrument all of our coroutines.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "modelled/registry/model_store.h"
#include "partita/base/random.h"
#include "partita/base/task.h"
#include "partita/base/utf8.h"
#include "wire/protocol/http_parser.h"
#include "wire/rest/endpoint.h"

namespace partita::rest {
namespace {

constexpr std::string_view kNotesModel = R"(
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

// A method and a target in one line, and the body of a write in what follows.
constexpr std::string_view kRequests[] = {
    R"(POST /api/models/m/patterns/add
{"id":"n","kind":"b"})",
    "DELETE /api/m/e/%37",
    "GET /api/m/e?kind=a&more=1.5&typed=1&page=AAAA",
    "GET /api/m/e?state=open&from=2025-10-01&to=2025-10-31T12:00:00%2B02:00&limit=5",
    R"(POST /api/m/e/7/state
{"state":"done"})",
    R"(PATCH /api/m/e/7
{"size":null,"tags":[]})",
    R"(PUT /api/m/e/7
{"kind":"a","size":1.5e3,"tags":["x","y"],"data":"AQI="})",
    "GET /api/m/counts?window=1h&partial=1",
    "GET /api/tables/fuzzed",
};
// What requests are made of, and what they should not be made of.
constexpr std::string_view kPieces[] = {
    "/",    "?", "&",     "=",    "%",  "%00",  "%FF",   "{",     "}",  "[",  "]",
    "\"",   ":", ",",     "null", "-1", "1e99", "state", "limit", "\r", "\n", "\xC3",
    "page", "0", "99999", "..",   "+",  "true", "id",    "typed", "\0", "M",  "9999999999999999999",
};

// One database for all inputs: what one has written the next may find.
class Served {
 public:
  Served() {
    const registry::ModelSource source{.file_name = "m.yaml", .text = std::string(kNotesModel)};
    EXPECT_TRUE(sync_wait(database_->models().apply(source)).ok());
  }

  protocol::HttpStatus answer(const protocol::HttpRequest& request,
                              protocol::HttpResponse& response) {
    return sync_wait(endpoint_.answer(request, response));
  }

 private:
  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}).value();
  server::RequestGate gate_;
  metrics::Monitor monitor_{*database_, {}};
  RestEndpoint endpoint_{*database_, gate_, monitor_};
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

// Takes something out, puts a piece in, or doubles a part.
void mutate(std::string& text, SeededRandom& random) {
  const std::size_t at = random.next() % (text.size() + 1);
  const std::size_t length = random.next() % 8;
  switch (random.next() % 4) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, kPieces[random.next() % std::size(kPieces)]);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(random.next());
  }
}

void check(Served& served, std::string_view input) {
  std::string bytes = request_of(input);
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  const auto progress = parser.advance(received);
  if (!progress.ok() || *progress != protocol::HttpProgress::Complete) return;
  const auto request = parser.request(received);
  if (!RestEndpoint::is_rest(request.path())) return;
  protocol::HttpResponse response;
  const auto status = served.answer(request, response);
  EXPECT_NE(protocol::reason_phrase(status), "Unknown");
  EXPECT_NE(status, protocol::HttpStatus::InternalServerError) << response.body;
  EXPECT_TRUE(is_valid_utf8(response.body)) << response.body;
  // A header that a client could break would be another answer.
  EXPECT_TRUE(response.headers.empty() || response.headers.ends_with("\r\n")) << response.headers;
  EXPECT_EQ(response.headers.find("\r\n\r\n"), std::string::npos) << response.headers;
}

TEST(RestMutations, GetAnAnswerThatTheApiKnows) {
  constexpr std::uint64_t kSeed = 20261116;
  constexpr int kInputs = 20'000;
  SeededRandom random(kSeed);
  Served served;
  for (int i = 0; i < kInputs; ++i) {
    std::string input(kRequests[random.next() % std::size(kRequests)]);
    for (auto left = random.next() % 5; left > 0; --left) mutate(input, random);
    check(served, input);
    ASSERT_FALSE(HasFailure()) << "seed " << kSeed << ", input " << i << ": " << input;
  }
}

}  // namespace
}  // namespace partita::rest
