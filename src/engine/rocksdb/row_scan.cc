#include "engine/rocksdb/row_scan.h"

#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/in_rocksdb.h"
#include "engine/rocksdb/slice.h"
#include "engine/rocksdb/status.h"
#include "partita/base/check.h"

namespace partita::engine {

RowScan::RowScan(rocksdb::DB& store, const rocksdb::ReadOptions& options, const Range& range,
                 RowVisitor visit)
    : store_(store),
      options_(options),
      lower_(as_slice(range.begin)),
      upper_(as_slice(range.end.value_or(ByteView()))),
      direction_(range.direction),
      visit_(visit) {
  options_.iterate_lower_bound = &lower_;
  if (range.end) options_.iterate_upper_bound = &upper_;
}

Result<RowScan::Reached> RowScan::go_on(std::size_t bytes_max) {
  std::size_t bytes = 0;
  for (step_to_next(); rows_->Valid(); step_to_next()) {
    const auto key = as_view(rows_->key());
    const auto value = as_view(rows_->value());
    if (visit_(key, value) == Visit::Stop) return Reached::End;
    visited_.assign(key);
    has_visited_ = true;
    bytes += key.size() + value.size();
    if (bytes >= bytes_max) return Reached::Pace;
  }
  const auto status = rows_->status();
  if (status.ok()) return Reached::End;
  has_lost_place_ = was_refused(status);
  if (has_lost_place_) return Reached::Disk;
  return error_from(status);
}

void RowScan::step_to_next() {
  if (has_lost_place_) {
    has_lost_place_ = false;
    has_visited_ ? seek_again() : seek_first();
  } else if (!rows_) {
    seek_first();
  } else if (direction_ == Direction::Forward) {
    in_rocksdb([this] { rows_->Next(); });
  } else {
    in_rocksdb([this] { rows_->Prev(); });
  }
}

// An iterator that could not read the index of a file when it was made never tries again. It has
// shown no row then, so that a new one, of a later moment, does as well.
void RowScan::seek_first() {
  in_rocksdb([this] {
    rows_.reset();
    rows_.reset(store_.NewIterator(options_));
    direction_ == Direction::Forward ? rows_->SeekToFirst() : rows_->SeekToLast();
  });
}

// The same iterator, because it keeps the moment of the rows that were visited. It tries blocks
// again whose status is Incomplete.
void RowScan::seek_again() {
  in_rocksdb([this] {
    const auto place = as_slice(visited_);
    direction_ == Direction::Forward ? rows_->Seek(place) : rows_->SeekForPrev(place);
    if (!rows_->status().ok()) return;
    // Its moment has the row: to be anywhere else would leave out rows or show some twice.
    PARTITA_CHECK(rows_->Valid() && as_view(rows_->key()) == visited_);
    direction_ == Direction::Forward ? rows_->Next() : rows_->Prev();
  });
}

}  // namespace partita::engine
