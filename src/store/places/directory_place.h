#pragma once

#include <filesystem>
#include <memory>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "store/places/place.h"

namespace partita::places {

// Each directory in `root` stands for a bucket, and the parts of a key between slashes for the
// directories in it. An object is written under another name, synced and then renamed.
//
// A key can not leave its bucket: parts that are empty, `.` or `..`, and links on the way are
// refused. Two keys of which one is a directory of the other ("a" and "a/b") can not both be there.
// Tags are made of what the file system says of a file, not of its content.
// ERRORS: NotFound if there is no such directory.
Result<std::unique_ptr<ObjectPlace>> open_directory_place(const std::filesystem::path& root,
                                                          const Clock& clock = Clock::system());

}  // namespace partita::places
