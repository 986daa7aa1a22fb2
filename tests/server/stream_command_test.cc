// `partita stream`: the changes of a table in the terminal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

class StreamCommands : public ProgramTest {
 protected:
  StreamCommands() : server_(serve()), client_(server_.port()) {}

  void send(std::string_view operation, std::string_view body) {
    const auto answer = client_.send(operation, body);
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  void make_table(std::string_view view) {
    send("CreateTable", fmt::format(R"({{"TableName":"Albums","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{{"AttributeName":"title","AttributeType":"S"}}],
            "KeySchema":[{{"AttributeName":"title","KeyType":"HASH"}}],
            "StreamSpecification":{{"StreamEnabled":true,"StreamViewType":"{}"}}}})",
                                    view));
  }
  void put(std::string_view item) {
    send("PutItem", fmt::format(R"({{"TableName":"Albums","Item":{}}})", item));
  }
  void change_three_times() {
    put(R"({"title":{"S":"Pastel Blues"},"year":{"N":"1964"},"draft":{"BOOL":true}})");
    put(R"({"title":{"S":"Pastel Blues"},"year":{"N":"1965"},"label":{"S":"Phi\u001b[2Jlips"}})");
    send("DeleteItem", R"({"TableName":"Albums","Key":{"title":{"S":"Pastel Blues"}}})");
  }
  Outcome stream(std::vector<std::string> words) const {
    words.insert(words.begin(), {"stream", "Albums", "--endpoint-url",
                                 fmt::format("http://127.0.0.1:{}", server_.port())});
    return run(words);
  }
  // Without the times, which are those of this hour.
  static std::string timeless(std::string_view output) {
    std::string text;
    for (std::size_t begin = 0; begin < output.size();) {
      const auto end = output.find('\n', begin);
      const auto line = output.substr(begin, end - begin);
      text += line.starts_with(' ') ? line : line.substr(10);
      text += '\n';
      begin = end + 1;
    }
    return text;
  }

  ServerProcess server_;
  ApiClient client_;
};

TEST_F(StreamCommands, ShowWhatHasChangedInEachItem) {
  make_table("NEW_AND_OLD_IMAGES");
  change_three_times();
  const auto shown = stream({"--from-start", "--no-follow"});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_EQ(timeless(shown.output),
            "INSERT  title=Pastel Blues\n"
            "    + draft: true\n"
            "    + year: 1964\n"
            "MODIFY  title=Pastel Blues\n"
            "    - draft: true\n"
            "    year: 1964 -> 1965\n"
            "    + label: Phi [2Jlips\n"
            "REMOVE  title=Pastel Blues\n"
            "    - label: Phi [2Jlips\n"
            "    - year: 1965\n");
  const auto first = stream({"--from-start", "--limit", "1"});
  EXPECT_EQ(timeless(first.output), timeless(shown.output).substr(0, 62));
}

TEST_F(StreamCommands, AreLinesOfJsonForPrograms) {
  make_table("NEW_IMAGE");
  change_three_times();
  const auto shown = stream({"--from-start", "--no-follow", "--json"});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_EQ(std::count(shown.output.begin(), shown.output.end(), '\n'), 3);
  EXPECT_NE(shown.output.find(R"("key":{"title":"Pastel Blues"},"after":{"draft":true)"),
            std::string::npos)
      << shown.output;
  // Without the old image nobody knows what is different.
  const auto text = stream({"--from-start", "--no-follow"});
  EXPECT_NE(timeless(text.output).find("MODIFY  title=Pastel Blues\nREMOVE"), std::string::npos)
      << text.output;
}

TEST_F(StreamCommands, BeginNowUnlessToldOtherwise) {
  make_table("NEW_AND_OLD_IMAGES");
  change_three_times();
  EXPECT_EQ(stream({"--no-follow"}).output, "");
}

TEST_F(StreamCommands, ATableWithoutAStreamIsTold) {
  send("CreateTable", R"({"TableName":"Albums","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"title","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"title","KeyType":"HASH"}]})");
  expect_failure(stream({}), 3, "table Albums has no stream. This switches it on: aws dynamodb");
}

}  // namespace
}  // namespace partita::testing
