#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/file.h"
#include "partita/base/result.h"
#include "store/places/place.h"

// The directories of a bucket, gone through part by part so that no link leads out of it.
namespace partita::places {

// Where unfinished objects are, in each bucket. No key begins so.
inline constexpr std::string_view kPartsDirectory = ".partita-parts";

struct KeyPath {
  std::vector<std::string> directories;
  std::string name;
};

// ERRORS: InvalidArgument if a part of the key is empty, `.` or `..`, has a zero byte, is longer
// than a file's name can be, or is kPartsDirectory.
Result<KeyPath> parse_key(std::string_view key);

enum class MissingDirectories { Refuse, Make };

// The directory of the object in a bucket, opened. What is made is durable.
// ERRORS: NotFound if there is none; InvalidArgument if a file or a link is in its place.
Result<FileDescriptor> open_directory_of(const FileDescriptor& bucket, const KeyPath& path,
                                         MissingDirectories missing);

// ERRORS: as open_directory_of.
Result<FileDescriptor> open_inner_directory(const FileDescriptor& parent, const std::string& name,
                                            MissingDirectories missing);

struct FileState {
  std::uint64_t bytes = 0;
  std::string tag;
};
// ERRORS: NotFound if it is no ordinary file.
Result<FileState> state_of(const FileDescriptor& file);

// Everything in the bucket that the request asks for, in the order of the keys.
Result<Listing> list_tree(const FileDescriptor& bucket, const ObjectListRequest& request);

}  // namespace partita::places
