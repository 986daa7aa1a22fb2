#include "store/places/directory_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

namespace partita::places {
namespace {

constexpr std::size_t kNameBytesMax = 255;
constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kDirectoryMode = 0750;

bool is_good_part(std::string_view part) {
  return !part.empty() && part != "." && part != ".." && part.size() <= kNameBytesMax &&
         part.find('\0') == std::string_view::npos && part != kPartsDirectory;
}

FileState describe_file(const struct stat& found) {
  return {.bytes = static_cast<std::uint64_t>(found.st_size),
          .tag = fmt::format("{:x}-{:x}{:09}-{:x}", found.st_ino, found.st_mtim.tv_sec,
                             found.st_mtim.tv_nsec, found.st_size)};
}

// An entry of a directory, as the keys sort: the keys in a directory have a slash behind its name.
struct TreeEntry {
  std::string name;
  std::optional<FileState> file;  // Nullopt: it is a directory.

  std::string key_part() const { return file ? name : name + '/'; }
};

using OpenDirectory = std::unique_ptr<DIR, int (*)(DIR*)>;

Result<OpenDirectory> read_names_of(const FileDescriptor& directory) {
  // The stream closes what it reads from, and begins where the descriptor stands.
  const int own = ::openat(directory.number(), ".", kDirectoryFlags);
  OpenDirectory names(own < 0 ? nullptr : ::fdopendir(own), ::closedir);
  if (names) return names;
  const Error failed = file_error("list", fmt::format("directory {}", directory.number()), errno);
  if (own >= 0) ::close(own);
  return failed;
}

std::optional<TreeEntry> look_at(const FileDescriptor& directory, const char* name) {
  struct stat found {};
  if (::fstatat(directory.number(), name, &found, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  if (S_ISDIR(found.st_mode)) return TreeEntry{.name = name, .file = {}};
  if (!S_ISREG(found.st_mode)) return std::nullopt;
  return TreeEntry{.name = name, .file = describe_file(found)};
}

Result<std::vector<TreeEntry>> sorted_entries(const FileDescriptor& directory) {
  const auto names = TRY(read_names_of(directory));
  std::vector<TreeEntry> entries;
  while (const dirent* const one = ::readdir(names.get())) {
    if (!is_good_part(one->d_name)) continue;
    if (auto entry = look_at(directory, one->d_name)) entries.push_back(std::move(*entry));
  }
  std::sort(entries.begin(), entries.end(), [](const TreeEntry& left, const TreeEntry& right) {
    return left.key_part() < right.key_part();
  });
  return entries;
}

class TreeLister {
 public:
  explicit TreeLister(const ObjectListRequest& request) : request_(request) {}

  Status list(const FileDescriptor& directory, const std::string& path) {
    for (const TreeEntry& entry : TRY(sorted_entries(directory))) {
      const std::string key = path + entry.key_part();
      if (entry.file) {
        add(key, *entry.file);
      } else if (may_hold_more(key)) {
        auto inner = open_inner_directory(directory, entry.name, MissingDirectories::Refuse);
        if (inner.ok()) TRY(list(*inner, key));  // Else it has gone meanwhile.
      }
      if (listing_.has_more) return {};
    }
    return {};
  }

  Listing take() { return std::move(listing_); }

 private:
  // Whether keys that begin so can be asked for.
  bool may_hold_more(const std::string& path) const {
    const bool fits = path.starts_with(request_.prefix) || request_.prefix.starts_with(path);
    return fits && (path > request_.start_after || request_.start_after.starts_with(path));
  }

  void add(const std::string& key, const FileState& file) {
    if (!key.starts_with(request_.prefix) || key <= request_.start_after) return;
    if (listing_.objects.size() == request_.objects_max) {
      listing_.has_more = true;
    } else {
      listing_.objects.push_back({.key = key, .bytes = file.bytes, .tag = file.tag});
    }
  }

  const ObjectListRequest& request_;
  Listing listing_;
};

}  // namespace

Result<KeyPath> parse_key(std::string_view key) {
  TRY(check_object_key(key));
  KeyPath path;
  for (std::string_view rest = key;;) {
    const auto slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (!is_good_part(part)) {
      return Error::invalid_argument(
          fmt::format("the key {} can not be one in a directory: each part between slashes is a "
                      "file's name of 1 to {} bytes, none is . or ..",
                      key, kNameBytesMax));
    }
    if (slash == std::string_view::npos) {
      path.name = part;
      return path;
    }
    path.directories.emplace_back(part);
    rest.remove_prefix(slash + 1);
  }
}

Result<FileDescriptor> open_inner_directory(const FileDescriptor& parent, const std::string& name,
                                            MissingDirectories missing) {
  FileDescriptor inner(::openat(parent.number(), name.c_str(), kDirectoryFlags));
  if (inner.is_open()) return inner;
  if (errno == ELOOP) return file_error("enter", name, ENOTDIR);
  if (errno != ENOENT || missing == MissingDirectories::Refuse) {
    return file_error("enter", name, errno);
  }
  if (::mkdirat(parent.number(), name.c_str(), kDirectoryMode) != 0 && errno != EEXIST) {
    return file_error("make the directory", name, errno);
  }
  if (::fsync(parent.number()) != 0) return file_error("sync the directory of", name, errno);
  return open_inner_directory(parent, name, MissingDirectories::Refuse);
}

Result<FileDescriptor> open_directory_of(const FileDescriptor& bucket, const KeyPath& path,
                                         MissingDirectories missing) {
  FileDescriptor at(::openat(bucket.number(), ".", kDirectoryFlags));
  if (!at.is_open()) return file_error("enter", path.name, errno);
  for (const std::string& name : path.directories) {
    at = TRY(open_inner_directory(at, name, missing));
  }
  return at;
}

Result<FileState> state_of(const FileDescriptor& file) {
  struct stat found {};
  if (::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode)) {
    return Error::not_found("it is no file");
  }
  return describe_file(found);
}

Result<Listing> list_tree(const FileDescriptor& bucket, const ObjectListRequest& request) {
  TreeLister lister(request);
  TRY(lister.list(bucket, ""));
  return lister.take();
}

}  // namespace partita::places
