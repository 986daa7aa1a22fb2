// What programs that draw models ask for: the compiled model, its text, findings, decoded items.

#include "unit/wire/rest/shop.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

class RestShape : public RestShop {};

TEST_F(RestShape, TellsTypesKeysLifecyclesPatternsAndRollups) {
  const auto reply = get("/api/models/shop/shape");
  ASSERT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  for (const std::string_view part :
       {R"("keys":[{"name":"pk","template":"THING#{id}"}])", R"("values":["cup","plate"])",
        R"("states":["new","sold","broken"])", R"("requires":["price"])", R"("sensitive":true)",
        R"("plan":{"place":"by-kind")", R"("range":{"attribute":"made")",
        R"("to_parameter":"state")", R"("measures":[{"name":"n","kind":"count")",
        R"("by_name":"/api/models/shop/patterns/by_kind")"}) {
    EXPECT_TRUE(reply.holds(part)) << part << " in " << reply.body();
  }
}

TEST_F(RestShape, TellsWhatCanBeAskedOfASearch) {
  apply(R"(
format: 1
model: shop
version: 3
tables:
  main: {name: shop, key: {partition: pk}, enforcement: enforce}
entities:
  Thing:
    table: main
    match: all
    key: {pk: "THING#{id}"}
    attributes:
      id: {type: string, immutable: true}
      name: {type: string}
      kind: {type: string}
search:
  things: {of: Thing, fields: {name: 1}, filters: [kind], facets: [kind]}
patterns:
  find_things: {search: things}
)");
  const auto reply = get("/api/models/shop/shape");
  EXPECT_TRUE(reply.holds(
      R"("search":{"entity":"Thing","fields":["name"],"filters":["kind"],"facets":["kind"]})"))
      << reply.body();
}

TEST_F(RestShape, TellsWhatHoldsForAnItemThatAWorkerHas) {
  apply(R"(
format: 1
model: shop
version: 3
tables:
  main: {name: shop, key: {partition: pk}, enforcement: enforce}
entities:
  Thing:
    table: main
    match: all
    key: {pk: "THING#{id}"}
    attributes:
      id: {type: string, immutable: true}
      state: {type: enum, values: [new, taken, sold, broken]}
      token: {type: string}
      until: {type: timestamp, encode: rfc3339ms}
      taker: {type: string}
      tries: {type: int}
    lifecycle:
      attribute: state
      initial: [new]
      final: [sold, broken]
      transitions:
        - {from: new, to: taken}
        - {from: taken, to: [sold, broken]}
        - {from: taken, to: new, by: worker}
      work:
        {states: [taken], for: 5m, token: token, until: until, worker: taker, attempts: tries,
         max: 3, then: new, dead: {to: broken}}
)");
  const auto reply = get("/api/models/shop/shape");
  EXPECT_TRUE(
      reply.holds(R"("work":{"states":["taken"],"for_ms":300000,"token":"token","until":"until",)"
                  R"("worker":"taker","attempts":"tries","max":3,"then":"new","dead":"broken"})"))
      << reply.body();
}

TEST_F(RestShape, HasNoParameterForWhatIsInTheBody) {
  const auto reply = get("/api/models/shop/shape");
  const auto at = reply.body().find(R"("name":"move_thing")");
  const auto parameters = reply.body().find(R"("parameters":)", at);
  EXPECT_EQ(reply.body().compare(parameters, 29, R"("parameters":[{"name":"id","a)"), 0)
      << reply.body().substr(parameters, 80);
}

TEST_F(RestShape, IsOnlyThereForModelsThatAre) {
  EXPECT_EQ(get("/api/models/nobody/shape").status, HttpStatus::NotFound);
  EXPECT_EQ(get("/api/models/nobody/text").status, HttpStatus::NotFound);
}

TEST_F(RestShape, TheTextIsTheFileInForce) {
  const auto reply = get("/api/models/shop/text");
  EXPECT_TRUE(reply.holds(R"({"file":"shop.yaml","text":"\nformat: 1\nmodel: shop)"))
      << reply.body();
}

class RestLint : public RestShop {
 protected:
  RestReply lint(std::string_view text, std::string_view query = "") {
    return send_rest(endpoint_, fmt::format("POST /api/models:lint{}", query),
                     "Content-Type: application/yaml\r\n", text);
  }
};

TEST_F(RestLint, TellsAllFindingsAndTheCostOfAFileThatCanBeRead) {
  const auto reply = lint(kShop, "?file=mine.yaml");
  ASSERT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds(R"("file":"mine.yaml")")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("cost":{)")) << reply.body();
}

TEST_F(RestLint, AFileWithAMistakeHasNoCostAndChangesNothing) {
  const auto reply = lint("format: 1\nmodel: shop\nversoin: 3\n");
  ASSERT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds("L102")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("cost":null)")) << reply.body();
  EXPECT_TRUE(get("/api/models/shop").holds(R"("version": 2)"));
}

TEST_F(RestLint, RefusesOtherTypesAndParameters) {
  EXPECT_EQ(
      send_rest(endpoint_, "POST /api/models:lint", "Content-Type: text/plain\r\n", "x").status,
      HttpStatus::UnsupportedMediaType);
  EXPECT_EQ(lint(kShop, "?enforce=1").status, HttpStatus::BadRequest);
}

class RestDecode : public RestShop {
 protected:
  RestReply decode(std::string_view body, std::string_view table = "shop") {
    return send(fmt::format("POST /api/tables/{}/decode", table), body);
  }
};

TEST_F(RestDecode, SaysWhichEntityAKeyIsAndWhatItStandsFor) {
  const auto reply = decode(R"({"Items":[{"pk":{"S":"THING#7"}},{"pk":{"S":"THING#8"}}]})");
  ASSERT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_EQ(reply.body(),
            R"({"items":[{"entity":"Thing","own":true,"id":"7","variables":{"id":"7"}},)"
            R"({"entity":"Thing","own":true,"id":"8","variables":{"id":"8"}}]})");
}

TEST_F(RestDecode, RefusesWhatIsNoListOfItems) {
  for (const std::string_view body :
       {"", "[]", R"({"Items":{}})", R"({"Item":[]})", R"({"Items":[{"pk":"x"}]})",
        R"({"Items":[{"pk":{"N":"x"}}]})", R"({"Items":[)"}) {
    EXPECT_EQ(decode(body).status, HttpStatus::BadRequest) << body;
  }
  EXPECT_EQ(decode(R"({"Items":[]})", "nobody").status, HttpStatus::NotFound);
}

TEST_F(RestDecode, TakesSoManyItemsAtOnceAndNoMore) {
  const auto of = [](int count) {
    std::string body = R"({"Items":[)";
    for (int i = 0; i < count; ++i)
      body += fmt::format(R"({}{{"pk":{{"S":"THING#{}"}}}})", i == 0 ? "" : ",", i);
    return body + "]}";
  };
  EXPECT_EQ(decode(of(2000)).status, HttpStatus::Ok);
  EXPECT_EQ(decode(of(2001)).status, HttpStatus::BadRequest);
}

}  // namespace
}  // namespace partita::rest
