#include <gtest/gtest.h>

#include "model/planning/explain.h"
#include "support/model_file.h"

namespace partita::planning {
namespace {

// "place: condition" of a pattern, or why it has no plan.
std::string plan_text(const model::Model& model, std::string_view name) {
  const model::Pattern* pattern = model.find_pattern(name);
  if (pattern == nullptr) return "no such pattern";
  const PlanningOutcome outcome = plan_pattern(model, *pattern);
  if (!outcome.plan) return explain(*pattern, outcome);
  return place_text(*outcome.plan) + ": " + condition_text(*outcome.plan);
}

class ModelPlans : public testing::TestWithParam<const char*> {};

TEST_P(ModelPlans, EveryPatternHasAPlan) {
  const auto model = shipped_model(GetParam());
  for (const auto& pattern : model->patterns) {
    const PlanningOutcome outcome = plan_pattern(*model, pattern);
    EXPECT_TRUE(outcome.plan.has_value()) << explain(pattern, outcome);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ModelPlans,
                         testing::Values("rez_agent", "album_workflow", "execution_index",
                                         "photoeditor", "music"),
                         [](const auto& test) { return std::string(test.param); });

TEST(ModelPlansOfRezAgent, AreThoseOfTheDesign) {
  const auto model = tree_model("models/rez_agent.yaml");
  EXPECT_EQ(plan_text(*model, "list_by_stage"),
            "stage-created_date-index: stage = :stage AND created_date BETWEEN :lo AND :hi");
  EXPECT_EQ(plan_text(*model, "list_by_stage_and_status"),
            "stage-status-created_date-index: stage = :stage AND #status = :status AND "
            "created_date BETWEEN :lo AND :hi");
  EXPECT_EQ(plan_text(*model, "list_by_status"),
            "status-created_date-index: #status = :status AND created_date BETWEEN :lo AND :hi");
  EXPECT_EQ(plan_text(*model, "stuck"),
            "status-created_date-index: #status = :status AND created_date BETWEEN :lo AND :hi "
            "+ filter processing_started_at < now - 15m");
}

TEST(ModelPlansOfAlbumWorkflow, AreThoseOfTheDesign) {
  const auto model = tree_model("models/album_workflow.yaml");
  EXPECT_EQ(plan_text(*model, "executions_by_date"),
            "GSI1: workflowType = :workflowType AND entityType = :entityType AND #status = :status "
            "AND createdAt BETWEEN :lo AND :hi   4 legs");
  EXPECT_EQ(plan_text(*model, "pending_tasks"),
            "GSI1: workflowType = :workflowType AND entityType = :entityType AND #status = :status"
            "   2 legs");
  EXPECT_EQ(plan_text(*model, "albums_of_execution"),
            "GSI2: workflowType = :workflowType AND executionId = :executionId AND "
            "entityType = :entityType");
  EXPECT_EQ(plan_text(*model, "execution_with_albums"), "table: pk = :pk");
  EXPECT_EQ(plan_text(*model, "compare_metrics"),
            "table: pk = :pk AND begins_with(sk, \"metrics-\")");
  EXPECT_EQ(plan_text(*model, "metrics_by_range"),
            "GSI3: workflowType = :workflowType AND entityType = :entityType AND period = :period "
            "AND #date BETWEEN :lo AND :hi");
}

TEST(ModelPlansOfMusic, UseTemplatesEdgesShardsAndVersions) {
  const auto model = tree_model("models/music.yaml");
  EXPECT_EQ(plan_text(*model, "artist_by_name"),
            "GSI1: GSI1PK = :GSI1PK AND begins_with(GSI1SK, \"ARTIST#\")");
  EXPECT_EQ(plan_text(*model, "artists_by_instrument"),
            "GSI2: GSI2PK = :GSI2PK AND begins_with(GSI2SK, \"ARTIST#\")");
  EXPECT_EQ(plan_text(*model, "managers_of_artist"),
            "table: PK = :PK AND begins_with(SK, \"MANAGER#\")");
  EXPECT_EQ(plan_text(*model, "list_artists"), "GSI4: GSI4PK = :GSI4PK   8 legs");
  EXPECT_EQ(plan_text(*model, "composition_history"),
            "table: PK = :PK AND begins_with(SK, \"VERSION#v\")");
  EXPECT_EQ(plan_text(*model, "recently_followed"),
            "LSI1: PK = :PK AND LSI1SK BETWEEN :lo AND :hi");
  EXPECT_EQ(plan_text(*model, "event_programme"), "table: PK = :PK");
}

TEST(ModelPlansOfMusic, SayHowLegsAreMerged) {
  const auto model = tree_model("models/music.yaml");
  const PlanningOutcome outcome = plan_pattern(*model, *model->find_pattern("list_artists"));
  const PatternReadPlan& plan = *outcome.plan->read();
  ASSERT_EQ(plan.legs.size(), 8U);
  EXPECT_EQ(plan.merge_by, std::vector<std::string>{"name"});
  EXPECT_EQ(plan.legs[7].conditions.front().value.rendered->text(), "ARTIST#7");
}

TEST(ExplainAll, ListsPlansInColumns) {
  const auto model = tree_model("models/execution_index.yaml");
  EXPECT_EQ(explain_all(*model),
            "execution_index\n"
            "  index_execution                table                 "
            "put Execution at executionArn = :executionArn\n"
            "  get_execution                  table                 executionArn = :executionArn\n"
            "  executions_of_agent            AgentDateIndex        "
            "agentName = :agentName AND startDate BETWEEN :lo AND :hi\n"
            "  executions_by_status           StatusDateIndex       "
            "#status = :status AND startDate BETWEEN :lo AND :hi\n"
            "  executions_of_agent_by_status  AgentStatusDateIndex  "
            "agentName = :agentName AND #status = :status AND startDate BETWEEN :lo AND :hi\n");
}

}  // namespace
}  // namespace partita::planning
