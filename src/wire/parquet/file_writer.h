#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partita/base/bytes.h"
#include "wire/parquet/column.h"
#include "wire/parquet/datum.h"
#include "wire/parquet/leaf_values.h"

namespace partita::parquet {

// Writes one Parquet file: all of its rows are one row group, so a file is made in memory. The
// same rows are the same bytes, as long as zstd makes them so.
//
//   FileWriter writer({{.name = "id", .is_required = true}, {.name = "count", .kind =
//   Kind::Int64}}); writer.add({Datum{"a"}, Datum{std::int64_t{7}}}); const Bytes file =
//   writer.finish();
class FileWriter {
 public:
  explicit FileWriter(std::vector<Column> columns);

  // REQUIRES: one datum for each column, of its kind; none is null that is required.
  void add(const Row& row);
  std::int64_t rows() const { return rows_; }
  // Once.
  Bytes finish();

 private:
  const std::vector<Column> columns_;
  const std::vector<Leaf> leaves_;
  std::vector<LeafValues> values_;
  std::int64_t rows_ = 0;
};

}  // namespace partita::parquet
