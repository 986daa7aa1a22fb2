#include "partita/models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "partita/database.h"

namespace partita {
namespace {

class EmbeddedModels : public ::testing::Test {
 protected:
  static ModelFile photoeditor() {
    return ModelFile::read(std::string(PARTITA_SOURCE_TREE) + "/models/photoeditor.yaml").value();
  }
  static ModelFile renumbered(int version) {
    ModelFile file = photoeditor();
    const std::string before = "\nversion: 1\n";
    file.text.replace(file.text.find(before), before.size(),
                      "\nversion: " + std::to_string(version) + "\n");
    return file;
  }

  Models models() { return database_.models(); }

  PatternWritten create_job(const std::string& user) {
    return models()
        .write_pattern({.model = "photoeditor",
                        .pattern = "create_job",
                        .body = {{"userId", user},
                                 {"fileSize", 5},
                                 {"fileType", "image/jpeg"},
                                 {"provider", "gemini"}}})
        .value();
  }
  Result<PatternPage> jobs_of(const std::string& user, std::string page = {}) {
    return models().read_pattern({.model = "photoeditor",
                                  .pattern = "list_user_jobs",
                                  .arguments = {{"userId", user}},
                                  .limit = 2,
                                  .page = std::move(page)});
  }
  static std::string id_of(const ItemView& job) { return std::string(job.find("jobId")->string()); }

  Database database_ = Database::in_memory({.models = {photoeditor()}}).value();
};

TEST_F(EmbeddedModels, AreListedWithWhatTheyServe) {
  const auto list = models().list().value();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].version, 1);
  EXPECT_EQ(list[0].tables, std::vector<std::string>{"photoeditor-dev-jobs"});
  const auto pattern = std::ranges::find(list[0].patterns, "set_status", &PatternInfo::name);
  ASSERT_NE(pattern, list[0].patterns.end());
  EXPECT_EQ(pattern->kind, "transition");
  EXPECT_TRUE(pattern->writes);
  EXPECT_EQ(pattern->parameters, (std::vector<std::string>{"jobId", "status"}));
  EXPECT_FALSE(std::ranges::find(list[0].patterns, "get_job", &PatternInfo::name)->writes);
  EXPECT_EQ(list[0].rollups, (std::vector<std::string>{"status_counts", "provider_outcome"}));
}

TEST_F(EmbeddedModels, ApplyingOneAgainChangesNothing) {
  EXPECT_TRUE(models().plan(photoeditor()).value().changes_nothing);
  EXPECT_FALSE(models().apply(photoeditor()).value().has_changed);
}

TEST_F(EmbeddedModels, APlanSaysWhatWouldBeDoneAndDoesNothing) {
  const auto plan = models().plan(renumbered(2)).value();
  EXPECT_FALSE(plan.changes_nothing);
  EXPECT_EQ(plan.version, 2);
  EXPECT_EQ(plan.former_version, 1);
  EXPECT_TRUE(plan.obstacles.empty());
  EXPECT_NE(plan.text.find("photoeditor"), std::string::npos);
  EXPECT_EQ(plan.json.front(), '{');
  EXPECT_EQ(models().list().value()[0].version, 1);
  EXPECT_TRUE(models().apply(renumbered(2)).value().has_changed);
  EXPECT_EQ(models().list().value()[0].version, 2);
}

TEST_F(EmbeddedModels, AFileThatIsWrongIsRefusedWithItsPlaces) {
  const auto applied = models().apply({.name = "shop.yaml", .text = "format: 1\nmodel: shop\n"});
  ASSERT_FALSE(applied.ok());
  EXPECT_EQ(applied.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_NE(applied.error().message().find("shop.yaml:"), std::string::npos)
      << applied.error().message();
  const auto opened = Database::in_memory({.models = {{.name = "shop.yaml", .text = "model: 1"}}});
  EXPECT_FALSE(opened.ok());
}

TEST_F(EmbeddedModels, AFileThatIsNotThereIsNotFound) {
  const auto file = ModelFile::read("/nowhere/shop.yaml");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().kind(), ErrorKind::NotFound);
  EXPECT_NE(file.error().message().find("/nowhere/shop.yaml"), std::string::npos);
  EXPECT_FALSE(ModelFile::read("/").ok());
}

TEST_F(EmbeddedModels, RefuseWritesWhicheverWayTheyCome) {
  const Item job{{"userId", "ada"}, {"fileSize", 5}, {"fileType", "a/b"}, {"provider", "dalle"}};
  const Status put = database_.put("photoeditor-dev-jobs", job);
  ASSERT_FALSE(put.ok());
  const auto* failure = put.error().detail<api::ApiFailure>();
  ASSERT_NE(failure, nullptr);
  ASSERT_TRUE(failure->model_error);
  EXPECT_EQ(failure->model_error->code, "M101");
  const auto written =
      models().write_pattern({.model = "photoeditor", .pattern = "create_job", .body = job});
  EXPECT_FALSE(written.ok());
}

TEST_F(EmbeddedModels, PatternsReadPagesByName) {
  for (int i = 0; i < 3; ++i) create_job("ada");
  create_job("ben");
  const auto first = jobs_of("ada").value();
  EXPECT_EQ(first.items.size(), 2u);
  EXPECT_TRUE(first.has_more);
  EXPECT_EQ(first.items[0].entity, "Job");
  EXPECT_FALSE(first.items[0].revision.empty());
  EXPECT_GT(first.read_units, 0);
  const auto second = jobs_of("ada", first.next).value();
  EXPECT_EQ(second.items.size(), 1u);
  EXPECT_FALSE(second.has_more);
  EXPECT_EQ(jobs_of("ada", second.previous).value().items.size(), 2u);
  const auto token = jobs_of("ada", "nonsense");
  ASSERT_FALSE(token.ok());
  EXPECT_EQ(pattern_failure_of(token.error()), PatternFailure::BadToken);
}

TEST_F(EmbeddedModels, PatternsWriteUnderTheRules) {
  const auto created = create_job("ada");
  ASSERT_EQ(created.items.size(), 1u);
  EXPECT_TRUE(created.is_created);
  const std::string id = id_of(created.items[0].key.view());
  PatternWrite step{.model = "photoeditor",
                    .pattern = "set_status",
                    .arguments = {{"jobId", id}, {"status", "PROCESSING"}},
                    .expected_revision = created.items[0].revision};
  const auto moved = models().write_pattern(step);
  ASSERT_TRUE(moved.ok()) << moved.error().message();
  EXPECT_EQ(moved->items[0].item->view().find("status")->string(), "PROCESSING");
  EXPECT_NE(moved->items[0].revision, created.items[0].revision);
  const auto again = models().write_pattern(step);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(pattern_failure_of(again.error()), PatternFailure::OtherRevision);
  step.expected_revision.reset();
  step.arguments[1].second = "COMPLETED";
  EXPECT_FALSE(models().write_pattern(step).ok());
}

TEST_F(EmbeddedModels, RollupsAnswerByName) {
  create_job("ada");
  create_job("ben");
  ASSERT_TRUE(models().catch_up().ok());
  const auto table = models().read_rollup(
      {.model = "photoeditor", .rollup = "status_counts", .arguments = {{"window", "1h"}}});
  ASSERT_TRUE(table.ok()) << table.error().message();
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_EQ(table->rows[0], (Item{{"status", "QUEUED"}, {"n", 2}}));
  EXPECT_LT(*table->from, *table->until);
}

TEST_F(EmbeddedModels, WhatIsNotThereIsNotFound) {
  for (const PatternRead& read :
       {PatternRead{"shop", "get_job"}, PatternRead{"photoeditor", "get_shop"}}) {
    EXPECT_EQ(models().read_pattern(read).error().kind(), ErrorKind::NotFound);
  }
  EXPECT_EQ(models().read_rollup({"photoeditor", "sums"}).error().kind(), ErrorKind::NotFound);
  const auto job =
      models().read_pattern({"photoeditor", "get_job", {{"jobId", "01M7HY034G4BC927VG83XCGYXT"}}});
  EXPECT_EQ(pattern_failure_of(job.error()), PatternFailure::NotFound);
  EXPECT_EQ(pattern_failure_of(Error::not_found("a file")), std::nullopt);
}

TEST_F(EmbeddedModels, APatternIsReadOrWrittenAsItIs) {
  const auto read = models().read_pattern({"photoeditor", "delete_job", {{"jobId", "x"}}});
  EXPECT_EQ(pattern_failure_of(read.error()), PatternFailure::BadArgument);
  const auto written = models().write_pattern({"photoeditor", "get_job", {{"jobId", "x"}}});
  EXPECT_EQ(pattern_failure_of(written.error()), PatternFailure::BadArgument);
}

TEST_F(EmbeddedModels, ChangedModelsServeTheirNewPatterns) {
  const PatternRead before{"photoeditor", "failed_jobs_of_provider", {{"provider", "stub"}}};
  const PatternRead after{"photoeditor", "failures_of", {{"provider", "stub"}}};
  EXPECT_TRUE(models().read_pattern(before).ok());
  EXPECT_EQ(models().read_pattern(after).error().kind(), ErrorKind::NotFound);
  ModelFile file = renumbered(2);
  file.text.replace(file.text.find(before.pattern), before.pattern.size(), after.pattern);
  const auto applied = models().apply(file);
  ASSERT_TRUE(applied.ok()) << applied.error().message();
  EXPECT_TRUE(models().read_pattern(after).ok());
  EXPECT_EQ(models().read_pattern(before).error().kind(), ErrorKind::NotFound);
}

TEST_F(EmbeddedModels, ARemovedModelLeavesItsTablesWithoutRules) {
  EXPECT_EQ(models().remove("photoeditor@dev").value(),
            std::vector<std::string>{"photoeditor-dev-jobs"});
  EXPECT_TRUE(models().list().value().empty());
  EXPECT_TRUE(database_.put("photoeditor-dev-jobs", {{"jobId", "x"}}).ok());
}

}  // namespace
}  // namespace partita
