// Migrations that one server moves while another one writes, and outlives it.

#include "modelled/registry/migration_steps.h"
#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

constexpr std::string_view kFormer = R"(
format: 1
model: jobs
version: 1
tables:
  jobs: {name: jobs, key: {partition: pk}, billing: {mode: on_demand}}
entities:
  Job:
    match: all
    key: {pk: '{id}'}
    attributes:
      id: {type: string}
      old: {type: string}
)";
constexpr std::string_view kNext = R"(
format: 1
model: jobs
version: 2
tables:
  jobs: {name: jobs, key: {partition: pk}, billing: {mode: on_demand}}
entities:
  Job:
    match: all
    key: {pk: '{id}'}
    attributes:
      id: {type: string}
      name: {type: string}
migrations:
  - {id: m, entity: Job, rename: {from: old, to: name}}
)";

class TwoDatabasesAndMigrations : public TwoDatabases {
 protected:
  static int put_old(Server& server, std::string_view id) {
    return server.put("jobs", id,
                      fmt::format(R"(, "id": {{"S": "{0}"}}, "old": {{"S": "v{0}"}})", id));
  }
  static bool shows(Server& server, std::string_view id, std::string_view attribute) {
    EXPECT_EQ(server.get("jobs", id), 200);
    const auto wanted = fmt::format(R"("{}":{{"S":"v{}"}})", attribute, id);
    return server.answer().find(wanted) != std::string::npos;
  }
  // The step that it has come to, or why not.
  static std::string advance(Server& server) {
    const auto moved = sync_wait(server.database().models().move_migration(
        "jobs", "m", registry::MigrationMove::Advance, {.forced_by = "test"}));
    return moved.ok() ? std::string(model::name_of(moved->migration.step))
                      : moved.error().message();
  }
};

TEST_F(TwoDatabasesAndMigrations, AreFollowedFromTheVeryNextWrite) {
  ASSERT_TRUE(a().apply(kFormer, {.enforces = true}).ok());
  ASSERT_EQ(put_old(b(), "1"), 200) << b().answer();
  ASSERT_TRUE(a().apply(kNext, {.enforces = true}).ok());
  ASSERT_EQ(put_old(b(), "2"), 200) << b().answer();
  EXPECT_TRUE(shows(a(), "1", "name"));
  EXPECT_TRUE(shows(a(), "2", "name"));
  clock_.advance(std::chrono::milliseconds(250));
  EXPECT_TRUE(shows(b(), "1", "name"));
  for (const char* step : {"backfill", "verify", "switch", "quiet", "contract"}) {
    ASSERT_EQ(advance(a()), step);
    for (int i = 0; i < 3; ++i) pass_second();
  }
  EXPECT_EQ(put_old(b(), "2"), 400) << "the old name is refused at once";
  EXPECT_NE(b().answer().find("M121"), std::string::npos) << b().answer();
  EXPECT_FALSE(shows(b(), "1", "old"));
  EXPECT_TRUE(shows(b(), "1", "name"));
}

TEST_F(TwoDatabasesAndMigrations, GoOnWhenTheServerThatWalkedIsDead) {
  ASSERT_TRUE(a().apply(kFormer, {.enforces = true}).ok());
  for (int i = 0; i < 300; ++i) ASSERT_EQ(put_old(a(), std::to_string(i)), 200);
  ASSERT_TRUE(a().apply(kNext, {.enforces = true}).ok());
  ASSERT_EQ(advance(a()), "backfill");
  a().kill();
  outlive_a();
  for (int i = 0; i < 3; ++i) {
    clock_.advance(std::chrono::seconds(1));
    b().work();
  }
  const auto found = sync_wait(b().database().models().migrations("jobs")).value().front();
  EXPECT_TRUE(found.walk.is_done);
  EXPECT_EQ(found.walk.changed, 300U);
  EXPECT_EQ(advance(b()), "verify");
}

}  // namespace
}  // namespace partita::two_databases
