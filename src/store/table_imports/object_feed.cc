#include "store/table_imports/object_feed.h"

#include <fmt/format.h>

#include <utility>

namespace partita::table_imports {
namespace {

bool is_fault_of_object(const Error& error) {
  const auto fault = places::place_fault_of(error);
  return fault == places::PlaceFault::Changed || fault == places::PlaceFault::NoSuchObject;
}

}  // namespace

Status ObjectFeed::find_object() {
  while (listed_.empty() && !has_listed_all_) {
    const auto listing =
        TRY(place_.list({.bucket = bucket_, .prefix = prefix_, .start_after = listed_behind_}));
    if (!listing.objects.empty()) listed_behind_ = listing.objects.back().key;
    has_listed_all_ = !listing.has_more || listing.objects.empty();
    for (const auto& entry : listing.objects) {
      if (entry.bytes > 0) listed_.push_back(entry);
    }
  }
  if (listed_.empty()) return {};
  object_ = std::move(listed_.front());
  listed_.pop_front();
  is_new_ = true;
  offset_ = 0;
  return {};
}

FedPiece ObjectFeed::end_object(FedPiece piece) {
  piece.is_object_end = true;
  object_.reset();
  return piece;
}

Result<FedPiece> ObjectFeed::next() {
  if (!object_) TRY(find_object());
  if (!object_) return FedPiece{.is_all = true};
  FedPiece piece;
  if (is_new_) piece.object = object_;
  auto bytes = place_.read({.object = {.bucket = bucket_, .key = object_->key},
                            .tag = object_->tag,
                            .offset = offset_,
                            .bytes_max = kPieceBytes});
  if (!bytes.ok() && !is_fault_of_object(bytes.error())) {
    return std::move(bytes).error().within(object_->key);
  }
  is_new_ = false;
  if (!bytes.ok()) {
    piece.fault = bytes.error().message();
    return end_object(std::move(piece));
  }
  if (bytes->empty()) {
    piece.fault =
        fmt::format("the object has ended after {} of its {} bytes", offset_, object_->bytes);
    return end_object(std::move(piece));
  }
  piece.bytes = std::move(*bytes);
  offset_ += piece.bytes.size();
  return offset_ >= object_->bytes ? end_object(std::move(piece)) : piece;
}

}  // namespace partita::table_imports
