#include "cli/transfer_progress.h"

#include <gtest/gtest.h>

#include "cli/item_files.h"

namespace partita::cli {
namespace {

TEST(TransferProgress, TellsTheRateAndTheTimeThatIsLeft) {
  EXPECT_EQ(transfer_line({.items = 1200,
                           .bytes = 12'000'000,
                           .items_total = 4800,
                           .bytes_total = {},
                           .seconds = 3}),
            "1,200 of about 4,800 items, 400 a second, 12 MB, 9 s left");
  EXPECT_EQ(transfer_line({.items = 1200, .seconds = 0.1}), "1,200 items");
}

TEST(TransferProgress, BytesGoBeforeItemsAndMoreThanAllIsAll) {
  EXPECT_EQ(transfer_share({.items = 1, .bytes = 50, .items_total = 2, .bytes_total = 200}), 0.25);
  EXPECT_EQ(transfer_share({.items = 3, .items_total = 2}), 1.0);
  EXPECT_EQ(transfer_share({.items = 3}), std::nullopt);
}

TEST(ItemFiles, TheNameSaysWhatIsInAFile) {
  EXPECT_EQ(kind_of_file("a/albums.CSV").format, FileFormat::Csv);
  EXPECT_EQ(kind_of_file("albums.tsv.gz").delimiter, '\t');
  EXPECT_EQ(kind_of_file("albums.tsv.gz").compression, records::Compression::Gzip);
  EXPECT_EQ(kind_of_file("albums.ndjson").format, FileFormat::Json);
  EXPECT_EQ(kind_of_file("albums.json").format, FileFormat::DynamodbJson);
  EXPECT_FALSE(kind_of_file("albums.json").is_named);
}

TEST(ItemFiles, ALineOfJsonSaysHowItHasItsItem) {
  EXPECT_EQ(form_of_line(R"({"Item":{"id":{"S":"7"}}})"), LineForm::Wrapped);
  EXPECT_EQ(form_of_line(R"({"id":{"S":"7"}})"), LineForm::Typed);
  EXPECT_EQ(form_of_line(R"({"id":"7"})"), LineForm::Plain);
  EXPECT_EQ(form_of_line(R"({"Item":{"id":"7"}})"), LineForm::Plain);
}

TEST(ItemFiles, CsvQuotesWhatNeedsItAndTellsEmptyTextsFromNone) {
  const EncodedItem item(Item{{"a", "x,\"y\""}, {"b", ""}, {"d", 5}});
  const FileKind kind{.format = FileFormat::Csv};
  std::string text;
  append_record(text, item.view(), kind, {"a", "b", "c", "d"});
  EXPECT_EQ(text, "\"x,\"\"y\"\"\",\"\",,5\r\n");
}

}  // namespace
}  // namespace partita::cli
