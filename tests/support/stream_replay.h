#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"
#include "store/streams/stream_reader.h"

namespace partita::testing {

// Follows a stream of NEW_AND_OLD_IMAGES from its beginning and makes a table of what it tells. If
// nothing is missing, doubled or out of order, that is the table which the stream is of.
class StreamReplay {
 public:
  // Takes all that has come since the last call. Says what is wrong first, or nothing.
  std::string follow(const engine::Engine& engine, keys::StreamId stream) {
    for (bool goes_on = problem_.empty(); goes_on;) {
      const std::size_t before = records_;
      const streams::RecordsRequest request{.stream = stream, .from = next_, .records_max = 500};
      const auto visit = [&](std::uint64_t stamp, const streams::ChangeRecord& record) {
        take(stamp, record);
      };
      const auto end = sync_wait(streams::read_records(engine, request, visit));
      if (!end.ok()) return end.error().to_string();
      next_ = end->next;
      goes_on = records_ != before && problem_.empty();
    }
    return problem_;
  }

  // The items by their keys, both in their stored form.
  const std::map<Bytes, Bytes>& items() const { return items_; }
  std::size_t records() const { return records_; }

 private:
  using Image = std::optional<ItemView>;

  static bool is_same(const Image& image, const Bytes* bytes) {
    return image ? bytes != nullptr && image->bytes() == *bytes : bytes == nullptr;
  }
  static bool is_same(const Image& before, const Image& after) {
    return before ? after && *before == *after : !after;
  }
  static streams::EntryKind kind_of(const Image& before, const Image& after) {
    if (!before) return streams::EntryKind::Insert;
    return after ? streams::EntryKind::Modify : streams::EntryKind::Remove;
  }

  void take(std::uint64_t stamp, const streams::ChangeRecord& record) {
    const Bytes key(record.keys.bytes());
    const auto at = items_.find(key);
    const Image& before = record.old_image;
    const Image& after = record.new_image;
    ++records_;
    expect(stamp, is_same(before, at == items_.end() ? nullptr : &at->second),
           "its old image is not the new one of the record before");
    expect(stamp, !is_same(before, after), "it changes nothing");
    expect(stamp, record.kind == kind_of(before, after), "its kind does not fit its images");
    if (after) items_.insert_or_assign(key, Bytes(after->bytes()));
    if (!after) items_.erase(key);
  }
  void expect(std::uint64_t stamp, bool is_so, std::string_view otherwise) {
    if (is_so || !problem_.empty()) return;
    problem_ = fmt::format("record {} of the stream (stamp {}): {}", records_, stamp, otherwise);
  }

  std::map<Bytes, Bytes> items_;
  std::uint64_t next_ = 0;
  std::size_t records_ = 0;
  std::string problem_;
};

}  // namespace partita::testing
