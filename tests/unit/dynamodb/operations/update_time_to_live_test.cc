#include "dynamodb/operations/update_time_to_live.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/describe_time_to_live.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

class UpdateTimeToLive : public TableFixture {
 protected:
  using TableFixture::TableFixture;

  Result<api::UpdateTimeToLiveResponse> set(bool enabled, const std::string& attribute = "ttl") {
    api::UpdateTimeToLiveRequest request;
    request.table_name = "orders";
    request.time_to_live_specification = {.enabled = enabled, .attribute_name = attribute};
    return sync_wait(update_time_to_live(*context_, request));
  }
  Result<api::DescribeTimeToLiveResponse> get() {
    return sync_wait(describe_time_to_live(*context_, {.table_name = "orders"}));
  }
  api::TimeToLiveDescription described() { return *get()->time_to_live_description; }
};

TEST_F(UpdateTimeToLive, IsOffAtFirst) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(described().time_to_live_status, api::TimeToLiveStatus::Disabled);
  EXPECT_FALSE(described().attribute_name);
}

TEST_F(UpdateTimeToLive, SwitchesOnAndOff) {
  ASSERT_TRUE(create(simple()).ok());
  const auto answer = set(true);
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  EXPECT_TRUE(answer->time_to_live_specification->enabled);
  EXPECT_EQ(answer->time_to_live_specification->attribute_name, "ttl");
  EXPECT_EQ(described().time_to_live_status, api::TimeToLiveStatus::Enabled);
  EXPECT_EQ(described().attribute_name, "ttl");
  ASSERT_TRUE(set(false).ok());
  EXPECT_EQ(described().time_to_live_status, api::TimeToLiveStatus::Disabled);
}

TEST_F(UpdateTimeToLive, RefusesWhatIsSoAlready) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(error_of(set(false)), "TimeToLive is already disabled");
  ASSERT_TRUE(set(true).ok());
  EXPECT_EQ(error_of(set(true)), "TimeToLive is already enabled");
  const std::string other =
      "TimeToLive is active on a different AttributeName: current AttributeName is ttl";
  EXPECT_EQ(error_of(set(true, "other")), other);
  EXPECT_EQ(error_of(set(false, "other")), other);
}

TEST_F(UpdateTimeToLive, NamesAMissingTable) {
  EXPECT_EQ(error_of(set(true), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: orders not found");
  EXPECT_EQ(error_of(get(), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: orders not found");
}

class RestedTimeToLive : public UpdateTimeToLive {
 protected:
  RestedTimeToLive()
      : UpdateTimeToLive(catalog::StateDelays{.creating = std::chrono::seconds(5),
                                              .between_ttl_changes = std::chrono::minutes(30)}) {}
};

TEST_F(RestedTimeToLive, ChangesOnceInAWhile) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(error_of(get()),
            "Cannot describe time to live while table is in CREATING state: Current table state is "
            "CREATING");
  clock_.advance(std::chrono::seconds(5));
  work();
  ASSERT_TRUE(set(true).ok());
  clock_.advance(std::chrono::minutes(29));
  EXPECT_EQ(error_of(set(false)),
            "Time to live has been modified multiple times within a fixed interval");
  clock_.advance(std::chrono::minutes(1));
  EXPECT_TRUE(set(false).ok());
}

}  // namespace
}  // namespace partita::operations
