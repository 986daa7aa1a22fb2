#include "settings.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace partita::faults {
namespace {

constexpr int kUsageError = 64;

[[noreturn]] void refuse(const char* name, const char* value, const char* allowed) {
  std::fprintf(stderr, "power_cut: %s=%s makes no sense, allowed: %s\n", name, value, allowed);
  ::_exit(kUsageError);
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  if (value == nullptr) return otherwise;
  const std::string_view text = value;
  std::uint64_t parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size()) refuse(name, value, "a number");
  return parsed;
}

TailMode tail_mode() {
  const char* value = std::getenv("POWER_CUT_MODE");
  if (value == nullptr) return TailMode::Truncate;
  const std::string_view name = value;
  if (name == "truncate") return TailMode::Truncate;
  if (name == "prefix") return TailMode::Prefix;
  if (name == "garble") return TailMode::Garble;
  refuse("POWER_CUT_MODE", value, "truncate, prefix, garble");
}

std::optional<std::string> text(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return value;
}

// Where the directory really is, for the paths of calls are resolved before they are compared.
std::string resolved(const char* directory) {
  char* path = ::realpath(directory, nullptr);
  if (path == nullptr) refuse("POWER_CUT_DIR", directory, "a directory that exists");
  std::string answer = path;
  std::free(path);
  return answer;
}

}  // namespace

std::optional<Settings> Settings::from_environment() {
  const char* directory = std::getenv("POWER_CUT_DIR");
  if (directory == nullptr) return std::nullopt;
  return Settings{
      .directory = resolved(directory),
      .tail = tail_mode(),
      .seed = number("POWER_CUT_SEED", 1),
      .cut_after_syncs = number("POWER_CUT_AFTER_SYNCS", 0),
      .cut_after_writes = number("POWER_CUT_AFTER_WRITES", 0),
      .cut_during_sync = number("POWER_CUT_DURING_SYNC", 0) != 0,
      .cut_counts_syncs_of = text("POWER_CUT_COUNT_SYNCS_OF"),
      .fail_sync_at = number("FAIL_SYNC_AT", 0),
      .fail_sync_errno = static_cast<int>(number("FAIL_SYNC_ERRNO", EIO)),
      .fail_write_at = number("FAIL_WRITE_AT", 0),
      .fail_write_errno = static_cast<int>(number("FAIL_WRITE_ERRNO", EIO)),
      .fail_reads_while = text("FAIL_READS_WHILE"),
      .fail_reads_of = text("FAIL_READS_OF"),
      .hang_reads_while = text("HANG_READS_WHILE"),
      .ignore_syncs_of = text("POWER_CUT_IGNORE_SYNCS_OF"),
  };
}

}  // namespace partita::faults
