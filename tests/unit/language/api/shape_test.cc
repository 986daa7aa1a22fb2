#include "partita/api/shape.h"

#include <gtest/gtest.h>

#include "partita/api/choices.h"
#include "partita/api/create_table.h"
#include "partita/api/get_item.h"
#include "partita/api/legacy_conditions.h"

namespace partita::api {
namespace {

TEST(Shape, NamesMembersAsOnTheWire) {
  constexpr auto kMember = std::get<1>(GetItemRequest::shape());
  EXPECT_EQ(kMember.name, "TableName");
  EXPECT_TRUE(kMember.is_required);
  EXPECT_EQ(kMember.field, &GetItemRequest::table_name);
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

template <typename Structure>
std::string_view absence_message_of(std::string_view member) {
  std::string_view message;
  const auto look = [&](const auto& one) {
    if (one.name == member) message = one.telling.absence_message;
  };
  std::apply([&](const auto&... members) { (look(members), ...); }, Structure::shape());
  return message;
}

TEST(Shape, HasAMessageForAnAbsentTableNameOnlyWhereAwsHasOne) {
  EXPECT_EQ(absence_message_of<CreateTableRequest>("TableName"), kNoTableName);
  EXPECT_EQ(absence_message_of<GetItemRequest>("TableName"), "");
}

}  // namespace
}  // namespace partita::api
