#include "dynamodb/operations/scan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "read_fixture.h"

namespace partita::operations {
namespace {

using api::ScanRequest;
using api::Select;
using partita::testing::TableBuilder;

constexpr int kItemCount = 60;

class Scan : public ReadFixture {
 protected:
  Scan() {
    create(TableBuilder("T")
               .key("pk", 'S')
               .sort("sk", 'S')
               .local("lsi", {"n", 'N'})
               .keys_only()
               .global("gsi", {{"g", 'S'}})
               .keys_only()
               .build());
    for (int i = 0; i < kItemCount; ++i) {
      put("T", {{"pk", fmt::format("p{}", i / 2)},
                {"sk", fmt::format("s{}", i)},
                {"n", i % 3},
                {"g", fmt::format("g{}", i % 7)},
                {"data", fmt::format("d{}", i)}});
    }
  }

  static ScanRequest of(std::optional<std::string> index = std::nullopt) {
    ScanRequest request;
    request.table_name = "T";
    request.index_name = std::move(index);
    return request;
  }

  Texts all(const ScanRequest& request) {
    return paged_texts(request, "sk", [&](const ScanRequest& page) { return scan(page); });
  }
  Texts all_segments(ScanRequest request, int total) {
    Texts found;
    request.total_segments = total;
    for (request.segment = 0; *request.segment < total; ++*request.segment) {
      for (auto& text : all(request)) found.push_back(std::move(text));
    }
    return found;
  }
};

TEST_F(Scan, ReadsAllOfATableAndOfItsIndexes) {
  for (const auto& request : {of(), of("lsi"), of("gsi")}) {
    const Texts found = all(request);
    EXPECT_EQ(found.size(), kItemCount);
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), kItemCount);
  }
}

TEST_F(Scan, GivesEachItemOnceThroughPages) {
  for (auto request : {of(), of("lsi"), of("gsi")}) {
    const Texts at_once = all(request);
    for (const int limit : {1, 7, 60}) {
      request.limit = limit;
      EXPECT_EQ(all(request), at_once);
    }
  }
}

TEST_F(Scan, CoversEverythingOnceInSegments) {
  for (auto request : {of(), of("lsi"), of("gsi")}) {
    request.limit = 4;
    Texts at_once = all(request);
    std::sort(at_once.begin(), at_once.end());
    for (const int total : {1, 2, 5, 1'000}) {
      Texts found = all_segments(request, total);
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, at_once) << total;
    }
  }
}

TEST_F(Scan, FiltersAlsoByKeysAndByWhatAnIndexLacks) {
  auto request = of();
  request.filter_expression = "sk = :s";
  request.expression_attribute_values = input({{":s", "s7"}});
  const auto answer = scan(request);
  EXPECT_EQ(texts(answer, "data"), Texts{"d7"});
  EXPECT_EQ(answer->scanned_count, kItemCount);
  request = of("gsi");
  request.filter_expression = "attribute_exists(#d)";
  request.expression_attribute_names = api::Dictionary<std::string>{{"#d", "data"}};
  EXPECT_EQ(scan(request)->count, 0);
}

TEST_F(Scan, TakesLegacyParameters) {
  auto request = of();
  const api::ValueInput value(EncodedValue(Value("s7")));
  const api::ValueInput other(EncodedValue(Value("s8")));
  request.scan_filter = {{"sk", {{{value}}, api::ComparisonOperator::Eq}},
                         {"data", {{{other}}, api::ComparisonOperator::Contains}}};
  request.attributes_to_get = {"data"};
  EXPECT_EQ(scan(request)->count, 0);
  request.conditional_operator = api::ConditionalOperator::Or;
  EXPECT_EQ(texts(scan(request), "data"), Texts{"d7"});
}

TEST_F(Scan, ReachesBackFromALocalIndex) {
  auto request = of("lsi");
  request.select = Select::AllAttributes;
  request.limit = 3;
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  const auto answer = scan(request);
  const Texts data = texts(answer, "data");
  EXPECT_EQ(std::count(data.begin(), data.end(), "-"), 0);
  EXPECT_EQ(answer->consumed_capacity->capacity_units, 2);
  request.index_name = "gsi";
  EXPECT_EQ(problem(scan(request)),
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index gsi because its projection type is not ALL");
}

TEST_F(Scan, NeedsBothSegmentParameters) {
  auto request = of();
  request.segment = 0;
  EXPECT_EQ(problem(scan(request)),
            "The TotalSegments parameter is required but was not present in the request when "
            "Segment parameter is present");
  request.segment = std::nullopt;
  request.total_segments = 4;
  EXPECT_EQ(problem(scan(request)),
            "The Segment parameter is required but was not present in the request when parameter "
            "TotalSegments is present");
  request.segment = 4;
  EXPECT_EQ(problem(scan(request)),
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            "Segment: 4 is not less than TotalSegments: 4");
}

TEST_F(Scan, DoesNotStartInAnotherSegment) {
  auto request = of();
  request.total_segments = 2;
  request.segment = 1;
  request.limit = 1;
  const auto in_second = scan(request)->last_evaluated_key;
  ASSERT_TRUE(in_second);
  request.exclusive_start_key = api::ItemInput(*in_second);
  EXPECT_EQ(problem(scan(request)), "no problem");
  request.segment = 0;
  EXPECT_EQ(problem(scan(request)),
            "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
            "ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 0");
}

TEST_F(Scan, ChecksTheStartKey) {
  const auto told = [&](std::optional<std::string> index, const Item& start_key) {
    auto request = of(std::move(index));
    request.exclusive_start_key = input(start_key);
    return problem(scan(request));
  };
  const std::string mismatch = "The provided key element does not match the schema";
  const std::string invalid = "The provided starting key is invalid";
  EXPECT_EQ(told(std::nullopt, Item{}), invalid + ": " + mismatch);
  EXPECT_EQ(told(std::nullopt, {{"pk", "p"}, {"sk", 1}}), invalid + ": " + mismatch);
  EXPECT_EQ(told(std::nullopt, {{"pk", "p"}, {"sk", "s"}, {"n", 1}}), invalid + ": " + mismatch);
  EXPECT_EQ(told("gsi", {{"pk", "p"}, {"sk", "s"}}), invalid);
  EXPECT_EQ(told("gsi", {{"pk", "p"}, {"sk", "s"}, {"g", 1}}), mismatch);
  EXPECT_EQ(told("gsi", {{"pk", "p"}, {"sk", 1}, {"g", "g"}}), invalid + ": " + mismatch);
  EXPECT_EQ(told("none", Item{}), "The table does not have the specified index: none");
}

TEST_F(Scan, DoesNotFindATableThatIsNotThere) {
  auto request = of();
  request.table_name = "absent";
  EXPECT_EQ(scan(request).error().message(), "Requested resource not found");
  EXPECT_EQ(api::exception_of(scan(request).error()), api::Exception::ResourceNotFound);
}

}  // namespace
}  // namespace partita::operations
