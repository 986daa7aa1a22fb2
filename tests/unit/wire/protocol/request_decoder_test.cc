#include "wire/protocol/request_decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/batch_get_item.h"
#include "partita/api/create_table.h"
#include "partita/api/exception.h"
#include "partita/api/get_item.h"
#include "partita/api/list_tables.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/update_time_to_live.h"

namespace partita::protocol {
namespace {

using std::string_view_literals::operator""sv;

// A GetItem request with `members` behind its table and key.
std::string get_item(std::string_view members) {
  return R"({"TableName":"t","Key":{"pk":{"S":"a"}})" + std::string(members) + "}";
}

template <typename Request>
std::string serialization_message(std::string_view json) {
  const auto request = decode_request<Request>(json);
  if (request.ok()) return "no error";
  if (api::exception_of(request.error()) != api::Exception::Serialization) return "another error";
  return request.error().message();
}

TEST(RequestDecoder, ReadsAGetItem) {
  const auto request = decode_request<api::GetItemRequest>(
      get_item(R"(,"ConsistentRead":true,"ReturnConsumedCapacity":"TOTAL",)"
               R"("ProjectionExpression":"a, #b","ExpressionAttributeNames":{"#b":"b"})"));
  ASSERT_TRUE(request.ok()) << request.error().to_string();
  EXPECT_EQ(request->table_name, "t");
  EXPECT_EQ(request->key.view().to_item(), (Item{{"pk", "a"}}));
  EXPECT_EQ(request->consistent_read, true);
  EXPECT_EQ(request->return_consumed_capacity, api::ReturnConsumedCapacity::Total);
  EXPECT_EQ(request->projection_expression, "a, #b");
  EXPECT_EQ(request->expression_attribute_names, (api::Dictionary<std::string>{{"#b", "b"}}));
  EXPECT_EQ(request->attributes_to_get, std::nullopt);
}

TEST(RequestDecoder, IgnoresWhiteSpaceAndTheOrderOfMembers) {
  const auto request = decode_request<api::GetItemRequest>(
      " {\n\"Key\" : { \"pk\" : { \"S\" : \"a\" } } ,\t\"TableName\" : \"t\" }\r\n ");
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->table_name, "t");
}

TEST(RequestDecoder, IgnoresUnknownMembersWhateverTheyHold) {
  const auto request = decode_request<api::GetItemRequest>(
      get_item(R"(,"X":{"a":[1,2.5,{"b":null}],"c":"d\n"},"Y":true,"Z":null)"));
  EXPECT_TRUE(request.ok());
}

TEST(RequestDecoder, TakesNullForAbsent) {
  const auto request = decode_request<api::GetItemRequest>(
      get_item(R"(,"ConsistentRead":null,"AttributesToGet":null)"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->consistent_read, std::nullopt);
  EXPECT_EQ(request->attributes_to_get, std::nullopt);
}

TEST(RequestDecoder, TellsAnEmptyMapFromAnAbsentOne) {
  const auto request =
      decode_request<api::GetItemRequest>(get_item(R"(,"ExpressionAttributeNames":{})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->expression_attribute_names, api::Dictionary<std::string>{});
}

TEST(RequestDecoder, ReadsEscapedNamesAndTexts) {
  const auto request = decode_request<api::GetItemRequest>(
      R"({"TableN\u0061me":"t","Key":{"p\"k":)"
      R"({"\u0053":"\u00e9\ud83d\ude00\\\/\b\f\n\r\t\u0000"}}})");
  ASSERT_TRUE(request.ok()) << request.error().to_string();
  EXPECT_EQ(request->table_name, "t");
  EXPECT_EQ(request->key.view().find("p\"k")->string(), "é😀\\/\b\f\n\r\t\0"sv);
}

TEST(RequestDecoder, RefusesWhatIsNoJsonWithoutAMessage) {
  for (const std::string_view json : {""sv,
                                      " "sv,
                                      "null"sv,
                                      "[]"sv,
                                      "\"\""sv,
                                      "1"sv,
                                      "{"sv,
                                      "}"sv,
                                      "{]"sv,
                                      "{\"TableName\"}"sv,
                                      "{\"TableName\":}"sv,
                                      "{\"TableName\":tru}"sv,
                                      "{\"TableName\":\"t\",}"sv,
                                      "{} {}"sv,
                                      "{\"TableName\":1x}"sv,
                                      "{\"X\":nul}"sv,
                                      "{\"X\":tru}"sv,
                                      "{\"X\":1x}"sv,
                                      "{\"X\":[1,}"sv,
                                      "{\"X\":\"a"sv,
                                      "{'a':1}"sv,
                                      "{\"X\":\"\\q\"}"sv,
                                      "{\"X\":\"\n\"}"sv,
                                      "{\"X\":01}"sv,
                                      "{}x"sv,
                                      "\xEF\xBB\xBFx"sv}) {
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), "") << json;
  }
}

TEST(RequestDecoder, RefusesInvalidUtf8) {
  EXPECT_EQ(serialization_message<api::GetItemRequest>("{\"TableName\":\"\xFF\"}"), "");
  EXPECT_EQ(serialization_message<api::GetItemRequest>("{\"X\":\"\xED\xA0\x80\"}"), "");
  EXPECT_EQ(serialization_message<api::GetItemRequest>("{\"\xC0\xAF\":1}"), "");
}

TEST(RequestDecoder, RefusesLoneSurrogates) {
  for (const std::string_view escape :
       {R"(\ud800)"sv, R"(\udc00)"sv, R"(\ud800a)"sv, R"(\ud800\ud800)"sv, R"(a\uDFFFb)"sv}) {
    const std::string json = R"({"Key":{"pk":{"S":")" + std::string(escape) + R"("}}})";
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), "") << json;
    const std::string name = R"({"Key":{")" + std::string(escape) + R"(":{"S":"a"}}})";
    EXPECT_EQ(serialization_message<api::GetItemRequest>(name), "") << name;
  }
}

TEST(RequestDecoder, RefusesAMemberThatComesTwice) {
  EXPECT_EQ(serialization_message<api::GetItemRequest>(get_item(R"(,"TableName":"u")")),
            "Duplicate member name: TableName");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(
                get_item(R"(,"ConsistentRead":null,"ConsistentRead":true)")),
            "Duplicate member name: ConsistentRead");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(
                get_item(R"(,"ExpressionAttributeNames":{"#a":"b","#a":"c"})")),
            "Duplicate name in a map");
}

std::string nested_arrays(int levels) {
  const auto count = static_cast<std::size_t>(levels);
  return R"({"X":)" + std::string(count, '[') + std::string(count, ']') + "}";
}

TEST(RequestDecoder, ReadsThreeHundredNinetyNineLevelsInsideARequestAndNoMore) {
  EXPECT_FALSE(decode_request<api::ListTablesRequest>(nested_arrays(400)).ok());
  EXPECT_TRUE(decode_request<api::ListTablesRequest>(nested_arrays(399)).ok());
}

TEST(RequestDecoder, SurvivesTwoHundredThousandLevels) {
  EXPECT_EQ(serialization_message<api::ListTablesRequest>(nested_arrays(200'000)), "");
  EXPECT_EQ(serialization_message<api::ListTablesRequest>(std::string(200'000, '[')), "");
  std::string objects = R"({"Key":)";
  for (int i = 0; i < 200'000; ++i) objects += R"({"a":)";
  EXPECT_EQ(serialization_message<api::GetItemRequest>(objects), "");
}

TEST(RequestDecoder, ReadsLargeRequestsAndSmallOnesAfterThem) {
  const std::string text(3'000'000, 'x');
  const auto large = decode_request<api::GetItemRequest>(get_item(R"(,"X":")" + text + "\""));
  EXPECT_TRUE(large.ok());
  EXPECT_TRUE(decode_request<api::GetItemRequest>(get_item("")).ok());
}

TEST(RequestDecoder, KeepsNoMoreElementsThanTheLimit) {
  std::string names = R"(,"AttributesToGet":[)";
  for (int i = 0; i < 10'000; ++i) names += R"("a",)";
  const auto accepted =
      decode_request<api::GetItemRequest>(get_item(names.substr(0, names.size() - 1) + "]"));
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(accepted->attributes_to_get->size(), 10'000U);
  const auto refused = decode_request<api::GetItemRequest>(get_item(names + R"("a"])"));
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(
      refused.error().message().ends_with("Member must have length less than or equal to 10000"));
  EXPECT_LT(refused.error().message().size(), 5000U);
}

using Wrong = std::pair<std::string_view, std::string_view>;  // A value and its message.

TEST(RequestDecoderTypes, TellWhatIsNoString) {
  for (const auto& [value, message] :
       std::vector<Wrong>{{"true", "TRUE_VALUE cannot be converted to String"},
                          {"false", "FALSE_VALUE cannot be converted to String"},
                          {"23", "NUMBER_VALUE cannot be converted to String"},
                          {"-2147483648", "NUMBER_VALUE cannot be converted to String"},
                          {"34.56", "DECIMAL_VALUE cannot be converted to String"},
                          {"1e3", "DECIMAL_VALUE cannot be converted to String"},
                          {"[]", "Unrecognized collection type class java.lang.String"},
                          {"{}", "Start of structure or map found where not expected"}}) {
    const std::string json = R"({"TableName":)" + std::string(value) + "}";
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), message) << json;
  }
}

TEST(RequestDecoderTypes, TellWhatIsNoBoolean) {
  for (const auto& [value, message] :
       std::vector<Wrong>{{R"("23")", "Unexpected token received from parser"},
                          {R"("maybe so")", "Unexpected token received from parser"},
                          {R"("")", "Unexpected token received from parser"},
                          {"23", "NUMBER_VALUE cannot be converted to Boolean"},
                          {"34.56", "DECIMAL_VALUE cannot be converted to Boolean"},
                          {"[]", "Unrecognized collection type class java.lang.Boolean"},
                          {"{}", "Start of structure or map found where not expected"}}) {
    const std::string json = get_item(R"(,"ConsistentRead":)" + std::string(value));
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), message) << json;
  }
}

TEST(RequestDecoderTypes, TakeWordsForBooleans) {
  for (const auto& [word, expected] :
       std::vector<std::pair<std::string_view, bool>>{{"true", true},
                                                      {"TRUE", true},
                                                      {"yes", true},
                                                      {"1", true},
                                                      {"false", false},
                                                      {"False", false},
                                                      {"no", false},
                                                      {"0", false}}) {
    const auto request = decode_request<api::GetItemRequest>(
        get_item(R"(,"ConsistentRead":")" + std::string(word) + "\""));
    ASSERT_TRUE(request.ok()) << word;
    EXPECT_EQ(request->consistent_read, expected) << word;
  }
}

TEST(RequestDecoderTypes, TellWhatIsNoInteger) {
  for (const auto& [value, message] :
       std::vector<Wrong>{{R"("23")", "STRING_VALUE cannot be converted to Integer"},
                          {"true", "TRUE_VALUE cannot be converted to Integer"},
                          {"false", "FALSE_VALUE cannot be converted to Integer"},
                          {"2147483648", "NUMBER_VALUE cannot be converted to Integer"},
                          {"1e300", "DECIMAL_VALUE cannot be converted to Integer"},
                          {"[]", "Unrecognized collection type class java.lang.Integer"},
                          {"{}", "Start of structure or map found where not expected"}}) {
    const std::string json = R"({"Limit":)" + std::string(value) + "}";
    EXPECT_EQ(serialization_message<api::ListTablesRequest>(json), message) << json;
  }
}

TEST(RequestDecoderTypes, TellWhatIsNoLong) {
  for (const auto& [value, message] :
       std::vector<Wrong>{{R"("23")", "STRING_VALUE cannot be converted to Long"},
                          {"true", "TRUE_VALUE cannot be converted to Long"},
                          {"99999999999999999999", "NUMBER_VALUE cannot be converted to Long"},
                          {"[]", "Unrecognized collection type class java.lang.Long"},
                          {"{}", "Start of structure or map found where not expected"}}) {
    const std::string json =
        R"({"ProvisionedThroughput":{"ReadCapacityUnits":)" + std::string(value) + "}}";
    EXPECT_EQ(serialization_message<api::CreateTableRequest>(json), message) << json;
  }
}

TEST(RequestDecoderTypes, CutDecimalsOffIntegers) {
  const auto request = decode_request<api::ListTablesRequest>(R"({"Limit":7.9})");
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->limit, 7);
}

TEST(RequestDecoderTypes, TellWhatIsNoList) {
  for (const std::string_view scalar : {R"("23")"sv, "true"sv, "23"sv, "34.56"sv}) {
    const std::string json = R"({"AttributesToGet":)" + std::string(scalar) + "}";
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), "Unexpected field type") << json;
  }
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"AttributesToGet":{}})"),
            "Start of structure or map found where not expected");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"AttributesToGet":[1]})"),
            "NUMBER_VALUE cannot be converted to String");
}

TEST(RequestDecoderTypes, TellWhatIsNoMap) {
  for (const std::string_view scalar : {R"("23")"sv, "true"sv, "23"sv, "34.56"sv}) {
    const std::string json = R"({"Key":)" + std::string(scalar) + "}";
    EXPECT_EQ(serialization_message<api::GetItemRequest>(json), "Unexpected field type") << json;
  }
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"Key":[]})"),
            "Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"ExpressionAttributeNames":[]})"),
            "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>");
  EXPECT_EQ(serialization_message<api::QueryRequest>(R"({"QueryFilter":[]})"),
            "Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.Condition>");
}

TEST(RequestDecoderTypes, TellWhatIsNoStructure) {
  for (const std::string_view scalar : {R"("23")"sv, "true"sv, "23"sv, "34.56"sv}) {
    const std::string member = R"({"TimeToLiveSpecification":)" + std::string(scalar) + "}";
    EXPECT_EQ(serialization_message<api::UpdateTimeToLiveRequest>(member), "Unexpected field type");
    const std::string element = R"({"KeySchema":[)" + std::string(scalar) + "]}";
    EXPECT_EQ(serialization_message<api::CreateTableRequest>(element),
              "Unexpected value type in payload");
  }
  EXPECT_EQ(serialization_message<api::CreateTableRequest>(R"({"KeySchema":[[]]})"),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeySchemaElement");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"Key":{"a":"b"}})"),
            "Unexpected value type in payload");
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"Key":{"a":[]}})"),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue");
}

TEST(RequestDecoderTypes, AreToldBeforeLimits) {
  EXPECT_EQ(serialization_message<api::GetItemRequest>(R"({"TableName":"","Key":1})"),
            "Unexpected field type");
}

}  // namespace
}  // namespace partita::protocol
