#pragma once

#include <memory>

#include "language/records/item_reader.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::formats {

// Undoes the compression of a file while it comes in: gzip (one member or several) or zstd (one
// frame or several). THREADS: one thread at a time.
class Decompressor {
 public:
  // What is given at a time, however much a small input grows to.
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

  static std::unique_ptr<Decompressor> create(records::Compression compression);
  virtual ~Decompressor() = default;

  // REQUIRES: all that was fed is used up.
  virtual void feed(Bytes bytes) = 0;
  // Appends up to kPieceBytes. False: all that was fed is used up.
  // ERRORS: InvalidArgument if it is damaged, or no such file at all.
  virtual Result<bool> read(Bytes& text) = 0;
  // ERRORS: InvalidArgument if the input is cut short.
  virtual Status end() = 0;
};

}  // namespace partita::formats
