#include "conformance/runner/script.h"

#include <gtest/gtest.h>

namespace partita::conformance {
namespace {

const SendRequest& request_of(const Script& script, std::size_t step = 0) {
  return std::get<SendRequest>(script.steps.at(step).action);
}

TEST(Script, ReadsARequestAndItsAnswer) {
  const auto script = parse_script("# Says it.\n\nGetItem {\"a\":1}\n-> {\"b\":2}\n");
  ASSERT_TRUE(script.ok()) << script.error().message();
  EXPECT_EQ(script->behaviour, "Says it.");
  EXPECT_EQ(script->steps.at(0).line, 3U);
  const auto& request = request_of(*script);
  EXPECT_EQ(request.operation, "GetItem");
  EXPECT_EQ(request.body, "{\"a\":1}");
  EXPECT_EQ(request.expectation.body->json, "{\"b\":2}");
  EXPECT_EQ(request.expectation.body->extent, Extent::Whole);
}

TEST(Script, JoinsLinesThatBeginWithASpace) {
  const auto script = parse_script("# A.\nScan {\"a\":1,\n  \"b\":2}\n!! Wrong: one\n   two\n");
  ASSERT_TRUE(script.ok()) << script.error().message();
  EXPECT_EQ(request_of(*script).body, "{\"a\":1, \"b\":2}");
  EXPECT_EQ(request_of(*script).expectation.error->message, "one two");
}

TEST(Script, ReadsAnErrorWithItsStatusAndBody) {
  const auto script = parse_script("# A.\nScan {}\n!~ 500 Internal: a: b\n~> {\"c\":1}\n");
  ASSERT_TRUE(script.ok()) << script.error().message();
  const auto& expectation = request_of(*script).expectation;
  EXPECT_EQ(expectation.error->status, 500);
  EXPECT_EQ(expectation.error->type, "Internal");
  EXPECT_EQ(expectation.error->message, "a: b");
  EXPECT_EQ(expectation.error->extent, Extent::Part);
  EXPECT_EQ(expectation.body->extent, Extent::Part);
}

TEST(Script, ReadsEveryRepetition) {
  const auto script = parse_script(
      "# A.\nfor i in 2..5 Scan {}\n-> {}\nuntil Scan {}\n-> {}\npages Scan {}\n-> {}\n"
      "segments 3 Scan {}\n-> {}\nstream GetRecords {}\n-> {}\n");
  ASSERT_TRUE(script.ok()) << script.error().message();
  const auto& loop = std::get<ForEach>(request_of(*script, 0).repetition);
  EXPECT_EQ(loop.variable, "i");
  EXPECT_EQ(loop.first, 2U);
  EXPECT_EQ(loop.last, 5U);
  EXPECT_TRUE(std::holds_alternative<Until>(request_of(*script, 1).repetition));
  EXPECT_EQ(std::get<EveryPage>(request_of(*script, 2).repetition).segments, 0U);
  EXPECT_EQ(std::get<EveryPage>(request_of(*script, 3).repetition).segments, 3U);
  EXPECT_TRUE(std::holds_alternative<WholeStream>(request_of(*script, 4).repetition));
}

TEST(Script, ReadsTablesAndNames) {
  const auto script = parse_script("# A.\ntable T a:S\nScan {}\n-> {}\nlet next = Last.Key\n");
  ASSERT_TRUE(script.ok()) << script.error().message();
  EXPECT_EQ(std::get<MakeTable>(script->steps.at(0).action).declaration, "T a:S");
  const auto& remember = std::get<Remember>(script->steps.at(2).action);
  EXPECT_EQ(remember.name, "next");
  EXPECT_EQ(remember.path, "Last.Key");
}

TEST(Script, RefusesWhatWouldTestNothing) {
  EXPECT_FALSE(parse_script("Scan {}\n-> {}\n").ok());                      // No sentence.
  EXPECT_FALSE(parse_script("# A.\n").ok());                                // No steps.
  EXPECT_FALSE(parse_script("# A.\nScan {}\n").ok());                       // Expects nothing.
  EXPECT_FALSE(parse_script("# A.\nScan {}\nScan {}\n-> {}\n").ok());       // The first neither.
  EXPECT_FALSE(parse_script("# A.\n-> {}\n").ok());                         // Asks nothing.
  EXPECT_FALSE(parse_script("# A.\nScan {}\n-> {}\n-> {}\n").ok());         // Two answers.
  EXPECT_FALSE(parse_script("# A.\nfor i of 1..2 Scan {}\n-> {}\n").ok());  // No loop.
}

TEST(Script, NamesTheLineThatIsWrong) {
  const auto script = parse_script("# A.\n\nScan {}\n\nScan {}\n-> {}\n");
  ASSERT_FALSE(script.ok());
  EXPECT_NE(script.error().message().find("line 5"), std::string::npos);
}

}  // namespace
}  // namespace partita::conformance
