#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "modelled/registry/model_store.h"
#include "partita/base/task.h"
#include "wire/protocol/http_parser.h"
#include "wire/rest/endpoint.h"

// A small model in a database in memory, and requests to its API without sockets.
namespace partita::rest {

inline constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 2
tables:
  main:
    name: shop
    key: {partition: pk}
    enforcement: enforce
    indexes:
      by-kind: {partition: [kind], sort: [made], project: all}
      by-kind-and-colour: {partition: [kind, colour], sort: [made], project: all}
entities:
  Thing:
    table: main
    match: all
    key: {pk: "THING#{id}"}
    attributes:
      id: {type: string, generate: ulid, immutable: true}
      kind: {type: enum, values: [cup, plate], required: true}
      colour: {type: string, default: white}
      made: {type: timestamp, encode: rfc3339ms, auto: create}
      state: {type: enum, values: [new, sold, broken], default: new}
      price: {type: number, min: 0}
      tags: {type: set, of: {type: string}}
      pin: {type: string, sensitive: true}
      trace: {type: string, hidden: true}
    lifecycle:
      attribute: state
      initial: [new]
      transitions: [{from: new, to: sold}, {from: new, to: broken, require: [price]}]
      final: [sold, broken]
patterns:
  add_thing: {put: Thing, mode: create, http: POST /things}
  save_thing: {put: Thing, http: "PUT /things/{id}"}
  get_thing: {get: Thing, by: {id: $id}, http: "GET /things/{id}"}
  change_thing:
    update: Thing
    by: {id: $id}
    set: [price, colour, tags]
    http: PATCH /things/{id}
  drop_thing: {delete: Thing, by: {id: $id}, http: "DELETE /things/{id}"}
  move_thing:
    transition: Thing
    by: {id: $id}
    to: $state
    set: [price]
    http: POST /things/{id}/state
  by_kind:
    query: Thing
    where: {kind: $kind}
    range: {made: $made}
    order: newest
    page: {default: 3, max: 10}
    http: GET /things
    select_when: [kind]
  by_kind_and_colour:
    query: Thing
    where: {kind: $kind, colour: $colour}
    order: newest
    http: GET /things
    select_when: [kind, colour]
  cups: {query: Thing, where: {kind: cup}, order: newest, http: GET /things/cups}
  unnamed: {query: Thing, where: {kind: $kind}, order: oldest}
rollups:
  per_kind: {of: Thing, group_by: [kind], measures: {n: count, worth: sum(price)}, http: GET /stats}
)";

struct RestReply {
  protocol::HttpStatus status{};
  protocol::HttpResponse response;
  const std::string& body() const { return response.body; }
  bool holds(std::string_view part) const { return body().find(part) != std::string::npos; }
  // The value of a header line, or empty.
  std::string header(std::string_view name) const {
    const auto at = response.headers.find(std::string(name) + ": ");
    if (at == std::string::npos) return {};
    const auto begin = at + name.size() + 2;
    return response.headers.substr(begin, response.headers.find("\r\n", begin) - begin);
  }
};

inline RestReply send_rest(RestEndpoint& endpoint, std::string_view line, std::string_view headers,
                           std::string_view body) {
  std::string bytes =
      fmt::format("{} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n{}\r\n{}", line,
                  body.size(), headers, body);
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  EXPECT_EQ(parser.advance(received).value(), protocol::HttpProgress::Complete) << line;
  const auto request = parser.request(received);
  RestReply reply;
  reply.status = sync_wait(endpoint.answer(request, reply.response));
  return reply;
}

class RestShop : public ::testing::Test {
 protected:
  static constexpr std::string_view kJson = "Content-Type: application/json\r\n";

  RestShop() { apply(kShop); }

  void apply(std::string_view model) {
    const registry::ModelSource source{.file_name = "shop.yaml", .text = std::string(model)};
    const auto applied = sync_wait(database_->models().apply(source));
    if (!applied.ok()) ADD_FAILURE() << applied.error().message();
  }

  RestReply get(std::string_view path, std::string_view headers = "") {
    return send_rest(endpoint_, fmt::format("GET {}", path), headers, "");
  }
  RestReply send(std::string_view line, std::string_view body, std::string_view headers = "") {
    return send_rest(endpoint_, line, fmt::format("{}{}", kJson, headers), body);
  }
  // The id of a new thing.
  std::string add(std::string_view kind, std::string_view more = "") {
    const auto reply =
        send("POST /api/shop/things", fmt::format(R"({{"kind":"{}"{}}})", kind, more));
    EXPECT_EQ(reply.status, protocol::HttpStatus::Created) << reply.body();
    return reply.header("Location").substr(std::string_view("/api/shop/things/").size());
  }

  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}).value();
  server::RequestGate gate_;
  metrics::Monitor monitor_{*database_, {}};
  RestEndpoint endpoint_{*database_, gate_, monitor_};
};

}  // namespace partita::rest
