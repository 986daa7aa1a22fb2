// A library for LD_PRELOAD that models the disk under one directory and cuts its power.
//
// A process that is killed loses nothing: the page cache outlives it. This library remembers what a
// completed sync covered, and at the cut takes back everything else before it ends the process.
// Set in the environment:
//
//   POWER_CUT_DIR              the directory whose files are modelled; without it nothing happens
//   POWER_CUT_AFTER_SYNCS=N    cut when the Nth fsync or fdatasync has completed
//   POWER_CUT_DURING_SYNC=1    with it: cut in that sync; part of its file's tail is on the disk
//   POWER_CUT_COUNT_SYNCS_OF   with it: only syncs of files whose path contains this are counted
//   POWER_CUT_AFTER_WRITES=N   cut after the Nth write
//   POWER_CUT_MODE             of unsynced tails: truncate (default), prefix, garble
//   POWER_CUT_SEED             of the random choices, default 1
//   POWER_CUT_IGNORE_SYNCS_OF  files whose path ends so are never synced, in silence (a control:
//                              with .log, a test of acknowledged writes must find some missing)
//   FAIL_SYNC_AT=N             the Nth sync fails once with FAIL_SYNC_ERRNO (default EIO), and what
//                              it should have written is never durable, as on Linux
//   FAIL_WRITE_AT=N            the Nth write fails once with FAIL_WRITE_ERRNO (default EIO)
//   FAIL_READS_WHILE=path      every pread fails with EIO as long as there is a file at this path
//   HANG_READS_WHILE=path      every pread hangs as long as there is a file at this path; each that
//                              begins to adds a byte to it
//   FAIL_READS_OF              with one of them: only of files whose path ends so
//
// SIGUSR2, or a call of power_cut_now() found with dlsym, cuts at any time. A cut ends the process
// with 137. Not modelled: writing through mapped memory or stdio (such files stay as they are),
// descriptors made by dup, O_SYNC (taken for unsynced), the order of writes within a tail.

#include <dlfcn.h>
#include <semaphore.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <thread>

#include "disk.h"
#include "raw_calls.h"

namespace {

namespace raw = partita::faults::raw;
using partita::faults::Disk;
using partita::faults::Place;
using partita::faults::Settings;

Disk* disk = nullptr;  // Never freed: other threads may write until the process is gone.
sem_t cut_wanted;

// A thread of its own, so that a signal cuts even while the program is idle.
void await_signal() {
  while (::sem_wait(&cut_wanted) != 0) {
  }
  disk->cut();
}

void start_awaiting_signal() {
  ::sem_init(&cut_wanted, 0, 0);
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  // The program's signals are none of the new thread's business.
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(await_signal).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  std::signal(SIGUSR2, [](int) { ::sem_post(&cut_wanted); });
}

[[gnu::constructor]] void start() {
  auto settings = Settings::from_environment();
  if (!settings) return;
  disk = new Disk(std::move(*settings));
  start_awaiting_signal();
}

int open_at(Place place, int flags, mode_t mode) {
  if (disk == nullptr) return raw::openat(place.directory, place.path, flags, mode);
  return disk->open(place, flags, mode);
}

// The permission bits, which are passed only if the call may make a file.
mode_t mode_of(int flags, va_list arguments) {
  const bool makes = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return makes ? va_arg(arguments, mode_t) : 0;
}

template <typename Action>
ssize_t write_to(int fd, std::optional<off_t> offset, std::size_t bytes, Action action) {
  return disk == nullptr ? action() : disk->write(fd, offset, bytes, action);
}

template <typename Action>
int sync_file(int fd, Action action) {
  return disk == nullptr ? action() : disk->sync(fd, action);
}

std::size_t total_bytes(const iovec* pieces, int count) {
  std::size_t bytes = 0;
  for (int at = 0; at < count; ++at) bytes += pieces[at].iov_len;
  return bytes;
}

int rename_at(Place from, Place to, unsigned flags) {
  if (disk != nullptr) return disk->rename(from, to, flags);
  return raw::renameat2(from.directory, from.path, to.directory, to.path, flags);
}

int link_at(Place from, Place to, int flags) {
  if (disk != nullptr) return disk->link(from, to, flags);
  return raw::linkat(from.directory, from.path, to.directory, to.path, flags);
}

int unlink_at(Place place, int flags) {
  if (disk != nullptr) return disk->unlink(place, flags);
  return raw::unlinkat(place.directory, place.path, flags);
}

int make_directory_at(Place place, mode_t mode) {
  if (disk != nullptr) return disk->make_directory(place, mode);
  return raw::mkdirat(place.directory, place.path, mode);
}

}  // namespace

extern "C" {

void power_cut_now() {
  if (disk != nullptr) disk->cut();
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_at({AT_FDCWD, path}, flags, mode);
}

int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  return open_at({directory, path}, flags, mode);
}

int creat(const char* path, mode_t mode) {
  return open_at({AT_FDCWD, path}, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int close(int fd) { return disk == nullptr ? raw::close(fd) : disk->close(fd); }

// A descriptor that was opened here may have been handed to stdio.
int fclose(FILE* stream) {
  static const auto real = reinterpret_cast<int (*)(FILE*)>(::dlsym(RTLD_NEXT, "fclose"));
  if (disk != nullptr) disk->forget(::fileno(stream));
  return real(stream);
}

ssize_t pread(int fd, void* data, size_t bytes, off_t offset) {
  if (disk != nullptr && disk->fails_reads_of(fd)) {
    errno = EIO;
    return -1;
  }
  if (disk != nullptr) disk->hang_read_of(fd);
  return raw::pread(fd, data, bytes, offset);
}

// The page cache has nothing of what fails or hangs.
ssize_t preadv2(int fd, const iovec* pieces, int count, off_t offset, int flags) {
  const bool must_not_wait = (flags & RWF_NOWAIT) != 0;
  if (must_not_wait && disk != nullptr && (disk->fails_reads_of(fd) || disk->hangs_reads_of(fd))) {
    errno = EAGAIN;
    return -1;
  }
  return raw::preadv2(fd, pieces, count, offset, flags);
}

ssize_t write(int fd, const void* data, size_t bytes) {
  return write_to(fd, std::nullopt, bytes, [&] { return raw::write(fd, data, bytes); });
}

ssize_t pwrite(int fd, const void* data, size_t bytes, off_t offset) {
  return write_to(fd, offset, bytes, [&] { return raw::pwrite(fd, data, bytes, offset); });
}

ssize_t writev(int fd, const iovec* pieces, int count) {
  const std::size_t bytes = total_bytes(pieces, count);
  return write_to(fd, std::nullopt, bytes, [&] { return raw::writev(fd, pieces, count); });
}

ssize_t pwritev(int fd, const iovec* pieces, int count, off_t offset) {
  const std::size_t bytes = total_bytes(pieces, count);
  return write_to(fd, offset, bytes, [&] { return raw::pwritev(fd, pieces, count, offset); });
}

// sync_file_range is left alone: it promises nothing, so that it makes nothing durable.
int fsync(int fd) {
  return sync_file(fd, [fd] { return raw::fsync(fd); });
}

int fdatasync(int fd) {
  return sync_file(fd, [fd] { return raw::fdatasync(fd); });
}

int ftruncate(int fd, off_t size) noexcept {
  return disk == nullptr ? raw::ftruncate(fd, size) : disk->truncate(fd, size);
}

int fallocate(int fd, int mode, off_t offset, off_t bytes) {
  if (disk == nullptr) return raw::fallocate(fd, mode, offset, bytes);
  return disk->allocate(fd, mode, offset, bytes);
}

int posix_fallocate(int fd, off_t offset, off_t bytes) {
  return ::fallocate(fd, 0, offset, bytes) == 0 ? 0 : errno;
}

int rename(const char* from, const char* to) noexcept {
  return rename_at({AT_FDCWD, from}, {AT_FDCWD, to}, 0);
}

int renameat(int from_directory, const char* from, int to_directory, const char* to) noexcept {
  return rename_at({from_directory, from}, {to_directory, to}, 0);
}

int renameat2(int from_directory, const char* from, int to_directory, const char* to,
              unsigned flags) noexcept {
  return rename_at({from_directory, from}, {to_directory, to}, flags);
}

int link(const char* from, const char* to) noexcept {
  return link_at({AT_FDCWD, from}, {AT_FDCWD, to}, 0);
}

int linkat(int from_directory, const char* from, int to_directory, const char* to,
           int flags) noexcept {
  return link_at({from_directory, from}, {to_directory, to}, flags);
}

int unlink(const char* path) noexcept { return unlink_at({AT_FDCWD, path}, 0); }

int unlinkat(int directory, const char* path, int flags) noexcept {
  return unlink_at({directory, path}, flags);
}

int rmdir(const char* path) noexcept { return unlink_at({AT_FDCWD, path}, AT_REMOVEDIR); }

int remove(const char* path) noexcept {
  const int answer = ::unlink(path);
  return answer != 0 && errno == EISDIR ? ::rmdir(path) : answer;
}

int mkdir(const char* path, mode_t mode) noexcept {
  return make_directory_at({AT_FDCWD, path}, mode);
}

int mkdirat(int directory, const char* path, mode_t mode) noexcept {
  return make_directory_at({directory, path}, mode);
}

// The names for large files: on a 64-bit machine the same functions.
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int openat64(int directory, const char* path, int flags, ...) __attribute__((alias("openat")));
int creat64(const char* path, mode_t mode) __attribute__((alias("creat")));
ssize_t preadv64v2(int fd, const iovec* pieces, int count, off64_t offset, int flags)
    __attribute__((alias("preadv2")));
ssize_t pread64(int fd, void* data, size_t bytes, off64_t offset) __attribute__((alias("pread")));
ssize_t pwrite64(int fd, const void* data, size_t bytes, off64_t offset)
    __attribute__((alias("pwrite")));
ssize_t pwritev64(int fd, const iovec* pieces, int count, off64_t offset)
    __attribute__((alias("pwritev")));
int ftruncate64(int fd, off64_t size) noexcept __attribute__((alias("ftruncate")));
int fallocate64(int fd, int mode, off64_t offset, off64_t bytes)
    __attribute__((alias("fallocate")));
int posix_fallocate64(int fd, off64_t offset, off64_t bytes)
    __attribute__((alias("posix_fallocate")));

}  // extern "C"
