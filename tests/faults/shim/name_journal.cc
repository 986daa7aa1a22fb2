#include "name_journal.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "raw_calls.h"

namespace partita::faults {
namespace {

Inode directory_of(const std::string& path) {
  struct stat status {};
  ::stat(std::filesystem::path(path).parent_path().c_str(), &status);
  return Inode::of(status);
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

}  // namespace

void NameJournal::add(Change change) {
  change.sequence = sequence_++;
  change.directory = directory_of(change.path);
  changes_.push_back(std::move(change));
}

void NameJournal::file_created(const std::string& path) {
  add({.kind = Kind::FileCreated, .path = path});
}

void NameJournal::directory_created(const std::string& path) {
  add({.kind = Kind::DirectoryCreated, .path = path});
}

std::string NameJournal::side_path() {
  raw::mkdirat(AT_FDCWD, side_directory_.c_str(), 0700);
  return side_directory_ + "/" + std::to_string(kept_++);
}

std::string NameJournal::keep_replaced(const std::string& to) {
  if (!exists(to)) return {};
  std::string kept = side_path();
  const int linked = raw::linkat(AT_FDCWD, to.c_str(), AT_FDCWD, kept.c_str(), 0);
  return linked == 0 ? kept : std::string();
}

void NameJournal::renamed(const std::string& from, const std::string& to,
                          const std::string& replaced) {
  add({.kind = Kind::Renamed, .path = to, .old_path = from, .replaced = replaced});
}

void NameJournal::rename_failed(const std::string& replaced) {
  if (!replaced.empty()) raw::unlinkat(AT_FDCWD, replaced.c_str(), 0);
}

void NameJournal::complete_sync(const Inode& directory, std::uint64_t began) {
  std::erase_if(changes_, [&](const Change& change) {
    const bool is_durable = change.directory == directory && change.sequence < began;
    if (is_durable && !change.replaced.empty()) {
      raw::unlinkat(AT_FDCWD, change.replaced.c_str(), 0);
    }
    return is_durable;
  });
}

void NameJournal::undo() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) undo(*change);
}

void NameJournal::undo(const Change& change) {
  const char* path = change.path.c_str();
  switch (change.kind) {
    case Kind::FileCreated:
      raw::unlinkat(AT_FDCWD, path, 0);
      break;
    case Kind::DirectoryCreated:
      // All below it is lost with it, whatever was synced there.
      raw::rename_to_free_name(path, side_path().c_str());
      break;
    case Kind::Renamed:
      // Where the old name was given to another file for good, the renamed one has no name left.
      if (raw::rename_to_free_name(path, change.old_path.c_str()) != 0) {
        raw::unlinkat(AT_FDCWD, path, 0);
      }
      if (!change.replaced.empty()) raw::rename_to_free_name(change.replaced.c_str(), path);
      break;
  }
}

}  // namespace partita::faults
