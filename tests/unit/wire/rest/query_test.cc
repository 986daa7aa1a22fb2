#include "wire/rest/query.h"

#include <gtest/gtest.h>

#include "modelled/serving/failure.h"

namespace partita::rest {
namespace {

// What a client is told, or "" if the query is fine.
std::string query_complaint(std::string_view query) {
  const auto parsed = RestQuery::parse(query);
  if (parsed.ok()) return {};
  EXPECT_EQ(serving::failure_of(parsed.error())->kind, serving::FailureKind::BadArgument);
  return parsed.error().message();
}

TEST(RestQuery, DecodesNamesAndValues) {
  const auto query = RestQuery::parse("name=Ravi+Shankar&t%3D=%2B1&empty=&bare").value();
  EXPECT_EQ(*query.find("name"), "Ravi Shankar");
  EXPECT_EQ(*query.find("t="), "+1");
  EXPECT_EQ(*query.find("empty"), "");
  EXPECT_EQ(*query.find("bare"), "");
  EXPECT_EQ(query.find("other"), nullptr);
}

TEST(RestQuery, LeavesOutWhatSignsTheUrl) {
  const auto query = RestQuery::parse("a=1&X-Amz-Signature=00&X-Amz-Date=x").value();
  EXPECT_EQ(query.all().size(), 1U);
}

TEST(RestQuery, SaysWhatIsWrong) {
  EXPECT_EQ(query_complaint("a=1&b=2"), "");
  EXPECT_EQ(query_complaint("a=1&a=1"), "parameter `a` is given twice");
  EXPECT_EQ(query_complaint("a=%FF"), "the query string is not UTF-8 once decoded");
  EXPECT_NE(query_complaint("a=" + std::string(9000, 'x')).find("8192"), std::string::npos);
  std::string many;
  for (int i = 0; i < 70; ++i) many += "&p" + std::to_string(i) + "=1";
  EXPECT_NE(query_complaint(many).find("64"), std::string::npos);
}

TEST(RestQuery, GivesUpNumbersAndFlags) {
  auto query = RestQuery::parse("limit=20&typed=1&bad=7x&odd=maybe").value();
  EXPECT_EQ(query.take_count("limit").value(), 20);
  EXPECT_EQ(query.take_count("limit").value(), std::nullopt);
  EXPECT_TRUE(query.take_flag("typed").value());
  EXPECT_FALSE(query.take_flag("typed").value());
  EXPECT_EQ(query.take_count("bad").error().message(), "`bad` is a whole number, not `7x`");
  EXPECT_EQ(query.take_flag("odd").error().message(), "`odd` is 1 or 0, not `maybe`");
  EXPECT_TRUE(query.all().empty());
}

}  // namespace
}  // namespace partita::rest
