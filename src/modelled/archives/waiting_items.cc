#include "modelled/archives/waiting_items.h"

#include <algorithm>
#include <utility>

#include "modelled/archives/archive_keys.h"

namespace partita::archives {

using engine::Visit;

namespace {

// Of one look, which is a turn of a job.
constexpr std::size_t kLookBytes = std::size_t{16} << 20;
// More are not known at once: whoever names folders by users may have a million.
constexpr std::size_t kFoldersKnown = 10'000;

}  // namespace

Task<Result<std::optional<keys::KeyHash>>> WaitingItems::next_folder(const engine::View& view,
                                                                     const Bytes& begin) const {
  const auto range = waiting_range(archive_);
  std::optional<keys::KeyHash> found;
  const engine::Range rows{.begin = begin, .end = range.end, .rows_hint = 1};
  const auto visit = [&](ByteView key, ByteView) {
    found = folder_in(key);
    return Visit::Stop;
  };
  Status read = co_await view.scan(rows, visit);
  CO_TRY(read);
  co_return found;
}

// True: all of the folder is known now, or a full file of it.
Task<Result<bool>> WaitingItems::count(const engine::View& view, const keys::KeyHash& hash,
                                       std::size_t& bytes_left) {
  Folder& folder = folders_[hash];
  if (folder.is_full) co_return true;
  bool has_all = true;
  const Bytes prefix = waiting_prefix(archive_, hash);
  const std::uint64_t from = folder.batch.items == 0 ? 0 : folder.batch.last + 1;
  Status decoded;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    const auto item = decode_waiting_item(value);
    if (!item.ok()) {
      decoded = item.error();
      return Visit::Stop;
    }
    const std::size_t bytes = folder.bytes + item->image.bytes().size();
    folder.is_full = folder.batch.items > 0 &&
                     (folder.batch.items >= limits_.items_max || bytes > limits_.bytes_max);
    if (folder.is_full) return Visit::Stop;
    if (folder.batch.items == 0) {
      folder.batch.folder = item->folder;
      folder.batch.first = stamp;
      folder.oldest = item->time;
    }
    folder.batch.last = stamp;
    ++folder.batch.items;
    folder.bytes = bytes;
    bytes_left -= std::min(bytes_left, value.size());
    has_all = bytes_left > 0;
    return has_all ? Visit::Continue : Visit::Stop;
  };
  Status read = co_await view.read_log({.prefix = prefix, .from = from}, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return has_all;
}

Task<Result<bool>> WaitingItems::look(const engine::View& view) {
  std::size_t bytes_left = kLookBytes;
  if (folders_.size() >= kFoldersKnown) folders_.clear();
  if (begin_.empty()) begin_ = waiting_range(archive_).begin;
  while (bytes_left > 0 && folders_.size() < kFoldersKnown) {
    auto hash = co_await next_folder(view, begin_);
    CO_TRY(hash);
    if (!*hash) {
      begin_.clear();
      // A log may show an entry a little later than a scan.
      std::erase_if(folders_, [](const auto& each) { return each.second.batch.items == 0; });
      co_return true;
    }
    auto counted = co_await count(view, **hash, bytes_left);
    CO_TRY(counted);
    if (*counted) begin_ = keys::prefix_end(waiting_prefix(archive_, **hash));
  }
  co_return false;
}

std::optional<Batch> WaitingItems::next_batch(std::int64_t due) const {
  for (const auto& [hash, folder] : folders_) {
    if (folder.batch.items == 0) continue;
    if (folder.is_full || folder.oldest <= due) return folder.batch;
  }
  return std::nullopt;
}

std::optional<std::int64_t> WaitingItems::oldest() const {
  std::optional<std::int64_t> oldest;
  for (const auto& [hash, folder] : folders_) {
    oldest = std::min(oldest.value_or(folder.oldest), folder.oldest);
  }
  return oldest;
}

}  // namespace partita::archives
