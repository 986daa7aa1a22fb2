// What can be asked of tables beside their items: when these expire, and what has happened to them.

#include "unit/wire/rest/shop.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

constexpr std::string_view kLetters = R"(
format: 1
model: letters
version: 1
tables:
  main:
    name: letters
    key: {partition: pk}
    ttl: {attribute: ttl}
    pitr: {enabled: true, window_days: 7}
    enforcement: enforce
entities:
  Letter:
    table: main
    match: all
    key: {pk: "L#{id}"}
    attributes:
      id: {type: string, required: true, immutable: true}
      text: {type: string}
      tags: {type: set, of: {type: string}}
      pin: {type: string, sensitive: true}
      ttl: {type: timestamp, encode: epoch_s}
patterns:
  save_letter: {put: Letter, http: "PUT /letters/{id}"}
)";

class RestTables : public RestShop {
 protected:
  RestTables() { apply(kLetters); }

  void save(std::string_view id, std::string_view more) {
    const auto reply = send(fmt::format("PUT /api/letters/letters/{}", id),
                            fmt::format(R"({{"text":"x"{}}})", more));
    EXPECT_TRUE(reply.status == HttpStatus::Ok || reply.status == HttpStatus::Created)
        << reply.body();
  }
};

TEST_F(RestTables, TellWhatExpiresWhen) {
  save("a", R"(,"ttl":4102444810)");
  save("b", R"(,"ttl":4102448400)");
  const auto reply =
      get("/api/tables:expiry?table=letters&from=4102444800&step=3600&steps=3&items=5");
  ASSERT_EQ(reply.status, HttpStatus::Ok) << reply.body();
  for (const std::string_view part :
       {R"("enabled":true,"attribute":"ttl")", R"("counts":[1,1,0],"estimate":false)",
        R"("late":{"items":0})", R"("first":[{"at":4102444810,"key":{"pk":{"S":"L#a"}}})"}) {
    EXPECT_TRUE(reply.holds(part)) << part << " in " << reply.body();
  }
}

TEST_F(RestTables, SayThatNothingExpiresWithoutTtl) {
  const auto reply = get("/api/tables:expiry?table=shop");
  EXPECT_TRUE(reply.holds(R"("enabled":false,"now":)")) << reply.body();
}

TEST_F(RestTables, RefuseOtherQuestionsAboutExpiry) {
  EXPECT_EQ(get("/api/tables:expiry").status, HttpStatus::BadRequest);
  EXPECT_EQ(get("/api/tables:expiry?table=nothing").status, HttpStatus::NotFound);
  for (const char* wrong : {"steps=1001", "steps=0", "step=0", "from=-1", "items=101", "items=x",
                            "from=99999999999999999999", "more=1"}) {
    EXPECT_EQ(get(fmt::format("/api/tables:expiry?table=letters&{}", wrong)).status,
              HttpStatus::BadRequest)
        << wrong;
  }
}

TEST_F(RestTables, TellThePastInPlainAndInTypedJson) {
  save("a", R"(,"tags":["x"],"pin":"1234")");
  const std::string path = "/api/tables:history?table=letters&key=%7B%22pk%22%3A%22L%23a%22%7D";
  const auto plain = get(path);
  EXPECT_TRUE(plain.holds(R"("after": "x")")) << plain.body();
  const auto typed = get(path + "&typed=1");
  ASSERT_EQ(typed.status, HttpStatus::Ok) << typed.body();
  EXPECT_TRUE(typed.holds(R"("after": {"SS":["x"]})")) << typed.body();
  EXPECT_FALSE(typed.holds("1234")) << typed.body();
  EXPECT_TRUE(typed.holds(R"("after": {"S":"•••"})")) << typed.body();
}

TEST_F(RestTables, FindThePastByAKeyAsDynamoDbWritesIt) {
  save("a", R"(,"tags":["x"])");
  const auto past = [&](std::string_view key) {
    return get(fmt::format("/api/tables:history?table=letters&key=%7B%22pk%22%3A{}%7D", key));
  };
  const auto found = past("%7B%22S%22%3A%22L%23a%22%7D");
  EXPECT_TRUE(found.holds(R"("after": "x")")) << found.body();
  EXPECT_EQ(past("%7B%22N%22%3A%221%22%7D").status, HttpStatus::BadRequest);
  EXPECT_EQ(past("%7B%7D").status, HttpStatus::BadRequest);
}

}  // namespace
}  // namespace partita::rest
