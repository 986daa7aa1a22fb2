#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/segment_scan.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"

namespace partita::cli {

// Which table is copied into which: a name and what tells this table from others of its name.
struct CopyRoute {
  std::string from;
  std::string from_id;
  std::string to;
  std::string to_id;

  friend bool operator==(const CopyRoute&, const CopyRoute&) = default;
};

// How far a copy is, kept in a file, so that one that is cut off goes on there. A page is in it
// once all of its items are at their new place; a crash loses the last moments of it, and what is
// copied twice is the same.
// THREADS: safe for concurrent calls.
class CopyRecord {
 public:
  // Whether there can be such a file. ERRORS: as file_error.
  static Status check_place(const std::filesystem::path& file);
  // What the file says; a new record of so many segments if there is none.
  // ERRORS: InvalidArgument if it is of another copy or no record; as file_error.
  static Result<std::unique_ptr<CopyRecord>> open(std::filesystem::path file, CopyRoute route,
                                                  std::size_t segments,
                                                  const Clock& clock = Clock::system());

  std::vector<SegmentPosition> positions() const;
  // That are copied, by all who have worked on it.
  std::uint64_t items() const;

  // A segment is as far as that, after so many more items.   ERRORS: as file_error.
  Status note(std::size_t segment, const SegmentPosition& position, std::uint64_t items);
  // All that was noted is in the file.   ERRORS: as file_error.
  Status save();
  // The copy is whole. ERRORS: as file_error.
  Status remove();

 private:
  CopyRecord(std::filesystem::path file, CopyRoute route, const Clock& clock)
      : file_(std::move(file)), route_(std::move(route)), clock_(clock) {}

  Status read(std::string_view text);
  Status save_locked() PARTITA_REQUIRES(mutex_);

  const std::filesystem::path file_;
  const CopyRoute route_;
  const Clock& clock_;
  mutable Mutex mutex_;
  std::vector<SegmentPosition> positions_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t items_ PARTITA_GUARDED_BY(mutex_) = 0;
  MonotonicTime saved_ PARTITA_GUARDED_BY(mutex_){};
};

}  // namespace partita::cli
