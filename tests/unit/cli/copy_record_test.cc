#include "cli/copy_record.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "partita/base/file.h"
#include "support/temporary_directory.h"

namespace partita::cli {
namespace {

const CopyRoute kRoute{
    .from = "A at http://one", .from_id = "1", .to = "B at http://two", .to_id = "2"};

EncodedItem key_of_number(std::int64_t number) {
  Item key;
  key.set("id", Value(Number(number)));
  key.set("text", Value("quote \" and \u00e4"));
  return EncodedItem(key);
}

class CopyRecordTest : public ::testing::Test {
 protected:
  std::filesystem::path file() const { return directory_ / "copy"; }
  std::string refusal(const CopyRoute& route) const {
    const auto opened = CopyRecord::open(file(), route, 4);
    return opened.ok() ? "" : opened.error().message();
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(CopyRecordTest, KeepsHowFarEachSegmentIsOverARestart) {
  {
    const auto record = CopyRecord::open(file(), kRoute, 3).value();
    EXPECT_EQ(record->positions().size(), 3U);
    ASSERT_TRUE(record->note(0, {.is_over = true, .behind = {}}, 5).ok());
    ASSERT_TRUE(record->note(2, {.behind = key_of_number(7)}, 4).ok());
    ASSERT_TRUE(record->save().ok());
  }
  // As many segments as it had, however many would be good now.
  const auto record = CopyRecord::open(file(), kRoute, 64).value();
  const auto positions = record->positions();
  ASSERT_EQ(positions.size(), 3U);
  EXPECT_TRUE(positions[0].is_over);
  EXPECT_FALSE(positions[1].is_over);
  EXPECT_FALSE(positions[1].behind);
  EXPECT_EQ(positions[2].behind, key_of_number(7));
  EXPECT_EQ(record->items(), 9U);
  ASSERT_TRUE(record->remove().ok());
  EXPECT_FALSE(std::filesystem::exists(file()));
  EXPECT_TRUE(record->remove().ok()) << "it is gone already";
}

TEST_F(CopyRecordTest, IsOfTheseTwoTablesOnly) {
  ASSERT_TRUE(CopyRecord::open(file(), kRoute, 3).ok());
  CopyRoute other = kRoute;
  other.to = "C at http://two";
  EXPECT_NE(refusal(other).find("is about a copy of A at http://one to B at http://two"),
            std::string::npos);
  CopyRoute anew = kRoute;
  anew.from_id = "3";
  EXPECT_NE(refusal(anew).find("one of them was made anew"), std::string::npos);
  EXPECT_EQ(refusal(kRoute), "");
}

TEST_F(CopyRecordTest, RefusesAFileThatIsNoRecord) {
  for (const std::string text :
       {"", "text", "{}", R"({"partita-copy":2})",
        R"({"partita-copy":1,"from":"A at http://one","from_id":"1","to":"B at http://two",)"
        R"("to_id":"2","items":1,"segments":[]})",
        R"({"partita-copy":1,"from":"A at http://one","from_id":"1","to":"B at http://two",)"
        R"("to_id":"2","items":1,"segments":["{broken"]})"}) {
    ASSERT_TRUE(replace_file(file(), text).ok());
    EXPECT_NE(refusal(kRoute), "") << text;
  }
}

}  // namespace
}  // namespace partita::cli
