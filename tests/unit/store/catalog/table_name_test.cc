#include "store/catalog/table_name.h"

#include <gtest/gtest.h>

namespace partita::catalog {
namespace {

std::string error_of(const Result<std::string_view>& result) {
  return result.ok() ? "no error" : result.error().message();
}

TEST(TableName, IsTakenAsItIs) { EXPECT_EQ(*table_name_of("my.table_1-a"), "my.table_1-a"); }

TEST(TableName, IsTakenFromAnArnOfAnyRegion) {
  EXPECT_EQ(*table_name_of("arn:aws:dynamodb:eu-west-2:123456789012:table/orders"), "orders");
  EXPECT_EQ(*table_name_of(table_arn("orders")), "orders");
}

TEST(TableName, MayBeShorterForItemsThanForTables) {
  EXPECT_EQ(*table_name_of("ab"), "ab");
  EXPECT_EQ(error_of(table_name_of("ab", NameRule::ForTables)),
            "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 3");
  EXPECT_EQ(error_of(table_name_of("")),
            "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1");
}

TEST(TableName, HasAtMost255Bytes) {
  EXPECT_TRUE(table_name_of(std::string(255, 'a')).ok());
  EXPECT_NE(error_of(table_name_of(std::string(256, 'a')))
                .find("Member must have length less than or equal to 255"),
            std::string::npos);
}

TEST(TableName, TellsAllThatIsWrong) {
  EXPECT_EQ(error_of(table_name_of("a!", NameRule::ForTables)),
            "2 validation errors detected: Value 'a!' at 'tableName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'a!' at "
            "'tableName' failed to satisfy constraint: Member must have length greater than or "
            "equal to 3");
}

TEST(TableName, IsNotTakenFromTheArnOfAnIndex) {
  EXPECT_FALSE(table_name_of(index_arn("orders", "by-owner")).ok());
}

TEST(ResourceArn, NamesATable) {
  EXPECT_EQ(*table_name_of_resource("arn:aws:dynamodb:us-east-1:000000000000:table/orders"),
            "orders");
}

TEST(ResourceArn, IsRefusedInDynamoDbsWords) {
  EXPECT_EQ(error_of(table_name_of_resource("orders")),
            "One or more parameter values were invalid: ARNs must start with 'arn:': orders");
  EXPECT_EQ(error_of(table_name_of_resource("arn:aws:s3:::bucket")),
            "One or more parameter values were invalid: Provided Arn is not a DynamoDB resource "
            "arn: arn:aws:s3:::bucket");
  const std::string index = index_arn("orders", "by-owner");
  EXPECT_EQ(error_of(table_name_of_resource(index)),
            "One or more parameter values were invalid: Invalid resource arn provided, only table "
            "or stream is accepted. Provided resource arn: " +
                index);
  EXPECT_EQ(error_of(table_name_of_resource("arn:aws:dynamodb:us-east-1:0:table/a")),
            "Invalid TableArn: Invalid ResourceArn provided as input "
            "arn:aws:dynamodb:us-east-1:0:table/a");
}

TEST(Arn, HasRegionAndAccount) {
  EXPECT_EQ(table_arn("t"), "arn:aws:dynamodb:us-east-1:000000000000:table/t");
  EXPECT_EQ(index_arn("t", "i"), "arn:aws:dynamodb:us-east-1:000000000000:table/t/index/i");
  EXPECT_EQ(stream_arn("t", "l"), "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/l");
}

}  // namespace
}  // namespace partita::catalog
