// The API of models without sockets: routes, reads, refusals.

#include "wire/rest/endpoint.h"

#include "partita/value/measure.h"
#include "unit/wire/rest/shop.h"
#include "wire/rest/json.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

TEST_F(RestShop, ListsItsModels) {
  const auto reply = get("/api/");
  EXPECT_EQ(reply.status, HttpStatus::Ok);
  for (const char* part :
       {R"("name": "shop")", R"("root": "/api/shop")", R"("path": "/api/shop/stats")",
        R"("by_name": "/api/models/shop/patterns/unnamed")"}) {
    EXPECT_TRUE(reply.holds(part)) << part;
  }
  EXPECT_EQ(get("/api").body(), reply.body());
  EXPECT_EQ(reply.body().find("trace"), std::string::npos) << "hidden";
}

TEST_F(RestShop, TellsOfTables) {
  const auto reply = get("/api/tables/shop");
  EXPECT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds(R"("model": "shop")"));
  EXPECT_TRUE(reply.holds(R"("violations": [])"));
  EXPECT_EQ(get("/api/tables/nothing").status, HttpStatus::NotFound);
}

TEST_F(RestShop, ServesNewRoutesWhenAModelHasChanged) {
  EXPECT_EQ(get("/api/shop/plates").status, HttpStatus::NotFound);
  std::string changed(kShop);
  changed.replace(changed.find("version: 2"), 10, "version: 3");
  changed.replace(
      changed.find("  unnamed:"), 10,
      "  plates: {query: Thing, where: {kind: plate}, order: newest, http: GET /plates}\n"
      "  unnamed:");
  apply(changed);
  EXPECT_EQ(get("/api/shop/plates").status, HttpStatus::Ok);
}

TEST_F(RestShop, FindsNothingAtAnUnknownPathAndSaysWhatThereIs) {
  const auto reply = get("/api/shop/thing");
  EXPECT_EQ(reply.status, HttpStatus::NotFound);
  EXPECT_EQ(reply.response.content_type, "application/problem+json");
  EXPECT_TRUE(reply.holds("GET /api/shop/things/{id}")) << reply.body();
  EXPECT_TRUE(get("/api/other").holds("/api/shop/...")) << get("/api/other").body();
  EXPECT_TRUE(get("/api/models/shop/patterns/x").holds("/api/models/shop/patterns/unnamed"));
}

TEST_F(RestShop, NamesTheMethodsOfAPath) {
  const auto reply = send("PUT /api/shop/things", "{}");
  EXPECT_EQ(reply.status, HttpStatus::MethodNotAllowed);
  EXPECT_EQ(reply.header("Allow"), "POST, GET, HEAD");
  EXPECT_TRUE(reply.holds("not for PUT"));
}

TEST_F(RestShop, ChoosesThePatternByWhatIsGiven) {
  add("cup", R"(,"colour":"red")");
  add("cup");
  EXPECT_TRUE(get("/api/shop/things?kind=cup").holds(R"("count":2)"));
  EXPECT_TRUE(get("/api/shop/things?kind=cup").holds(R"("index":"by-kind")"));
  const auto red = get("/api/shop/things?kind=cup&colour=red");
  EXPECT_TRUE(red.holds(R"("count":1)")) << red.body();
  EXPECT_TRUE(red.holds(R"("index":"by-kind-and-colour")"));
  const auto none = get("/api/shop/things");
  EXPECT_EQ(none.status, HttpStatus::BadRequest);
  EXPECT_TRUE(none.holds("by_kind_and_colour (kind, colour; limit, page)")) << none.body();
  EXPECT_TRUE(none.holds("by_kind (kind; from, to, limit, page)")) << none.body();
}

TEST_F(RestShop, ServesPatternsByTheirNames) {
  add("plate");
  const auto reply = get("/api/models/shop/patterns/unnamed?kind=plate");
  EXPECT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds(R"("count":1)"));
  const auto made = send("POST /api/models/shop/patterns/add_thing", R"({"kind":"cup"})");
  EXPECT_EQ(made.status, HttpStatus::Created) << made.body();
}

TEST_F(RestShop, ShowsPlainJsonWithoutSecrets) {
  const auto id = add("cup", R"(,"price":12.50,"tags":["b","a"],"pin":"1234","trace":"x")");
  const auto reply = get("/api/shop/things/" + id);
  EXPECT_TRUE(reply.holds(R"("price":12.5)")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("tags":["a","b"])"));
  EXPECT_TRUE(reply.holds(R"("pin":"•••")"));
  for (const char* part : {"1234", "trace", "THING#"}) EXPECT_FALSE(reply.holds(part)) << part;
  const auto typed = get("/api/shop/things/" + id + "?typed=1");
  EXPECT_TRUE(typed.holds(R"("price":{"N":"12.5"})"));
  EXPECT_TRUE(typed.holds(R"("tags":{"SS":["a","b"]})"));
  EXPECT_TRUE(typed.holds(R"("pk":{"S":"THING#)"));
}

TEST_F(RestShop, AnswersIfNoneMatchWithNotModified) {
  const auto id = add("cup");
  const auto first = get("/api/shop/things/" + id);
  const std::string tag = first.header("ETag");
  ASSERT_FALSE(tag.empty());
  const auto again = get("/api/shop/things/" + id, "If-None-Match: \"x\", " + tag + "\r\n");
  EXPECT_EQ(again.status, HttpStatus::NotModified);
  EXPECT_EQ(again.header("ETag"), tag);
  send("PATCH /api/shop/things/" + id, R"({"price":1})");
  EXPECT_EQ(get("/api/shop/things/" + id, "If-None-Match: " + tag + "\r\n").status, HttpStatus::Ok);
}

TEST_F(RestShop, GoesForthAndBackThroughPages) {
  for (int i = 0; i < 7; ++i) add("cup", fmt::format(R"(,"price":{})", i));
  const auto token = [](const RestReply& reply, std::string_view name) {
    const auto answer = parse_plain_json(reply.body(), kNestingMax + 2).value();
    const Value* value = answer.find(name);
    return value->type() == ValueType::S ? value->string() : "";
  };
  const auto items = [](const RestReply& reply) {
    return reply.body().substr(0, reply.body().find("\"has_more\""));
  };
  const std::string path = "/api/shop/things?kind=cup&limit=3";
  const auto first = get(path);
  EXPECT_EQ(token(first, "prev"), "");
  const auto second = get(path + "&page=" + token(first, "next"));
  const auto third = get(path + "&page=" + token(second, "next"));
  EXPECT_TRUE(third.holds(R"("count":1,"has_more":false)")) << third.body();
  EXPECT_EQ(items(get(path + "&page=" + token(third, "prev"))), items(second));
  EXPECT_EQ(items(get(path + "&page=" + token(second, "prev"))), items(first));
}

TEST_F(RestShop, HelpsWithEachMistakeInAQuery) {
  const std::pair<const char*, const char*> cases[] = {
      {"?kind=cup&limit=0", "between 1 and 10"},
      {"?kind=cup&limit=11", "between 1 and 10"},
      {"?kind=cup&limit=many", "whole number"},
      {"?kind=bowl", "plate"},
      {"?kind=cup&colours=red", "colours"},
      {"?kind=cup&from=yesterday", "yesterday"},
      {"?kind=cup&kind=plate", "twice"},
      {"?kind=cup&typed=perhaps", "`typed` is 1 or 0"},
      {"?kind=cup&page=xyz", "page"},
      {"?kind=%FF", "UTF-8"}};
  for (const auto& [query, part] : cases) {
    const auto reply = get(std::string("/api/shop/things") + query);
    EXPECT_EQ(reply.status, HttpStatus::BadRequest) << query << reply.body();
    EXPECT_TRUE(reply.holds(part)) << query << reply.body();
  }
}

TEST_F(RestShop, RefusesATokenOfAnotherList) {
  for (int i = 0; i < 5; ++i) add("cup");
  const auto answer = parse_plain_json(get("/api/shop/things?kind=cup").body(), 40).value();
  const auto reply = get("/api/shop/things?kind=plate&page=" + answer.find("next")->string());
  EXPECT_EQ(reply.status, HttpStatus::BadRequest);
  EXPECT_TRUE(reply.holds("T301")) << reply.body();
}

TEST_F(RestShop, CountsInRollups) {
  add("cup", R"(,"price":0.1)");
  add("cup", R"(,"price":0.2)");
  add("plate");
  const auto reply = get("/api/shop/stats");
  EXPECT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_EQ(reply.body(),
            R"({"rows":[{"kind":"cup","n":2,"worth":0.3},{"kind":"plate","n":1,"worth":0}],)"
            R"("has_more":false,"window":null,"built":1})");
  EXPECT_EQ(get("/api/models/shop/rollups/per_kind?kind=cup").body().find("plate"),
            std::string::npos);
  EXPECT_EQ(get("/api/shop/stats?colour=red").status, HttpStatus::BadRequest);
}

TEST_F(RestShop, NotesModelAndPatternForTheLog) {
  std::string bytes = "GET /api/shop/things/7 HTTP/1.1\r\nHost: localhost\r\n\r\n";
  protocol::HttpParser parser;
  protocol::ReceivedBytes received{bytes.data(), bytes.size()};
  ASSERT_TRUE(parser.advance(received).ok());
  protocol::RequestNote note;
  protocol::HttpResponse response;
  response.note = &note;
  const auto request = parser.request(received);
  EXPECT_EQ(sync_wait(endpoint_.answer(request, response)), HttpStatus::NotFound);
  EXPECT_EQ(note.operation, "shop.get_thing");
  EXPECT_EQ(note.table, "shop");
  EXPECT_EQ(note.error_type, "not_found");
}

TEST(RestRoutes, LeaveARouteThatTwoModelsWantToTheFirst) {
  auto database = database::Database::open(database::MemoryStore{}).value();
  for (const char* name : {"alpha", "beta"}) {
    std::string text(kShop);
    text.replace(text.find("model: shop"), 11, fmt::format("model: {}\nhttp_root: /api/x", name));
    text.replace(text.find("name: shop"), 10, fmt::format("name: {}", name));
    const registry::ModelSource source{.file_name = "m.yaml", .text = text};
    ASSERT_TRUE(sync_wait(database->models().apply(source)).ok());
  }
  const RestRoutes routes(database->models().list());
  ASSERT_FALSE(routes.warnings().empty());
  EXPECT_NE(routes.warnings().front().find("model beta: POST /api/x/things is not served, because "
                                           "model alpha has it"),
            std::string::npos)
      << routes.warnings().front();
  const auto found = routes.find("GET", {"api", "x", "things", "7"});
  ASSERT_NE(found.route, nullptr);
  EXPECT_EQ(found.route->model->model().name, "alpha");
}

}  // namespace
}  // namespace partita::rest
