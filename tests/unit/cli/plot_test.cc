#include "cli/plot.h"

#include <gtest/gtest.h>

#include "cli/model_client.h"
#include "cli/top.h"

namespace partita::cli {
namespace {

TEST(Plot, ALineOfBlocksHasTheLargestOfEachColumnAndShowsWhatIsNotZero) {
  EXPECT_EQ(spark_line({0, 4, 8, 0.01}, 10), " ▄█▁");
  EXPECT_EQ(spark_line({1, 8, 2, 4}, 2), "█▄");
  EXPECT_EQ(spark_line({0, 0}, 10), "  ");
  EXPECT_EQ(spark_line({}, 10), "");
}

TEST(Plot, BarsHaveTheirLabelsAndNumbers) {
  const std::vector<Item> rows = {Item{{"stage", "dev"}, {"n", 80}},
                                  Item{{"stage", "prod"}, {"n", 5}},
                                  Item{{"stage", "\x1B[31mx"}, {"n", 0}}, Item{{"stage", "none"}}};
  EXPECT_EQ(bars_text(rows, {"stage"}, {"n"}, 10),
            "n\n"
            "dev     ██████████ 80\n"
            "prod    ▋ 5\n"
            " [31mx  0\n"
            "none    \n");
}

TEST(Plot, EachMeasureHasBarsOfItsOwn) {
  const std::vector<Item> rows = {Item{{"n", 1}, {"sum", 200}}};
  EXPECT_EQ(bars_text(rows, {}, {"n", "sum"}, 2), "n\n██ 1\n\nsum\n██ 200\n");
}

TEST(Top, ShowsTheLastSecondAndTheBusiestTablesFirst) {
  const auto answer = parse_answer(R"({"step_seconds":1,"times_ms":[1,2],
      "series":{"requests":[0,1234.4],"latency_p50_us":[0,350],"latency_p99_us":[0,1250],
                "client_errors":[0,1],"server_errors":[0,0],"throttled":[0,0],"bytes_in":[0,1500],
                "bytes_out":[0,2500000],"cpu":[0,1.53],"resident_bytes":[0,420000000],
                "connections":[0,32]},
      "tables":{"Albums":{"read_units":1,"write_units":2,"throttled":0},
                "Songs":{"read_units":10.5,"write_units":0,"throttled":3}}})");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(top_text("http://127.0.0.1:8000", *answer, {.columns = 80, .rows = 24}),
            "http://127.0.0.1:8000\n\n"
            "requests    1,234/s\n"
            "             █\n"
            "latency     p50 350 us, p99 1.2 ms\n"
            "errors      1.0/s of clients, 0.0/s of the server, 0.0/s throttled\n"
            "bytes       1.5 KB/s in, 2.5 MB/s out\n"
            "server      153 % of a core, 420 MB of memory, 32 connections\n\n"
            "table   read units/s  write units/s  throttled/s\n"
            "Songs           10.5            0.0          3.0\n"
            "Albums           1.0            2.0          0.0\n");
}

TEST(Top, TellsHowManyTablesThereIsNoRoomFor) {
  const auto answer = parse_answer(R"({"series":{},
      "tables":{"A":{"read_units":1},"B":{"read_units":2},"C":{"read_units":3}}})");
  ASSERT_TRUE(answer.ok());
  const auto text = top_text("here", *answer, {.columns = 80, .rows = 13});
  EXPECT_NE(text.find("\nC "), std::string::npos) << text;
  EXPECT_EQ(text.find("\nA "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("and 1 more\n")) << text;
}

}  // namespace
}  // namespace partita::cli
