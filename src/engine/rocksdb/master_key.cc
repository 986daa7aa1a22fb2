#include "engine/rocksdb/master_key.h"

#include <fmt/format.h>

#include <system_error>

#include "partita/base/file.h"

namespace partita::engine {
namespace {

// Stored in keyrings by what it gives: DO NOT CHANGE.
constexpr std::string_view kFingerprintLabel = "partita master key fingerprint";

Status check_outside(const std::filesystem::path& file, const std::filesystem::path& directory) {
  std::error_code failed;
  const auto real_file = std::filesystem::canonical(file, failed);
  if (failed) return file_error("open the master key file", file, failed.value());
  // Made absolute first: a relative path that does not exist yet would stay relative.
  const auto real_directory =
      std::filesystem::weakly_canonical(std::filesystem::absolute(directory, failed), failed);
  if (failed) return file_error("resolve the data directory", directory, failed.value());
  const auto relative = real_file.lexically_relative(real_directory);
  if (relative.empty() || *relative.begin() == "..") return {};
  return Error::invalid_argument(
      fmt::format("the master key file {} lies inside the data directory {}, where it protects "
                  "nothing; move it elsewhere",
                  file.string(), directory.string()));
}

}  // namespace

Result<MasterKey> MasterKey::load(const MasterKeySource& source,
                                  const std::filesystem::path& data_directory) {
  if (const auto* file = std::get_if<MasterKeyFile>(&source)) {
    TRY(check_outside(file->path, data_directory));
  }
  return MasterKey(TRY(load_key(source, "master key")));
}

std::string MasterKey::fingerprint() const { return secret_.fingerprint(kFingerprintLabel); }

}  // namespace partita::engine
