// Models over HTTP without sockets: which there are, what a file would change, and the change.

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "model/definition/read_model.h"
#include "partita/base/clock.h"
#include "unit/wire/rest/shop.h"
#include "wire/rest/json.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

constexpr std::string_view kYaml = "Content-Type: application/yaml\r\n";

constexpr std::string_view kLibrary = R"(
format: 1
model: library
version: 1
params: {stage: {enum: [dev, prod], default: dev}}
tables:
  books: {name: "books-${stage}", key: {partition: id}, enforcement: enforce}
entities:
  Book:
    table: books
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      state: {type: enum, values: [shelf, lent, lost], default: shelf}
      lent_at: {type: timestamp, encode: epoch_s}
    lifecycle:
      attribute: state
      initial: [shelf, lent]
      transitions: [{from: shelf, to: lent}, {from: lent, to: lost}]
      leases:
        - {state: lent, from: lent_at, timeout: 30d, then: report}
        - {state: lent, from: lent_at, timeout: 90d, then: {to: lost}}
patterns:
  get_book: {get: Book, by: {id: $id}, http: "GET /books/{id}"}
  save_book: {put: Book, http: "PUT /books/{id}"}
)";

class RestModels : public RestShop {
 protected:
  RestReply send_file(std::string_view target, std::string_view file,
                      std::string_view headers = kYaml) {
    return send_rest(endpoint_, fmt::format("POST {}", target), headers, file);
  }
  std::string changed(std::string_view part, std::string_view other) {
    std::string text(kLibrary);
    return text.replace(text.find(part), part.size(), other);
  }
};

TEST_F(RestModels, AreListedWithWhatTheyHave) {
  const auto reply = get("/api/models");
  EXPECT_EQ(reply.status, HttpStatus::Ok);
  for (const char* part : {R"("model": "shop")", R"("version": 2)", R"("tables": [)",
                           R"("entities": 1)", R"("patterns": 10)", R"("observed": [])"}) {
    EXPECT_TRUE(reply.holds(part)) << part << reply.body();
  }
  EXPECT_EQ(get("/api/models/shop").status, HttpStatus::Ok);
  EXPECT_TRUE(get("/api/models/nothing").holds("there is no model `nothing`"));
  EXPECT_EQ(get("/api/models/nothing").status, HttpStatus::NotFound);
}

TEST_F(RestModels, HaveAnOpenApiDocumentOfRoutesThatAreThere) {
  const auto document = parse_plain_json(get("/api/models/openapi.json").body(), 32);
  ASSERT_TRUE(document.ok()) << document.error().message();
  EXPECT_EQ(*document->find("openapi"), Value("3.1.0"));
  const RestRoutes routes(database_->models().list());
  std::size_t documented = 0;
  for (const auto& [path, methods] : document->find("paths")->map()) {
    for (const auto& [lower, operation] : methods.map()) {
      std::string method = lower;
      for (char& c : method) c = static_cast<char>(c - 'a' + 'A');
      const auto found = routes.find(method, path_segments(path).value());
      ASSERT_NE(found.route, nullptr) << method << path;
      EXPECT_EQ(found.route->path, path);
      ++documented;
    }
  }
  EXPECT_EQ(documented, server_routes().size());
}

// Of all documents that a route can have, only those of one model are not in the list.
TEST_F(RestModels, EveryRouteOfTheServerIsDocumented) {
  const RestRoutes routes({});
  std::set<RestDocument> listed{RestDocument::None, RestDocument::OpenApi};
  const auto document = parse_plain_json(get("/api/models/openapi.json").body(), 32).value();
  for (const ServerRoute& route : server_routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(c - 'A' + 'a');
    const Value* path = document.find("paths")->map().find(route.path);
    ASSERT_NE(path, nullptr) << route.path;
    EXPECT_NE(path->map().find(method), nullptr) << route.method << route.path;
    listed.insert(route.document);
  }
  EXPECT_EQ(listed.size(), static_cast<std::size_t>(RestDocument::UndoneChanges) + 1);
}

TEST_F(RestModels, AnOpenApiDocumentRefersOnlyToWhatItDefines) {
  const std::string text = get("/api/models/openapi.json").body();
  const auto document = parse_plain_json(text, 32).value();
  const Item& schemas = document.find("components")->map().find("schemas")->map();
  constexpr std::string_view kReference = "#/components/schemas/";
  int references = 0;
  for (auto at = text.find(kReference); at != text.npos; at = text.find(kReference, at)) {
    at += kReference.size();
    EXPECT_NE(schemas.find(text.substr(at, text.find('"', at) - at)), nullptr)
        << text.substr(at, 20);
    ++references;
  }
  EXPECT_GT(references, 30);
}

// What an answer has is documented, and what must be there is.
TEST_F(RestModels, AreAsTheirOpenApiDocumentSays) {
  const auto document = parse_plain_json(get("/api/models/openapi.json").body(), 32).value();
  const Item& schemas = document.find("components")->map().find("schemas")->map();
  // `names`: the schema and those that it is made of.
  const auto expect_fits = [&](const std::vector<std::string>& names, const Item& answer) {
    std::set<std::string> known;
    for (const std::string& name : names) {
      const Item& schema = schemas.find(name)->map();
      for (const Value& field : schema.find("required")->list()) {
        EXPECT_NE(answer.find(field.string()), nullptr) << name << '.' << field.string();
      }
      for (const auto& member : schema.find("properties")->map()) known.insert(member.name);
    }
    for (const auto& member : answer) EXPECT_TRUE(known.contains(member.name)) << member.name;
  };
  const auto models = parse_plain_json(get("/api/models").body(), 32).value();
  expect_fits({"Models"}, models);
  expect_fits({"Model"}, models.find("models")->list().front().map());
  expect_fits({"ModelInUse", "Model"},
              parse_plain_json(get("/api/models/shop").body(), 32).value());
  expect_fits({"Clock"}, parse_plain_json(get("/api/clock").body(), 32).value());
  const auto plan = parse_plain_json(send_file("/api/models:plan", kLibrary).body(), 32).value();
  expect_fits({"Plan"}, plan);
  expect_fits({"Step"}, plan.find("steps")->list().front().map());
  expect_fits({"Applied", "Plan"},
              parse_plain_json(send_file("/api/models:apply", kLibrary).body(), 32).value());
  expect_fits({"Problem"}, parse_plain_json(get("/api/models/nothing").body(), 32).value());
}

TEST_F(RestModels, ArePlannedWithoutAChange) {
  const auto reply = send_file("/api/models:plan", kLibrary);
  EXPECT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds(R"("model": "library")"));
  EXPECT_TRUE(reply.holds(R"("table": "books-dev")")) << reply.body();
  EXPECT_FALSE(database_->models().find("library"));
  EXPECT_FALSE(database_->context().catalog.find("books-dev"));
}

TEST_F(RestModels, AreAppliedWithTheirParamsAndServedAtOnce) {
  const auto reply = send_file("/api/models:apply?param.stage=prod&file=lib.yaml", kLibrary);
  EXPECT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  EXPECT_TRUE(reply.holds(R"("incarnation": 1)")) << reply.body();
  EXPECT_TRUE(database_->context().catalog.find("books-prod"));
  EXPECT_EQ(database_->models().find("library")->record.source.file_name, "lib.yaml");
  EXPECT_EQ(send("PUT /api/library/books/7", R"({"state":"shelf"})").status, HttpStatus::Created);
  EXPECT_EQ(get("/api/library/books/7").status, HttpStatus::Ok);
  const auto again = send_file("/api/models:apply?param.stage=prod&file=lib.yaml", kLibrary);
  EXPECT_TRUE(again.holds(R"("nothing_to_do": true)")) << again.body();
}

TEST_F(RestModels, AreEnforcedAndCutDownOnlyIfThatIsAskedFor) {
  ASSERT_EQ(send_file("/api/models:apply", kLibrary).status, HttpStatus::Ok);
  const auto with_more = changed("entities:\n  Book:",
                                 "  more: {name: more, key: {partition: id}}\nentities:\n  Book:");
  const auto same_version = send_file("/api/models:apply", with_more);
  EXPECT_EQ(same_version.status, HttpStatus::UnprocessableContent) << same_version.body();
  EXPECT_TRUE(same_version.holds("its version is 1, too")) << same_version.body();
  ASSERT_EQ(send_file("/api/models:apply?force=1", with_more).status, HttpStatus::Ok);
  ASSERT_TRUE(database_->context().catalog.find("more"));
  const auto unruled = send_file("/api/models:apply?force=1", kLibrary);
  EXPECT_EQ(unruled.status, HttpStatus::UnprocessableContent) << unruled.body();
  EXPECT_TRUE(unruled.holds("no place for more, whose rules would go")) << unruled.body();
  const auto kept = send_file("/api/models:apply?force=1&detach=1", kLibrary);
  EXPECT_TRUE(kept.holds(R"("kept": [)")) << kept.body();
  EXPECT_TRUE(database_->context().catalog.find("more"));
  ASSERT_EQ(send_file("/api/models:apply?force=1", with_more).status, HttpStatus::Ok);
  const auto removed = send_file("/api/models:apply?allow_removals=1&enforce=1&force=1", kLibrary);
  EXPECT_EQ(removed.status, HttpStatus::Ok) << removed.body();
  EXPECT_FALSE(database_->context().catalog.find("more"));
}

TEST_F(RestModels, AreRefusedWithAllThatIsWrongWithTheFile) {
  auto wrong = changed("partition: id", "partitoin: id");
  wrong += "pattern: {}\n";
  for (const char* target : {"/api/models:plan?file=lib.yaml", "/api/models:apply?file=lib.yaml"}) {
    const auto reply = send_file(target, wrong);
    EXPECT_EQ(reply.status, HttpStatus::UnprocessableContent) << reply.body();
    EXPECT_TRUE(reply.holds(R"("code":"bad_model")")) << reply.body();
    for (const char* part : {"partitoin", "`pattern`", R"("findings":[{"code":"L104",)",
                             R"("severity":"error","line":7,"column":)", "lib.yaml:7:"}) {
      EXPECT_TRUE(reply.holds(part)) << part << reply.body();
    }
  }
}

TEST_F(RestModels, SayWhyAGoodFileCannotBeApplied) {
  ASSERT_EQ(send_file("/api/models:apply", kLibrary).status, HttpStatus::Ok);
  const auto reply = send_file("/api/models:apply", changed("model: library", "model: archive"));
  EXPECT_EQ(reply.status, HttpStatus::UnprocessableContent) << reply.body();
  EXPECT_TRUE(reply.holds(R"("code":"cannot_apply")")) << reply.body();
  EXPECT_TRUE(reply.holds("model archive@dev cannot be applied: ")) << reply.body();
}

TEST_F(RestModels, OfTwoEnvironmentsAreServedComparedAndRemoved) {
  for (const char* stage : {"dev", "prod"}) {
    const auto applied =
        send_file(fmt::format("/api/models:apply?param.stage={}", stage), kLibrary);
    ASSERT_EQ(applied.status, HttpStatus::Ok) << applied.body();
  }
  ASSERT_EQ(send("PUT /api/@prod/library/books/7", R"({"state":"shelf"})").status,
            HttpStatus::Created);
  EXPECT_EQ(get("/api/library/books/7").status, HttpStatus::NotFound);
  EXPECT_EQ(get("/api/@dev/library/books/7").status, HttpStatus::NotFound);
  EXPECT_EQ(get("/api/@prod/library/books/7").status, HttpStatus::Ok);
  EXPECT_TRUE(get("/api/models").holds(R"("name": "library@prod")")) << get("/api/models").body();
  EXPECT_TRUE(get("/api/models/library@prod").holds(R"("http_root": "/api/@prod/library")"));
  const auto difference = get("/api/models:diff?left=dev&right=prod");
  EXPECT_TRUE(difference.holds(R"("right": "books-prod")")) << difference.body();
  EXPECT_EQ(get("/api/models:diff?left=dev").status, HttpStatus::BadRequest);

  EXPECT_EQ(send("DELETE /api/models/library@prod", "").status, HttpStatus::BadRequest);
  EXPECT_EQ(send("DELETE /api/models/library?tables=drop", "").status, HttpStatus::NotFound);
  const auto removed = send("DELETE /api/models/library@prod?tables=drop", "");
  EXPECT_TRUE(removed.holds(R"("dropped_tables": [)")) << removed.body();
  EXPECT_FALSE(database_->context().catalog.find("books-prod"));
  EXPECT_EQ(get("/api/@prod/library/books/7").status, HttpStatus::NotFound);
}

TEST_F(RestModels, TakeOnlyModelFilesAndKnownParameters) {
  const auto plain = send_file("/api/models:apply", kLibrary, "Content-Type: text/plain\r\n");
  EXPECT_EQ(plain.status, HttpStatus::UnsupportedMediaType) << "a web page can send it";
  EXPECT_EQ(send_file("/api/models:plan", kLibrary, "").status, HttpStatus::UnsupportedMediaType);
  const auto wrong = send_file("/api/models:plan?enforce=1", kLibrary);
  EXPECT_EQ(wrong.status, HttpStatus::BadRequest);
  EXPECT_TRUE(wrong.holds("there is no parameter `enforce`")) << wrong.body();
  const std::string large(model::kModelBytesMax + 1, '#');
  EXPECT_EQ(send_file("/api/models:plan", large).status, HttpStatus::PayloadTooLarge);
  EXPECT_EQ(get("/api/models:apply").status, HttpStatus::MethodNotAllowed);
  EXPECT_EQ(send_file("/api/models:plan", "").status, HttpStatus::UnprocessableContent);
}

TEST_F(RestModels, TellHowManyItemsHaveOutlastedALease) {
  ASSERT_EQ(send_file("/api/models:apply", kLibrary).status, HttpStatus::Ok);
  const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
  const auto lent_at = (now - std::chrono::days(40)).time_since_epoch().count();
  const std::string lent = fmt::format(R"({{"state":"lent","lent_at":{}}})", lent_at);
  for (const char* id : {"1", "2"}) {
    const auto reply = send(fmt::format("PUT /api/library/books/{}?typed=0", id), lent);
    ASSERT_EQ(reply.status, HttpStatus::Created) << reply.body();
  }
  ASSERT_TRUE(sync_wait(database_->models().catch_up()).ok());
  const auto reply = get("/api/models/library");
  for (const char* part :
       {R"("table": "books-dev")", R"("entity": "Book")", R"("state": "lent")",
        R"("timeout": "30d")", R"("then": "report")", R"("items": 2)", R"("walked_at": "20)"}) {
    EXPECT_TRUE(reply.holds(part)) << part << reply.body();
  }
  EXPECT_FALSE(reply.holds("90d")) << "the server ends that lease itself: " << reply.body();
}

// A table that stays in CREATING keeps whoever applies a model waiting.
class SlowModels : public ::testing::Test {
 protected:
  static database::DatabaseOptions slow() {
    database::DatabaseOptions options;
    options.state_delays.creating = std::chrono::hours(1);
    return options;
  }
  RestReply apply() {
    return send_rest(endpoint_, "POST /api/models:apply", kYaml, std::string(kLibrary));
  }

  std::unique_ptr<database::Database> database_ =
      database::Database::open(database::MemoryStore{}, slow()).value();
  server::RequestGate gate_;
  metrics::Monitor monitor_{*database_, {}};
  RestEndpoint endpoint_{*database_, gate_, monitor_};
};

TEST_F(SlowModels, AreAppliedOneAtATimeAndGivenUpWhenTheServerStops) {
  RestReply first;
  std::thread waiting([&] { first = apply(); });
  while (!database_->context().catalog.find("books-dev")) std::this_thread::yield();
  const auto second = apply();
  EXPECT_EQ(second.status, HttpStatus::Conflict) << second.body();
  EXPECT_TRUE(second.holds(R"("code":"busy")")) << second.body();
  endpoint_.begin_stop();
  waiting.join();
  EXPECT_EQ(first.status, HttpStatus::ServiceUnavailable) << first.body();
  EXPECT_TRUE(first.holds("applying the model again finishes what was begun")) << first.body();
}

TEST_F(SlowModels, TellHowFarTheyAreWhileOthersWait) {
  const auto ask = [this] { return send_rest(endpoint_, "GET /api/models:progress", "", ""); };
  EXPECT_TRUE(ask().holds(R"("working": false)")) << ask().body();
  std::thread waiting([&] { apply(); });
  while (!ask().holds("waiting for the table")) std::this_thread::yield();
  const auto told = ask();
  for (const char* part :
       {R"("working": true)", R"("work": "apply")", R"("subject": "model.yaml")",
        R"("table": "books-dev")", R"("activity": "waiting for the table")", R"("done": 0)"}) {
    EXPECT_TRUE(told.holds(part)) << part << told.body();
  }
  EXPECT_FALSE(told.holds("total")) << told.body();
  endpoint_.begin_stop();
  waiting.join();
  EXPECT_TRUE(ask().holds(R"("working": false)")) << ask().body();
}

}  // namespace
}  // namespace partita::rest
