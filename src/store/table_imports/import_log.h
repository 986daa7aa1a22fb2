#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::table_imports {

// The first errors of an import are in its log; all of them are counted.
inline constexpr std::int64_t kLoggedErrorsMax = 10'000;

// Logs of imports, a file for each: "imports/Things-01731999999999-1a2b3c4d.log". It has each error
// at least once: those that were told right before a crash are told again.
class ImportLogs {
 public:
  // Nullopt: there are none.
  explicit ImportLogs(std::optional<std::filesystem::path> directory)
      : directory_(std::move(directory)) {}

  // ERRORS: Unavailable if it can not be written.
  Status append(std::string_view table, std::string_view id,
                std::span<const std::string> lines) const;
  // Empty: there is none.
  std::string path_of(std::string_view table, std::string_view id) const;
  // Removes the logs of imports that began before that time, in milliseconds since 1970. What is no
  // log stays.
  void remove_begun_before(std::int64_t time) const;

 private:
  const std::optional<std::filesystem::path> directory_;
};

}  // namespace partita::table_imports
