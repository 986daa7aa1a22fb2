#include "wire/deliveries/bulk_request.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "model/definition/read_model.h"
#include "modelled/syncs/sync_plan.h"
#include "partita/value/encoded_item.h"

namespace partita::deliveries {
namespace {

using syncs::EventKind;
using Kind = syncs::Receipt::Kind;

constexpr std::string_view kArtists =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: pk, sort: sk}}}\n"
    "entities:\n"
    "  Artist:\n"
    "    key: {pk: 'ARTIST#{id}', sk: '#METADATA'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      name: {type: string}\n"
    "sync:\n"
    "  found:\n"
    "    of: Artist\n"
    "    to: {kind: bulk, url: 'http://127.0.0.1:1/', index: artists}\n"
    "    body: [name]\n";

// States of artists that go in one request, with the stamps 1, 2, 3...
class States {
 public:
  void add(EventKind kind, const std::string& id, const std::string& name) {
    items_.push_back(std::make_unique<EncodedItem>(
        Item{{"pk", "ARTIST#" + id}, {"sk", "#METADATA"}, {"id", id}, {"name", name}}));
    events_.push_back(
        {.stamp = events_.size() + 1,
         .event = {.kind = kind, .time_ms = 0, .item = {}, .image = items_.back()->view()}});
  }
  syncs::Parcel parcel() const { return {.plan = plan_, .instance = 7, .events = events_}; }
  syncs::Receipt receipt(int status, std::string body) const {
    return bulk_receipt({.status = status, .headers = {}, .body = std::move(body)}, parcel());
  }

 private:
  static syncs::SyncPlan plan_of(const model::Model& model) {
    return {model, model::sync_of(model, *model::find_sync(model, "found")), keys::TableId{1}};
  }

  const std::shared_ptr<const model::Model> model_ = model::load_model(kArtists, "m").value();
  const syncs::SyncPlan plan_ = plan_of(*model_);
  std::vector<std::unique_ptr<EncodedItem>> items_;
  std::vector<syncs::StampedEvent> events_;
};

class ThreeStates : public States {
 public:
  ThreeStates() {
    add(EventKind::Insert, "1", "Ravi");
    add(EventKind::Modify, "2", "Alla");
    add(EventKind::Remove, "3", "Ali");
  }
};

std::string answer_of(const std::string& first, const std::string& second,
                      const std::string& third) {
  return R"({"took":3,"errors":true,"items":[{"index":{"_index":"artists",)"
         R"("_id":"ARTIST#1/#METADATA",)" +
         first + R"(}},{"index":{"_id":"ARTIST#2/#METADATA",)" + second +
         R"(}},{"delete":{"_id":"ARTIST#3/#METADATA",)" + third + "}}]}";
}

constexpr const char* kDone = R"("status":200)";

TEST(BulkRequest, HasAnActionWithItsVersionAndADocumentForEachState) {
  States states;
  states.add(EventKind::Insert, "1", "a line\nand \"another\"");
  states.add(EventKind::Remove, "2", "Alla");
  EXPECT_EQ(bulk_body(states.parcel()),
            R"({"index":{"_index":"artists","_id":"ARTIST#1/#METADATA","version":1,)"
            R"("version_type":"external"}})"
            "\n"
            R"({"name":"a line\nand \"another\""})"
            "\n"
            R"({"delete":{"_index":"artists","_id":"ARTIST#2/#METADATA","version":2,)"
            R"("version_type":"external"}})"
            "\n");
}

TEST(BulkRequest, GoesToTheBulkApiBehindThePathOfTheAddress) {
  EXPECT_EQ(bulk_path("/"), "/_bulk");
  EXPECT_EQ(bulk_path("/search/"), "/search/_bulk");
  EXPECT_EQ(bulk_path("/?pipeline=x"), "/_bulk?pipeline=x");
}

TEST(BulkRequest, NamesADocumentByItsKeyAndNoTwoItemsAlike) {
  model::Table table;
  table.partition_key = "pk";
  table.sort_key = "sk";
  const auto id = [&](const std::string& pk, const std::string& sk) {
    const EncodedItem item(Item{{"pk", pk}, {"sk", sk}});
    return document_id(table, item.view());
  };
  EXPECT_EQ(id("a", "b"), "a/b");
  EXPECT_NE(id("a/", "b"), id("a", "/b"));
  EXPECT_NE(id("a%2F", "b"), id("a/", "b"));
  const std::string longest(600, 'x');
  EXPECT_LE(id(longest, "b").size(), 512U);
  EXPECT_NE(id(longest, "b"), id(longest, "c"));
}

TEST(BulkAnswer, OfDocumentsThatWereAllTaken) {
  const auto receipt = ThreeStates().receipt(200, answer_of(kDone, kDone, kDone));
  EXPECT_EQ(receipt.kind, Kind::Taken);
  EXPECT_TRUE(receipt.refused.empty());
}

TEST(BulkAnswer, ANewerVersionAndADeletedDocumentThatIsNotThereAreDone) {
  const auto receipt = ThreeStates().receipt(
      200, answer_of(R"("status":409,"error":{"type":"version_conflict_engine_exception"})", kDone,
                     R"("status":404,"result":"not_found")"));
  EXPECT_EQ(receipt.kind, Kind::Taken);
  EXPECT_TRUE(receipt.refused.empty());
}

TEST(BulkAnswer, ADocumentThatIsRefusedIsNamedWithTheReason) {
  const auto receipt = ThreeStates().receipt(
      200, answer_of(kDone,
                     R"("status":400,"error":{"type":"mapper_parsing_exception",)"
                     R"("reason":"failed to parse","caused_by":{"reason":"no number"}})",
                     kDone));
  EXPECT_EQ(receipt.kind, Kind::Taken);
  ASSERT_EQ(receipt.refused.size(), 1U);
  EXPECT_EQ(receipt.refused.front().stamp, 2U);
  EXPECT_EQ(receipt.refused.front().error,
            "400 mapper_parsing_exception: failed to parse (no number)");
}

TEST(BulkAnswer, WhatTheTargetCannotDoNowWaitsAndTheOthersAreSettled) {
  for (const char* status : {"429", "503", "403", "404"}) {
    const auto receipt = ThreeStates().receipt(
        200, answer_of(kDone,
                       R"("error":{"type":"es_rejected_execution_exception"},"status":)" +
                           std::string(status),
                       R"("status":400,"error":"no")"));
    EXPECT_EQ(receipt.kind, Kind::Busy) << status;
    EXPECT_EQ(receipt.taken, std::vector<std::uint64_t>{1}) << status;
    ASSERT_EQ(receipt.refused.size(), 1U) << status;
    EXPECT_EQ(receipt.refused.front().stamp, 3U) << status;
    EXPECT_NE(receipt.error.find("es_rejected_execution_exception"), std::string::npos);
  }
}

// An index that is missing is no document that is missing.
TEST(BulkAnswer, AMissingIndexIsTheFaultOfTheTarget) {
  const auto receipt = ThreeStates().receipt(
      200, answer_of(kDone, kDone, R"("status":404,"error":{"type":"index_not_found_exception"})"));
  EXPECT_EQ(receipt.kind, Kind::Busy);
}

TEST(BulkAnswer, OneThatDoesNotFitTheRequestCountsAsNone) {
  const ThreeStates states;
  const std::string good = answer_of(kDone, kDone, kDone);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::vector<std::string> lies = {"",
                                         "ok",
                                         R"({"took":1,"errors":false})",
                                         R"({"errors":false,"items":[]})",
                                         R"({"errors":false,"items":[1,2,3]})",
                                         changed("ARTIST#2", "ARTIST#9"),
                                         changed("delete", "index"),
                                         changed("200", "\"200\""),
                                         changed("200", "7"),
                                         changed("200", "200.5")};
  for (const std::string& lie : lies) {
    EXPECT_EQ(states.receipt(200, lie).kind, Kind::NoAnswer) << lie;
  }
}

TEST(BulkAnswer, ARequestThatIsRefusedAsAWholeSaysHow) {
  const ThreeStates states;
  EXPECT_EQ(states.receipt(413, "too large").kind, Kind::Refused);
  EXPECT_EQ(states.receipt(400, "{}").kind, Kind::Refused);
  EXPECT_EQ(states.receipt(401, "{}").kind, Kind::Busy);
  EXPECT_EQ(states.receipt(503, "{}").kind, Kind::Busy);
  EXPECT_EQ(states.receipt(302, "").kind, Kind::Busy);
  EXPECT_EQ(states.receipt(410, "").kind, Kind::Gone);
}

}  // namespace
}  // namespace partita::deliveries
