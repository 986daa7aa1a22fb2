#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "partita/base/file.h"
#include "store/backups/backup_files.h"

namespace partita::backups {
namespace {

namespace fs = std::filesystem;

constexpr int kFileMode = 0600;
constexpr mode_t kDirectoryMode = 0700;
// A file that was not finished (replace_file).
constexpr std::string_view kUnfinished = ".new";

class DirectoryFiles final : public BackupFiles {
 public:
  explicit DirectoryFiles(fs::path root) : root_(std::move(root)) {}

  Status write(std::string_view name, ByteView content) override {
    const fs::path path = root_ / name;
    TRY(make_directory(path.parent_path()));
    return replace_file(path, content, kFileMode);
  }

  Result<Bytes> read(std::string_view name, std::size_t bytes_max) const override {
    return read_small_file(root_ / name, bytes_max);
  }

  Result<std::vector<std::string>> list(std::string_view directory) const override {
    std::vector<std::string> names;
    std::error_code failed;
    fs::directory_iterator each(directory.empty() ? root_ : root_ / directory, failed);
    if (failed == std::errc::no_such_file_or_directory) return names;
    for (; !failed && each != fs::directory_iterator(); each.increment(failed)) {
      std::string name = each->path().filename().string();
      std::error_code ignored;
      if (each->is_directory(ignored)) name.push_back('/');
      if (!name.ends_with(kUnfinished)) names.push_back(std::move(name));
    }
    if (failed) return file_error("list", root_ / directory, failed.value());
    std::sort(names.begin(), names.end());
    return names;
  }

  Status remove(std::string_view name) override {
    const fs::path path = root_ / name;
    if (::unlink(path.c_str()) == 0) return sync_directory(path.parent_path());
    if (errno == ENOENT || errno == ENOTDIR) return {};
    return file_error("remove", path, errno);
  }

  // Files that were not finished are all that may be left in it.
  Status remove_directory(std::string_view name) override {
    const fs::path path = root_ / name;
    std::error_code failed;
    for (fs::directory_iterator each(path, failed); !failed && each != fs::directory_iterator();
         each.increment(failed)) {
      const std::string file = each->path().string();
      if (file.ends_with(kUnfinished)) ::unlink(file.c_str());
    }
    const bool is_gone = ::rmdir(path.c_str()) == 0 || errno == ENOENT || errno == ENOTEMPTY;
    return is_gone ? Status{} : Status(file_error("remove", path, errno));
  }

  std::string description() const override { return "the directory " + root_.string(); }

 private:
  // Made from the outermost on, each durable before there is something in it.
  static Status make_directory(const fs::path& path) {
    std::error_code failed;
    if (path.empty() || fs::is_directory(path, failed)) return {};
    TRY(make_directory(path.parent_path()));
    if (::mkdir(path.c_str(), kDirectoryMode) != 0 && errno != EEXIST) {
      return file_error("make", path, errno);
    }
    return sync_directory(path.parent_path());
  }

  const fs::path root_;
};

}  // namespace

std::unique_ptr<BackupFiles> directory_files(fs::path directory) {
  return std::make_unique<DirectoryFiles>(std::move(directory));
}

}  // namespace partita::backups
