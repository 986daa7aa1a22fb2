// What goes on behind requests, over HTTP without sockets.
#include "wire/rest/jobs.h"

#include "unit/wire/rest/shop.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;

class RestJobs : public RestShop {
 protected:
  // Asks until the answer holds that; what never comes ends by the time limit of ctest.
  RestReply ask_until(std::string_view part) {
    RestReply reply = get("/api/jobs");
    while (!reply.holds(part)) reply = get("/api/jobs");
    return reply;
  }
};

TEST_F(RestJobs, AreListedWithWhatTheyDo) {
  const auto reply = ask_until(R"("name": "rollup-buckets/shop")");
  EXPECT_EQ(reply.status, HttpStatus::Ok);
  for (const char* name :
       {"counts", "date", "expiry", "expiry-queue", "models", "streams", "tables", "tokens"}) {
    EXPECT_TRUE(reply.holds(fmt::format(R"("name": "{}")", name))) << name;
  }
  EXPECT_TRUE(reply.holds(R"("purpose": "deletes items whose TTL is over")")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("items_per_second": 0)")) << reply.body();
}

TEST_F(RestJobs, ArePausedAndResumedByName) {
  const auto paused = send("POST /api/jobs:pause?name=expiry", "");
  EXPECT_EQ(paused.status, HttpStatus::Ok) << paused.body();
  ask_until(R"("state": "paused")");
  const auto resumed = send("POST /api/jobs:resume?name=expiry", "");
  EXPECT_EQ(resumed.status, HttpStatus::Ok);
  EXPECT_FALSE(resumed.holds(R"("state": "paused")")) << resumed.body();
}

TEST_F(RestJobs, RefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(send("POST /api/jobs:pause?name=nothing", "").status, HttpStatus::NotFound);
  EXPECT_EQ(send("POST /api/jobs:pause", "").status, HttpStatus::BadRequest);
  EXPECT_EQ(send("POST /api/jobs:pause?name=expiry&more=1", "").status, HttpStatus::BadRequest);
  EXPECT_EQ(get("/api/jobs:pause?name=expiry").status, HttpStatus::MethodNotAllowed);
}

TEST_F(RestJobs, AreInTheOpenApiDocument) {
  const auto reply = get("/api/models/openapi.json");
  for (const char* path : {"/api/jobs", "/api/jobs:pause", "/api/jobs:resume"}) {
    EXPECT_TRUE(reply.holds(fmt::format(R"("{}": {{)", path))) << path;
  }
}

}  // namespace
}  // namespace partita::rest
