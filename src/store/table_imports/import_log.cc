#include "store/table_imports/import_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <system_error>
#include <utility>
#include <vector>

#include "partita/base/file.h"
#include "store/table_imports/import_record.h"

namespace partita::table_imports {
namespace {

// Of the import whose log it is; nullopt: it is none.
std::optional<std::string> id_in(const std::filesystem::path& path) {
  constexpr std::size_t kIdBytes = 14 + 1 + 8;
  const std::string name = path.stem().string();
  if (path.extension() != ".log" || name.size() <= kIdBytes) return std::nullopt;
  std::string id = name.substr(name.size() - kIdBytes);
  return is_import_id(id) ? std::optional(std::move(id)) : std::nullopt;
}

}  // namespace

std::string ImportLogs::path_of(std::string_view table, std::string_view id) const {
  if (!directory_) return {};
  return (*directory_ / fmt::format("{}-{}.log", table, id)).string();
}

Status ImportLogs::append(std::string_view table, std::string_view id,
                          std::span<const std::string> lines) const {
  if (!directory_ || lines.empty()) return {};
  constexpr int kOwnerOnly = 0600;
  std::error_code error;
  if (std::filesystem::create_directories(*directory_, error)) {
    std::filesystem::permissions(*directory_, std::filesystem::perms::owner_all, error);
  }
  const auto file = TRY(open_file(path_of(table, id), O_WRONLY | O_CREAT, kOwnerOnly));
  struct stat state {};
  if (::fstat(file.number(), &state) != 0) return Error::unavailable("a log can not be read");
  return write_at(file, static_cast<std::uint64_t>(state.st_size),
                  fmt::format("{}\n", fmt::join(lines, "\n")));
}

void ImportLogs::remove_begun_before(std::int64_t time) const {
  if (!directory_) return;
  std::error_code ignored;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(*directory_, ignored)) {
    const auto id = id_in(entry.path());
    if (id && time_of_import(*id) < time) old.push_back(entry.path());
  }
  for (const auto& path : old) std::filesystem::remove(path, ignored);
}

}  // namespace partita::table_imports
