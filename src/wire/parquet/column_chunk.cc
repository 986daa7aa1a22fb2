#include "wire/parquet/column_chunk.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "partita/base/check.h"
#include "wire/parquet/format.h"
#include "wire/parquet/runs.h"
#include "wire/parquet/thrift.h"

namespace partita::parquet {
namespace {

constexpr int kCompressionLevel = 3;
// A page ends with the row that reaches one of these.
constexpr std::size_t kPageBytes = std::size_t{1} << 20;
constexpr std::size_t kPageEntries = 20'000;
// Beyond these a dictionary is of no use.
constexpr std::size_t kDictionaryBytesMax = std::size_t{1} << 20;
constexpr std::size_t kDictionaryValuesMax = 65'536;
constexpr std::size_t kBoundBytesMax = 64;

void append_u32(Bytes& bytes, std::size_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(value >> shift & 0xFF));
  }
}

Bytes compressed(ByteView plain) {
  Bytes packed(ZSTD_compressBound(plain.size()), '\0');
  const std::size_t bytes =
      ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kCompressionLevel);
  PARTITA_CHECK(ZSTD_isError(bytes) == 0);
  packed.resize(bytes);
  return packed;
}

// The distinct values, in the order in which they first come, and the number of each value.
struct Dictionary {
  std::vector<ByteView> values;
  std::vector<std::uint32_t> numbers;
};

// Nullopt if it would not make the chunk smaller.
std::optional<Dictionary> dictionary_of(const Leaf& leaf, const LeafValues& values) {
  if (leaf.column->kind == Kind::Bool) return std::nullopt;
  Dictionary dictionary;
  std::unordered_map<ByteView, std::uint32_t> known;
  std::size_t bytes = 0;
  const std::size_t distinct_max = std::min(kDictionaryValuesMax, values.values() / 2);
  for (std::size_t i = 0; i < values.values(); ++i) {
    const ByteView value = values.value(i);
    const auto [entry, is_new] =
        known.emplace(value, static_cast<std::uint32_t>(dictionary.values.size()));
    if (is_new) {
      dictionary.values.push_back(value);
      bytes += value.size() + sizeof(std::uint32_t);
    }
    if (dictionary.values.size() > distinct_max || bytes > kDictionaryBytesMax) return std::nullopt;
    dictionary.numbers.push_back(entry->second);
  }
  if (dictionary.values.empty()) return std::nullopt;
  return dictionary;
}

template <typename Number>
Number number_in(ByteView stored) {
  std::uint64_t wide = 0;
  for (std::size_t i = stored.size(); i > 0; --i) {
    wide = wide << 8 | static_cast<unsigned char>(stored[i - 1]);
  }
  if constexpr (std::is_floating_point_v<Number>) return std::bit_cast<double>(wide);
  return static_cast<Number>(wide);
}

// As the format orders the values of the column.
bool is_less(Kind kind, ByteView left, ByteView right) {
  switch (physical_of(kind)) {
    case Physical::Int32:
      return number_in<std::int32_t>(left) < number_in<std::int32_t>(right);
    case Physical::Int64:
      return number_in<std::int64_t>(left) < number_in<std::int64_t>(right);
    case Physical::Double:
      return number_in<double>(left) < number_in<double>(right);
    default:
      return left < right;
  }
}

class ChunkWriter {
 public:
  ChunkWriter(const Leaf& leaf, const LeafValues& values)
      : leaf_(leaf), values_(values), dictionary_(dictionary_of(leaf, values)) {}

  ColumnChunk write() {
    if (dictionary_) write_dictionary();
    std::size_t begin = 0;
    while (begin < values_.entries()) {
      const std::size_t end = end_of_page(begin);
      write_page(begin, end);
      begin = end;
    }
    chunk_.nulls = values_.entries() - values_.values();
    find_bounds();
    return std::move(chunk_);
  }

 private:
  bool has_value(std::size_t entry) const {
    return values_.definitions[entry] == leaf_.definition_max;
  }

  void append_plain(Bytes& bytes, ByteView value) const {
    if (width_of(leaf_.column->kind) == 0) append_u32(bytes, value.size());
    bytes.append(value);
  }

  void add_page(ThriftWriter& head, const Bytes& packed, std::size_t plain_bytes) {
    const Bytes header = head.take();
    chunk_.pages.append(header).append(packed);
    chunk_.plain_bytes += header.size() + plain_bytes;
  }

  static void describe(ThriftWriter& head, PageType type, std::size_t plain, std::size_t packed) {
    head.integer(1, static_cast<std::int32_t>(type));
    head.integer(2, static_cast<std::int32_t>(plain));
    head.integer(3, static_cast<std::int32_t>(packed));
  }

  void write_dictionary() {
    Bytes plain;
    for (const ByteView value : dictionary_->values) append_plain(plain, value);
    const Bytes packed = compressed(plain);
    ThriftWriter head;
    describe(head, PageType::Dictionary, plain.size(), packed.size());
    head.begin(7);
    head.integer(1, static_cast<std::int32_t>(dictionary_->values.size()));
    head.integer(2, static_cast<std::int32_t>(Encoding::Plain));
    head.end();
    add_page(head, packed, plain.size());
    chunk_.dictionary_bytes = chunk_.pages.size();
  }

  std::size_t end_of_page(std::size_t begin) const {
    std::size_t value = value_;
    std::size_t bytes = 0;
    std::size_t entry = begin;
    while (entry < values_.entries()) {
      const bool begins_row = values_.repetitions[entry] == 0;
      if (begins_row && (bytes >= kPageBytes || entry - begin >= kPageEntries)) break;
      if (has_value(entry)) bytes += values_.value(value++).size() + sizeof(std::uint32_t);
      ++entry;
    }
    return entry;
  }

  static void append_levels(Bytes& bytes, std::span<const std::uint8_t> levels, unsigned max) {
    if (max == 0) return;
    Bytes runs;
    append_runs(runs, levels, width_for(max));
    append_u32(bytes, runs.size());
    bytes.append(runs);
  }

  void append_flags(Bytes& bytes, std::size_t first, std::size_t last) const {
    for (std::size_t at = first; at < last; at += 8) {
      unsigned byte = 0;
      for (std::size_t i = at; i < std::min(at + 8, last); ++i) {
        byte |= static_cast<unsigned>(values_.value(i).front() != 0) << (i - at);
      }
      bytes.push_back(static_cast<char>(byte));
    }
  }

  void append_values(Bytes& bytes, std::size_t first, std::size_t last) const {
    if (dictionary_) {
      // A width of 0 would do for one value, but not all readers know it.
      const unsigned width =
          std::max(1U, width_for(static_cast<std::uint32_t>(dictionary_->values.size() - 1)));
      bytes.push_back(static_cast<char>(width));
      append_runs(bytes, std::span(dictionary_->numbers).subspan(first, last - first), width);
    } else if (leaf_.column->kind == Kind::Bool) {
      append_flags(bytes, first, last);
    } else {
      for (std::size_t i = first; i < last; ++i) append_plain(bytes, values_.value(i));
    }
  }

  void write_page(std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    Bytes plain;
    append_levels(plain, std::span(values_.repetitions).subspan(begin, count),
                  leaf_.repetition_max);
    append_levels(plain, std::span(values_.definitions).subspan(begin, count),
                  leaf_.definition_max);
    const std::size_t first = value_;
    for (std::size_t i = begin; i < end; ++i) value_ += has_value(i) ? 1 : 0;
    append_values(plain, first, value_);
    const Bytes packed = compressed(plain);
    ThriftWriter head;
    describe(head, PageType::Data, plain.size(), packed.size());
    head.begin(5);
    head.integer(1, static_cast<std::int32_t>(count));
    head.integer(2,
                 static_cast<std::int32_t>(dictionary_ ? Encoding::Dictionary : Encoding::Plain));
    head.integer(3, static_cast<std::int32_t>(Encoding::Runs));
    head.integer(4, static_cast<std::int32_t>(Encoding::Runs));
    head.end();
    add_page(head, packed, plain.size());
  }

  void find_bounds() {
    const Kind kind = leaf_.column->kind;
    if (values_.values() == 0 || kind == Kind::Json || kind == Kind::Binary) return;
    ByteView min = values_.value(0);
    ByteView max = min;
    for (std::size_t i = 1; i < values_.values(); ++i) {
      const ByteView value = values_.value(i);
      if (is_less(kind, value, min)) min = value;
      if (is_less(kind, max, value)) max = value;
    }
    if (std::max(min.size(), max.size()) > kBoundBytesMax) return;
    chunk_.min = Bytes(min);
    chunk_.max = Bytes(max);
  }

  const Leaf& leaf_;
  const LeafValues& values_;
  const std::optional<Dictionary> dictionary_;
  std::size_t value_ = 0;  // The first one of the next page.
  ColumnChunk chunk_;
};

}  // namespace

ColumnChunk write_chunk(const Leaf& leaf, const LeafValues& values) {
  return ChunkWriter(leaf, values).write();
}

}  // namespace partita::parquet
