#pragma once

#include <string>
#include <vector>

#include "modelled/archives/archived_column.h"
#include "partita/value/item_view.h"
#include "wire/parquet/column.h"
#include "wire/parquet/datum.h"

// Attributes as columns of Parquet.
namespace partita::formats {

parquet::Column parquet_column(const archives::ArchivedColumn& column);

// A value as its column has it.
struct ColumnValue {
  parquet::Datum datum;  // Null: the column cannot hold the value.
  bool is_exact = true;  // The value can be made from it again, as it was.
};
ColumnValue column_value(const archives::ArchivedColumn& column, const ValueView& value);

// JSON as people write it. Sets are arrays in it, and bytes are Base64: `is_exact` becomes false.
void append_plain_json(std::string& json, const ValueView& value, bool& is_exact);

}  // namespace partita::formats
