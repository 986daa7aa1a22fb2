#pragma once

#include "modelled/archives/archive_formats.h"

namespace partita::formats {

// Parquet, compressed with zstd.
const archives::ArchiveFormats& archive_formats();

}  // namespace partita::formats
