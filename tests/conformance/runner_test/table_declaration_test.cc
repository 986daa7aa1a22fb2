#include "conformance/runner/table_declaration.h"

#include <gtest/gtest.h>

namespace partita::conformance {
namespace {

Json parsed(std::string_view text) {
  const auto table = parse_table_declaration(text);
  EXPECT_TRUE(table.ok()) << table.error().message();
  return table.ok() ? *table : Json();
}

TEST(TableDeclaration, MakesATableOnDemand) {
  EXPECT_EQ(parsed("Orders id:S at:N"), Json::parse(R"({
    "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"},
                             {"AttributeName": "at", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"},
                  {"AttributeName": "at", "KeyType": "RANGE"}]})"));
}

TEST(TableDeclaration, MakesGlobalIndexesOfSeveralAttributes) {
  const auto table = parsed("Orders id:S gsi:place(a:S+b:S,c:N+id:S):INCLUDE(x,y)");
  EXPECT_EQ(table["GlobalSecondaryIndexes"], Json::parse(R"([{"IndexName": "place",
    "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"},
                  {"AttributeName": "b", "KeyType": "HASH"},
                  {"AttributeName": "c", "KeyType": "RANGE"},
                  {"AttributeName": "id", "KeyType": "RANGE"}],
    "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x", "y"]}}])"));
  EXPECT_EQ(table["AttributeDefinitions"].size(), 4U);
}

TEST(TableDeclaration, MakesLocalIndexes) {
  const auto table = parsed("Orders id:S at:N lsi:byPrice(price:N):KEYS_ONLY");
  EXPECT_EQ(table["LocalSecondaryIndexes"], Json::parse(R"([{"IndexName": "byPrice",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"},
                  {"AttributeName": "price", "KeyType": "RANGE"}],
    "Projection": {"ProjectionType": "KEYS_ONLY"}}])"));
}

TEST(TableDeclaration, MakesAStream) {
  EXPECT_EQ(parsed("Orders id:S stream:KEYS_ONLY")["StreamSpecification"],
            Json::parse(R"({"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"})"));
}

TEST(TableDeclaration, RefusesWhatItDoesNotUnderstand) {
  EXPECT_FALSE(parse_table_declaration("Orders").ok());
  EXPECT_FALSE(parse_table_declaration("Orders id").ok());
  EXPECT_FALSE(parse_table_declaration("Orders id:S gsi:byPrice").ok());
}

}  // namespace
}  // namespace partita::conformance
