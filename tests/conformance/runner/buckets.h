#pragma once

#include <filesystem>
#include <memory>

#include "database/database.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"
#include "wire/formats/export_writers.h"
#include "wire/formats/item_file_reader.h"

namespace partita::conformance {

// The bucket "things" for scripts that export and import tables.
class Buckets {
 public:
  Buckets() : directory_(testing::memory_directory()) {
    std::filesystem::create_directory(directory_ / "things");
    place_ = places::open_directory_place(directory_.path()).value();
  }

  database::DatabaseOptions options() const {
    database::DatabaseOptions options;
    options.place = place_.get();
    options.export_formats = &formats::export_formats();
    options.item_readers = &readers_;
    return options;
  }

 private:
  testing::TemporaryDirectory directory_;
  std::unique_ptr<places::ObjectPlace> place_;
  formats::ItemFileReaders readers_;
};

}  // namespace partita::conformance
