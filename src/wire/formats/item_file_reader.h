#pragma once

#include <memory>

#include "language/records/item_reader.h"

namespace partita::formats {

// Reads files of all formats.
class ItemFileReaders : public records::ItemReaders {
 public:
  std::unique_ptr<records::ItemReader> open(records::ReadOptions options) const override;
};

}  // namespace partita::formats
