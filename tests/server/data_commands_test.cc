// Tables and items, asked for by a person at a terminal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr std::string_view kAlbumsTable = R"({"TableName":"Albums","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"artist","AttributeType":"S"},
      {"AttributeName":"title","AttributeType":"S"},{"AttributeName":"label","AttributeType":"S"},
      {"AttributeName":"year","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"artist","KeyType":"HASH"},
      {"AttributeName":"title","KeyType":"RANGE"}],
    "GlobalSecondaryIndexes":[{"IndexName":"byLabel",
      "KeySchema":[{"AttributeName":"label","KeyType":"HASH"},
        {"AttributeName":"year","KeyType":"RANGE"}],
      "Projection":{"ProjectionType":"ALL"}}]})";

class DataCommands : public ProgramTest {
 protected:
  DataCommands() : server_(serve()), client_(server_.port()) {
    expect_ok(client_.send("CreateTable", kAlbumsTable));
  }

  static void expect_ok(const HttpAnswer& answer) { EXPECT_EQ(answer.status, 200) << answer.body; }

  Outcome ask(std::vector<std::string> words) const {
    words.insert(words.end(), {"--endpoint-url", endpoint()});
    return run(words);
  }
  // What a command that works prints.
  std::string told(std::vector<std::string> words) const {
    const auto outcome = ask(std::move(words));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_EQ(outcome.errors, "");
    return outcome.output;
  }
  std::string endpoint() const { return fmt::format("http://127.0.0.1:{}", server_.port()); }

  void put(const std::vector<std::string>& words) const {
    std::vector<std::string> all{"put", "Albums"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(ask(all).exit_code, 0) << words.front();
  }
  void put_albums() const {
    put({"artist=Nina Simone", "title=Pastel Blues", "label=Philips", "year=1965"});
    put({"artist=Nina Simone", "title=Wild Is the Wind", "label=Philips", "year=1966",
         "length:=39"});
    put({"artist=Nina Simone", "title=Baltimore", "label=CTI", "year=1978", "length=36"});
    put({"artist=Ella Fitzgerald", "title=Ella in Berlin", "label=Verve", "year=1960"});
  }

  ServerProcess server_;
  mutable ApiClient client_;
};

TEST_F(DataCommands, TablesAreListedAndDescribed) {
  put_albums();
  const std::string tables = told({"tables"});
  EXPECT_NE(tables.find("TABLE   KEY"), std::string::npos) << tables;
  EXPECT_NE(tables.find("Albums  artist S, title S        1      4"), std::string::npos) << tables;
  EXPECT_EQ(tables.find('\x1B'), std::string::npos) << "colours are for terminals";
  EXPECT_EQ(told({"tables", "--json"}), "{\n  \"TableNames\": [\n    \"Albums\"\n  ]\n}\n");
  const std::string described = told({"describe", "Albums"});
  EXPECT_NE(described.find("key       artist S, title S\n"), std::string::npos) << described;
  EXPECT_NE(described.find("byLabel: label S, year N; all attributes\n"), std::string::npos)
      << described;
  EXPECT_NE(described.find("capacity  on demand\n"), std::string::npos) << described;
  EXPECT_NE(told({"describe", "Albums", "--json"}).find("\"TableStatus\": \"ACTIVE\""),
            std::string::npos);
}

TEST_F(DataCommands, AnItemIsPutReadAndDeleted) {
  EXPECT_EQ(told({"put", "Albums", "artist=Nina Simone", "title=Pastel Blues", "year=1965",
                  "tags:=[\"jazz\"]"}),
            "artist=\"Nina Simone\" title=\"Pastel Blues\" is new in Albums\n");
  EXPECT_EQ(told({"get", "Albums", "Nina Simone", "Pastel Blues"}),
            "artist  Nina Simone\ntitle   Pastel Blues\ntags    [\"jazz\"]\nyear    1965\n");
  EXPECT_EQ(told({"get", "Albums", "artist=Nina Simone", "title=Pastel Blues", "--json"}),
            "{\"artist\":\"Nina Simone\",\"tags\":[\"jazz\"],\"title\":\"Pastel Blues\","
            "\"year\":1965}\n");
  EXPECT_EQ(told({"get", "Albums", "Nina Simone", "Pastel Blues", "--dynamodb-json"}),
            "{\"artist\":{\"S\":\"Nina Simone\"},\"tags\":{\"L\":[{\"S\":\"jazz\"}]},"
            "\"title\":{\"S\":\"Pastel Blues\"},\"year\":{\"N\":\"1965\"}}\n");
  EXPECT_NE(told({"put", "Albums", R"({"artist":"Nina Simone","title":"Pastel Blues"})"})
                .find("is replaced"),
            std::string::npos);
  expect_failure(ask({"put", "Albums", "artist=Nina Simone", "title=Pastel Blues", "--new"}), 1,
                 "already; without --new it is replaced");
  const std::string deleted = told({"delete", "Albums", "Nina Simone", "Pastel Blues"});
  EXPECT_NE(deleted.find("is deleted from Albums; it was\n{\"artist\":{\"S\":\"Nina Simone\"},"),
            std::string::npos)
      << deleted;
  expect_failure(ask({"delete", "Albums", "Nina Simone", "Pastel Blues"}), 3, "has no item");
  expect_failure(ask({"get", "Albums", "Nina Simone", "Pastel Blues"}), 3, "has no item");
}

TEST_F(DataCommands, AQueryFindsItsIndexAndFilters) {
  put_albums();
  EXPECT_EQ(told({"query", "Albums", "artist=Nina Simone", "title>Q"}),
            "artist       title             label    length  year\n"
            "Nina Simone  Wild Is the Wind  Philips      39  1966\n"
            "1 item\n");
  const std::string found = told({"query", "Albums", "label=Philips", "year>=1960", "year<=1965"});
  EXPECT_NE(found.find("label    year  artist       title\n"
                       "Philips  1965  Nina Simone  Pastel Blues\n1 item, by index byLabel\n"),
            std::string::npos)
      << found;
  const std::string last =
      told({"query", "Albums", "artist=Nina Simone", "--desc", "--limit", "1", "--json"});
  EXPECT_NE(last.find("Wild Is the Wind"), std::string::npos) << last;
  EXPECT_EQ(last.find('\n'), last.size() - 1) << "one item is one line";
  const std::string both = told({"query", "Albums", "artist=Nina Simone", "length>35", "--count"});
  EXPECT_EQ(both, "2 items of 3 looked at\n") << "a number is found whether N or S";
  expect_failure(ask({"query", "Albums", "title=Baltimore"}), 1, "needs a whole partition key");
}

TEST_F(DataCommands, AScanFollowsPagesUpToItsLimit) {
  for (int batch = 0; batch < 12; ++batch) {
    std::string puts;
    for (int i = 0; i < 25; ++i) {
      puts +=
          fmt::format(R"({}{{"PutRequest":{{"Item":{{"artist":{{"S":"a{}"}},"title":{{"S":"{}"}},)"
                      R"("text":{{"S":"{}"}}}}}}}})",
                      i == 0 ? "" : ",", batch, i, std::string(8000, 'x'));
    }
    expect_ok(client_.send("BatchWriteItem",
                           fmt::format(R"({{"RequestItems":{{"Albums":[{}]}}}})", puts)));
  }
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(told({"scan", "Albums", "--json"})), 300) << "more than two pages";
  EXPECT_EQ(lines(told({"scan", "Albums", "--json", "--limit", "170"})), 170);
  EXPECT_EQ(lines(told({"scan", "Albums", "title=3", "--json", "--limit", "5"})), 5);
  const std::string table = told({"scan", "Albums"});
  EXPECT_EQ(lines(table), 102);
  EXPECT_NE(table.find("100 items; there are more: --limit N, or --json for all\n"),
            std::string::npos);
  EXPECT_EQ(told({"scan", "Albums", "--count"}), "300 items\n");
}

TEST_F(DataCommands, MistakesAreToldWithWhatWasMeant) {
  expect_failure(ask({"describe", "Albms"}), 3, "did you mean `Albums`?");
  expect_failure(ask({"get", "Albums", "artist=x"}), 1, "title is missing; the key of Albums is");
  expect_failure(ask({"put", "Albums", "artist=x", "title=y", "year=soon"}), 1, "is a number");
  expect_failure(ask({"query", "Albums", "label=x", "--index", "byLable"}), 3,
                 "did you mean `byLabel`?");
  expect_failure(ask({"scan", "Albums", "--json", "--dynamodb-json"}), 2, "not both");
  expect_failure(ask({"scan", "Albums", "--limt", "5"}), 2, "did you mean `--limit`?");
  for (const char* const limit : {"0", "-1", "two", "99999999999999999999"}) {
    expect_failure(ask({"scan", "Albums", "--limit", limit}), 2,
                   fmt::format("--limit: {} is no number of 1 or more", limit));
  }
  expect_failure(run({"tables", "--endpoint-url", "http://127.0.0.1:1"}), 1,
                 "start a server with `partita serve`");
  expect_failure(run({"tables", "--endpoint-url", "aws:Europe!"}), 1, "is no region of AWS");
}

TEST_F(DataCommands, AccessKeysComeFromTheEnvironmentOrAProfile) {
  const ServerProcess locked({"serve", "--listen", "127.0.0.1:0", "--memory"},
                             ApiClient::access_key_variables());
  const std::string endpoint = fmt::format("http://127.0.0.1:{}", locked.port());
  expect_failure(run({"tables", "--endpoint-url", endpoint}), 1, "which access key signs");
  {
    ServerProcess asked({"tables", "--endpoint-url", endpoint},
                        {fmt::format("AWS_ACCESS_KEY_ID={}", ApiClient::kAccessKeyId),
                         fmt::format("AWS_SECRET_ACCESS_KEY={}", ApiClient::kSecret)});
    EXPECT_EQ(asked.wait(), 0) << asked.errors();
  }
  const std::string keys = file("credentials");
  std::ofstream(keys) << fmt::format("[work]\naws_access_key_id = {}\naws_secret_access_key = {}\n",
                                     ApiClient::kAccessKeyId, ApiClient::kSecret);
  ServerProcess asked({"tables", "--endpoint-url", endpoint, "--profile", "work"},
                      {"AWS_SHARED_CREDENTIALS_FILE=" + keys, "AWS_CONFIG_FILE=" + file("none")});
  EXPECT_EQ(asked.wait(), 0) << asked.errors();
  ServerProcess other({"tables", "--endpoint-url", endpoint, "--profile", "home"},
                      {"AWS_SHARED_CREDENTIALS_FILE=" + keys, "AWS_CONFIG_FILE=" + file("none")});
  EXPECT_EQ(other.wait(), 1);
  EXPECT_NE(other.errors().find("profile home has none"), std::string::npos) << other.errors();
}

}  // namespace
}  // namespace partita::testing
