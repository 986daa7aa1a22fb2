#include "engine/rocksdb/checkpoint.h"

#include <fmt/format.h>
#include <rocksdb/utilities/checkpoint.h>

#include <memory>

#include "engine/rocksdb/status.h"

namespace partita::engine {
namespace {

// Made under another name and renamed at the end: what has the right name is whole.
std::filesystem::path unfinished(const std::filesystem::path& target) {
  auto name = target;
  name += ".unfinished";
  return name;
}

Status copy_store(const OpenStore& opened, const std::filesystem::path& target) {
  rocksdb::Checkpoint* created = nullptr;
  const auto ready = rocksdb::Checkpoint::Create(opened.store.get(), &created);
  if (!ready.ok()) return error_from(ready);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(created);
  // 0: flush first. Version 7.8 does not sync all of a log that it links into a checkpoint.
  const auto made = checkpoint->CreateCheckpoint((target / "store").string(), 0);
  if (!made.ok()) return error_from(made);
  return {};
}

Status copy_small_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  constexpr std::size_t kBytesMax = 16 * 1024 * 1024;
  const Bytes content = TRY(read_small_file(from, kBytesMax));
  return replace_file(to, content, 0600);
}

Status fill(const OpenStore& opened, std::uint64_t acknowledged_sequence,
            const std::filesystem::path& target) {
  TRY(copy_store(opened, target));
  TRY(copy_small_file(opened.directory->path() / "format", target / "format"));
  if (opened.keyring) {
    TRY(copy_small_file(Keyring::file_in(opened.directory->path()), Keyring::file_in(target)));
  }
  auto watermark = TRY(WatermarkFile::open(target / "watermark"));
  return watermark.store({.sequence = acknowledged_sequence, .is_clean = false});
}

}  // namespace

Status make_checkpoint(const OpenStore& opened, std::uint64_t acknowledged_sequence,
                       const std::filesystem::path& target) {
  if (std::filesystem::exists(target)) {
    return Error::already_exists(
        fmt::format("{} exists; a checkpoint is made in a new directory", target.string()));
  }
  const auto absolute = std::filesystem::absolute(target);
  const auto working = unfinished(absolute);
  std::error_code failed;
  std::filesystem::remove_all(working, failed);
  std::filesystem::create_directories(working, failed);
  if (failed) return file_error("make", working, failed.value());
  Status filled = fill(opened, acknowledged_sequence, working);
  if (!filled.ok()) {
    std::filesystem::remove_all(working, failed);
    return filled;
  }
  std::filesystem::rename(working, absolute, failed);
  if (failed) return file_error("rename", working, failed.value());
  return sync_directory(absolute.parent_path());
}

}  // namespace partita::engine
