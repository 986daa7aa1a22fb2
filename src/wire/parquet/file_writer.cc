#include "wire/parquet/file_writer.h"

#include <optional>
#include <utility>

#include "wire/parquet/column_chunk.h"
#include "wire/parquet/format.h"
#include "wire/parquet/thrift.h"

namespace partita::parquet {
namespace {

constexpr std::int32_t kFormatVersion = 1;
constexpr std::string_view kWriterName = "partita";

struct ChunkPlace {
  std::int64_t offset = 0;
  std::int64_t entries = 0;
  std::int64_t packed_bytes = 0;
  ColumnChunk chunk;  // Without its pages.
};

std::optional<Converted> converted_of(Kind kind) {
  switch (kind) {
    case Kind::Text:
      return Converted::Utf8;
    case Kind::Json:
      return Converted::Json;
    case Kind::Date:
      return Converted::Date;
    case Kind::Timestamp:
      return Converted::TimestampMillis;
    case Kind::Decimal:
      return Converted::Decimal;
    case Kind::List:
      return Converted::List;
    default:
      return std::nullopt;
  }
}

// The union LogicalType: its field says which, the struct in it has the details.
void write_logical(ThriftWriter& footer, const Column& column) {
  const auto plain = [&](int field) {
    footer.begin(10);
    footer.begin(field);
    footer.end();
    footer.end();
  };
  switch (column.kind) {
    case Kind::Text:
      return plain(1);
    case Kind::List:
      return plain(3);
    case Kind::Date:
      return plain(6);
    case Kind::Json:
      return plain(12);
    case Kind::Decimal:
      footer.begin(10);
      footer.begin(5);
      footer.integer(1, column.scale);
      footer.integer(2, column.precision);
      footer.end();
      return footer.end();
    case Kind::Timestamp:
      footer.begin(10);
      footer.begin(8);
      footer.boolean(1, true);  // In UTC.
      footer.begin(2);
      footer.begin(1);  // Milliseconds.
      footer.end();
      footer.end();
      footer.end();
      return footer.end();
    default:
      return;
  }
}

class FooterWriter {
 public:
  FooterWriter(const std::vector<Column>& columns, const std::vector<Leaf>& leaves)
      : columns_(columns), leaves_(leaves) {}

  Bytes write(const std::vector<ChunkPlace>& chunks, std::int64_t rows) {
    footer_.integer(1, kFormatVersion);
    footer_.list(2, ThriftType::Struct, 1 + count_elements(columns_));
    write_root();
    for (const Column& column : columns_) write_column(column);
    footer_.wide(3, rows);
    footer_.list(4, ThriftType::Struct, 1);
    write_row_group(chunks, rows);
    footer_.binary(6, kWriterName);
    // Without it, bounds do not count: the order is that of each column's type.
    footer_.list(7, ThriftType::Struct, leaves_.size());
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      footer_.begin_element();
      footer_.begin(1);
      footer_.end();
      footer_.end();
    }
    return footer_.take();
  }

 private:
  static std::size_t count_elements(const std::vector<Column>& columns) {
    std::size_t count = 0;
    for (const Column& column : columns) {
      count += 1 + count_elements(column.children) + (column.kind == Kind::List ? 1 : 0);
    }
    return count;
  }

  void write_root() {
    footer_.begin_element();
    footer_.binary(4, "schema");
    footer_.integer(5, static_cast<std::int32_t>(columns_.size()));
    footer_.end();
  }

  void write_column(const Column& column) {
    footer_.begin_element();
    if (!column.is_nested())
      footer_.integer(1, static_cast<std::int32_t>(physical_of(column.kind)));
    footer_.integer(3, static_cast<std::int32_t>(column.is_required ? Repetition::Required
                                                                    : Repetition::Optional));
    footer_.binary(4, column.name);
    if (column.is_nested()) footer_.integer(5, static_cast<std::int32_t>(column.children.size()));
    if (const auto converted = converted_of(column.kind)) {
      footer_.integer(6, static_cast<std::int32_t>(*converted));
    }
    if (column.kind == Kind::Decimal) {
      footer_.integer(7, column.scale);
      footer_.integer(8, column.precision);
    }
    write_logical(footer_, column);
    footer_.end();
    if (column.kind == Kind::List) write_repeated();
    for (const Column& child : column.children) write_column(child);
  }

  void write_repeated() {
    footer_.begin_element();
    footer_.integer(3, static_cast<std::int32_t>(Repetition::Repeated));
    footer_.binary(4, "list");
    footer_.integer(5, 1);
    footer_.end();
  }

  void write_row_group(const std::vector<ChunkPlace>& chunks, std::int64_t rows) {
    std::int64_t plain = 0;
    std::int64_t packed = 0;
    footer_.begin_element();
    footer_.list(1, ThriftType::Struct, chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      write_chunk_place(leaves_[i], chunks[i]);
      plain += static_cast<std::int64_t>(chunks[i].chunk.plain_bytes);
      packed += chunks[i].packed_bytes;
    }
    footer_.wide(2, plain);
    footer_.wide(3, rows);
    footer_.wide(5, chunks.empty() ? 0 : chunks.front().offset);
    footer_.wide(6, packed);
    footer_.end();
  }

  void write_chunk_place(const Leaf& leaf, const ChunkPlace& place) {
    const auto dictionary_bytes = static_cast<std::int64_t>(place.chunk.dictionary_bytes);
    footer_.begin_element();
    footer_.wide(2, place.offset);
    footer_.begin(3);
    footer_.integer(1, static_cast<std::int32_t>(physical_of(leaf.column->kind)));
    footer_.list(2, ThriftType::I32, dictionary_bytes > 0 ? 3 : 2);
    footer_.integer_element(static_cast<std::int32_t>(Encoding::Plain));
    footer_.integer_element(static_cast<std::int32_t>(Encoding::Runs));
    if (dictionary_bytes > 0) {
      footer_.integer_element(static_cast<std::int32_t>(Encoding::Dictionary));
    }
    footer_.list(3, ThriftType::Binary, leaf.path.size());
    for (const auto& step : leaf.path) footer_.binary_element(step);
    footer_.integer(4, kZstd);
    footer_.wide(5, place.entries);
    footer_.wide(6, static_cast<std::int64_t>(place.chunk.plain_bytes));
    footer_.wide(7, place.packed_bytes);
    footer_.wide(9, place.offset + dictionary_bytes);
    if (dictionary_bytes > 0) footer_.wide(11, place.offset);
    write_statistics(place.chunk);
    footer_.end();
    footer_.end();
  }

  void write_statistics(const ColumnChunk& chunk) {
    footer_.begin(12);
    footer_.wide(3, static_cast<std::int64_t>(chunk.nulls));
    if (chunk.max) footer_.binary(5, *chunk.max);
    if (chunk.min) footer_.binary(6, *chunk.min);
    footer_.end();
  }

  const std::vector<Column>& columns_;
  const std::vector<Leaf>& leaves_;
  ThriftWriter footer_;
};

}  // namespace

FileWriter::FileWriter(std::vector<Column> columns)
    : columns_(std::move(columns)), leaves_(leaves_of(columns_)), values_(leaves_.size()) {}

void FileWriter::add(const Row& row) {
  shred(columns_, row, values_);
  ++rows_;
}

Bytes FileWriter::finish() {
  Bytes file(kMagic);
  std::vector<ChunkPlace> chunks;
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    ChunkPlace place{.offset = static_cast<std::int64_t>(file.size()),
                     .entries = static_cast<std::int64_t>(values_[i].entries()),
                     .chunk = write_chunk(leaves_[i], values_[i])};
    values_[i] = {};
    const Bytes pages = std::exchange(place.chunk.pages, {});
    place.packed_bytes = static_cast<std::int64_t>(pages.size());
    file.append(pages);
    chunks.push_back(std::move(place));
  }
  const Bytes footer = FooterWriter(columns_, leaves_).write(chunks, rows_);
  file.append(footer);
  for (unsigned shift = 0; shift < 32; shift += 8) {
    file.push_back(static_cast<char>(footer.size() >> shift & 0xFF));
  }
  return file.append(kMagic);
}

}  // namespace partita::parquet
