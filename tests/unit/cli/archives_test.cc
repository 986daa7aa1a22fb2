#include "cli/archives.h"

#include <gtest/gtest.h>

#include "cli/model_client.h"

namespace partita::cli {
namespace {

TEST(ArchivesText, ShowsWhatWaitsAndWhatIsInFiles) {
  const auto answer = parse_answer(
      R"({"archives":[{"table":"t","entity":"Message","to":"s3://b/p","declared":false,)"
      R"("waiting":3,"waits_more":false,"oldest":"2026-11-16T14:30:00.000Z","files":2,)"
      R"("items":70,"bytes":4096}]})");
  const std::string text = archives_text(answer.value(), false);
  for (const auto* part : {"Message", "s3://b/p", "2026-11-16T14:30:00.000Z", "70", "4096",
                           "no longer in the model"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(archives_text(parse_answer(R"({"archives":[]})").value(), false),
            "There are no archives.\n");
}

TEST(ArchivesText, SaysThatThereAreMoreFiles) {
  const auto answer =
      parse_answer(R"({"files":[{"key":"p/part-1.parquet","folder":"","items":7,"bytes":9,)"
                   R"("made":"","oldest":"","newest":"","sha256":""}],"more":true})");
  const std::string text = archive_files_text(answer.value(), false);
  EXPECT_NE(text.find("p/part-1.parquet"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("There are more.\n"));
}

}  // namespace
}  // namespace partita::cli
