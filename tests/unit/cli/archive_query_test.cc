#include "cli/archive_query.h"

#include <gtest/gtest.h>

#include "model/definition/read_model.h"

namespace partita::cli {
namespace {

constexpr std::string_view kModel = R"(
format: 1
model: m
version: 1
tables:
  t: {name: t, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
archive:
  Job: {on: delete, to: "s3://jobs-archive/all"}
)";

TEST(DuckdbViews, AreOverTheFilesOfAnArchive) {
  const auto model = model::load_model(kModel, "m", {}).value();
  EXPECT_EQ(duckdb_views(*model, "", "/srv/it's").value(),
            "CREATE VIEW \"Job\" AS SELECT * FROM "
            "read_parquet('/srv/it''s/jobs-archive/all/**/*.parquet', hive_partitioning = true, "
            "union_by_name = true);\n");
  EXPECT_NE(duckdb_views(*model, "Job", "s3:").value().find("'s3://jobs-archive/all/**/"),
            std::string::npos);
}

TEST(DuckdbViews, NeedAnArchive) {
  const auto model = model::load_model(kModel, "m", {}).value();
  EXPECT_EQ(duckdb_views(*model, "Message", "/srv").error().message(),
            "model m has no archive of Message");
}

}  // namespace
}  // namespace partita::cli
