#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/places/place.h"
#include "store/table_exports/export_formats.h"
#include "store/table_exports/export_record.h"
#include "store/table_exports/export_rows.h"

// What an export brings into its bucket. These calls block: they are for an Errand.
namespace partita::table_exports {

// Something that is brought at a time. May be brought again if it fails.
struct Delivery {
  enum class Kind { Start, File, Manifest };

  Kind kind = Kind::Start;
  ExportRecord record;            // As it is; of a Manifest as it will be.
  std::string text;               // The lines of a File, until they are packed.
  Bytes packed;                   // The same, packed.
  ExportFile file;                // Of a File: its sums are set when it is there.
  std::vector<ExportFile> files;  // Of a Manifest: all of them.
};

// When it returns, all of it is in the bucket. A manifest is there only if all files are.
// ERRORS: those of the place.
Status deliver(Delivery& delivery, places::ObjectPlace& place, const ExportFormats& formats);

}  // namespace partita::table_exports
