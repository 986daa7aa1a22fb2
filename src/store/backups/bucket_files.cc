#include <fmt/format.h>

#include <utility>

#include "store/backups/backup_files.h"

namespace partita::backups {
namespace {

using places::ObjectName;
using places::PlaceFault;

// Behind every name that a directory of ours has in it: they are letters and digits.
constexpr char kBehindNames = '~';

class BucketFiles final : public BackupFiles {
 public:
  BucketFiles(places::ObjectPlace& place, BackupBucket bucket)
      : place_(place), bucket_(std::move(bucket)) {
    if (!bucket_.prefix.empty() && !bucket_.prefix.ends_with('/')) bucket_.prefix += '/';
  }

  Status write(std::string_view name, ByteView content) override {
    auto put = place_.put(object(name), content);
    return put.ok() ? Status() : told(std::move(put).error());
  }

  // More than the bound is asked for by one byte, to notice what is too large.
  Result<Bytes> read(std::string_view name, std::size_t bytes_max) const override {
    Bytes content;
    while (true) {
      places::ObjectReadRequest request{.object = object(name), .offset = content.size()};
      auto piece = place_.read(request);
      if (!piece.ok()) return told(std::move(piece).error());
      content += *piece;
      if (content.size() > bytes_max) {
        return Error::too_large(fmt::format("{} is larger than {} bytes", name, bytes_max));
      }
      if (piece->size() < request.bytes_max) return content;
    }
  }

  // A place has no directories: what is in one is told by the keys that begin with its name, and
  // those of an inner one are passed over once it is seen.
  Result<std::vector<std::string>> list(std::string_view directory) const override {
    std::string prefix = bucket_.prefix + std::string(directory);
    if (!directory.empty() && !directory.ends_with('/')) prefix += '/';
    std::vector<std::string> names;
    std::string behind;
    while (true) {
      auto listing =
          place_.list({.bucket = bucket_.bucket, .prefix = prefix, .start_after = behind});
      if (!listing.ok()) return told(std::move(listing).error());
      for (const auto& entry : listing->objects) {
        if (entry.key <= behind) continue;
        const auto rest = std::string_view(entry.key).substr(prefix.size());
        const auto slash = rest.find('/');
        names.emplace_back(rest.substr(0, slash == rest.npos ? rest.npos : slash + 1));
        behind = slash == rest.npos ? entry.key : prefix + names.back() + kBehindNames;
      }
      if (!listing->has_more) return names;
    }
  }

  Status remove(std::string_view name) override {
    Status removed = place_.remove(object(name));
    return removed.ok() ? Status() : told(std::move(removed).error());
  }
  Status remove_directory(std::string_view) override { return {}; }

  bool is_far() const override { return true; }
  std::string description() const override {
    return fmt::format("the bucket {} of {}", bucket_.bucket, place_.description());
  }

 private:
  ObjectName object(std::string_view name) const {
    return {bucket_.bucket, bucket_.prefix + std::string(name)};
  }
  // Only a missing object means that a backup is not there.
  Error told(Error error) const {
    const auto fault = places::place_fault_of(error);
    if (fault == PlaceFault::NoSuchObject || error.kind() == ErrorKind::Unavailable) return error;
    return Error::unavailable(fmt::format("{}: {}", description(), error.message()));
  }

  places::ObjectPlace& place_;
  BackupBucket bucket_;
};

}  // namespace

std::unique_ptr<BackupFiles> bucket_files(places::ObjectPlace& place, BackupBucket bucket) {
  return std::make_unique<BucketFiles>(place, std::move(bucket));
}

}  // namespace partita::backups
