#include "store/table_imports/import_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <system_error>

#include "partita/base/file.h"

namespace partita::table_imports {

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

void ImportLogs::remove(std::string_view table, std::string_view id) const {
  std::error_code ignored;
  if (directory_) std::filesystem::remove(path_of(table, id), ignored);
}

}  // namespace partita::table_imports
