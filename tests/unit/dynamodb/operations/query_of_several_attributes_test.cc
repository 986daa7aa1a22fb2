// Queries on an index whose key has several attributes.
#include <gtest/gtest.h>

#include <string>

#include "dynamodb/operations/query.h"
#include "read_fixture.h"

namespace partita::operations {
namespace {

using api::QueryRequest;
using partita::testing::TableBuilder;

class QueryOfSeveralAttributes : public ReadFixture {
 protected:
  QueryOfSeveralAttributes() {
    create(TableBuilder("T")
               .key("pk", 'S')
               .global("index", {{"h", 'S'}, {"i", 'N'}}, {{"a", 'S'}, {"b", 'S'}, {"c", 'N'}})
               .build());
    add("p1", "live", "b", 1);
    add("p2", "live", "a", 10);
    add("p3", "live", "a", 9);
    add("p4", "draft", "c", 1);
    put("T", {{"pk", "p5"}, {"h", "h"}, {"i", 1}, {"a", "live"}, {"b", "a"}});
  }

  void add(const char* pk, const char* a, const char* b, int c) {
    put("T", {{"pk", pk}, {"h", "h"}, {"i", 1}, {"a", a}, {"b", b}, {"c", c}});
  }

  QueryRequest of(std::string sort) {
    QueryRequest request;
    request.table_name = "T";
    request.index_name = "index";
    request.key_condition_expression = "h = :h AND i = :i" + sort;
    const Item all{{":h", "h"}, {":i", 1}, {":a", "live"}, {":b", "a"}, {":c", 9}};
    Item used;
    for (const auto& [name, value] : all) {
      if (request.key_condition_expression->find(name) != std::string::npos) used.set(name, value);
    }
    request.expression_attribute_values = input(used);
    return request;
  }
  Texts found(std::string sort) { return texts(query(of(std::move(sort))), "pk"); }
};

TEST_F(QueryOfSeveralAttributes, AnswersInTheOrderOfAllOfThem) {
  EXPECT_EQ(found(""), (Texts{"p4", "p3", "p2", "p1"}));
  auto backward = of("");
  backward.scan_index_forward = false;
  EXPECT_EQ(texts(query(backward), "pk"), (Texts{"p1", "p2", "p3", "p4"}));
}

TEST_F(QueryOfSeveralAttributes, TakesEqualitiesFromTheLeftAndOneRange) {
  EXPECT_EQ(found(" AND a = :a"), (Texts{"p3", "p2", "p1"}));
  EXPECT_EQ(found(" AND b = :b AND a = :a"), (Texts{"p3", "p2"}));
  EXPECT_EQ(found(" AND a = :a AND b > :b"), Texts{"p1"});
  EXPECT_EQ(found(" AND a = :a AND b = :b AND c > :c"), Texts{"p2"});
  EXPECT_EQ(found(" AND a < :a"), Texts{"p4"});
}

TEST_F(QueryOfSeveralAttributes, RefusesGapsAndEarlyRanges) {
  EXPECT_EQ(problem(query(of(" AND b = :b"))),
            "RANGE key attributes a must have equality conditions specified in the query because a "
            "condition is present on key attribute b");
  EXPECT_EQ(problem(query(of(" AND a > :a AND b = :b"))),
            "RANGE key attributes a must have equality conditions specified in the query because a "
            "condition is present on key attribute b");
}

TEST_F(QueryOfSeveralAttributes, PagesWithTheKeysOfBoth) {
  auto request = of("");
  request.limit = 1;
  Texts paged;
  for (int pages = 0; pages < 6; ++pages) {
    const auto answer = query(request);
    for (auto& text : texts(answer, "pk")) paged.push_back(text);
    if (!answer->last_evaluated_key) break;
    EXPECT_EQ(answer->last_evaluated_key->view().attributes().size(), 6U);
    request.exclusive_start_key = api::ItemInput(*answer->last_evaluated_key);
  }
  EXPECT_EQ(paged, (Texts{"p4", "p3", "p2", "p1"}));
}

TEST_F(QueryOfSeveralAttributes, RestartsOnlyWithinItsConditions) {
  auto request = of(" AND a = :a AND b = :b");
  request.exclusive_start_key =
      input({{"pk", "p1"}, {"h", "h"}, {"i", 1}, {"a", "live"}, {"b", "b"}, {"c", 1}});
  EXPECT_EQ(problem(query(request)),
            "The provided starting key does not match the range key predicate");
}

TEST_F(QueryOfSeveralAttributes, DoesNotFilterByAnyOfThem) {
  auto request = of("");
  request.filter_expression = "attribute_exists(c)";
  EXPECT_EQ(problem(query(request)),
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
            "c");
}

}  // namespace
}  // namespace partita::operations
