#include "model/samples/sample_writes.h"

#include <gtest/gtest.h>

#include "support/model_file.h"

namespace partita::samples {
namespace {

using model::Instant;

const Instant kWritesEnd = *model::parse_rfc3339("2026-11-17T02:00:00Z");

// The writes of a shipped model's samples, and the model that they point into.
struct Written {
  explicit Written(std::string_view name)
      : model(shipped_model(name)), writes(sample_writes(*model, kWritesEnd)) {}

  std::vector<Write> of(std::string_view attribute, const Value& value) const {
    std::vector<Write> found;
    for (const Write& write : writes) {
      const Value* in_key = write.key.find(attribute);
      if (in_key != nullptr && *in_key == value) found.push_back(write);
    }
    return found;
  }

  std::shared_ptr<const model::Model> model;
  std::vector<Write> writes;
};

TEST(SampleWrites, LeadAnItemAlongItsLifecycleAtTheTimesItTells) {
  const Written messages("rez_agent");
  const auto life = messages.of("message_id", "550e8400-e29b-41d4-a716-446655440000");
  std::vector<std::string> states;
  for (const Write& write : life) states.push_back(write.attributes.find("status")->string());
  EXPECT_EQ(states, (std::vector<std::string>{"created", "queued", "processing", "completed"}));
  // 14:30:00, 14:30:05 and 14:30:15 in the document.
  EXPECT_EQ(life[2].instant - life[0].instant, std::chrono::seconds(5));
  EXPECT_EQ(life[3].instant - life[0].instant, std::chrono::seconds(15));
  EXPECT_EQ(life[0].attributes.find("notification_id"), nullptr);
  EXPECT_EQ(*life[3].attributes.find("notification_id"), Value("ntfy_abc123"));
}

TEST(SampleWrites, SendNothingThatTheServerFillsIn) {
  const Written messages("rez_agent");
  for (const Write& write : messages.writes) {
    for (const std::string_view name : {"created_date", "updated_date", "ttl", "schema_version",
                                        "processing_started_at", "processing_completed_at"}) {
      EXPECT_EQ(write.attributes.find(name), nullptr) << name;
    }
  }
}

TEST(SampleWrites, MoveItemsThatExpireToTheEnd) {
  const Written messages("rez_agent");
  EXPECT_EQ(messages.writes.back().instant, kWritesEnd);
  // Half an hour lies between the two samples.
  EXPECT_EQ(kWritesEnd - messages.writes.front().instant, std::chrono::seconds(30 * 60 + 20));
  const Written workflow("album_workflow");
  const auto task = workflow.of("taskId", "task-abc123");
  ASSERT_EQ(task.size(), 1U);
  const auto expires = model::read_timestamp(*task[0].attributes.find("expiresAt"),
                                             model::TimestampEncoding::Rfc3339);
  EXPECT_EQ(*expires - task[0].instant, std::chrono::hours(1));
}

TEST(SampleWrites, KeepTheTimesOfItemsThatStay) {
  const Written executions("execution_index");
  ASSERT_EQ(executions.writes.size(), 2U);
  EXPECT_EQ(executions.writes[0].instant, *model::parse_rfc3339("2025-09-29T12:35:01.456Z"));
  EXPECT_EQ(*executions.writes[0].attributes.find("startDate"), Value("2025-09-29T12:34:50.000Z"));
}

TEST(SampleWrites, WriteAgainWhatWasChangedAfterItsCreation) {
  const Written workflow("album_workflow");
  const auto album = workflow.of("albumIndex", Value(1));
  ASSERT_EQ(album.size(), 4U);  // Two albums, created at 10:30 and changed at 10:35.
  EXPECT_EQ(album[2].kind, Write::Kind::Update);
  EXPECT_EQ(album[2].instant - album[0].instant, std::chrono::minutes(5));
}

TEST(SampleWrites, LeaveOutRowsOfTheServer) {
  for (const Write& write : Written("album_workflow").writes) {
    EXPECT_NE(write.entity->name, "Metrics");
  }
}

}  // namespace
}  // namespace partita::samples
