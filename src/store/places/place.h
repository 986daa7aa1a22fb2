#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// Where objects are kept that are not rows of a store: exports, imports, backups.
namespace partita::places {

struct ObjectName {
  std::string bucket;
  std::string key;  // "backups/2026/orders.bin": slashes mean nothing but in directories.
};

// An object that is there.
struct ObjectEntry {
  std::string key;
  std::uint64_t bytes = 0;
  std::string tag;  // Another one as soon as the content is another one.
};

struct ObjectListRequest {
  std::string bucket;
  std::string prefix = {};       // Of the keys, as bytes: "data" is one of "data2/x", too.
  std::string start_after = {};  // Only keys behind it; empty: from the first one on.
  std::size_t objects_max = 1000;
};

struct Listing {
  std::vector<ObjectEntry> objects;  // By their keys, as bytes.
  bool has_more = false;             // List again behind the last of them.
};

struct ObjectReadRequest {
  ObjectName object;
  std::string tag = {};  // Only of this content; empty: of any.
  std::uint64_t offset = 0;
  std::size_t bytes_max = std::size_t{8} << 20;
};

// What a place has refused, beyond the kind of the error (place_fault_of).
enum class PlaceFault { NoSuchBucket, NoSuchObject, AccessDenied, Changed };

// An object that is put in parts. It is there when `finish` has returned, whole, and not before;
// without `finish` nothing is left of it.
// THREADS: one thread at a time.
class Upload {
 public:
  virtual ~Upload() = default;
  // Bytes that come behind all others. As many or as few at a time as the caller has.
  // ERRORS: as ObjectPlace; the upload is of no more use.
  virtual Status append(ByteView bytes) = 0;
  // Returns the tag of the object.   ERRORS: the same; Unknown if it may be there all the same.
  virtual Result<std::string> finish() = 0;
};

// A place that holds objects in buckets. Objects are written whole and never changed: an object
// that is put again takes the place of the former one in one moment.
//
// Calls block, with a bound: a place that does not answer is asked again a few times and then given
// up. So none is made on an event loop, nor in a turn of a job, which lets an Errand do it.
// THREADS: safe for concurrent calls.
// ERRORS of all calls: InvalidArgument if a name can not be one, or access is denied; NotFound
// without the bucket or the object; Unavailable if the place does not answer or has no room.
class ObjectPlace {
 public:
  virtual ~ObjectPlace() = default;

  // Durable when it returns. Returns the tag of the object, in a place that speaks S3 as its ETag.
  virtual Result<std::string> put(const ObjectName& object, ByteView content) = 0;
  // The same for what is too large to be held at once.
  virtual Result<std::unique_ptr<Upload>> put_in_parts(const ObjectName& object) = 0;
  // As many bytes from the offset on as there are, up to the bound: fewer only at the end.
  // ERRORS: also Conflict if the object has another tag by now.
  virtual Result<Bytes> read(const ObjectReadRequest& request) = 0;
  virtual Result<Listing> list(const ObjectListRequest& request) = 0;
  // An object that is not there is no error.
  virtual Status remove(const ObjectName& object) = 0;

  // Calls under way and all later ones end soon, as Unavailable. For good.
  virtual void close() = 0;
  // "the directories in /srv/buckets", "S3 at https://...": for people.
  virtual std::string description() const = 0;
};

// What the place has refused; nullopt: it has not answered, or the fault is another one.
std::optional<PlaceFault> place_fault_of(const Error& error);
Error place_error(PlaceFault fault, std::string message);

// Whether a bucket can have this name in any place: letters, digits, dots, hyphens and underscores,
// the first and the last a letter or a digit.   ERRORS: InvalidArgument.
Status check_bucket_name(std::string_view bucket);
// 1 to 1024 bytes of UTF-8.   ERRORS: InvalidArgument.
Status check_object_key(std::string_view key);

}  // namespace partita::places
