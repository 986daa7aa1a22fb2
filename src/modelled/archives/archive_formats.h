#pragma once

#include <span>
#include <string_view>

#include "modelled/archives/archive_layout.h"
#include "modelled/archives/archive_rows.h"
#include "partita/base/bytes.h"

// How items become files. Neither the store nor models know Parquet or JSON: who opens the database
// gives it these (wire/formats).
namespace partita::archives {

// THREADS: safe for concurrent calls.
class ArchiveFormats {
 public:
  virtual ~ArchiveFormats() = default;

  // A whole file with these items in this order. The same items make the same file.
  virtual Bytes file(const ArchiveLayout& layout, std::span<const WaitingItem> items) const = 0;
  // How the name of a file ends: ".parquet".
  virtual std::string_view extension() const = 0;
};

}  // namespace partita::archives
