#include "partita/api/shape.h"

#include <gtest/gtest.h>

#include "partita/api/choices.h"
#include "partita/api/create_table.h"
#include "partita/api/get_item.h"
#include "partita/api/legacy_conditions.h"

namespace partita::api {
namespace {

TEST(Shape, NamesMembersAsOnTheWire) {
  constexpr auto kFirst = std::get<0>(GetItemRequest::shape());
  EXPECT_EQ(kFirst.name, "TableName");
  EXPECT_TRUE(kFirst.is_required);
  EXPECT_EQ(kFirst.field, &GetItemRequest::table_name);
}

TEST(Shape, GivesWordsToEnumerators) {
  EXPECT_EQ(wire_name(ReturnValue::AllNew), "ALL_NEW");
  EXPECT_EQ(wire_name(ReturnValue::UpdatedNew), "UPDATED_NEW");
  EXPECT_EQ(wire_name(ComparisonOperator::In), "IN");
  EXPECT_EQ(wire_name(ComparisonOperator::Contains), "CONTAINS");
  EXPECT_EQ(wire_name(KeyType::Range), "RANGE");
  EXPECT_EQ(wire_name(ScalarAttributeType::S), "S");
  EXPECT_EQ(wire_name(SSEType::Aes256), "AES256");
}

TEST(Shape, HasAMessageForAnAbsentTableNameOnlyWhereAwsHasOne) {
  constexpr auto kOfCreate = std::get<1>(CreateTableRequest::shape());
  constexpr auto kOfGet = std::get<0>(GetItemRequest::shape());
  EXPECT_EQ(kOfCreate.absence_message, kNoTableName);
  EXPECT_TRUE(kOfGet.absence_message.empty());
}

}  // namespace
}  // namespace partita::api
