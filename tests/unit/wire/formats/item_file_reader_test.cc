#include "wire/formats/item_file_reader.h"

#include <gtest/gtest.h>

#include "unit/wire/formats/read_records.h"

namespace partita::formats {
namespace {

using records::Compression;
using records::Format;
using records::ReadOptions;

const ReadOptions kTypedJson{};
const ReadOptions kBareJson{.takes_bare_items = true};
const ReadOptions kPlainJson{.format = Format::Json};

TEST(DynamoDbJsonLines, GiveOneItemALine) {
  EXPECT_EQ(read_lines(kTypedJson,
                       "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"1.50\"}}}\n"
                       "\n"
                       " { \"Item\" : { \"pk\" : { \"S\" : \"b\" } } } \r\n"
                       "{\"Item\":{\"pk\":{\"S\":\"c\"}}}"),
            (Lines{R"(1 {"n":{"N":"1.5"},"pk":{"S":"a"}})", R"(3 {"pk":{"S":"b"}})",
                   R"(4 {"pk":{"S":"c"}})"}));
}

TEST(DynamoDbJsonLines, TellTheLineOfEachFaultAndGoOn) {
  const auto lines = read_lines(kTypedJson,
                                "not json\n"
                                "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n"
                                "{\"Item\":{\"pk\":{\"N\":\"x\"}}}\n"
                                "{\"pk\":{\"S\":\"a\"}}\n"
                                "{\"Item\":{\"pk\":{\"S\":\"b\"}}} {}\n"
                                "[]\n"
                                "{\"Item\":{\"pk\":{\"S\":\"z\"}}}\n");
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0], "1 fault: the line is no JSON object");
  EXPECT_EQ(lines[1], R"(2 {"pk":{"S":"a"}})");
  EXPECT_TRUE(lines[2].starts_with("3 fault: ")) << lines[2];
  EXPECT_EQ(lines[3], "4 fault: the line has no member \"Item\"");
  EXPECT_TRUE(lines[4].starts_with("5 fault: ")) << lines[4];
  EXPECT_TRUE(lines[5].starts_with("6 fault: ")) << lines[5];
  EXPECT_EQ(lines[6], R"(7 {"pk":{"S":"z"}})");
}

TEST(DynamoDbJsonLines, MayBeItemsWithoutAWrapper) {
  EXPECT_EQ(read_lines(kBareJson,
                       "{\"pk\":{\"S\":\"a\"}}\n"
                       "{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n"
                       "{\"Item\":{\"S\":\"an attribute\"}}\n"),
            (Lines{R"(1 {"pk":{"S":"a"}})", R"(2 {"pk":{"S":"b"}})",
                   R"(3 {"Item":{"S":"an attribute"}})"}));
  EXPECT_EQ(read_lines(kBareJson, "{\"pk\":{\"N\":\"1x\"}}"),
            (Lines{"1 fault: The parameter cannot be converted to a numeric value: 1x"}));
  EXPECT_EQ(read_lines(kBareJson, R"({"pk":{"S":"a"}},"other":{"pk":{"S":"b"}})"),
            (Lines{"1 fault: something stands behind the line's object"}));
}

TEST(PlainJsonLines, BecomeTheTypesThatJsonHas) {
  EXPECT_EQ(read_lines(kPlainJson,
                       R"({"pk":"a\u00e9","n":-12.50,"big":12345678901234567890123456789012345678,)"
                       R"("t":true,"z":null,"l":[1,[]],"m":{"x":{}},"e":1e3})"),
            (Lines{R"(1 {"big":{"N":"12345678901234567890123456789012345678"},"e":{"N":"1000"},)"
                   R"("l":{"L":[{"N":"1"},{"L":[]}]},"m":{"M":{"x":{"M":{}}}},"n":{"N":"-12.5"},)"
                   R"("pk":{"S":"aé"},"t":{"BOOL":true},"z":{"NULL":true}})"}));
}

TEST(PlainJsonLines, AreRefusedOneByOne) {
  const auto lines = read_lines(kPlainJson,
                                "{\"a\":1,\"a\":2}\n{\"\":1}\n{\"a\":01}\n{\"a\":1e999}\n\"a\"\n"
                                "{\"a\":\"\xFF\"}\n{\"a\":\"ok\"}\n");
  ASSERT_EQ(lines.size(), 7U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(lines[i].starts_with(std::to_string(i + 1) + " fault: ")) << lines[i];
  }
  EXPECT_EQ(lines[6], R"(7 {"a":{"S":"ok"}})");
}

TEST(PlainJsonLines, DeeperThanDynamoDbAllowsAreRefused) {
  const auto nested = [](int levels) {
    return "{\"a\":" + std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']') + "}";
  };
  EXPECT_TRUE(read_lines(kPlainJson, nested(31)).front().starts_with("1 {"));
  EXPECT_TRUE(read_lines(kPlainJson, nested(32)).front().starts_with("1 fault: "));
  EXPECT_TRUE(read_all(kPlainJson, nested(100'000)).lines.front().starts_with("1 fault: "));
}

std::string many_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "{\"Item\":{\"pk\":{\"S\":\"" + std::to_string(i * 7919) + "\"}}}\n";
  }
  return text;
}

TEST(CompressedFiles, AreReadAsTheyComeIn) {
  const auto text = many_lines(5'000);
  const auto plain = read_all(kTypedJson, text);
  ASSERT_EQ(plain.lines.size(), 5'000U);
  for (const auto& [compression, file] :
       {std::pair(Compression::Gzip, gzip(text)), std::pair(Compression::Zstd, zstd(text)),
        std::pair(Compression::Gzip, gzip(text.substr(0, 1000)) + gzip(text.substr(1000))),
        std::pair(Compression::Zstd, zstd(text.substr(0, 1000)) + zstd(text.substr(1000)))}) {
    for (const std::size_t bytes : {1U << 20, 1000U, 170U}) {
      const auto read = read_all({.compression = compression}, file, bytes);
      EXPECT_EQ(read.lines, plain.lines) << bytes;
      EXPECT_EQ(read.places, plain.places) << bytes;
    }
  }
}

TEST(CompressedFiles, CutInTheMiddleGiveWhatIsThereAndThenAFault) {
  const auto text = many_lines(20'000);
  for (const auto& [compression, file] :
       {std::pair(Compression::Gzip, gzip(text)), std::pair(Compression::Zstd, zstd(text))}) {
    const auto read = read_all({.compression = compression}, file.substr(0, file.size() / 2));
    ASSERT_GT(read.lines.size(), 500U);
    EXPECT_LT(read.lines.size(), 20'000U);
    EXPECT_EQ(read.lines[50], read_all(kTypedJson, text).lines[50]);
    EXPECT_NE(read.lines.back().find("cut short"), std::string::npos) << read.lines.back();
  }
}

TEST(CompressedFiles, OfAnotherKindAreOneFault) {
  const auto text = many_lines(3);
  for (const auto compression : {Compression::Gzip, Compression::Zstd}) {
    EXPECT_EQ(read_lines({.compression = compression}, text).size(), 1U);
    EXPECT_EQ(read_lines({.compression = compression}, "").size(), 1U);
    EXPECT_EQ(read_lines({.compression = compression}, "x").size(), 1U);
  }
  EXPECT_EQ(read_lines(kTypedJson, "").size(), 0U);
}

TEST(CompressedFiles, ThatGrowALotTakeLittleMemory) {
  const std::string bomb = gzip(std::string(64U << 20, ' '));
  ASSERT_LT(bomb.size(), 1U << 20);
  const auto reader = ItemFileReaders().open({.compression = Compression::Gzip});
  reader->feed(bomb);
  // One line without an end: it is given up at the limit of a record, and told once.
  std::size_t faults = 0;
  while (const auto record = reader->next()) {
    ++faults;
    EXPECT_EQ(record->item.error().kind(), ErrorKind::TooLarge);
  }
  EXPECT_EQ(faults, 1U);
  reader->end();
  EXPECT_FALSE(reader->next());
  EXPECT_TRUE(reader->is_over());
  EXPECT_EQ(reader->place().offset, 64U << 20);
}

TEST(LongRecords, ArePassedOverUpToTheEndOfTheirLine) {
  const std::string long_line(records::kRecordBytesMax + 1, 'x');
  const auto lines = read_all(kTypedJson, "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n" + long_line +
                                              "\n{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n")
                         .lines;
  EXPECT_EQ(lines,
            (Lines{R"(1 {"pk":{"S":"a"}})", "2 fault: the record has more than 16777216 bytes",
                   R"(3 {"pk":{"S":"b"}})"}));
}

TEST(ItemReader, GoesOnAtAnyPlaceOfAnEarlierOne) {
  const auto text = many_lines(100);
  const auto whole = read_all(kTypedJson, text);
  for (const std::size_t done : {0U, 1U, 57U, 99U}) {
    const auto place = done == 0 ? records::Place() : whole.places[done - 1];
    const Lines rest(whole.lines.begin() + static_cast<std::ptrdiff_t>(done), whole.lines.end());
    EXPECT_EQ(read_all({.begin = place}, text, 50).lines, rest);
    EXPECT_EQ(read_all({.begin = place, .is_fed_from_begin = true},
                       std::string_view(text).substr(place.offset))
                  .lines,
              rest);
    EXPECT_EQ(read_all({.compression = Compression::Gzip, .begin = place}, gzip(text)).lines, rest);
  }
}

TEST(ItemReader, PassesAByteOrderMark) {
  EXPECT_EQ(read_lines(kPlainJson, "\xEF\xBB\xBF{\"a\":\"x\"}\n"), (Lines{R"(1 {"a":{"S":"x"}})"}));
}

}  // namespace
}  // namespace partita::formats
