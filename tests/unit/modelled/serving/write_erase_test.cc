#include <algorithm>

#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/scan.h"
#include "unit/modelled/serving/write_fixture.h"

// Somebody's data go with all that hangs on them.

namespace partita::serving {
namespace {

constexpr std::string_view kPeople = R"(
format: 1
model: people
version: 1
tables:
  people:
    name: people
    key: {partition: pk, sort: sk}
    enforcement: enforce
    billing: {mode: on_demand}
entities:
  Person:
    key: {pk: "PERSON#{personId}", sk: LATEST}
    attributes:
      personId: {type: string, immutable: true}
      email: {type: string}
      state: {type: enum, values: [active, closed], default: active}
      version: {type: int}
      versionedAt: {type: timestamp, encode: rfc3339ms}
    unique: [{on: [email], fold: case}]
    versioned:
      row: {pk: "PERSON#{personId}", sk: "V#{version:04}#{versionedAt}"}
      number: version
      time: versionedAt
    lifecycle:
      attribute: state
      initial: [active]
      final: [closed]
      delete: final_only
      transitions: [{from: active, to: closed}]
edges:
  Follows:
    from: {Person: followerId}
    to: {Person: followedId}
    rows:
      - {pk: "PERSON#{followerId}", sk: "FOLLOWS#{followedId}"}
      - {pk: "PERSON#{followedId}", sk: "FOLLOWER#{followerId}"}
  Blocks:
    from: {Person: blockerId}
    to: {Person: blockedId}
    rows:
      - {pk: "PERSON#{blockerId}", sk: "BLOCKS#{blockedId}"}
patterns:
  save: {put: Person, http: "PUT /people/{personId}"}
  person: {get: Person, by: {personId: $id}, http: "GET /people/{id}"}
  forget: {erase: Person, by: {personId: $id}, http: "DELETE /people/{id}/everything"}
)";

class Erase : public WriteFixture {
 protected:
  Erase() { serve(std::string(kPeople)); }

  void save(const std::string& id, const std::string& email) {
    const auto answer = write("save", {}, {{"personId", id}, {"email", email}});
    ASSERT_TRUE(answer.ok()) << message_of(answer);
  }
  static Item with_state(const std::string& state) {
    return {{"pk", "PERSON#ann"}, {"sk", "LATEST"}, {"email", "ann@closed"}, {"state", state}};
  }
  // "pk sk" of every row, sorted.
  std::vector<std::string> rows() {
    api::ScanRequest request;
    request.table_name = "people";
    const auto page = sync_wait(operations::scan(database_->context(), request)).value();
    std::vector<std::string> found;
    for (std::size_t i = 0; i < page.items->size(); ++i) {
      const Item plain = page.items->at(i).to_item();
      found.push_back(text_in(plain, "pk") + " " + text_in(plain, "sk"));
    }
    std::ranges::sort(found);
    return found;
  }
  bool knows(const std::string& id) {
    return std::ranges::any_of(rows(), [&](const auto& row) { return row.find(id) != row.npos; });
  }
  std::string remove(const std::string& id) {
    api::DeleteItemRequest request;
    request.table_name = "people";
    request.key = EncodedItem(Item{{"pk", "PERSON#" + id}, {"sk", "LATEST"}});
    const auto answer = sync_wait(operations::delete_item(database_->context(), request));
    return answer.ok() ? "" : answer.error().message();
  }
};

TEST_F(Erase, LeavesNothingOfAnItem) {
  save("ann", "ann@x");
  save("ann", "ann@y");
  save("bob", "bob@x");
  put("people", {{"pk", "PERSON#ann"}, {"sk", "FOLLOWS#bob"}});
  put("people", {{"pk", "PERSON#bob"}, {"sk", "FOLLOWS#ann"}});
  put("people", {{"pk", "PERSON#bob"}, {"sk", "BLOCKS#ann"}});
  const auto answer = write("forget", {{"id", "ann"}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_FALSE(knows("ann")) << ::testing::PrintToString(rows());
  EXPECT_EQ(rows().size(), 2U) << ::testing::PrintToString(rows());
  // Its address is free again, and its versions begin anew.
  save("eve", "ANN@Y");
  save("ann", "ann@z");
  EXPECT_EQ(*stored("people", {{"pk", "PERSON#ann"}, {"sk", "LATEST"}})->find("version"), Value(1));
}

TEST_F(Erase, TakesWhatADeletedItemHasLeft) {
  save("ann", "ann@x");
  put("people", with_state("closed"));
  ASSERT_EQ(remove("ann"), "");
  EXPECT_TRUE(knows("ann"));
  ASSERT_TRUE(write("forget", {{"id", "ann"}}).ok());
  EXPECT_FALSE(knows("ann"));
}

TEST_F(Erase, DoesNotMindTheState) {
  save("ann", "ann@x");
  EXPECT_NE(remove("ann").find("[M201]"), std::string::npos);
  EXPECT_TRUE(write("forget", {{"id", "ann"}}).ok());
}

TEST_F(Erase, OfNothingIsToldSo) {
  save("bob", "bob@x");
  EXPECT_EQ(failure_kind(write("forget", {{"id", "ann"}})), FailureKind::NotFound);
  save("ann", "ann@x");
  ASSERT_TRUE(write("forget", {{"id", "ann"}}).ok());
  EXPECT_EQ(failure_kind(write("forget", {{"id", "ann"}})), FailureKind::NotFound);
}

TEST_F(Erase, TakesMoreRowsThanOneCommit) {
  save("ann", "ann@x");
  for (int i = 0; i < 130; ++i) {
    save("ann", "ann" + std::to_string(i) + "@x");
    const std::string other = "p" + std::to_string(i);
    save(other, other + "@x");
    put("people", {{"pk", "PERSON#" + other}, {"sk", "FOLLOWS#ann"}});
  }
  ASSERT_TRUE(write("forget", {{"id", "ann"}}).ok());
  EXPECT_FALSE(knows("ann"));
}

TEST_F(Erase, TakesNoRevision) {
  save("ann", "ann@x");
  auto request = request_of({{"id", "ann"}});
  request.expected_revision = "1";
  EXPECT_EQ(failure_kind(write("forget", request)), FailureKind::BadArgument);
  EXPECT_TRUE(knows("ann"));
}

TEST_F(Erase, VersionsOfAnItemThatWasDeletedKeepTheirNumbers) {
  save("ann", "ann@1");
  save("ann", "ann@2");
  put("people", with_state("closed"));
  ASSERT_EQ(remove("ann"), "");
  save("ann", "ann@4");
  const auto latest = stored("people", {{"pk", "PERSON#ann"}, {"sk", "LATEST"}});
  EXPECT_EQ(*latest->find("version"), Value(4));
  std::vector<std::string> numbers;
  for (const std::string& row : rows()) {
    const auto at = row.find("V#");
    if (at != std::string::npos) numbers.push_back(row.substr(at, 6));
  }
  EXPECT_EQ(numbers, (std::vector<std::string>{"V#0001", "V#0002", "V#0003", "V#0004"}));
}

}  // namespace
}  // namespace partita::serving
