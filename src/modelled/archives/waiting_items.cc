#include "modelled/archives/waiting_items.h"

#include <algorithm>
#include <utility>

#include "modelled/archives/archive_keys.h"

namespace partita::archives {

using engine::Visit;

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

Task<Status> WaitingItems::count(const engine::View& view, const keys::KeyHash& hash) {
  Folder& folder = folders_[hash];
  if (folder.is_full) co_return Status{};
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
    return Visit::Continue;
  };
  Status read = co_await view.read_log({.prefix = prefix, .from = from}, visit);
  CO_TRY(read);
  co_return decoded;
}

Task<Status> WaitingItems::look(const engine::View& view) {
  Bytes begin = waiting_range(archive_).begin;
  while (true) {
    auto hash = co_await next_folder(view, begin);
    CO_TRY(hash);
    if (!*hash) break;
    Status counted = co_await count(view, **hash);
    CO_TRY(counted);
    begin = keys::prefix_end(waiting_prefix(archive_, **hash));
  }
  // A log may show an entry a little later than a scan.
  std::erase_if(folders_, [](const auto& each) { return each.second.batch.items == 0; });
  co_return Status{};
}

std::optional<Batch> WaitingItems::next_batch(std::int64_t due) const {
  for (const auto& [hash, folder] : folders_) {
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

std::uint64_t WaitingItems::items() const {
  std::uint64_t items = 0;
  for (const auto& [hash, folder] : folders_) items += folder.batch.items;
  return items;
}

}  // namespace partita::archives
