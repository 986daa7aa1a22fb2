#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The system calls themselves. The shim interposes libc's functions of the same names, so that it
// goes past libc to reach the disk.
namespace partita::faults::raw {

inline int openat(int directory, const char* path, int flags, mode_t mode) {
  return static_cast<int>(::syscall(SYS_openat, directory, path, flags, mode));
}
inline int close(int fd) { return static_cast<int>(::syscall(SYS_close, fd)); }
inline ssize_t pread(int fd, void* data, size_t bytes, off_t offset) {
  return ::syscall(SYS_pread64, fd, data, bytes, offset);
}
inline ssize_t preadv2(int fd, const iovec* pieces, int count, off_t offset, int flags) {
  return ::syscall(SYS_preadv2, fd, pieces, count, offset, 0L, flags);
}
inline ssize_t write(int fd, const void* data, size_t bytes) {
  return ::syscall(SYS_write, fd, data, bytes);
}
inline ssize_t pwrite(int fd, const void* data, size_t bytes, off_t offset) {
  return ::syscall(SYS_pwrite64, fd, data, bytes, offset);
}
inline ssize_t writev(int fd, const iovec* pieces, int count) {
  return ::syscall(SYS_writev, fd, pieces, count);
}
inline ssize_t pwritev(int fd, const iovec* pieces, int count, off_t offset) {
  return ::syscall(SYS_pwritev, fd, pieces, count, offset, 0L);
}
inline int fsync(int fd) { return static_cast<int>(::syscall(SYS_fsync, fd)); }
inline int fdatasync(int fd) { return static_cast<int>(::syscall(SYS_fdatasync, fd)); }
inline int ftruncate(int fd, off_t size) {
  return static_cast<int>(::syscall(SYS_ftruncate, fd, size));
}
inline int fallocate(int fd, int mode, off_t offset, off_t bytes) {
  return static_cast<int>(::syscall(SYS_fallocate, fd, mode, offset, bytes));
}
inline int renameat2(int from_directory, const char* from, int to_directory, const char* to,
                     unsigned flags) {
  return static_cast<int>(::syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}
inline int rename_to_free_name(const char* from, const char* to) {
  constexpr unsigned kNoReplace = 1;
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, kNoReplace);
}
inline int linkat(int from_directory, const char* from, int to_directory, const char* to,
                  int flags) {
  return static_cast<int>(::syscall(SYS_linkat, from_directory, from, to_directory, to, flags));
}
inline int unlinkat(int directory, const char* path, int flags) {
  return static_cast<int>(::syscall(SYS_unlinkat, directory, path, flags));
}
inline int mkdirat(int directory, const char* path, mode_t mode) {
  return static_cast<int>(::syscall(SYS_mkdirat, directory, path, mode));
}

}  // namespace partita::faults::raw
