// Capacity that follows what two servers are used for, of which one may die.

#include "two_databases/servers.h"

namespace partita::two_databases {
namespace {

constexpr std::string_view kTarget =
    R"("ServiceNamespace": "dynamodb", "ResourceId": "table/orders",
       "ScalableDimension": "dynamodb:table:WriteCapacityUnits")";

class TwoDatabasesAndCapacity : public TwoDatabases {
 protected:
  void SetUp() override {
    TwoDatabases::SetUp();
    ASSERT_EQ(a().send("CreateTable", R"({"TableName": "orders",
        "ProvisionedThroughput": {"ReadCapacityUnits": 10, "WriteCapacityUnits": 10},
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})"),
              200)
        << a().answer();
    ASSERT_EQ(a().send("RegisterScalableTarget",
                       fmt::format(R"({{{}, "MinCapacity": 10, "MaxCapacity": 50}})", kTarget)),
              200)
        << a().answer();
    ASSERT_EQ(a().send("PutScalingPolicy", fmt::format(R"({{{}, "PolicyName": "p", "PolicyType":
                         "TargetTrackingScaling", "TargetTrackingScalingPolicyConfiguration":
                         {{"TargetValue": 70, "PredefinedMetricSpecification":
                           {{"PredefinedMetricType": "DynamoDBWriteCapacityUtilization"}}}}}})",
                                                       kTarget)),
              200)
        << a().answer();
    pass_second();  // B hears of it.
  }

  static void use(Server& server, double units) {
    const auto table = server.catalog().find("orders");
    ASSERT_NE(table, nullptr);
    server.catalog().usage().add(table->id, keys::IndexId::Base, {.write_units = units});
  }
  static std::int64_t capacity(Server& server) {
    server.send("DescribeTable", R"({"TableName": "orders"})");
    return server.number("\"WriteCapacityUnits\":");
  }
  static int activities(Server& server) {
    server.send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})");
    int count = 0;
    const std::string& answer = server.answer();
    for (auto at = answer.find("ActivityId"); at != std::string::npos;
         at = answer.find("ActivityId", at + 1)) {
      ++count;
    }
    return count;
  }
};

// Neither has met the target by itself: 420 units of a minute.
TEST_F(TwoDatabasesAndCapacity, AreScaledOnceByWhatBothAreUsedFor) {
  for (int second = 0; second < 150; ++second) {
    use(a(), 5);
    use(b(), 5);
    pass_second();
  }
  EXPECT_EQ(capacity(a()), 15);  // 10 units a second are 70 % of 14.3.
  EXPECT_EQ(capacity(b()), 15);
  EXPECT_EQ(activities(a()), 1) << a().answer();
}

TEST_F(TwoDatabasesAndCapacity, AreScaledWhenTheOneThatDidItIsDead) {
  for (int second = 0; second < 70; ++second) {
    use(a(), 10);
    pass_second();
  }
  a().kill();
  for (int second = 0; second < 80; ++second) {
    use(b(), 10);
    pass_second(false);
  }
  EXPECT_EQ(capacity(b()), 15);
  EXPECT_EQ(activities(b()), 1) << b().answer();
}

}  // namespace
}  // namespace partita::two_databases
