// Which servers there are, over HTTP without sockets.
#include "wire/rest/cluster.h"

#include "engine/memory/memory_engine.h"
#include "support/engines/server_engine.h"
#include "unit/wire/rest/shop.h"

namespace partita::rest {
namespace {

class RestCluster : public RestShop {};

TEST_F(RestCluster, OfAStoreOfItsOwnIsOneServer) {
  const auto reply = get("/api/cluster");
  EXPECT_EQ(reply.status, protocol::HttpStatus::Ok);
  EXPECT_TRUE(reply.holds(R"("shared": false)")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("this": true)")) << reply.body();
  EXPECT_TRUE(reply.holds(R"("silent_ms": 0)")) << reply.body();
}

TEST_F(RestCluster, IsInTheOpenApiDocument) {
  EXPECT_TRUE(get("/api/models/openapi.json").holds(R"("/api/cluster": {)"));
}

// What another program has stored is text of its own choosing.
TEST(ClusterDocument, ShowsNothingThatCouldHarmATerminal) {
  const std::shared_ptr<engine::Engine> store = engine::open_memory_engine();
  testing::ServerEngine engine(store);
  const ManualClock clock;
  SystemRandom random;
  jobs::Leases leases(engine, clock, random,
                      {.version = "1\x1b[2J", .address = "http://\xff:1", .machine = "\"a\""});
  ASSERT_TRUE(sync_wait(leases.beat()).ok());
  const auto text = sync_wait(cluster_document(leases)).value();
  EXPECT_NE(text.find(R"("version": "1?[2J")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("address": "http://?:1")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("machine": "\"a\"")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("role": "server")"), std::string::npos) << text;
}

}  // namespace
}  // namespace partita::rest
