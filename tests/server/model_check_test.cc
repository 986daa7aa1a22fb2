// A model file beside items that are elsewhere: in a table of any server, or in a file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr std::string_view kModel = R"(format: 1
model: shop
version: 1
tables:
  Shop: {name: shop, key: {partition: id}}
entities:
  Order:
    table: Shop
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      total: {type: number, required: true, min: 0}
      paid: {type: bool}
      lines: {type: list}
      colours: {type: set, of: {type: string}}
      zip: {type: string}
)";

class ModelCheck : public ProgramTest {
 protected:
  ModelCheck() : server_(serve()), client_(server_.port()), model_(file("shop.yaml")) {
    std::ofstream(model_) << kModel;
  }

  void make_table(std::string_view name, std::string_view key) {
    const auto answer = client_.send(
        "CreateTable", fmt::format(R"({{"TableName":"{}","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{{"AttributeName":"{}","AttributeType":"S"}}],
            "KeySchema":[{{"AttributeName":"{}","KeyType":"HASH"}}]}})",
                                   name, key, key));
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  void put(std::string_view table, std::string_view item) {
    const auto answer =
        client_.send("PutItem", fmt::format(R"({{"TableName":"{}","Item":{}}})", table, item));
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  Outcome ask(std::vector<std::string> words) const {
    words.insert(words.end(),
                 {"--endpoint-url", fmt::format("http://127.0.0.1:{}", server_.port())});
    return run(words);
  }
  Outcome check(std::vector<std::string> words) const {
    words.insert(words.begin(), {"model", "check", model_});
    return ask(std::move(words));
  }
  std::string scanned(const std::string& table) const {
    return ask({"scan", table, "--dynamodb-json"}).output;
  }

  ServerProcess server_;
  ApiClient client_;
  const std::string model_;
};

TEST_F(ModelCheck, TellsWhichItemsOfATableBreakTheModelAndChangesNothing) {
  make_table("orders", "id");
  put("orders", R"({"id":{"S":"a"},"total":{"N":"3"}})");
  const auto good = check({"--table", "orders"});
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_EQ(good.output,
            "  orders: 1 stored items, all as the rules want them\n"
            "  1 Order\n");

  put("orders", R"({"id":{"S":"b"},"total":{"N":"-1"}})");
  put("orders", R"({"id":{"S":"c"},"total":{"S":"much"}})");
  const std::string before = scanned("orders");
  const auto bad = check({"--table", "orders"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.output.find("2 of 3 stored items break rules"), std::string::npos) << bad.output;
  EXPECT_NE(bad.output.find("3 Order"), std::string::npos) << bad.output;
  const auto json = check({"--table", "orders", "--json"});
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_NE(json.output.find(R"("violating": 2)"), std::string::npos) << json.output;
  EXPECT_NE(json.output.find(R"("Order":3)"), std::string::npos) << json.output;
  EXPECT_EQ(scanned("orders"), before);
}

TEST_F(ModelCheck, ATableThatCannotBeTheModelsIsTold) {
  make_table("others", "pk");
  expect_failure(check({"--table", "others"}), 1,
                 "the key of table others is pk S, the model wants id");
  expect_failure(check({"--table", "others", "--like", "Shops"}), 1,
                 "model shop has no table Shops");
  expect_failure(check({"--table", "nowhere"}), 3, "nowhere");
}

TEST_F(ModelCheck, ColumnsOfCsvHaveTheTypesOfTheModel) {
  make_table("shop", "id");
  const std::string path = file("orders.csv");
  std::ofstream(path) << "id,total,paid,lines,colours,zip,else\n"
                         "a,3.50,true,\"[\"\"x\"\",1]\",\"[\"\"red\"\",\"\"blue\"\"]\",01234,7\n"
                         "b,4,FALSE,,,99999,8\n";
  const auto imported = ask({"import", path, "--table", "shop", "--model", model_});
  ASSERT_EQ(imported.exit_code, 0) << imported.errors;
  EXPECT_NE(imported.output.find("paid BOOL (model)"), std::string::npos) << imported.output;
  EXPECT_NE(imported.output.find("zip S (model)"), std::string::npos) << imported.output;
  EXPECT_NE(imported.output.find("else N (guessed)"), std::string::npos) << imported.output;
  const std::string items = scanned("shop");
  EXPECT_NE(items.find(R"("lines":{"L":[{"S":"x"},{"N":"1"}]})"), std::string::npos) << items;
  EXPECT_NE(items.find(R"("colours":{"SS":["blue","red"]})"), std::string::npos) << items;
  EXPECT_NE(items.find(R"("paid":{"BOOL":false})"), std::string::npos) << items;
  EXPECT_NE(items.find(R"("zip":{"S":"01234"})"), std::string::npos) << items;
}

TEST_F(ModelCheck, ADryRunTellsWhatBreaksTheModel) {
  make_table("shop", "id");
  const std::string path = file("orders.jsonl");
  std::ofstream(path) << R"({"id":"a","total":3})"
                      << "\n"
                      << R"({"id":"b","total":-3})"
                      << "\n";
  const auto rehearsed = ask({"import", path, "--table", "shop", "--model", model_, "--dry-run"});
  EXPECT_EQ(rehearsed.exit_code, 1);
  EXPECT_NE(rehearsed.output.find("1 of 2 stored items break rules"), std::string::npos)
      << rehearsed.output;
  EXPECT_EQ(scanned("shop"), "");
}

TEST_F(ModelCheck, ACellThatIsNoJsonIsRefusedWhereItIs) {
  make_table("shop", "id");
  const std::string path = file("orders.csv");
  std::ofstream(path) << "id,total,lines\n"
                         "a,1,\"[],\"\"more\"\":[]\"\n"
                         "b,1,{}\n"
                         "c,1,[\n"
                         "d,1,[]\n";
  const auto imported =
      ask({"import", path, "--table", "shop", "--model", model_, "--on-error", "skip"});
  EXPECT_EQ(imported.exit_code, 1);
  EXPECT_NE(imported.errors.find("3 records are refused"), std::string::npos) << imported.errors;
  EXPECT_NE(imported.errors.find("lines"), std::string::npos) << imported.errors;
  EXPECT_EQ(scanned("shop"),
            "{\"id\":{\"S\":\"d\"},\"lines\":{\"L\":[]},\"total\":{\"N\":\"1\"}}\n");
}

}  // namespace
}  // namespace partita::testing
