#include "file_model.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "raw_calls.h"

namespace partita::faults {
namespace {

constexpr off_t kSectorBytes = 512;

struct stat status_of(int fd) {
  struct stat status {};
  ::fstat(fd, &status);
  return status;
}

std::string read_at(int fd, off_t from, off_t to) {
  std::string bytes(static_cast<std::size_t>(to - from), '\0');
  std::size_t read = 0;
  while (read < bytes.size()) {
    const ssize_t got =
        ::pread(fd, bytes.data() + read, bytes.size() - read, from + static_cast<off_t>(read));
    if (got <= 0) break;
    read += static_cast<std::size_t>(got);
  }
  bytes.resize(read);
  return bytes;
}

void write_at(int fd, off_t offset, const std::string& bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t put = raw::pwrite(fd, bytes.data() + written, bytes.size() - written,
                                    offset + static_cast<off_t>(written));
    if (put <= 0) return;
    written += static_cast<std::size_t>(put);
  }
}

off_t up_to(off_t most, std::mt19937_64& random) {
  return std::uniform_int_distribution<off_t>(0, most)(random);
}

// A sector as a disk may have it that was told to write these bytes: so, zeroed, random, or with
// one byte that is wrong.
std::string garbled(std::string bytes, std::mt19937_64& random) {
  switch (up_to(3, random)) {
    case 0:
      return bytes;
    case 1:
      return std::string(bytes.size(), '\0');
    case 2:
      std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random()); });
      return bytes;
    default:
      bytes[static_cast<std::size_t>(up_to(std::ssize(bytes) - 1, random))] ^= 1;
      return bytes;
  }
}

}  // namespace

FileModel::~FileModel() { raw::close(handle_); }

FileModel::SavedBytes FileModel::SavedBytes::part(off_t from, off_t to, Replaced kind) const {
  const auto start = static_cast<std::size_t>(from - offset);
  return {sequence, from, bytes.substr(start, static_cast<std::size_t>(to - from)), kind};
}

int FileModel::truncate(int fd, off_t new_size) {
  const std::lock_guard lock(mutex_);
  const off_t old_size = size();
  if (new_size < old_size) save(new_size, old_size - new_size, Replaced::CutOff);
  return raw::ftruncate(fd, new_size);
}

void FileModel::save(off_t offset, off_t bytes, Replaced how) {
  reclaim_lost(offset, offset + bytes);
  const off_t end = std::min(offset + bytes, covered_size_);
  if (offset >= end) return;
  std::string old = read_at(handle_, offset, end);
  if (!old.empty()) saved_.push_back({sequence_++, offset, std::move(old), how});
}

// Lost bytes that are written once more can be synced again like any others.
void FileModel::reclaim_lost(off_t from, off_t to) {
  const auto touches = [&](const SavedBytes& saved) {
    return saved.how == Replaced::Lost && saved.offset < to && saved.end() > from;
  };
  if (std::none_of(saved_.begin(), saved_.end(), touches)) return;
  std::vector<SavedBytes> split;
  for (SavedBytes& saved : saved_) {
    if (!touches(saved)) {
      split.push_back(std::move(saved));
      continue;
    }
    const off_t first = std::max(saved.offset, from);
    const off_t last = std::min(saved.end(), to);
    if (saved.offset < first) split.push_back(saved.part(saved.offset, first, Replaced::Lost));
    split.push_back(saved.part(first, last, Replaced::Overwritten));
    if (last < saved.end()) split.push_back(saved.part(last, saved.end(), Replaced::Lost));
  }
  saved_ = std::move(split);
}

FileModel::SyncStart FileModel::begin_sync() {
  const std::lock_guard lock(mutex_);
  const off_t now = size();
  covered_size_ = std::max(covered_size_, now);
  return {sequence_++, now};
}

void FileModel::complete_sync(SyncStart start) {
  const std::lock_guard lock(mutex_);
  std::erase_if(saved_, [&](const SavedBytes& saved) {
    return saved.sequence < start.sequence && saved.how != Replaced::Lost;
  });
  synced_size_ = start.size;
  covered_size_ = start.size;
}

void FileModel::fail_sync() {
  const std::lock_guard lock(mutex_);
  for (SavedBytes& saved : saved_) saved.how = Replaced::Lost;
  const off_t now = size();
  if (now <= synced_size_) return;
  // The tail was never on the disk: where its pages should be, the disk has zeroes.
  const auto tail_bytes = static_cast<std::size_t>(now - synced_size_);
  saved_.push_back({sequence_++, synced_size_, std::string(tail_bytes, '\0'), Replaced::Lost});
}

off_t FileModel::size() const { return status_of(handle_).st_size; }

bool FileModel::is_settled() const {
  const std::lock_guard lock(mutex_);
  return saved_.empty() && size() == synced_size_;
}

bool FileModel::is_gone() const { return status_of(handle_).st_nlink == 0; }

void FileModel::cut(TailMode mode, std::mt19937_64& random) {
  if (is_torn_ && mode == TailMode::Truncate) mode = TailMode::Prefix;
  take_back(mode, random);
  const off_t tail_bytes = std::max<off_t>(size() - synced_size_, 0);
  off_t kept = 0;
  if (mode == TailMode::Garble) kept = tail_bytes;
  // Of a torn tail at least one byte is missing: else the sync would have done its work.
  if (mode == TailMode::Prefix && tail_bytes > 0) kept = up_to(tail_bytes - is_torn_, random);
  raw::ftruncate(handle_, synced_size_ + kept);
  if (mode == TailMode::Garble) garble(synced_size_, synced_size_ + kept, random);
}

// What was written over bytes of the disk goes as a tail does: all of it, all but the first so many
// bytes, or sector by sector (which is old or new then, as disks write none by halves).
void FileModel::take_back(TailMode mode, std::mt19937_64& random) {
  const auto overwritten = [](const SavedBytes& saved) {
    return saved.how == Replaced::Overwritten ? saved.end() - saved.offset : 0;
  };
  off_t bytes = 0;
  for (const SavedBytes& saved : saved_) bytes += overwritten(saved);
  // How many of those written last do not stay.
  off_t taken = mode == TailMode::Prefix ? up_to(bytes, random) : bytes;
  for (auto saved = saved_.rbegin(); saved != saved_.rend(); ++saved) {
    if (saved->how != Replaced::Overwritten) {
      write_at(handle_, saved->offset, saved->bytes);
    } else if (mode == TailMode::Garble) {
      take_back_sectors(*saved, random);
    } else {
      const off_t length = std::min(taken, overwritten(*saved));
      const auto part = saved->part(saved->end() - length, saved->end(), saved->how);
      write_at(handle_, part.offset, part.bytes);
      taken -= length;
    }
  }
}

void FileModel::take_back_sectors(const SavedBytes& saved, std::mt19937_64& random) {
  off_t from = saved.offset;
  while (from < saved.end()) {
    const off_t to = std::min((from / kSectorBytes + 1) * kSectorBytes, saved.end());
    if (up_to(1, random) == 0) write_at(handle_, from, saved.part(from, to, saved.how).bytes);
    from = to;
  }
}

void FileModel::garble(off_t from, off_t to, std::mt19937_64& random) {
  while (from < to) {
    const off_t sector_end = std::min((from / kSectorBytes + 1) * kSectorBytes, to);
    write_at(handle_, from, garbled(read_at(handle_, from, sector_end), random));
    from = sector_end;
  }
}

}  // namespace partita::faults
