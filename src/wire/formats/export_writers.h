#pragma once

#include "store/table_exports/export_formats.h"

namespace partita::formats {

// DynamoDB JSON and Ion, packed with gzip.
const table_exports::ExportFormats& export_formats();

}  // namespace partita::formats
