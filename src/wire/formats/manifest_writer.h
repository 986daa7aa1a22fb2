#pragma once

#include <string>

#include "store/table_exports/export_formats.h"

// The manifests of an export, as AWS writes them.
namespace partita::formats {

// A line of manifest-files.json.
void append_manifest_file(std::string& text, const table_exports::ListedFile& file);

// The content of manifest-summary.json.   REQUIRES: the export is completed.
std::string manifest_summary(const table_exports::ExportRecord& record);

}  // namespace partita::formats
