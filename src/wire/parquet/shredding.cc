#include <bit>
#include <utility>

#include "partita/base/check.h"
#include "wire/parquet/leaf_values.h"

namespace partita::parquet {
namespace {

struct Levels {
  std::uint8_t definition = 0;
  std::uint8_t repetition = 0;
  std::uint8_t lists = 0;  // How many lists are around it.
};

class Shredder {
 public:
  explicit Shredder(std::vector<LeafValues>& leaves) : leaves_(leaves) {}

  void add(const Column& column, const Datum& datum, Levels levels) {
    if (datum.is_null()) {
      PARTITA_CHECK(!column.is_required);
      return add_absent(column, levels);
    }
    if (!column.is_required) ++levels.definition;
    if (column.kind == Kind::Group) return add_fields(column, datum, levels);
    if (column.kind == Kind::List) return add_elements(column, datum, levels);
    LeafValues& leaf = leaves_[leaf_++];
    note(leaf, levels);
    append_value(leaf.bytes, column.kind, datum);
    leaf.ends.push_back(static_cast<std::uint32_t>(leaf.bytes.size()));
  }

 private:
  static void note(LeafValues& leaf, const Levels& levels) {
    leaf.definitions.push_back(levels.definition);
    leaf.repetitions.push_back(levels.repetition);
  }

  void add_absent(const Column& column, const Levels& levels) {
    if (!column.is_nested()) return note(leaves_[leaf_++], levels);
    for (const Column& child : column.children) add_absent(child, levels);
  }

  void add_fields(const Column& column, const Datum& datum, const Levels& levels) {
    const auto& fields = std::get<std::vector<Datum>>(datum.value);
    PARTITA_CHECK(fields.size() == column.children.size());
    for (std::size_t i = 0; i < fields.size(); ++i) add(column.children[i], fields[i], levels);
  }

  void add_elements(const Column& column, const Datum& datum, Levels levels) {
    const auto& elements = std::get<std::vector<Datum>>(datum.value);
    if (elements.empty()) return add_absent(column, levels);
    const std::size_t first_leaf = leaf_;
    ++levels.lists;
    ++levels.definition;
    for (const Datum& element : elements) {
      leaf_ = first_leaf;
      add(column.children.front(), element, levels);
      levels.repetition = levels.lists;
    }
  }

  template <typename Number>
  static void append_little_endian(Bytes& bytes, Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      bytes.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
    }
  }

  static void append_value(Bytes& bytes, Kind kind, const Datum& datum) {
    if (const auto* flag = std::get_if<bool>(&datum.value)) {
      bytes.push_back(*flag ? 1 : 0);
    } else if (const auto* text = std::get_if<Bytes>(&datum.value)) {
      bytes.append(*text);
    } else if (const auto* real = std::get_if<double>(&datum.value)) {
      append_little_endian(bytes, std::bit_cast<std::uint64_t>(*real));
    } else if (kind == Kind::Date) {
      append_little_endian(bytes, static_cast<std::uint32_t>(std::get<std::int64_t>(datum.value)));
    } else {
      append_little_endian(bytes, static_cast<std::uint64_t>(std::get<std::int64_t>(datum.value)));
    }
  }

  std::vector<LeafValues>& leaves_;
  std::size_t leaf_ = 0;
};

}  // namespace

void shred(const std::vector<Column>& columns, const Row& row, std::vector<LeafValues>& leaves) {
  PARTITA_CHECK(row.size() == columns.size());
  Shredder shredder(leaves);
  for (std::size_t i = 0; i < row.size(); ++i) shredder.add(columns[i], row[i], {});
}

}  // namespace partita::parquet
