#include "dynamodb/operations/query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "read_fixture.h"

namespace partita::operations {
namespace {

using api::QueryRequest;
using api::ReturnConsumedCapacity;
using api::Select;
using partita::testing::TableBuilder;

class Query : public ReadFixture {
 protected:
  Query() {
    create(TableBuilder("T")
               .key("pk", 'S')
               .sort("sk", 'S')
               .local("lsi", {"n", 'N'})
               .include({"kept"})
               .global("gsi", {{"g", 'S'}}, {{"n", 'N'}})
               .include({"kept"})
               .build());
    create(TableBuilder("hash-only").key("pk", 'S').build());
    create(TableBuilder("numbers").key("pk", 'S').sort("n", 'N').build());
  }

  void fill(int count) {
    for (int i = 0; i < count; ++i) {
      put("T", {{"pk", "p"},
                {"sk", fmt::format("{:03}", i)},
                {"n", i / 2},
                {"g", "g"},
                {"kept", fmt::format("k{}", i)},
                {"lost", fmt::format("l{}", i)}});
    }
  }

  static QueryRequest of(std::string condition, const Item& values) {
    QueryRequest request;
    request.table_name = "T";
    request.key_condition_expression = std::move(condition);
    request.expression_attribute_values = input(values);
    return request;
  }
  static QueryRequest of_partition() { return of("pk = :p", {{":p", "p"}}); }
  static QueryRequest of_index(std::string name) {
    const bool is_global = name == "gsi";
    const Item values{{":p", is_global ? "g" : "p"}};
    QueryRequest request = of(is_global ? "g = :p" : "pk = :p", values);
    request.index_name = std::move(name);
    return request;
  }
};

TEST_F(Query, AnswersInTheOrderOfTheSortKey) {
  fill(3);
  const auto answer = query(of_partition());
  EXPECT_EQ(texts(answer, "sk"), (Texts{"000", "001", "002"}));
  EXPECT_EQ(answer->count, 3);
  EXPECT_EQ(answer->scanned_count, 3);
  EXPECT_FALSE(answer->last_evaluated_key);
  EXPECT_FALSE(answer->consumed_capacity);
}

TEST_F(Query, AnswersBackwardIfAsked) {
  fill(3);
  auto request = of_partition();
  request.scan_index_forward = false;
  EXPECT_EQ(texts(query(request), "sk"), (Texts{"002", "001", "000"}));
}

TEST_F(Query, FindsATableByItsArn) {
  fill(1);
  auto request = of_partition();
  request.table_name = "arn:aws:dynamodb:us-east-1:000000000000:table/T";
  EXPECT_EQ(texts(query(request), "sk"), Texts{"000"});
}

TEST_F(Query, GivesEachItemOnceThroughPagesOfTableAndIndexes) {
  fill(9);
  const auto read = [&](const QueryRequest& request) { return query(request); };
  for (auto request : {of_partition(), of_index("lsi"), of_index("gsi")}) {
    for (const bool forward : {true, false}) {
      request.scan_index_forward = forward;
      request.limit = std::nullopt;
      const Texts all = texts(query(request), "sk");
      ASSERT_EQ(all.size(), 9U);
      request.limit = 2;
      EXPECT_EQ(paged_texts(request, "sk", read), all);
    }
  }
}

TEST_F(Query, StartsBehindAKeyThatNeverWas) {
  fill(3);
  auto request = of_partition();
  request.exclusive_start_key = input({{"pk", "p"}, {"sk", "0005"}});
  EXPECT_EQ(texts(query(request), "sk"), (Texts{"001", "002"}));
}

TEST_F(Query, FiltersAfterTheLimit) {
  fill(4);
  auto request = of("pk = :p", {{":p", "p"}, {":k", "k3"}});
  request.filter_expression = "kept = :k";
  request.limit = 3;
  const auto answer = query(request);
  EXPECT_EQ(answer->count, 0);
  EXPECT_EQ(answer->scanned_count, 3);
  EXPECT_TRUE(answer->last_evaluated_key);
}

TEST_F(Query, CountsWithoutItems) {
  fill(4);
  auto request = of_partition();
  request.select = Select::Count;
  const auto answer = query(request);
  EXPECT_EQ(answer->count, 4);
  EXPECT_FALSE(answer->items);
}

TEST_F(Query, TakesLegacyParameters) {
  fill(4);
  QueryRequest request;
  request.table_name = "T";
  const auto value = [](const Value& of) { return api::ValueInput(EncodedValue(of)); };
  using api::ComparisonOperator;
  request.key_conditions = {{"pk", {{{value("p")}}, ComparisonOperator::Eq}},
                            {"sk", {{{value("001")}}, ComparisonOperator::Ge}}};
  request.query_filter = {{"kept", {{{value("k2")}}, ComparisonOperator::Ne}}};
  request.attributes_to_get = {"sk"};
  const auto answer = query(request);
  EXPECT_EQ(texts(answer, "sk"), (Texts{"001", "003"}));
  EXPECT_EQ(texts(answer, "kept"), (Texts{"-", "-"}));
}

TEST_F(Query, ShowsOfAnIndexWhatItProjects) {
  fill(1);
  for (const char* index : {"lsi", "gsi"}) {
    const auto answer = query(of_index(index));
    EXPECT_EQ(texts(answer, "kept"), Texts{"k0"}) << index;
    EXPECT_EQ(texts(answer, "lost"), Texts{"-"}) << index;
  }
}

TEST_F(Query, ReachesBackFromALocalIndexForWhatItLacks) {
  fill(2);
  auto all = of_index("lsi");
  all.select = Select::AllAttributes;
  EXPECT_EQ(texts(query(all), "lost"), (Texts{"l0", "l1"}));
  auto some = of_index("lsi");
  some.projection_expression = "lost";
  some.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
  const auto answer = query(some);
  EXPECT_EQ(texts(answer, "lost"), (Texts{"l0", "l1"}));
  EXPECT_EQ(answer->consumed_capacity->capacity_units, 1.5);
  EXPECT_EQ(answer->consumed_capacity->table->capacity_units, 1.0);
  EXPECT_EQ((*answer->consumed_capacity->local_secondary_indexes)[0].second.capacity_units, 0.5);
}

TEST_F(Query, ReadsOnlyTheLocalIndexForWhatItHas) {
  fill(2);
  auto request = of_index("lsi");
  request.projection_expression = "kept";
  request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  const auto answer = query(request);
  EXPECT_EQ(answer->consumed_capacity->capacity_units, 0.5);
  EXPECT_FALSE(answer->consumed_capacity->table);
}

TEST_F(Query, ChargesAConsistentReadTwice) {
  fill(2);
  auto request = of_partition();
  request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
  EXPECT_EQ(query(request)->consumed_capacity->capacity_units, 0.5);
  request.consistent_read = true;
  const auto answer = query(request);
  EXPECT_EQ(answer->consumed_capacity->capacity_units, 1);
  EXPECT_EQ(answer->consumed_capacity->table->capacity_units, 1);
  EXPECT_FALSE(answer->consumed_capacity->global_secondary_indexes);
}

TEST_F(Query, ChargesAGlobalIndexUnderItsName) {
  fill(2);
  auto request = of_index("gsi");
  request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
  const auto answer = query(request);
  EXPECT_EQ(answer->consumed_capacity->table->capacity_units, 0);
  const auto& indexes = *answer->consumed_capacity->global_secondary_indexes;
  EXPECT_EQ(indexes[0].first, "gsi");
  EXPECT_EQ(indexes[0].second.capacity_units, 0.5);
}

TEST_F(Query, DoesNotFindTablesThatAreMadeOrDeleted) {
  auto request = of_partition();
  request.table_name = "absent";
  EXPECT_EQ(query(request).error().message(), "Requested resource not found");
  for (const auto state : {catalog::TableState::Creating, catalog::TableState::Deleting}) {
    const auto edit = [&](const catalog::Table& table) -> Result<catalog::Table> {
      catalog::Table changed = table;
      changed.state = state;
      return changed;
    };
    ASSERT_TRUE(sync_wait(catalog_->change("T", edit)).ok());
    EXPECT_EQ(api::exception_of(query(of_partition()).error()), api::Exception::ResourceNotFound);
  }
}

TEST_F(Query, NeedsAnIndexThatIsThereAndFilled) {
  EXPECT_EQ(problem(query(of_index("none"))), "The table does not have the specified index: none");
  const auto edit = [](const catalog::Table& table) -> Result<catalog::Table> {
    catalog::Table changed = table;
    changed.indexes[1].state = catalog::IndexState::Creating;
    return changed;
  };
  ASSERT_TRUE(sync_wait(catalog_->change("T", edit)).ok());
  EXPECT_EQ(problem(query(of_index("gsi"))),
            "Cannot read from backfilling global secondary index: gsi");
}

TEST_F(Query, ReadsNoGlobalIndexConsistently) {
  auto request = of_index("gsi");
  request.consistent_read = true;
  EXPECT_EQ(problem(query(request)),
            "Consistent reads are not supported on global secondary indexes");
  request = of_index("lsi");
  request.consistent_read = true;
  EXPECT_EQ(problem(query(request)), "no problem");
}

TEST_F(Query, ChecksThatSelectFitsTheRest) {
  const auto told = [&](Select select, std::optional<std::string> projection) {
    auto request = of_partition();
    request.select = select;
    request.projection_expression = std::move(projection);
    return problem(query(request));
  };
  const std::string envelope = "1 validation error detected: ";
  EXPECT_EQ(told(Select::SpecificAttributes, std::nullopt),
            envelope +
                "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
                "SPECIFIC_ATTRIBUTES");
  EXPECT_EQ(told(Select::SpecificAttributes, "sk"), "no problem");
  EXPECT_EQ(
      told(Select::AllAttributes, "sk"),
      envelope + "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
  EXPECT_EQ(
      told(Select::Count, "sk"),
      envelope + "Cannot specify the ProjectionExpression when choosing to get only the Count");
  EXPECT_EQ(
      told(Select::AllProjectedAttributes, std::nullopt),
      envelope + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
}

TEST_F(Query, GetsFromAGlobalIndexOnlyWhatItProjects) {
  auto request = of_index("gsi");
  request.select = Select::AllAttributes;
  EXPECT_EQ(problem(query(request)),
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index gsi because its projection type is not ALL");
  request = of_index("gsi");
  request.projection_expression = "lost, kept, absent";
  EXPECT_EQ(problem(query(request)),
            "One or more parameter values were invalid: Global secondary index gsi does not "
            "project [lost, absent]");
}

TEST_F(Query, FiltersAnIndexOnlyByWhatItProjects) {
  for (const char* index : {"lsi", "gsi"}) {
    auto request = of_index(index);
    request.filter_expression = "attribute_exists(lost)";
    EXPECT_EQ(problem(query(request)),
              fmt::format("One or more parameter values were invalid: Secondary index {} does not "
                          "project one or more filter attributes: [lost]",
                          index));
  }
}

TEST_F(Query, DoesNotFilterByItsOwnKey) {
  auto request = of_partition();
  request.filter_expression = "attribute_exists(sk)";
  EXPECT_EQ(problem(query(request)),
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
            "sk");
  request = of_index("gsi");
  request.filter_expression = "attribute_exists(pk)";
  EXPECT_EQ(problem(query(request)), "no problem");
}

TEST_F(Query, TakesKeysForScalars) {
  auto request = of_partition();
  request.projection_expression = "sk.part";
  EXPECT_EQ(problem(query(request)),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: Key: sk");
  request = of_partition();
  request.filter_expression = "attribute_exists(g[0])";
  EXPECT_EQ(problem(query(request)),
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
            "allowed: IndexKey: g");
}

TEST_F(Query, NeedsAKeyCondition) {
  QueryRequest request;
  request.table_name = "absent";
  EXPECT_EQ(problem(query(request)),
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
            "request.");
  request.conditional_operator = api::ConditionalOperator::And;
  EXPECT_EQ(problem(query(request)),
            "ConditionalOperator cannot be used without Filter or Expected");
}

TEST_F(Query, MayMixKeyConditionsWithOtherExpressions) {
  fill(1);
  QueryRequest request;
  request.table_name = "T";
  const api::ValueInput partition(EncodedValue(Value("p")));
  request.key_conditions = {{"pk", {{{partition}}, api::ComparisonOperator::Eq}}};
  request.projection_expression = "sk";
  EXPECT_EQ(texts(query(request), "sk"), Texts{"000"});
  request.key_condition_expression = "pk = :p";
  request.expression_attribute_values = input({{":p", "p"}});
  EXPECT_EQ(problem(query(request)),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {KeyConditions} Expression parameters: "
            "{ProjectionExpression, KeyConditionExpression}");
}

TEST_F(Query, ChecksWhatTheConditionAsksOfTheKey) {
  const auto told = [&](const char* table, std::string condition, const Item& values) {
    auto request = of(std::move(condition), values);
    request.table_name = table;
    return problem(query(request));
  };
  EXPECT_EQ(told("T", "sk = :v", {{":v", "x"}}), "Query condition missed key schema element: pk");
  EXPECT_EQ(told("T", "pk > :v", {{":v", "x"}}), "Query key condition not supported");
  EXPECT_EQ(told("T", "pk = :v AND kept = :v", {{":v", "x"}}),
            "Query condition missed key schema element: sk");
  EXPECT_EQ(told("T", "pk = :v AND sk = :v AND kept = :v", {{":v", "x"}}),
            "The number of query conditions (3) exceeds the number of key attributes defined in "
            "the schema (2)");
  const std::string wrong_type =
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type";
  EXPECT_EQ(told("T", "pk > :v", {{":v", 1}}), wrong_type);
  EXPECT_EQ(told("numbers", "pk = :p AND begins_with(n, :v)", {{":p", "p"}, {":v", "x"}}),
            wrong_type);
  EXPECT_EQ(
      told("numbers", "pk = :p AND n BETWEEN :a AND :b", {{":p", "p"}, {":a", "x"}, {":b", "y"}}),
      wrong_type);
}

TEST_F(Query, LooksAtTheOperandsBeforeTheTable) {
  auto request = of("pk = :p AND begins_with(sk, :n)", {{":p", "p"}, {":n", 1}});
  request.table_name = "absent";
  EXPECT_EQ(problem(query(request)),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: begins_with, operand type: N");
}

TEST_F(Query, ChecksTheSizeOfKeyValues) {
  const auto told = [&](const Value& partition, const Value& sort) {
    return problem(query(of("pk = :p AND sk > :s", {{":p", partition}, {":s", sort}})));
  };
  EXPECT_EQ(told(std::string(2048, 'x'), std::string(1024, 'x')), "no problem");
  EXPECT_EQ(told(std::string(2049, 'x'), "s"),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(told("p", std::string(1025, 'x')),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
  EXPECT_EQ(told("", "s"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
}

TEST_F(Query, TellsOfLegacyConditionsThatNoKeyAnswers) {
  QueryRequest request;
  request.table_name = "T";
  request.key_conditions = {{"pk", {std::nullopt, api::ComparisonOperator::Null}}};
  EXPECT_EQ(problem(query(request)),
            "Attempted conditional constraint is not an indexable operation");
  request.key_conditions = {{"other", {std::nullopt, api::ComparisonOperator::Null}}};
  EXPECT_EQ(problem(query(request)), "Query condition missed key schema element: pk");
  request.table_name = "absent";
  EXPECT_EQ(query(request).error().message(), "Requested resource not found");
  request.key_conditions = api::Dictionary<api::Condition>{};
  EXPECT_EQ(problem(query(request)), "Conditions can be of length 1 or 2 only");
}

class QueryStartKey : public Query {
 protected:
  std::string told(QueryRequest request, const Item& start_key) {
    request.exclusive_start_key = input(start_key);
    return problem(query(request));
  }
};

TEST_F(QueryStartKey, HasExactlyTheAttributesOfAPosition) {
  const std::string invalid = "The provided starting key is invalid";
  EXPECT_EQ(told(of_partition(), Item{}), invalid);
  EXPECT_EQ(told(of_partition(), {{"pk", "p"}}), invalid);
  EXPECT_EQ(told(of_partition(), {{"pk", "p"}, {"other", "x"}}), invalid);
  EXPECT_EQ(told(of_partition(), {{"pk", "p"}, {"sk", "x"}, {"n", 1}}), invalid);
  EXPECT_EQ(told(of_index("gsi"), {{"pk", "p"}, {"sk", "x"}, {"g", "g"}}), invalid);
  EXPECT_EQ(told(of_index("gsi"), {{"pk", "p"}, {"sk", "x"}, {"g", "g"}, {"n", 1}}), "no problem");
}

TEST_F(QueryStartKey, HasTheTypesOfTheKeys) {
  const std::string invalid = "The provided starting key is invalid";
  EXPECT_EQ(told(of_partition(), {{"pk", 1}, {"sk", "x"}}), invalid);
  EXPECT_EQ(told(of_partition(), {{"pk", "p"}, {"sk", 1}}), invalid);
  EXPECT_EQ(told(of_index("gsi"), {{"pk", "p"}, {"sk", "x"}, {"g", "g"}, {"n", "1"}}), invalid);
  EXPECT_EQ(told(of_index("gsi"), {{"pk", 1}, {"sk", "x"}, {"g", "g"}, {"n", 1}}), invalid);
}

TEST_F(QueryStartKey, LiesWhereTheQueryCanCome) {
  EXPECT_EQ(told(of_partition(), {{"pk", "other"}, {"sk", "x"}}),
            "The provided starting key is outside query boundaries based on provided conditions");
  const auto above = of("pk = :p AND sk > :s", {{":p", "p"}, {":s", "m"}});
  EXPECT_EQ(told(above, {{"pk", "p"}, {"sk", "a"}}),
            "The provided starting key does not match the range key predicate");
  EXPECT_EQ(told(above, {{"pk", "other"}, {"sk", "x"}}),
            "The query can return at most one row and cannot be restarted");
  EXPECT_EQ(told(above, {{"pk", "p"}, {"sk", "x"}}), "no problem");
}

TEST_F(QueryStartKey, HasValuesOfKeys) {
  EXPECT_EQ(told(of_partition(), {{"pk", "p"}, {"sk", ""}}),
            "The provided starting key is invalid: One or more parameter values are not valid. The "
            "AttributeValue for a key attribute cannot contain an empty string value. Key: sk");
}

TEST_F(QueryStartKey, TellsOfBadValuesBeforeTheTable) {
  auto request = of_partition();
  request.table_name = "absent";
  request.exclusive_start_key =
      api::ItemInput(api::InputProblem{"pk", Error::invalid_argument("Supplied AttributeValue x")});
  EXPECT_EQ(problem(query(request)),
            "The provided starting key is invalid: Supplied AttributeValue x");
  request.exclusive_start_key =
      api::ItemInput(api::InputProblem{"pk", Error::invalid_argument("Number overflow")});
  EXPECT_EQ(problem(query(request)), "Number overflow");
}

}  // namespace
}  // namespace partita::operations
