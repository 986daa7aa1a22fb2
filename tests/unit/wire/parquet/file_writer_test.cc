#include "wire/parquet/file_writer.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "wire/parquet/column_chunk.h"
#include "wire/parquet/thrift.h"

// What files are to others, is asked of DuckDB and hyparquet
// (tests/sdk/javascript/archives.test.js).
namespace partita::parquet {
namespace {

const std::vector<Column> kColumns{{.name = "id", .is_required = true},
                                   {.name = "count", .kind = Kind::Int64}};

Bytes file_of(int rows) {
  FileWriter writer(kColumns);
  for (int i = 0; i < rows; ++i) {
    writer.add({Datum{Bytes("id-" + std::to_string(i))}, Datum{std::int64_t{i % 3}}});
  }
  return writer.finish();
}

LeafValues texts(const std::vector<Bytes>& values) {
  LeafValues leaf;
  for (const Bytes& value : values) {
    leaf.definitions.push_back(1);
    leaf.repetitions.push_back(0);
    leaf.bytes.append(value);
    leaf.ends.push_back(static_cast<std::uint32_t>(leaf.bytes.size()));
  }
  return leaf;
}

ColumnChunk chunk_of(Column column, const LeafValues& values) {
  const std::vector<Column> columns{std::move(column)};
  return write_chunk(leaves_of(columns).front(), values);
}

TEST(ParquetFile, BeginsAndEndsAsTheFormatWants) {
  const Bytes file = file_of(10);
  EXPECT_EQ(file.substr(0, 4), "PAR1");
  EXPECT_EQ(file.substr(file.size() - 4), "PAR1");
  const auto low = static_cast<unsigned char>(file[file.size() - 8]);
  const auto high = static_cast<unsigned char>(file[file.size() - 7]);
  const std::size_t footer = low + 256U * high;
  ASSERT_LT(footer, file.size() - 12);
  // FileMetaData: its first field is the version, a number.
  EXPECT_EQ(file[file.size() - 8 - footer], '\x15');
}

TEST(ParquetFile, IsTheSameForTheSameRows) { EXPECT_EQ(file_of(5000), file_of(5000)); }

TEST(ParquetFile, NeedsNoRows) { EXPECT_GT(file_of(0).size(), 12U); }

TEST(ParquetChunk, HasADictionaryOnlyIfValuesComeAgain) {
  std::vector<Bytes> same(1000, "north");
  EXPECT_GT(chunk_of({.name = "a"}, texts(same)).dictionary_bytes, 0U);
  std::vector<Bytes> different;
  for (int i = 0; i < 1000; ++i) different.push_back(std::to_string(i));
  EXPECT_EQ(chunk_of({.name = "a"}, texts(different)).dictionary_bytes, 0U);
}

TEST(ParquetChunk, KnowsItsBounds) {
  const auto chunk = chunk_of({.name = "a"}, texts({"b", "\xC3\xA9", "a"}));
  EXPECT_EQ(chunk.min, "a");
  EXPECT_EQ(chunk.max, "\xC3\xA9") << "bytes have no sign";
  const auto numbers = chunk_of(
      {.name = "a", .kind = Kind::Int64},
      texts({Bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8), Bytes("\x01\0\0\0\0\0\0\0", 8)}));
  EXPECT_EQ(numbers.min, Bytes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8)) << "-1 is less than 1";
}

TEST(ParquetChunk, HasNoBoundsThatAreLongOrMeanNothing) {
  EXPECT_EQ(chunk_of({.name = "a"}, texts({Bytes(65, 'x')})).max, std::nullopt);
  EXPECT_EQ(chunk_of({.name = "a", .kind = Kind::Json}, texts({"{}"})).max, std::nullopt);
  LeafValues nothing;
  nothing.definitions = {0, 0};
  nothing.repetitions = {0, 0};
  const auto chunk = chunk_of({.name = "a"}, nothing);
  EXPECT_EQ(chunk.min, std::nullopt);
  EXPECT_EQ(chunk.nulls, 2U);
}

TEST(Thrift, WritesFieldsAsTheCompactProtocolDoes) {
  ThriftWriter writer;
  writer.integer(1, -1);
  writer.binary(4, "ab");
  writer.begin(10);
  writer.boolean(1, true);
  writer.end();
  writer.list(11, ThriftType::I32, 2);
  writer.integer_element(0);
  writer.integer_element(1);
  EXPECT_EQ(writer.take(), Bytes("\x15\x01\x38\x02"
                                 "ab"
                                 "\x6C\x11\x00\x19\x25\x00\x02\x00",
                                 14));
}

}  // namespace
}  // namespace partita::parquet
