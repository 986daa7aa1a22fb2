// Names for whole index keys: the album document's own helpers and queries, with lists as values.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/query.h"
#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

const std::string kExecution = "0b3c2f6e-3f0c-4f57-9d6b-6a1f2c9e8d10";

class TupleNames : public ModelsFixture {
 protected:
  TupleNames() {
    const auto wanted = shipped("album_workflow");
    apply(wanted);
    table_ = models_->get("album_workflow")->tables.front().name;
    EXPECT_EQ(put(table_, {{"entityType", "execution"},
                           {"executionId", kExecution},
                           {"workflowType", "step-functions"},
                           {"imageS3Key", "uploads/shelf.jpg"}}),
              "");
  }

  // What the document's createAlbumKey and createGSI2Key make of an album.
  Item album(int index) const {
    return {{"pk", kExecution},
            {"sk", "album-" + std::to_string(index)},
            {"GSI2PK", List{"step-functions", kExecution}},
            {"GSI2SK", List{"album", index}},
            {"entityType", "album"},
            {"executionId", kExecution},
            {"workflowType", "step-functions"},
            {"albumIndex", index},
            {"albumName", "Blue Train"},
            {"artist", "John Coltrane"},
            {"year", 1958}};
  }

  Result<api::QueryResponse> ask(const std::string& condition, const Item& values,
                                 const std::string& index = "GSI2") {
    api::QueryRequest request;
    request.table_name = table_;
    request.index_name = index;
    request.key_condition_expression = condition;
    request.expression_attribute_values = EncodedItem(values);
    return sync_wait(operations::query(context(), request));
  }

  std::vector<std::string> found(const std::string& condition, const Item& values) {
    const auto answer = ask(condition, values);
    std::vector<std::string> keys;
    if (!answer.ok()) return {answer.error().message()};
    for (std::size_t i = 0; i < answer->items->size(); ++i) {
      keys.emplace_back(answer->items->at(i).find("sk")->string());
    }
    return keys;
  }

  using Keys = std::vector<std::string>;
  const Value kPartition{List{"step-functions", kExecution}};
  std::string table_;
};

TEST_F(TupleNames, AreWrittenAsTheirAttributes) {
  Item item = album(1);
  item.erase("workflowType");
  ASSERT_EQ(put(table_, item), "");
  api::GetItemRequest request;
  request.table_name = table_;
  request.key = EncodedItem(Item{{"pk", kExecution}, {"sk", "album-1"}});
  const auto stored = sync_wait(operations::get_item(context(), request)).value();
  const Item read = stored.item->view().to_item();
  EXPECT_EQ(read.find("GSI2PK"), nullptr);
  EXPECT_EQ(read.find("GSI2SK"), nullptr);
  EXPECT_EQ(*read.find("workflowType"), Value("step-functions"));
  EXPECT_EQ(*read.find("sortValue"), Value(1));
}

TEST_F(TupleNames, MayNotContradictTheirAttributes) {
  Item item = album(1);
  item.set("GSI2SK", List{"album", 7});
  EXPECT_NE(put(table_, item)
                .find("Album.sortValue: 7 differs from albumIndex = 1; omit it to "
                      "have it set [M104]"),
            std::string::npos)
      << put(table_, item);
  item.set("GSI2SK", List{"album", 1});
  item.set("GSI2PK", List{"durable-functions", kExecution});
  EXPECT_NE(put(table_, item)
                .find("Album.GSI2PK: \"durable-functions\" differs from workflowType, "
                      "which is \"step-functions\"; omit it to have it set [M104]"),
            std::string::npos)
      << put(table_, item);
  item.erase("GSI2PK");
  item.set("GSI2SK", "album");
  EXPECT_NE(put(table_, item)
                .find("is no list of 2 values: it stands for [entityType, sortValue] "
                      "[M101]"),
            std::string::npos)
      << put(table_, item);
}

TEST_F(TupleNames, AreQueriedWithLists) {
  for (const int index : {1, 2, 10}) ASSERT_EQ(put(table_, album(index)), "");
  EXPECT_EQ(found("GSI2PK = :pk AND begins_with(GSI2SK, :sk)",
                  {{":pk", kPartition}, {":sk", List{"album"}}}),
            (Keys{"album-1", "album-2", "album-10"}));
  EXPECT_EQ(found("GSI2PK = :pk", {{":pk", kPartition}}),
            (Keys{"album-1", "album-2", "album-10", "metadata"}));
  EXPECT_EQ(
      found("GSI2PK = :pk AND GSI2SK = :sk", {{":pk", kPartition}, {":sk", List{"album", 2}}}),
      (Keys{"album-2"}));
  EXPECT_EQ(found("GSI2PK = :pk AND GSI2SK BETWEEN :from AND :to",
                  {{":pk", kPartition}, {":from", List{"album", 2}}, {":to", List{"album", 10}}}),
            (Keys{"album-2", "album-10"}));
  EXPECT_EQ(
      found("GSI2PK = :pk AND GSI2SK > :sk", {{":pk", kPartition}, {":sk", List{"album", 2}}}),
      (Keys{"album-10"}));
  EXPECT_EQ(found("GSI2PK = :pk AND entityType = :e", {{":pk", kPartition}, {":e", "album"}}),
            (Keys{"album-1", "album-2", "album-10"}));
}

TEST_F(TupleNames, WantListsOfTheRightLength) {
  const auto told = found("GSI2PK = :pk", {{":pk", List{"step-functions"}}});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("GSI2PK stands for the list [workflowType, executionId]"),
            std::string::npos)
      << told[0];
  EXPECT_FALSE(ask("begins_with(GSI2PK, :pk)", {{":pk", kPartition}}).ok());
  EXPECT_FALSE(ask("GSI2PK = :pk AND GSI2SK BETWEEN :from AND :to",
                   {{":pk", kPartition}, {":from", List{"album", 2}}, {":to", List{"zebra", 3}}})
                   .ok());
}

TEST_F(TupleNames, UseTheirPlaceholdersAsOtherNamesDo) {
  for (const int index : {1, 2}) ASSERT_EQ(put(table_, album(index)), "");
  api::QueryRequest request;
  request.table_name = table_;
  request.index_name = "GSI2";
  request.key_condition_expression = "#pk = :pk AND #sk >= :sk";
  request.filter_expression = "#n = :n";
  request.expression_attribute_names = {{"#pk", "GSI2PK"}, {"#sk", "GSI2SK"}, {"#n", "albumName"}};
  request.expression_attribute_values =
      EncodedItem(Item{{":pk", kPartition}, {":sk", List{"album", 2}}, {":n", "Blue Train"}});
  const auto answer = sync_wait(operations::query(context(), request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(answer->items->size(), 1U);

  request.expression_attribute_names->emplace_back("#unused", "x");
  const auto refused = sync_wait(operations::query(context(), request));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("unused in expressions: keys: {#unused}"),
            std::string::npos)
      << refused.error().message();
}

TEST_F(TupleNames, AreUnknownToOtherIndexes) {
  const auto answer = ask("GSI2PK = :pk", {{":pk", kPartition}}, "GSI1");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(
      answer.error().message(),
      "HASH key attributes workflowType, entityType must have equality conditions specified in "
      "the query");
}

}  // namespace
}  // namespace partita::registry
