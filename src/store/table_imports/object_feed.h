#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/places/place.h"

namespace partita::table_imports {

struct FeedStart {
  std::optional<places::ObjectEntry> object = {};  // To go on with; its content is pinned.
  std::uint64_t offset = 0;                        // In it.
  std::string behind = {};  // Objects with keys behind it come then; empty: all.
};

// A piece of an object, or the end of all.
struct FedPiece {
  std::optional<places::ObjectEntry> object = {};  // A new one begins, or is gone on with.
  Bytes bytes = {};
  bool is_object_end = false;
  std::string fault = {};  // Why the rest of the object can not be read; empty: it can.
  bool is_all = false;     // There are no more objects.
};

// The objects of a bucket whose keys have a prefix, one after another, piece by piece. Each is read
// as it was when it was listed: one that changes meanwhile is a fault. Empty objects are passed.
// Calls block, as those of a place. A call that fails may be made again.
// THREADS: one thread at a time.
class ObjectFeed {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

  ObjectFeed(places::ObjectPlace& place, std::string bucket, std::string prefix, FeedStart start)
      : place_(place), bucket_(std::move(bucket)), prefix_(std::move(prefix)) {
    object_ = std::move(start.object);
    is_new_ = object_.has_value();
    offset_ = start.offset;
    listed_behind_ = std::move(start.behind);
  }

  // ERRORS: those of the place, but for an object that has changed or is gone.
  Result<FedPiece> next();

 private:
  Status find_object();
  FedPiece end_object(FedPiece piece);

  places::ObjectPlace& place_;
  const std::string bucket_;
  const std::string prefix_;
  std::deque<places::ObjectEntry> listed_;
  std::string listed_behind_;
  bool has_listed_all_ = false;
  std::optional<places::ObjectEntry> object_;
  bool is_new_ = false;
  std::uint64_t offset_ = 0;
};

}  // namespace partita::table_imports
