#include "store/places/directory_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <utility>

#include "partita/base/random.h"
#include "store/places/directory_tree.h"

namespace partita::places {
namespace {

constexpr int kFileMode = 0640;
// No upload takes as long: what is older was left by a crash.
constexpr std::chrono::hours kPartsAgeMax{24};

Error closed_place() { return Error::unavailable("the place was closed"); }

Result<FileDescriptor> open_bucket(const std::filesystem::path& root, const std::string& bucket) {
  TRY(check_bucket_name(bucket));
  auto opened = open_file(root / bucket, O_RDONLY | O_DIRECTORY);
  if (opened.ok()) return opened;
  if (opened.error().kind() == ErrorKind::NotFound) {
    return place_error(PlaceFault::NoSuchBucket,
                       fmt::format("there is no directory {}", (root / bucket).string()));
  }
  return place_error(PlaceFault::AccessDenied, opened.error().message());
}

Error no_such_object(const ObjectName& object) {
  return place_error(PlaceFault::NoSuchObject,
                     fmt::format("there is no {} in {}", object.key, object.bucket));
}

Result<FileDescriptor> open_object(const std::filesystem::path& root, const ObjectName& object) {
  const KeyPath path = TRY(parse_key(object.key));
  const auto bucket = TRY(open_bucket(root, object.bucket));
  const auto directory = open_directory_of(bucket, path, MissingDirectories::Refuse);
  if (!directory.ok()) return no_such_object(object);
  FileDescriptor file(
      ::openat(directory->number(), path.name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (file.is_open()) return file;
  if (errno == EACCES) {
    return place_error(PlaceFault::AccessDenied, fmt::format("{} can not be read", object.key));
  }
  return no_such_object(object);
}

class DirectoryUpload final : public Upload {
 public:
  static Result<std::unique_ptr<DirectoryUpload>> begin(const std::filesystem::path& root,
                                                        const ObjectName& object,
                                                        std::string parts_name) {
    std::unique_ptr<DirectoryUpload> upload(new DirectoryUpload);
    upload->path_ = TRY(parse_key(object.key));
    upload->bucket_ = TRY(open_bucket(root, object.bucket));
    upload->parts_ = TRY(open_inner_directory(upload->bucket_, std::string(kPartsDirectory),
                                              MissingDirectories::Make));
    upload->parts_name_ = std::move(parts_name);
    upload->file_ = FileDescriptor(::openat(upload->parts_.number(), upload->parts_name_.c_str(),
                                            O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode));
    if (!upload->file_.is_open()) return file_error("make", upload->parts_name_, errno);
    return upload;
  }

  ~DirectoryUpload() override {
    if (file_.is_open()) ::unlinkat(parts_.number(), parts_name_.c_str(), 0);
  }

  Status append(ByteView bytes) override {
    TRY(write_at(file_, bytes_, bytes));
    bytes_ += bytes.size();
    return {};
  }

  Result<std::string> finish() override {
    TRY(sync_data(file_));
    const auto directory = TRY(open_directory_of(bucket_, path_, MissingDirectories::Make));
    if (::renameat(parts_.number(), parts_name_.c_str(), directory.number(), path_.name.c_str()) !=
        0) {
      return file_error("put", path_.name, errno);
    }
    const FileDescriptor file = std::move(file_);  // From here on it has its name.
    if (::fsync(directory.number()) != 0) {
      return Error::unknown(fmt::format("the directory of {} can not be synced", path_.name));
    }
    return TRY(state_of(file)).tag;
  }

 private:
  DirectoryUpload() = default;

  KeyPath path_;
  FileDescriptor bucket_;
  FileDescriptor parts_;
  std::string parts_name_;
  FileDescriptor file_;  // Closed once it has its name.
  std::uint64_t bytes_ = 0;
};

class DirectoryPlace final : public ObjectPlace {
 public:
  explicit DirectoryPlace(std::filesystem::path root) : root_(std::move(root)) {}

  Result<std::string> put(const ObjectName& object, ByteView content) override {
    auto upload = TRY(put_in_parts(object));
    TRY(upload->append(content));
    return upload->finish();
  }

  Result<std::unique_ptr<Upload>> put_in_parts(const ObjectName& object) override {
    if (is_closed_) return closed_place();
    const std::string name = fmt::format("{:016x}{:016x}", random_.next(), random_.next());
    return std::unique_ptr<Upload>(TRY(DirectoryUpload::begin(root_, object, name)));
  }

  Result<Bytes> read(const ObjectReadRequest& request) override {
    if (is_closed_) return closed_place();
    const auto file = TRY(open_object(root_, request.object));
    const FileState state = TRY(state_of(file));
    if (!request.tag.empty() && request.tag != state.tag) {
      return place_error(PlaceFault::Changed,
                         fmt::format("{} is not what it was", request.object.key));
    }
    const std::uint64_t rest = state.bytes - std::min(state.bytes, request.offset);
    Bytes bytes(std::min<std::uint64_t>(rest, request.bytes_max), '\0');
    for (std::size_t have = 0; have < bytes.size();) {
      const ssize_t got = ::pread(file.number(), bytes.data() + have, bytes.size() - have,
                                  static_cast<off_t>(request.offset + have));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return file_error("read", request.object.key, errno);
      if (got == 0) return Error::unavailable(fmt::format("{} got shorter", request.object.key));
      have += static_cast<std::size_t>(got);
    }
    return bytes;
  }

  Result<Listing> list(const ObjectListRequest& request) override {
    if (is_closed_) return closed_place();
    const auto bucket = TRY(open_bucket(root_, request.bucket));
    return list_tree(bucket, request);
  }

  Status remove(const ObjectName& object) override {
    if (is_closed_) return closed_place();
    const KeyPath path = TRY(parse_key(object.key));
    const auto bucket = TRY(open_bucket(root_, object.bucket));
    const auto directory = open_directory_of(bucket, path, MissingDirectories::Refuse);
    if (!directory.ok()) return {};
    if (::unlinkat(directory->number(), path.name.c_str(), 0) != 0 && errno != ENOENT) {
      return file_error("remove", object.key, errno);
    }
    if (::fsync(directory->number()) == 0) return {};
    return file_error("sync the directory of", object.key, errno);
  }

  void close() override { is_closed_ = true; }

  std::string description() const override {
    return fmt::format("the directories in {}", root_.string());
  }

 private:
  const std::filesystem::path root_;
  SystemRandom random_;
  std::atomic<bool> is_closed_ = false;
};

bool is_old(const std::filesystem::path& file, WallTime now) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return false;
  const WallTime changed{std::chrono::seconds(found.st_mtim.tv_sec)};
  return now - changed > kPartsAgeMax;
}

// What uploads have left that a crash has cut off. Nothing hangs on it, so failures are ignored.
void remove_old_parts(const std::filesystem::path& root, WallTime now) {
  std::error_code ignored;
  for (const auto& bucket : std::filesystem::directory_iterator(root, ignored)) {
    const auto parts = bucket.path() / kPartsDirectory;
    for (const auto& file : std::filesystem::directory_iterator(parts, ignored)) {
      if (is_old(file.path(), now)) std::filesystem::remove(file.path(), ignored);
    }
  }
}

}  // namespace

Result<std::unique_ptr<ObjectPlace>> open_directory_place(const std::filesystem::path& root,
                                                          const Clock& clock) {
  std::error_code failed;
  if (!std::filesystem::is_directory(root, failed)) {
    return Error::not_found(fmt::format("there is no directory {}", root.string()));
  }
  remove_old_parts(root, clock.wall_now());
  return std::unique_ptr<ObjectPlace>(
      std::make_unique<DirectoryPlace>(std::filesystem::absolute(root, failed)));
}

}  // namespace partita::places
