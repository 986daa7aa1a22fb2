// Whole tables to files, from files, and from one server to another.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"
#include "server/rest_server.h"

namespace partita::testing {
namespace {

constexpr std::string_view kSongsTable = R"({"TableName":"Songs","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"},
      {"AttributeName":"kind","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"byKind",
      "KeySchema":[{"AttributeName":"kind","KeyType":"HASH"}],
      "Projection":{"ProjectionType":"KEYS_ONLY"}}]})";
constexpr std::string_view kExpiry = R"({"TableName":"Songs",
    "TimeToLiveSpecification":{"Enabled":true,"AttributeName":"expires"}})";

class TransferCommands : public ProgramTest {
 protected:
  TransferCommands() : server_(serve()), client_(server_.port()) {}

  static void expect_ok(const HttpAnswer& answer) { EXPECT_EQ(answer.status, 200) << answer.body; }

  static std::string endpoint_of(const ServerProcess& server) {
    return fmt::format("http://127.0.0.1:{}", server.port());
  }
  Outcome ask(std::vector<std::string> words) const {
    words.insert(words.end(), {"--endpoint-url", endpoint_of(server_)});
    return run(words);
  }
  std::string told(std::vector<std::string> words) const {
    const auto outcome = ask(std::move(words));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return outcome.output;
  }
  // Items with every type that there is.
  void put_songs(int batches) {
    expect_ok(client_.send("CreateTable", kSongsTable));
    for (int batch = 0; batch < batches; ++batch) {
      std::string puts;
      for (int i = 0; i < 25; ++i) {
        puts += fmt::format(
            R"({}{{"PutRequest":{{"Item":{{"id":{{"N":"{}"}},"kind":{{"S":"k{}"}},
               "tags":{{"SS":["a","b"]}},
               "raw":{{"B":"AAEC"}},"note":{{"S":"{}"}},"more":{{"M":{{"live":{{"BOOL":true}},
               "none":{{"NULL":true}},"marks":{{"NS":["1","2.5"]}}}}}}}}}}}})",
            i == 0 ? "" : ",", batch * 25 + i, i % 3, std::string(600, 'n'));
      }
      expect_ok(client_.send("BatchWriteItem",
                             fmt::format(R"({{"RequestItems":{{"Songs":[{}]}}}})", puts)));
    }
  }
  // All items as sorted lines: what two tables must have in common.
  std::vector<std::string> items_of(const std::string& table, const ServerProcess& server) const {
    const auto scanned =
        run({"scan", table, "--dynamodb-json", "--endpoint-url", endpoint_of(server)});
    EXPECT_EQ(scanned.exit_code, 0) << scanned.errors;
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < scanned.output.size()) {
      const auto end = scanned.output.find('\n', begin);
      lines.push_back(scanned.output.substr(begin, end - begin));
      begin = end + 1;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  std::string write_file(std::string_view name, std::string_view text) const {
    const std::string path = file(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string read_file(const std::string& path) {
    std::ifstream input(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
  }

  ServerProcess server_;
  ApiClient client_;
};

TEST_F(TransferCommands, WhatIsExportedComesBackAsItWas) {
  put_songs(40);
  for (const char* name : {"songs.jsonl", "songs.jsonl.gz"}) {
    const std::string path = file(name);
    EXPECT_NE(told({"export", "Songs", path}).find("1,000 items of Songs are in "),
              std::string::npos);
    const std::string table = std::string("Back") + (path.ends_with("gz") ? "Packed" : "");
    const std::string imported = told({"import", path, "--table", table, "--create", "id:N"});
    EXPECT_NE(imported.find("1,000 items of "), std::string::npos) << imported;
    EXPECT_EQ(items_of("Songs", server_), items_of(table, server_)) << name;
  }
  EXPECT_LT(std::filesystem::file_size(file("songs.jsonl.gz")),
            std::filesystem::file_size(file("songs.jsonl")) / 4);
  EXPECT_TRUE(read_file(file("songs.jsonl")).starts_with(R"({"Item":{"id":{"N":")"));
  expect_failure(ask({"export", "Songs", file("songs.jsonl")}), 1, "--force replaces it");
  EXPECT_EQ(told({"export", "Songs", file("songs.jsonl"), "--force"}).find("1,000 items"), 0U);
  // A control: the comparison sees one item that differs.
  expect_ok(client_.send("DeleteItem", R"({"TableName":"Songs","Key":{"id":{"N":"7"}}})"));
  EXPECT_NE(items_of("Songs", server_), items_of("Back", server_));
}

TEST_F(TransferCommands, OtherFormatsAreWrittenAndRead) {
  put_songs(2);
  EXPECT_EQ(ask({"export", "Songs", file("songs.csv"), "--columns", "id,kind"}).exit_code, 0);
  const std::string csv = read_file(file("songs.csv"));
  EXPECT_TRUE(csv.starts_with("id,kind\r\n")) << csv.substr(0, 40);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 51);
  const std::string imported =
      told({"import", file("songs.csv"), "--table", "FromCsv", "--create", "id:N"});
  EXPECT_TRUE(imported.starts_with("columns: id N (key), kind S (guessed)\n")) << imported;
  EXPECT_EQ(items_of("FromCsv", server_).front(), R"({"id":{"N":"0"},"kind":{"S":"k0"}})");
  EXPECT_EQ(ask({"export", "Songs", file("all.csv")}).exit_code, 0);
  EXPECT_TRUE(read_file(file("all.csv")).starts_with("id,kind,more,note,raw,tags\r\n"));
  EXPECT_EQ(ask({"export", "Songs", file("songs.ndjson")}).exit_code, 0);
  EXPECT_TRUE(read_file(file("songs.ndjson")).starts_with(R"({"id":)"));
  EXPECT_NE(told({"import", file("songs.ndjson"), "--table", "FromJson", "--create", "id:N"})
                .find("50 items"),
            std::string::npos);
  const auto piped = ask({"export", "Songs", "-"});
  EXPECT_EQ(std::count(piped.output.begin(), piped.output.end(), '\n'), 50);
}

// A pipe can be read once only, and is looked at before it is read.
TEST_F(TransferCommands, APipeIsImportedWholeWhateverIsLookedAtFirst) {
  std::string rows = "id,year\n";
  for (int i = 0; i < 2500; ++i) rows += fmt::format("{},{}\n", i, 1900 + i);
  const std::string pipe = file("pipe.csv");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << rows; });
  const std::string imported = told({"import", pipe, "--table", "Piped", "--create", "id:N"});
  writer.join();
  EXPECT_NE(imported.find("2,500 items of "), std::string::npos) << imported;
  EXPECT_NE(imported.find("year N (guessed)"), std::string::npos) << imported;
  EXPECT_EQ(items_of("Piped", server_).size(), 2500U);
}

TEST_F(TransferCommands, StandardInputIsImported) {
  const std::string path = write_file("input", "\xEF\xBB\xBF{\"id\":1}\n{\"id\":2}\n");
  const auto imported = run({"import", "-", "--table", "Input", "--create", "id:N",
                             "--endpoint-url", endpoint_of(server_)},
                            {.input = path});
  EXPECT_EQ(imported.exit_code, 0) << imported.errors;
  EXPECT_TRUE(imported.output.starts_with("2 items of standard input are in Input"))
      << imported.output;
  EXPECT_EQ(items_of("Input", server_).size(), 2U);
}

TEST_F(TransferCommands, JsonThatIsNoObjectALineIsRefusedWithAWayOut) {
  expect_ok(client_.send("CreateTable", kSongsTable));
  const std::string list = write_file("list.json", "[{\"id\":1},{\"id\":2}]");
  expect_failure(ask({"import", list, "--table", "Songs"}), 1,
                 "list.json has a list in JSON, and an import takes an object in each line: jq -c");
  const std::string spread = write_file("spread.json", "{\n  \"id\": 1\n}\n");
  expect_failure(ask({"import", spread, "--table", "Songs"}), 1, "objects over several lines");
  const std::string two = write_file("two.json", "{\"id\":{\"N\":\"1\"}},\"x\":{}\n");
  const auto refused = ask({"import", two, "--table", "Songs"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(items_of("Songs", server_).empty()) << refused.output;
}

TEST_F(TransferCommands, AFileThatCanNotBeReadLeavesNoTableBehind) {
  const std::string empty = write_file("empty.jsonl", "");
  for (const std::string& path : {file("nowhere.jsonl"), empty, file("")}) {
    EXPECT_NE(ask({"import", path, "--table", "Made", "--create", "id"}).exit_code, 0) << path;
  }
  EXPECT_EQ(client_.send("ListTables", "{}").body, R"({"TableNames":[]})");
}

TEST_F(TransferCommands, WhatIsNoFileIsNeverReplaced) {
  put_songs(1);
  // A link, so that a program that fails this does no harm to the machine.
  const std::string link = file("nothing");
  std::filesystem::create_symlink("/dev/null", link);
  expect_failure(ask({"export", "Songs", link, "--force"}), 1, "nothing is no file");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(TransferCommands, ColumnsAreGuessedShownAndCanBeTold) {
  const std::string path =
      write_file("guess.csv", "id,year,zip,name\n1,1965,01234,a\n2,1970,04711,\"\"\n3,,99999,c\n");
  const std::string first = told({"import", path, "--table", "Guess", "--create", "id"});
  EXPECT_TRUE(first.starts_with(
      "columns: id S (key), name S (guessed), year N (guessed), zip S (guessed)\n"))
      << first;
  const auto items = items_of("Guess", server_);
  EXPECT_EQ(items.at(0),
            R"({"id":{"S":"1"},"name":{"S":"a"},"year":{"N":"1965"},"zip":{"S":"01234"}})");
  EXPECT_EQ(items.at(2), R"({"id":{"S":"3"},"name":{"S":"c"},"zip":{"S":"99999"}})");
  const std::string second =
      told({"import", path, "--table", "Guess", "--types", "year:S", "--threads", "1"});
  EXPECT_NE(second.find("year S (given)"), std::string::npos) << second;
  EXPECT_NE(items_of("Guess", server_).front().find(R"("year":{"S":"1965"})"), std::string::npos);
}

TEST_F(TransferCommands, ADryRunTellsWhatWouldBeRefusedAndWritesNothing) {
  expect_ok(client_.send("CreateTable", kSongsTable));
  const std::string path = write_file("bad.jsonl",
                                      "{\"id\":1,\"kind\":\"a\"}\n"
                                      "{\"id\":\"two\"}\n"
                                      "{\"kind\":\"a\"}\n"
                                      "{broken\n"
                                      "{\"id\":5,\"kind\":7}\n"
                                      "{\"id\":6}\n");
  const auto checked = ask({"import", path, "--table", "Songs", "--dry-run"});
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_NE(checked.output.find("2 items of "), std::string::npos) << checked.output;
  EXPECT_NE(checked.output.find(" 4 do not; nothing was written"), std::string::npos);
  EXPECT_NE(checked.errors.find("line 2: id must be of type N"), std::string::npos)
      << checked.errors;
  EXPECT_NE(checked.errors.find("line 3: id is missing"), std::string::npos);
  EXPECT_NE(checked.errors.find("line 4: "), std::string::npos);
  EXPECT_NE(checked.errors.find("line 5: kind must be of type S"), std::string::npos);
  EXPECT_TRUE(items_of("Songs", server_).empty());
  const auto stopped = ask({"import", path, "--table", "Songs"});
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_NE(stopped.errors.find("--on-error skip leaves such ones out"), std::string::npos);
  const auto skipped = ask({"import", path, "--table", "Songs", "--on-error", "skip"});
  EXPECT_EQ(skipped.exit_code, 1) << "a script must know that something is missing";
  EXPECT_NE(skipped.errors.find("4 records are refused"), std::string::npos) << skipped.errors;
  EXPECT_EQ(items_of("Songs", server_).size(), 2U);
}

TEST_F(TransferCommands, OfTwoItemsWithOneKeyTheLaterOneStays) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += fmt::format("{{\"id\":{},\"turn\":{}}}\n", i % 10, i);
  const std::string path = write_file("twice.jsonl", text);
  EXPECT_NE(told({"import", path, "--table", "Twice", "--create", "id:N"}).find("500 items"),
            std::string::npos);
  const auto items = items_of("Twice", server_);
  ASSERT_EQ(items.size(), 10U);
  EXPECT_EQ(items.front(), R"({"id":{"N":"0"},"turn":{"N":"490"}})");
  EXPECT_EQ(items.back(), R"({"id":{"N":"9"},"turn":{"N":"499"}})");
}

TEST_F(TransferCommands, ATableIsCopiedWithAllThatBelongsToIt) {
  put_songs(20);
  expect_ok(client_.send("UpdateTimeToLive", kExpiry));
  expect_ok(client_.send("UpdateTable", R"({"TableName":"Songs","StreamSpecification":
      {"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})"));
  const std::string songs = client_.send("DescribeTable", R"({"TableName":"Songs"})").body;
  expect_ok(client_.send(
      "TagResource", fmt::format(R"({{"ResourceArn":"{}","Tags":[{{"Key":"team","Value":"x"}}]}})",
                                 json_text(songs, "TableArn"))));
  const ServerProcess other({"serve", "--listen", "127.0.0.1:0", "--data", file("other")});
  const std::string from = endpoint_of(server_) + "/Songs";
  const std::string to = endpoint_of(other) + "/Moved";
  const auto copied = run({"copy", "--from", from, "--to", to});
  EXPECT_EQ(copied.exit_code, 0) << copied.errors;
  EXPECT_EQ(copied.errors, "");
  EXPECT_TRUE(copied.output.starts_with("500 items are copied from Songs at http://"))
      << copied.output;
  EXPECT_NE(copied.output.find("counted there: 500\n"), std::string::npos) << copied.output;
  EXPECT_EQ(items_of("Songs", server_), items_of("Moved", other));
  const auto described = run({"describe", "Moved", "--endpoint-url", endpoint_of(other)});
  for (const char* part : {"byKind: kind S; keys only", "stream    NEW_AND_OLD_IMAGES",
                           "expiry    expires", "tags      team=x", "key       id N"}) {
    EXPECT_NE(described.output.find(part), std::string::npos) << part << "\n" << described.output;
  }
  expect_failure(run({"copy", "--from", from, "--to", to}), 1, "--continue puts the items into it");
  EXPECT_EQ(run({"copy", "--from", from, "--to", to, "--continue"}).exit_code, 0);
  expect_failure(run({"copy", "--from", from, "--to", from}), 1, "onto itself");
}

// The target dies at a moment that nobody chooses; the same with --continue makes it whole.
TEST_F(TransferCommands, ACopyThatWasCutOffIsMadeWholeByTheNextOne) {
  put_songs(80);
  const std::vector<std::string> serve_other{"serve", "--listen", "127.0.0.1:0", "--data",
                                             file("other")};
  const std::string from = endpoint_of(server_) + "/Songs";
  {
    ServerProcess other(serve_other);
    ServerProcess copying({"copy", "--from", from, "--to", endpoint_of(other) + "/Songs"});
    ApiClient there(other.port());
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
    while (there.send("Scan", R"({"TableName":"Songs","Limit":1})").body.find("\"Count\":1") ==
           std::string::npos) {
      ASSERT_LT(Clock::system().monotonic_now(), deadline);
    }
    copying.signal(SIGKILL);
    other.signal(SIGKILL);
    copying.wait();
    other.wait();
  }
  const ServerProcess other(serve_other);
  const auto copied =
      run({"copy", "--from", from, "--to", endpoint_of(other) + "/Songs", "--continue"});
  EXPECT_EQ(copied.exit_code, 0) << copied.errors;
  EXPECT_EQ(items_of("Songs", server_), items_of("Songs", other));
}

// Killed when the record says that a segment is over. What was copied then is marked, so that it
// shows whether it is copied once more.
TEST_F(TransferCommands, ACopyWithARecordGoesOnWhereItWasCutOff) {
  put_songs(80);
  const ServerProcess other({"serve", "--listen", "127.0.0.1:0", "--memory", "--allow-faults"});
  ApiClient there(other.port());
  const std::string slow =
      write_file("slow.yaml", "rules: [{kind: delay, delay: 30ms, operations: BatchWriteItem}]");
  ASSERT_EQ(run({"faults", "set", slow, "--endpoint", endpoint_of(other)}).exit_code, 0);
  const std::string record = file("songs.copy");
  const std::vector<std::string> copy{"copy",
                                      "--from",
                                      endpoint_of(server_) + "/Songs",
                                      "--to",
                                      endpoint_of(other) + "/Songs",
                                      "--resume",
                                      record,
                                      "--threads",
                                      "1"};
  {
    ServerProcess copying(copy);
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
    while (read_file(record).find("\"over\"") == std::string::npos) {
      ASSERT_LT(Clock::system().monotonic_now(), deadline);
    }
    copying.signal(SIGKILL);
    copying.wait();
  }
  ASSERT_EQ(run({"faults", "clear", "--endpoint", endpoint_of(other)}).exit_code, 0);
  const std::string text = read_file(record);
  const std::string before = "\"items\":";
  const int copied = std::stoi(text.substr(text.find(before) + before.size()));
  ASSERT_GT(copied, 0) << text;
  ASSERT_LT(copied, 2000) << text;
  for (int id = 0; id < 2000; ++id) {
    const std::string mark = fmt::format(R"x({{"TableName":"Songs","Key":{{"id":{{"N":"{}"}}}},
        "UpdateExpression":"SET mark = id","ConditionExpression":"attribute_exists(id)"}})x",
                                         id);
    static_cast<void>(there.send("UpdateItem", mark));
  }
  const auto rest = run(copy);
  EXPECT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_TRUE(rest.output.starts_with("goes on behind ")) << rest.output;
  EXPECT_NE(rest.output.find("counted there: 2,000\n"), std::string::npos) << rest.output;
  EXPECT_FALSE(std::filesystem::exists(record)) << "it is whole";
  const auto marked =
      run({"scan", "Songs", "mark>=0", "--count", "--json", "--endpoint-url", endpoint_of(other)});
  EXPECT_TRUE(marked.output.starts_with(fmt::format("{{\"Count\":{},", copied))) << marked.output;
  expect_failure(run(copy), 1, "there is a table Songs at ");
}

TEST_F(TransferCommands, ARecordOfAnotherCopyIsRefused) {
  put_songs(1);
  const std::string record = write_file("not.copy", "{\"what\":1}\n");
  const std::vector<std::string> copy{"copy",
                                      "--from",
                                      endpoint_of(server_) + "/Songs",
                                      "--to",
                                      endpoint_of(server_) + "/Other",
                                      "--resume",
                                      record};
  expect_failure(run(copy), 3, "there is no table Other");
  expect_failure(run({"copy", "--from", endpoint_of(server_) + "/Songs", "--to",
                      endpoint_of(server_) + "/Other", "--resume", file("no/where")}),
                 3, "no/where.new: No such file or directory");
  expect_ok(client_.send("CreateTable", R"({"TableName":"Other","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],
      "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})"));
  expect_failure(run(copy), 1, "not.copy does not say how far a copy is");
  EXPECT_TRUE(items_of("Other", server_).empty());
}

TEST_F(TransferCommands, WhatTheServerCannotTakeAtOnceIsSentAgain) {
  const ServerProcess slow({"serve", "--listen", "127.0.0.1:0", "--memory", "--throttle"});
  std::string text;
  for (int i = 0; i < 150; ++i) {
    text += fmt::format("{{\"id\":{{\"S\":\"{}\"}},\"t\":{{\"S\":\"{}\"}}}}\n", i,
                        std::string(9000, 'x'));
  }
  const std::string path = write_file("slow.jsonl", text);
  ApiClient there(slow.port());
  expect_ok(there.send("CreateTable", R"({"TableName":"Slow",
      "ProvisionedThroughput":{"ReadCapacityUnits":1000,"WriteCapacityUnits":1},
      "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})"));
  ServerProcess importing({"import", path, "--table", "Slow", "--endpoint-url", endpoint_of(slow)});
  // The file needs 1350 units, and the table has 300: once there are none left, some of the file
  // is surely still to be written. Then the table gets more.
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
  const std::string probe = R"({"TableName":"Slow","Item":{"id":{"S":"probe"}}})";
  while (there.send("PutItem", probe).body.find("ProvisionedThroughputExceededException") ==
         std::string::npos) {
    ASSERT_LT(Clock::system().monotonic_now(), deadline);
  }
  expect_ok(there.send("UpdateTable", R"({"TableName":"Slow","ProvisionedThroughput":
      {"ReadCapacityUnits":1000,"WriteCapacityUnits":4000}})"));
  EXPECT_EQ(importing.wait(), 0) << importing.errors();
  EXPECT_NE(importing.output().find("150 items of "), std::string::npos) << importing.output();
  EXPECT_EQ(items_of("Slow", slow).size(), 151U) << "with the probe";
}

}  // namespace
}  // namespace partita::testing
