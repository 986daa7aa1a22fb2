// Writes through the API of models, without sockets.

#include "support/gzipped.h"
#include "unit/wire/rest/shop.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

TEST_F(RestShop, CreatesWithLocationAndETag) {
  const auto reply = send("POST /api/shop/things", R"({"kind":"cup"})");
  EXPECT_EQ(reply.status, HttpStatus::Created) << reply.body();
  EXPECT_TRUE(reply.holds(R"("colour":"white")")) << "filled by the server";
  const auto again = get(reply.header("Location"));
  EXPECT_EQ(again.status, HttpStatus::Ok);
  EXPECT_EQ(again.body(), reply.body());
  EXPECT_EQ(again.header("ETag"), reply.header("ETag"));
}

TEST_F(RestShop, PutsWhereThePathSays) {
  const auto first = send("PUT /api/shop/things/7", R"({"kind":"cup"})");
  EXPECT_EQ(first.status, HttpStatus::Created) << first.body();
  EXPECT_EQ(first.header("Location"), "/api/shop/things/7");
  EXPECT_EQ(send("PUT /api/shop/things/7", R"({"kind":"cup","price":2})").status, HttpStatus::Ok);
  const auto refused = send("PUT /api/shop/things/7", R"({"kind":"cup"})", "If-None-Match: *\r\n");
  EXPECT_EQ(refused.status, HttpStatus::PreconditionFailed) << refused.body();
  EXPECT_EQ(send("PUT /api/shop/things/8", R"({"kind":"cup"})", "If-None-Match: *\r\n").status,
            HttpStatus::Created);
}

TEST_F(RestShop, WritesOnlyWhatTheCallerHasSeen) {
  const auto id = add("cup");
  const std::string path = "/api/shop/things/" + id;
  const std::string seen = "If-Match: " + get(path).header("ETag") + "\r\n";
  const auto changed = send("PATCH " + path, R"({"price":1})", seen);
  EXPECT_EQ(changed.status, HttpStatus::Ok) << changed.body();
  const auto late = send("PATCH " + path, R"({"price":2})", seen);
  EXPECT_EQ(late.status, HttpStatus::PreconditionFailed) << late.body();
  EXPECT_TRUE(get(path).holds(R"("price":1,)")) << get(path).body();
  EXPECT_EQ(send("DELETE " + path, "", seen).status, HttpStatus::PreconditionFailed);
  const std::string now = "If-Match: " + changed.header("ETag") + "\r\n";
  EXPECT_EQ(send("DELETE " + path, "", now).status, HttpStatus::NoContent);
  EXPECT_EQ(get(path).status, HttpStatus::NotFound);
  EXPECT_EQ(send("PATCH " + path, "{}", "If-Match: 7\r\n").status, HttpStatus::BadRequest);
}

TEST_F(RestShop, RefusesAnIllegalTransitionWithWhatIsAllowed) {
  const std::string path = "POST /api/shop/things/" + add("cup") + "/state";
  const auto needs = send(path, R"({"state":"broken"})");
  EXPECT_EQ(needs.status, HttpStatus::UnprocessableContent) << needs.body();
  EXPECT_TRUE(needs.holds("M202"));
  EXPECT_EQ(send(path, R"({"state":"sold","price":3})").status, HttpStatus::Ok);
  const auto late = send(path, R"({"state":"broken"})");
  EXPECT_EQ(late.status, HttpStatus::Conflict);
  for (const char* part : {R"("code":"M201")", R"("current":"sold")", R"("requested":"broken")",
                           R"("allowed":[])", R"("title":"Illegal transition")"}) {
    EXPECT_TRUE(late.holds(part)) << part << late.body();
  }
  EXPECT_EQ(send("POST /api/shop/things/none/state", R"({"state":"sold"})").status,
            HttpStatus::NotFound);
}

TEST_F(RestShop, DoesARequestWithOneIdempotencyKeyOnce) {
  const std::string_view key = "Idempotency-Key: abc\r\n";
  const auto first = send("POST /api/shop/things", R"({"kind":"cup"})", key);
  const auto again = send("POST /api/shop/things", R"({"kind":"cup"})", key);
  EXPECT_EQ(first.status, HttpStatus::Created) << first.body();
  EXPECT_EQ(again.body(), first.body());
  const auto other = send("POST /api/shop/things", R"({"kind":"plate"})", key);
  EXPECT_EQ(other.status, HttpStatus::UnprocessableContent) << other.body();
  EXPECT_TRUE(get("/api/shop/things/cups").holds(R"("count":1)"));
}

TEST_F(RestShop, HelpsWithEachMistakeInABody) {
  const std::string path = "PATCH /api/shop/things/" + add("cup");
  const std::tuple<std::string, const char*, int, const char*> cases[] = {
      {path, "{", 400, "JSON"},
      {path, "[1]", 400, "JSON"},
      {path, R"({"prise":1})", 400, "price"},
      {path, R"({"price":-1})", 422, "M101"},
      {path, R"({"price":1e300})", 400, "overflow"},
      {"POST /api/shop/things", R"({"kind":"bowl"})", 422, "plate"},
      {"POST /api/shop/things", "{}", 422, "kind"},
      {"POST /api/shop/things", "", 400, "JSON"},
      {"DELETE /api/shop/things/7", R"({"kind":"cup"})", 400, "takes no body"}};
  for (const auto& [line, body, status, part] : cases) {
    const auto reply = send(line, body);
    EXPECT_EQ(static_cast<int>(reply.status), status) << line << body << reply.body();
    EXPECT_TRUE(reply.holds(part)) << line << body << reply.body();
  }
}

TEST_F(RestShop, WritesNoFormOfAWebPage) {
  for (const char* type :
       {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data"}) {
    const auto reply = send_rest(endpoint_, "POST /api/shop/things",
                                 fmt::format("Content-Type: {}\r\n", type), R"({"kind":"cup"})");
    EXPECT_EQ(reply.status, HttpStatus::UnsupportedMediaType) << type;
  }
  EXPECT_EQ(send_rest(endpoint_, "POST /api/shop/things", "", R"({"kind":"cup"})").status,
            HttpStatus::UnsupportedMediaType);
  EXPECT_EQ(send_rest(endpoint_, "POST /api/shop/things",
                      "Content-Type: application/json; charset=utf-8\r\n", R"({"kind":"cup"})")
                .status,
            HttpStatus::Created);
}

TEST_F(RestShop, UnpacksBodies) {
  const auto reply = send("POST /api/shop/things", testing::gzipped(R"({"kind":"cup"})"),
                          "Content-Encoding: gzip\r\n");
  EXPECT_EQ(reply.status, HttpStatus::Created) << reply.body();
  EXPECT_EQ(send("POST /api/shop/things", "{}", "Content-Encoding: gzip\r\n").status,
            HttpStatus::BadRequest);
}

}  // namespace
}  // namespace partita::rest
