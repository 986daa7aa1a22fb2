#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <shared_mutex>
#include <string>
#include <vector>

#include "file_model.h"
#include "inode.h"
#include "name_journal.h"
#include "settings.h"

namespace partita::faults {

// Where a call names a file: a path and the directory that a relative one starts from.
struct Place {
  int directory;
  const char* path;
};

// The modelled directory: knows what of it is durable, counts calls, makes the faults happen.
// Each method does what the system call of its name does. Calls on anything outside the directory,
// on descriptors that were not opened here (stdio's, mapped memory), and on descriptors above
// kDescriptorsMax pass by unseen.
// THREADS: safe for concurrent calls, as long as no descriptor is closed while it is in use.
class Disk {
 public:
  explicit Disk(Settings settings);

  int open(Place place, int flags, mode_t mode);
  int close(int fd);
  // The descriptor is about to be closed by somebody else.
  void forget(int fd);

  // Whether a read of the descriptor's file is to fail now.
  bool fails_reads_of(int fd) const;
  // Whether it is to hang, and the same in deed: returns when it need not any more.
  bool hangs_reads_of(int fd) const;
  void hang_read_of(int fd) const;

  // Runs `action`, which writes `bytes` at `offset`, or where the descriptor stands.
  template <typename Action>
  ssize_t write(int fd, std::optional<off_t> offset, std::size_t bytes, Action action) {
    enter_or_freeze();
    OpenFile* file = find(fd);
    if (file == nullptr || file->model == nullptr) return action();
    const std::uint64_t number = ++writes_;
    if (number == settings_.fail_write_at) return fail(settings_.fail_write_errno);
    const ssize_t answer = change(
        *file, [&] { return offset.value_or(position(fd, *file)); }, bytes, action);
    if (number == settings_.cut_after_writes) cut();
    return answer;
  }

  // Runs `action`, which flushes the descriptor to the real disk.
  template <typename Action>
  int sync(int fd, Action action) {
    enter_or_freeze();
    OpenFile* file = find(fd);
    if (file == nullptr) return action();
    if (++syncs_ == settings_.fail_sync_at) return fail_sync(*file);
    const bool is_last = file->counts_for_cut && ++counted_syncs_ == settings_.cut_after_syncs;
    if (is_last && settings_.cut_during_sync) cut_during_sync(*file);
    const int answer = sync_opened(*file, action);
    if (is_last) cut();
    return answer;
  }

  int truncate(int fd, off_t size);
  int allocate(int fd, int mode, off_t offset, off_t bytes);

  int rename(Place from, Place to, unsigned flags);
  int link(Place from, Place to, int flags);
  int unlink(Place place, int flags);
  int make_directory(Place place, mode_t mode);

  // Freezes every other caller for good, makes the directory what the disk would hold, and ends the
  // process with kCutExitCode.
  [[noreturn]] void cut();

  static constexpr int kCutExitCode = 137;
  static constexpr std::size_t kDescriptorsMax = 65'536;

 private:
  struct OpenFile {
    FileModel* model;  // Null for a directory.
    Inode inode;
    bool appends;
    bool ignores_syncs;
    bool counts_for_cut;  // Whether its syncs are counted.
  };

  // The cut takes the gate alone; every call that changes something passes through it with others.
  using Passage = std::shared_lock<std::shared_mutex>;

  void enter_or_freeze() const;
  bool spoils_reads_of(int fd) const;
  OpenFile* find(int fd);
  void enlist(int fd, int flags, const std::string& path, bool is_new);
  FileModel* model_of(const Inode& inode, int fd, off_t synced_size);
  void drop_if_settled(const Inode& inode);
  std::optional<std::string> locate(Place place) const;
  [[noreturn]] void cut_during_sync(OpenFile& file);
  int fail_sync(OpenFile& file);
  void restore();
  static off_t position(int fd, const OpenFile& file);
  static int fail(int error);

  template <typename Offset, typename Action>
  ssize_t change(OpenFile& file, Offset offset, std::size_t bytes, Action action) {
    const Passage passage(gate_);
    return file.model->change(offset, bytes, action);
  }

  template <typename Action>
  int sync_opened(OpenFile& file, Action action) {
    const Passage passage(gate_);
    if (file.ignores_syncs) return 0;
    if (file.model != nullptr) return file.model->sync(action);
    const std::uint64_t began = with_names([](NameJournal& names) { return names.begin_sync(); });
    const int answer = action();
    if (answer == 0) {
      with_names([&](NameJournal& names) { names.complete_sync(file.inode, began); });
    }
    return answer;
  }

  template <typename Action>
  auto with_names(Action action) {
    const std::lock_guard lock(names_mutex_);
    return action(names_);
  }

  const Settings settings_;
  std::atomic<std::uint64_t> writes_{0};
  std::atomic<std::uint64_t> syncs_{0};
  std::atomic<std::uint64_t> counted_syncs_{0};
  std::atomic<bool> is_frozen_{false};
  std::shared_mutex gate_;

  std::array<std::atomic<OpenFile*>, kDescriptorsMax> open_files_{};
  std::mutex names_mutex_;  // Guards what follows; taken after the gate.
  NameJournal names_;
  std::map<Inode, std::unique_ptr<FileModel>> models_;
};

}  // namespace partita::faults
