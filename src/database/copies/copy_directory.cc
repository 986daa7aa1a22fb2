#include "database/copies/copy_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace partita::copies {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIncoming = "incoming";
constexpr std::size_t kManifestBytesMax = std::size_t{64} << 20;

Status make_private(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return file_error("make", path, errno);
}

Result<std::vector<fs::path>> entries_of(const fs::path& directory) {
  std::error_code failed;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(directory, failed), end; !failed && at != end;
       at.increment(failed)) {
    entries.push_back(at->path());
  }
  if (failed) return file_error("read", directory, failed.value());
  std::ranges::sort(entries);
  return entries;
}

// A file of the store that is to be copied.
struct Original {
  std::string path;
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;
};

Result<std::vector<Original>> originals_in(const fs::path& store) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  std::error_code failed;
  std::vector<Original> originals;
  for (fs::recursive_directory_iterator at(store, failed), end; !failed && at != end;
       at.increment(failed)) {
    struct stat facts {};
    if (::lstat(at->path().c_str(), &facts) != 0) return file_error("read", at->path(), errno);
    if (!S_ISREG(facts.st_mode)) continue;
    originals.push_back({.path = at->path().lexically_relative(store).generic_string(),
                         .bytes = static_cast<std::uint64_t>(facts.st_size),
                         .changed_ns = facts.st_mtim.tv_sec * kSecond + facts.st_mtim.tv_nsec});
  }
  if (failed) return file_error("read", store, failed.value());
  std::ranges::sort(originals, {}, &Original::path);
  return originals;
}

// What copies have already, by what tells a file from all others of the store.
using Known = std::map<std::tuple<std::string, std::uint64_t, std::int64_t>, FileSum>;

Known known_files(const std::vector<CopyManifest>& copies) {
  Known known;
  for (const CopyManifest& copy : copies) {
    for (const CopiedFile& file : copy.files) {
      known.insert_or_assign({file.path, file.sum.bytes, file.changed_ns}, file.sum);
    }
  }
  return known;
}

bool has_file(const fs::path& path, std::uint64_t bytes) {
  std::error_code failed;
  return fs::file_size(path, failed) == bytes && !failed;
}

// False: a link cannot be made there, a copy may.
bool link_file(const fs::path& from, const fs::path& to) {
  return ::link(from.c_str(), to.c_str()) == 0;
}

Status remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return file_error("remove", path, errno);
}

// Told before everything is copied: the copy takes the place of the directory in the end.
Status check_replaceable(const fs::path& directory) {
  struct stat own {};
  struct stat around {};
  const bool is_known =
      ::stat(directory.c_str(), &own) == 0 && ::stat((directory / "..").c_str(), &around) == 0;
  if (!is_known || own.st_dev == around.st_dev) return {};
  return Error::invalid_argument(
      fmt::format("{} is where a file system is mounted; restore into a new directory in it",
                  directory.string()));
}

Status check_empty(const fs::path& target) {
  std::error_code failed;
  if (!fs::exists(target, failed)) return {};
  if (fs::is_directory(target, failed) && fs::is_empty(target, failed) && !failed) {
    return check_replaceable(target);
  }
  return Error::already_exists(fmt::format(
      "{} has something in it; a backup is restored into a new directory", target.string()));
}

std::uint64_t bytes_of(const std::vector<Original>& originals) {
  std::uint64_t sum = 0;
  for (const Original& original : originals) sum += original.bytes;
  return sum;
}

}  // namespace

Result<FileDescriptor> CopyDirectory::lock() const {
  FileDescriptor file = TRY(open_file(path_ / "lock", O_RDWR | O_CREAT, 0600));
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    return Error::unavailable(
        fmt::format("another program works on the backups in {}", path_.string()));
  }
  return file;
}

Status CopyDirectory::make_directories() const {
  std::error_code failed;
  if (fs::exists(path_ / "format", failed)) {
    return Error::invalid_argument(
        fmt::format("{} is a data directory; backups need one of their own", path_.string()));
  }
  const bool is_ours = fs::exists(manifests(), failed);
  if (!is_ours && fs::exists(path_, failed) && !fs::is_empty(path_, failed)) {
    return Error::invalid_argument(fmt::format(
        "{} has something else in it; backups need a directory of their own", path_.string()));
  }
  TRY(make_private(path_));
  TRY(make_private(files()));
  TRY(make_private(manifests()));
  TRY(sync_directory(fs::absolute(path_).parent_path()));
  return sync_directory(path_);
}

Result<MadeCopy> CopyDirectory::create(const fs::path& store, std::string name, TellCopied tell) {
  TRY(make_directories());
  const auto held = TRY(lock());
  TRY(sweep());
  std::vector<CopyTrouble> troubles;
  const Known known = known_files(TRY(list(troubles)));
  const auto originals = TRY(originals_in(store));
  const std::uint64_t total = bytes_of(originals);
  MadeCopy made{.name = name};
  CopyManifest manifest{.name = std::move(name), .files = {}};
  for (const Original& original : originals) {
    const auto same = known.find({original.path, original.bytes, original.changed_ns});
    const bool is_there = same != known.end() && has_file(file_of(same->second), original.bytes);
    auto sum = is_there ? same->second : TRY(take_in(store / original.path, made));
    made.bytes += sum.bytes;
    manifest.files.push_back(
        {.path = original.path, .sum = std::move(sum), .changed_ns = original.changed_ns});
    tell(made.bytes, total);
  }
  made.files = manifest.files.size();
  TRY(sync_directory(files()));
  TRY(replace_file(manifests() / manifest.name, encode(manifest), 0600));
  return made;
}

// Under a name of its own first: what has a sum for its name is whole.
Result<FileSum> CopyDirectory::take_in(const fs::path& file, MadeCopy& made) const {
  const fs::path incoming = files() / kIncoming;
  TRY(remove_file(incoming));
  const bool is_linked = link_file(file, incoming);
  auto read = is_linked ? sum_file(incoming) : copy_summed(file, incoming);
  // Half a file must not keep the room that its disk has no more.
  if (!read.ok()) static_cast<void>(remove_file(incoming));
  const FileSum sum = TRY(std::move(read));
  if (has_file(file_of(sum), sum.bytes)) {
    TRY(remove_file(incoming));
    return sum;
  }
  made.new_bytes += sum.bytes;
  if (is_linked) made.linked_bytes += sum.bytes;
  if (::rename(incoming.c_str(), file_of(sum).c_str()) != 0) {
    return file_error("rename", incoming, errno);
  }
  return sum;
}

// A manifest that cannot be read may need any of the files: nothing goes then.
Status CopyDirectory::sweep() const {
  std::vector<CopyTrouble> troubles;
  const auto copies = TRY(list(troubles));
  if (!troubles.empty()) return {};
  std::set<std::string, std::less<>> needed;
  for (const CopyManifest& copy : copies) {
    for (const CopiedFile& file : copy.files) needed.insert(file.sum.sha256);
  }
  for (const fs::path& file : TRY(entries_of(files()))) {
    if (!needed.contains(file.filename().string())) TRY(remove_file(file));
  }
  return {};
}

Result<std::size_t> CopyDirectory::keep(std::size_t count) {
  const auto held = TRY(lock());
  std::vector<CopyTrouble> troubles;
  const auto copies = TRY(list(troubles));
  const std::size_t removed = copies.size() - std::min(copies.size(), count);
  for (std::size_t i = 0; i < removed; ++i) TRY(remove_file(manifests() / copies[i].name));
  TRY(sync_directory(manifests()));
  TRY(sweep());
  return removed;
}

Result<std::vector<CopyManifest>> CopyDirectory::list(std::vector<CopyTrouble>& troubles) const {
  std::error_code failed;
  if (!fs::exists(manifests(), failed)) {
    return Error::not_found(fmt::format("there are no backups in {}", path_.string()));
  }
  std::vector<CopyManifest> copies;
  for (const fs::path& file : TRY(entries_of(manifests()))) {
    if (file.extension() == ".new") continue;  // What a crash has left of replace_file.
    const auto text = read_small_file(file, kManifestBytesMax);
    auto manifest = text.ok() ? decode_manifest(file.filename().string(), *text)
                              : Result<CopyManifest>(text.error());
    if (manifest.ok()) {
      copies.push_back(*std::move(manifest));
    } else {
      troubles.push_back({.copy = file.filename().string(), .what = manifest.error().message()});
    }
  }
  return copies;
}

Result<VerifiedCopies> CopyDirectory::verify(TellCopied tell) const {
  VerifiedCopies verified;
  const auto copies = TRY(list(verified.troubles));
  verified.copies = copies.size();
  std::map<std::string, std::pair<FileSum, const CopyManifest*>> all;
  std::uint64_t total = 0;
  for (const CopyManifest& copy : copies) {
    for (const CopiedFile& file : copy.files) {
      const bool is_new = all.emplace(file.sum.sha256, std::pair(file.sum, &copy)).second;
      if (is_new) total += file.sum.bytes;
    }
  }
  for (const auto& [name, wanted] : all) {
    const auto found = sum_file(files() / name);
    ++verified.files;
    verified.bytes += wanted.first.bytes;
    tell(verified.bytes, total);
    if (found.ok() && *found == wanted.first) continue;
    verified.troubles.push_back({.copy = wanted.second->name,
                                 .what = found.ok()
                                             ? fmt::format("file {} is not what it was", name)
                                             : found.error().message()});
  }
  return verified;
}

Result<CopyManifest> CopyDirectory::find(std::string_view name) const {
  std::vector<CopyTrouble> troubles;
  auto copies = TRY(list(troubles));
  for (const CopyTrouble& trouble : troubles) {
    if (trouble.copy == name) return Error::corrupt(trouble.what);
  }
  const auto found = name.empty() && !copies.empty()
                         ? std::prev(copies.end())
                         : std::ranges::find(copies, name, &CopyManifest::name);
  if (found != copies.end()) return std::move(*found);
  return Error::not_found(name.empty()
                              ? fmt::format("there is no whole backup in {}", path_.string())
                              : fmt::format("there is no backup {} in {}", name, path_.string()));
}

Result<std::string> CopyDirectory::restore(std::string_view name, const fs::path& target,
                                           TellCopied tell) const {
  const CopyManifest copy = TRY(find(name));
  const fs::path whole = fs::absolute(target).lexically_normal();
  TRY(check_empty(whole));
  const fs::path final_path = whole.has_filename() ? whole : whole.parent_path();
  fs::path working = final_path;
  working += ".unfinished";
  std::error_code failed;
  fs::remove_all(working, failed);
  Status made = copy_out(copy, working, tell);
  if (made.ok()) fs::rename(working, final_path, failed);
  if (made.ok() && failed) made = file_error("rename", working, failed.value());
  if (!made.ok()) {
    fs::remove_all(working, failed);
    return std::move(made).error();
  }
  TRY(sync_directory(final_path.parent_path()));
  return copy.name;
}

Status CopyDirectory::copy_out(const CopyManifest& copy, const fs::path& directory,
                               TellCopied tell) const {
  TRY(make_private(directory));
  std::uint64_t done = 0;
  std::set<fs::path> directories{directory};
  for (const CopiedFile& file : copy.files) {
    for (fs::path made = directory; const auto& part : fs::path(file.path).parent_path()) {
      made /= part;
      TRY(make_private(made));
      directories.insert(made);
    }
    const auto sum = TRY(copy_summed(file_of(file.sum), directory / file.path));
    if (sum != file.sum) {
      return Error::corrupt(fmt::format("{} of backup {} is damaged", file.path, copy.name));
    }
    tell(done += sum.bytes, copy.bytes());
  }
  for (const fs::path& each : directories) TRY(sync_directory(each));
  return {};
}

}  // namespace partita::copies
