#include "cli/archive_query.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "model/definition/archive.h"

namespace partita::cli {
namespace {

// Text between quotes of SQL, in which a quote is written twice.
std::string quoted_sql(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted.push_back(c);
    quoted.push_back(c);
  }
  quoted.push_back(quote);
  return quoted;
}

// Columns are matched by their names, because older files have those of older models.
std::string view_of(const model::Archive& archive, std::string_view buckets) {
  const std::string root = buckets == "s3:" ? "s3:/" : std::string(buckets);
  const std::string slash = archive.prefix.empty() ? "" : "/";
  const std::string files =
      fmt::format("{}/{}{}{}/**/*.parquet", root, archive.bucket, slash, archive.prefix);
  return fmt::format(
      "CREATE VIEW {} AS SELECT * FROM read_parquet({}, hive_partitioning = true, "
      "union_by_name = true);\n",
      quoted_sql(archive.of->name, '"'), quoted_sql(files, '\''));
}

}  // namespace

Result<std::string> duckdb_views(const model::Model& model, std::string_view entity,
                                 std::string_view buckets) {
  std::string views;
  for (const auto& element : model.archives) {
    if (!entity.empty() && element.name != entity) continue;
    views += view_of(model::archive_of(model, element), buckets);
  }
  if (!views.empty()) return views;
  return Error::not_found(
      fmt::format("model {} has no {}", model.name,
                  entity.empty() ? std::string("archive") : fmt::format("archive of {}", entity)));
}

Error run_duckdb(const std::string& views, const std::string& question) {
  std::string program = "duckdb";
  std::string option = "-c";
  std::string text = views + question;
  std::array<char*, 4> arguments{program.data(), option.data(), text.data(), nullptr};
  execvp(program.c_str(), arguments.data());
  if (errno != ENOENT) {
    return Error::unavailable(fmt::format("duckdb could not be started: {}", std::strerror(errno)));
  }
  return Error::not_found(
      "duckdb is not installed: get it from https://duckdb.org, or give what `partita archive ddl "
      "--duckdb` prints to any program that has DuckDB in it");
}

}  // namespace partita::cli
