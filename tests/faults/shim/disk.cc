#include "disk.h"

#include <linux/falloc.h>
#include <poll.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "raw_calls.h"

namespace partita::faults {
namespace {

constexpr unsigned kNoReplace = 1;  // RENAME_NOREPLACE

std::string side_directory_of(const Settings& settings) {
  std::string path = settings.directory + ".power_cut";
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
  return path;
}

bool is_there(const std::optional<std::string>& path) {
  return path && ::access(path->c_str(), F_OK) == 0;
}

bool may_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }

std::filesystem::path absolute(Place place) {
  std::filesystem::path path = place.path;
  if (path.is_absolute()) return path;
  const std::string start = place.directory == AT_FDCWD
                                ? "/proc/self/cwd"
                                : "/proc/self/fd/" + std::to_string(place.directory);
  return start / path;
}

std::optional<std::string> resolved(const std::filesystem::path& path) {
  char* answer = ::realpath(path.c_str(), nullptr);
  if (answer == nullptr) return std::nullopt;
  std::string text = answer;
  std::free(answer);
  return text;
}

}  // namespace

Disk::Disk(Settings settings)
    : settings_(std::move(settings)), names_(side_directory_of(settings_)) {}

void Disk::enter_or_freeze() const {
  while (is_frozen_) ::pause();
}

Disk::OpenFile* Disk::find(int fd) {
  if (fd < 0 || static_cast<std::size_t>(fd) >= kDescriptorsMax) return nullptr;
  return open_files_[static_cast<std::size_t>(fd)].load(std::memory_order_acquire);
}

int Disk::fail(int error) {
  errno = error;
  return -1;
}

off_t Disk::position(int fd, const OpenFile& file) {
  return file.appends ? file.model->size() : ::lseek(fd, 0, SEEK_CUR);
}

// The real path of what is named, if it is the modelled directory or below it. Only the last
// component need not exist.
std::optional<std::string> Disk::locate(Place place) const {
  std::filesystem::path path = absolute(place);
  if (!path.has_filename()) path = path.parent_path();
  const auto parent = resolved(path.parent_path());
  if (!parent) return std::nullopt;
  const bool is_dots = path.filename() == "." || path.filename() == "..";
  const auto full = is_dots ? resolved(path) : (*parent / path.filename()).string();
  if (!full || !full->starts_with(settings_.directory)) return std::nullopt;
  const bool is_inside =
      full->size() == settings_.directory.size() || (*full)[settings_.directory.size()] == '/';
  return is_inside ? full : std::nullopt;
}

int Disk::open(Place place, int flags, mode_t mode) {
  enter_or_freeze();
  const bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  const auto path = is_unnamed ? std::nullopt : locate(place);
  if (!path) return raw::openat(place.directory, place.path, flags, mode);
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  struct stat status {};
  const bool is_new = (flags & O_CREAT) != 0 && ::lstat(path->c_str(), &status) != 0;
  // Emptying is left to the model, which saves what the disk still holds.
  const bool empties = (flags & O_TRUNC) != 0 && may_write(flags);
  const int fd = raw::openat(place.directory, place.path, empties ? flags & ~O_TRUNC : flags, mode);
  if (fd < 0) return fd;
  if (is_new) names_.file_created(*path);
  enlist(fd, flags, *path, is_new);
  OpenFile* file = find(fd);
  if (empties && file != nullptr && file->model != nullptr) file->model->truncate(fd, 0);
  return fd;
}

void Disk::enlist(int fd, int flags, const std::string& path, bool is_new) {
  if (static_cast<std::size_t>(fd) >= kDescriptorsMax) return;
  struct stat status {};
  if (::fstat(fd, &status) != 0) return;
  const Inode inode = Inode::of(status);
  FileModel* model = nullptr;
  if (S_ISREG(status.st_mode)) {
    // What nobody has opened for writing is as the disk has it and needs no model.
    if (!may_write(flags) && !models_.contains(inode)) return;
    model = model_of(inode, fd, is_new ? 0 : status.st_size);
    if (model == nullptr) return;
    ++model->descriptors;
  } else if (!S_ISDIR(status.st_mode)) {
    return;
  }
  const bool ignores_syncs =
      model != nullptr && settings_.ignore_syncs_of && path.ends_with(*settings_.ignore_syncs_of);
  const bool counts_for_cut = !settings_.cut_counts_syncs_of ||
                              path.find(*settings_.cut_counts_syncs_of) != std::string::npos;
  open_files_[static_cast<std::size_t>(fd)] =
      new OpenFile{model, inode, (flags & O_APPEND) != 0, ignores_syncs, counts_for_cut};
}

FileModel* Disk::model_of(const Inode& inode, int fd, off_t synced_size) {
  const auto known = models_.find(inode);
  if (known != models_.end()) return known->second.get();
  const std::string self = "/proc/self/fd/" + std::to_string(fd);
  const int handle = raw::openat(AT_FDCWD, self.c_str(), O_RDWR | O_CLOEXEC, 0);
  if (handle < 0) return nullptr;
  const auto made = models_.emplace(inode, std::make_unique<FileModel>(handle, synced_size));
  return made.first->second.get();
}

void Disk::drop_if_settled(const Inode& inode) {
  const auto found = models_.find(inode);
  if (found == models_.end() || found->second->descriptors > 0) return;
  if (found->second->is_settled() || found->second->is_gone()) models_.erase(found);
}

void Disk::forget(int fd) {
  enter_or_freeze();
  if (find(fd) == nullptr) return;
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  const std::unique_ptr<OpenFile> file(open_files_[static_cast<std::size_t>(fd)].exchange(nullptr));
  if (file == nullptr || file->model == nullptr) return;
  --file->model->descriptors;
  drop_if_settled(file->inode);
}

int Disk::close(int fd) {
  forget(fd);
  return raw::close(fd);
}

bool Disk::fails_reads_of(int fd) const {
  return is_there(settings_.fail_reads_while) && spoils_reads_of(fd);
}

bool Disk::hangs_reads_of(int fd) const {
  return is_there(settings_.hang_reads_while) && spoils_reads_of(fd);
}

void Disk::hang_read_of(int fd) const {
  if (!hangs_reads_of(fd)) return;
  const int note =
      raw::openat(AT_FDCWD, settings_.hang_reads_while->c_str(), O_WRONLY | O_APPEND, 0);
  if (note >= 0) {
    static_cast<void>(raw::write(note, ".", 1));
    raw::close(note);
  }
  while (is_there(settings_.hang_reads_while)) ::poll(nullptr, 0, 1);
}

// Files that are only read are not modelled, so the system is asked which one it is.
bool Disk::spoils_reads_of(int fd) const {
  const auto path = resolved("/proc/self/fd/" + std::to_string(fd));
  if (!path || !path->starts_with(settings_.directory)) return false;
  return !settings_.fail_reads_of || path->ends_with(*settings_.fail_reads_of);
}

int Disk::truncate(int fd, off_t size) {
  enter_or_freeze();
  OpenFile* file = find(fd);
  if (file == nullptr || file->model == nullptr) return raw::ftruncate(fd, size);
  const Passage passage(gate_);
  return file->model->truncate(fd, size);
}

int Disk::allocate(int fd, int mode, off_t offset, off_t bytes) {
  enter_or_freeze();
  OpenFile* file = find(fd);
  const auto action = [&] { return raw::fallocate(fd, mode, offset, bytes); };
  if (file == nullptr || file->model == nullptr) return action();
  if ((mode & (FALLOC_FL_COLLAPSE_RANGE | FALLOC_FL_INSERT_RANGE)) != 0) return fail(EOPNOTSUPP);
  // Plain allocation changes no byte that is there; holes and zeroes do.
  const bool changes = (mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE)) != 0;
  const std::size_t changed_bytes = changes ? static_cast<std::size_t>(bytes) : 0;
  return static_cast<int>(change(
      *file, [&] { return offset; }, changed_bytes, action));
}

int Disk::rename(Place from, Place to, unsigned flags) {
  enter_or_freeze();
  const auto old_path = locate(from);
  const auto new_path = locate(to);
  const auto action = [&] {
    return raw::renameat2(from.directory, from.path, to.directory, to.path, flags);
  };
  if (!old_path || !new_path) return action();
  // Exchanging two names is a thing that file systems need not have, and nobody here uses.
  if ((flags & ~kNoReplace) != 0) return fail(EINVAL);
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  const std::string replaced = names_.keep_replaced(*new_path);
  const int answer = action();
  if (answer == 0) {
    names_.renamed(*old_path, *new_path, replaced);
  } else {
    const int error = errno;
    names_.rename_failed(replaced);
    errno = error;
  }
  return answer;
}

int Disk::link(Place from, Place to, int flags) {
  enter_or_freeze();
  const auto path = locate(to);
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  const int answer = raw::linkat(from.directory, from.path, to.directory, to.path, flags);
  if (answer == 0 && path) names_.file_created(*path);
  return answer;
}

int Disk::unlink(Place place, int flags) {
  enter_or_freeze();
  const auto path = locate(place);
  if (!path) return raw::unlinkat(place.directory, place.path, flags);
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  struct stat status {};
  const bool existed = ::lstat(path->c_str(), &status) == 0;
  const int answer = raw::unlinkat(place.directory, place.path, flags);
  if (answer == 0 && existed) drop_if_settled(Inode::of(status));
  return answer;
}

int Disk::make_directory(Place place, mode_t mode) {
  enter_or_freeze();
  const auto path = locate(place);
  const Passage passage(gate_);
  const std::lock_guard lock(names_mutex_);
  const int answer = raw::mkdirat(place.directory, place.path, mode);
  if (answer == 0 && path) names_.directory_created(*path);
  return answer;
}

int Disk::fail_sync(OpenFile& file) {
  const Passage passage(gate_);
  // Of a directory nothing is lost: its changes wait in the file system's journal.
  if (file.model != nullptr) file.model->fail_sync();
  return fail(settings_.fail_sync_errno);
}

void Disk::cut_during_sync(OpenFile& file) {
  if (file.model != nullptr) file.model->tear();
  cut();
}

void Disk::cut() {
  if (is_frozen_.exchange(true)) {
    while (true) ::pause();  // Another thread is cutting and ends the process.
  }
  // Calls under way come to their end first: what they did was in time.
  const std::unique_lock alone(gate_);
  restore();
  ::_exit(kCutExitCode);
}

void Disk::restore() {
  std::mt19937_64 random(settings_.seed);
  for (auto& [inode, model] : models_) model->cut(settings_.tail, random);
  names_.undo();
}

}  // namespace partita::faults
