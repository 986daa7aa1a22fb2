#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/api/exception.h"
#include "partita/api/put_item.h"
#include "partita/api/scan.h"
#include "wire/protocol/request_decoder.h"

namespace partita::protocol {
namespace {

using std::string_view_literals::operator""sv;

Result<api::PutItemRequest> put(std::string_view item) {
  return decode_request<api::PutItemRequest>(R"({"TableName":"t","Item":)" + std::string(item) +
                                             "}");
}

Result<api::PutItemRequest> put_value(std::string_view value) {
  return put(R"({"a":)" + std::string(value) + "}");
}

// What the item's problem is, or what else happened.
std::string problem_of(const Result<api::PutItemRequest>& request) {
  if (!request.ok()) return "failed: " + request.error().message();
  const auto& problem = request->item.problem();
  return problem ? problem->error.message() : "none";
}

std::string serialization_message(const Result<api::PutItemRequest>& request) {
  if (request.ok()) return "no error";
  if (api::exception_of(request.error()) != api::Exception::Serialization) return "another error";
  return request.error().message();
}

TEST(AttributeReader, ReadsEveryType) {
  const std::vector<std::pair<std::string_view, Value>> cases = {
      {R"({"S":"text"})", "text"},
      {R"({"S":""})", ""},
      {R"({"N":"-1.50"})", Number::parse("-1.5").value()},
      {R"({"B":"Yg=="})", Binary{"b"}},
      {R"({"B":""})", Binary{""}},
      {R"({"BOOL":true})", true},
      {R"({"BOOL":false})", false},
      {R"({"NULL":true})", nullptr},
      {R"({"L":[]})", List{}},
      {R"({"L":[{"N":"1"},{"L":[{"S":"a"}]}]})", List{1, List{"a"}}},
      {R"({"M":{}})", Map{}},
      {R"({"M":{"b":{"N":"1"},"a":{"NULL":true}}})", Map{{"b", 1}, {"a", nullptr}}},
      {R"({"SS":["b","a"]})", Value::string_set({"a", "b"}).value()},
      {R"({"NS":["10","9"]})", Value::number_set({9, 10}).value()},
      {R"({"BS":["Yg==",""]})", Value::binary_set({{"b"}, {""}}).value()},
  };
  for (const auto& [json, value] : cases) {
    const auto request = put_value(json);
    ASSERT_EQ(problem_of(request), "none") << json;
    EXPECT_EQ(request->item.view().to_item(), (Item{{"a", value}})) << json;
  }
}

TEST(AttributeReader, ReadsTheEmptyItem) {
  const auto request = put("{}");
  ASSERT_EQ(problem_of(request), "none");
  EXPECT_EQ(request->item.view().to_item(), Item{});
}

TEST(AttributeReader, GivesEqualItemsEqualBytes) {
  const auto first = put(R"({"b":{"N":"1.0"},"a":{"SS":["y","x"]}})");
  const auto second = put(R"({"a":{"SS":["x","y"]},"b":{"N":"1"}})");
  EXPECT_EQ(first->item.item(), second->item.item());
}

TEST(AttributeReader, IgnoresUnknownAndNullTypes) {
  const auto request = put_value(R"({"X":[1],"N":null,"S":"a"})");
  ASSERT_EQ(problem_of(request), "none");
  EXPECT_EQ(request->item.view().find("a")->string(), "a");
}

TEST(AttributeReader, KeepsTheProblemOfAValue) {
  constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
  const std::string invalid(kInvalid);
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"{}",
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {"null",
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {R"({"X":1})",
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {R"({"S":"a","N":"1"})",
       "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
       "supported datatypes"},
      {R"({"SS":[]})", invalid + "An string set  may not be empty"},
      {R"({"NS":[]})", invalid + "An number set  may not be empty"},
      {R"({"BS":[]})", invalid + "Binary sets should not be empty"},
      {R"({"S":"a","N":"dog"})", "The parameter cannot be converted to a numeric value: dog"},
      {R"({"S":"a","L":[{"N":"1"}]})",
       "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
       "supported datatypes"},
      {R"({"SS":["a","a"]})", invalid + R"(Input collection ["a", "a"] contains duplicates.)"},
      {R"({"NS":["1","1.0"]})", invalid + "Input collection contains duplicates."},
      {R"({"BS":["Yg==","Yg=="]})",
       invalid + R"(Input collection ["Yg==","Yg=="]of type BS contains duplicates.)"},
      {R"({"SS":["a",null]})", invalid + "An string set  may not have a null string as a member"},
      {R"({"NULL":false})", invalid + "Null attribute value types must have the value of true"},
      {R"({"N":"dog"})", "The parameter cannot be converted to a numeric value: dog"},
      {R"({"N":""})", "The parameter cannot be converted to a numeric value: "},
      {R"({"NS":["1","dog"]})", "The parameter cannot be converted to a numeric value: dog"},
      {R"({"N":"1e126"})",
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {R"({"N":"1e-131"})",
       "Number underflow. Attempting to store a number with magnitude smaller than supported "
       "range"},
      {R"({"N":"123456789012345678901234567890123456789"})",
       "Attempting to store more than 38 significant digits in a Number"},
      {R"({"M":{"":{"S":"a"}}})", invalid + "Empty attribute name"},
  };
  for (const auto& [json, message] : cases) EXPECT_EQ(problem_of(put_value(json)), message) << json;
}

TEST(AttributeReader, TellsTheProblemOfAValueWithinAnother) {
  for (const std::string_view json :
       {R"({"L":[{"S":"a"},{"SS":[]}]})"sv, R"({"M":{"m":{"SS":[]},"n":{"S":"x"}}})"sv}) {
    EXPECT_EQ(problem_of(put_value(json)),
              "One or more parameter values were invalid: An string set  may not be empty");
  }
}

TEST(AttributeReader, NamesTheAttributeAtTheTopThatHasTheFirstProblem) {
  const auto request =
      put(R"({"a":{"S":"x"},"b":{"M":{"m":{"SS":["x","x"]}}},"c":{"N":"dog"},"d":{"S":"y"}})");
  ASSERT_TRUE(request.ok());
  ASSERT_TRUE(request->item.problem());
  EXPECT_EQ(request->item.problem()->attribute, "b");
  EXPECT_EQ(request->item.check().error().message(),
            R"(One or more parameter values were invalid: Input collection ["x", "x"] contains )"
            "duplicates.");
}

TEST(AttributeReader, ForgetsTheProblemOfTheItemBefore) {
  EXPECT_NE(problem_of(put_value(R"({"N":"dog"})")), "none");
  EXPECT_EQ(problem_of(put_value(R"({"N":"1"})")), "none");
}

TEST(AttributeReader, TellsANameThatIsTooLong) {
  const std::string longest(65'535, 'n');
  EXPECT_EQ(problem_of(put(R"({")" + longest + R"(":{"S":"a"}})")), "none");
  EXPECT_EQ(problem_of(put(R"({")" + longest + R"(n":{"S":"a"}})")),
            "1 validation error detected: Attribute name is too large, must be less than 65536 "
            "bytes");
}

std::string wrapped(int levels, std::string_view open, std::string_view close) {
  std::string json;
  for (int i = 0; i < levels; ++i) json += open;
  json += R"({"S":"a"})";
  for (int i = 0; i < levels; ++i) json += close;
  return json;
}

TEST(AttributeReader, TakesThirtyOneListsOrMapsAndNoMore) {
  constexpr std::string_view kTooDeep =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit";
  EXPECT_EQ(problem_of(put_value(wrapped(31, R"({"L":[)", "]}"))), "none");
  EXPECT_EQ(problem_of(put_value(wrapped(32, R"({"L":[)", "]}"))), kTooDeep);
  EXPECT_EQ(problem_of(put_value(wrapped(31, R"({"M":{"m":)", "}}"))), "none");
  EXPECT_EQ(problem_of(put_value(wrapped(32, R"({"M":{"m":)", "}}"))), kTooDeep);
  EXPECT_EQ(problem_of(put_value(wrapped(48, R"({"M":{"m":)", "}}"))), kTooDeep);
}

TEST(AttributeReader, RefusesItemsBeyondTheLevelsOfJson) {
  EXPECT_EQ(problem_of(put_value(wrapped(198, R"({"M":{"m":)", "}}"))),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
  EXPECT_EQ(serialization_message(put_value(wrapped(200, R"({"M":{"m":)", "}}"))), "");
}

TEST(AttributeReader, RefusesNamesThatComeTwice) {
  EXPECT_EQ(serialization_message(put(R"({"a":{"S":"x"},"b":{"S":"y"},"a":{"S":"z"}})")),
            "Duplicate attribute name: a");
  EXPECT_EQ(serialization_message(put_value(R"({"M":{"m":{"S":"x"},"m":{"S":"y"}}})")),
            "Duplicate attribute name: m");
  EXPECT_EQ(serialization_message(put_value(R"({"S":"a","S":"b"})")), "Duplicate member name: S");
}

TEST(AttributeReader, RefusesWrongJsonTypes) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {R"({"S":1})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"N":123})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"N":1.5})", "DECIMAL_VALUE cannot be converted to String"},
      {R"({"B":1})", "only base-64-encoded strings are convertible to bytes"},
      {R"({"B":true})", "only base-64-encoded strings are convertible to bytes"},
      {R"({"B":[]})", "Unrecognized collection type class java.nio.ByteBuffer"},
      {R"({"B":{}})", "Start of structure or map found where not expected"},
      {R"({"BOOL":1})", "NUMBER_VALUE cannot be converted to Boolean"},
      {R"({"NULL":"x"})", "Unexpected token received from parser"},
      {R"({"SS":"a"})", "Unexpected field type"},
      {R"({"SS":{}})", "Start of structure or map found where not expected"},
      {R"({"SS":[1]})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"BS":[1]})", "only base-64-encoded strings are convertible to bytes"},
      {R"({"L":"a"})", "Unexpected field type"},
      {R"({"L":[1]})", "Unexpected value type in payload"},
      {R"({"M":1})", "Unexpected field type"},
      {R"({"M":{"m":"a"}})", "Unexpected value type in payload"},
  };
  for (const auto& [json, message] : cases) {
    EXPECT_EQ(serialization_message(put_value(json)), message) << json;
  }
}

TEST(AttributeReader, RefusesWhatIsNoBase64) {
  EXPECT_EQ(serialization_message(put_value(R"({"B":"23456"})")),
            "Base64 encoded length is expected a multiple of 4 bytes but found: 5");
  EXPECT_EQ(serialization_message(put_value(R"({"B":"+/+="})")),
            "Invalid last non-pad Base64 character dectected");
  EXPECT_NE(serialization_message(put_value(R"({"BS":["!!!!"]})")), "no error");
}

TEST(AttributeReader, TellsWrongJsonBehindAProblem) {
  EXPECT_EQ(serialization_message(put(R"({"a":{"N":"dog"},"b":{"S":1}})")),
            "NUMBER_VALUE cannot be converted to String");
}

TEST(AttributeReader, ReadsLoneValues) {
  const auto request = decode_request<api::ScanRequest>(
      R"({"TableName":"t","ScanFilter":{"a":{"ComparisonOperator":"IN","AttributeValueList":)"
      R"([{"S":"x"},{"NS":["2","1"]},{"N":"dog"}]}}})");
  ASSERT_TRUE(request.ok()) << request.error().to_string();
  const auto& values = *request->scan_filter->at(0).second.attribute_value_list;
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].view().string(), "x");
  EXPECT_EQ(values[1].view().to_value(), Value::number_set({1, 2}).value());
  EXPECT_EQ(values[2].check().error().message(),
            "The parameter cannot be converted to a numeric value: dog");
}

}  // namespace
}  // namespace partita::protocol
