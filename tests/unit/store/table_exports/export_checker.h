#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/base64.h"
#include "partita/base/md5.h"
#include "support/gunzipped.h"

namespace partita::table_exports {

// What a reader of an export finds who believes nothing but its manifest.
struct CheckedExport {
  std::string problem;             // Empty: all is well.
  std::vector<std::string> lines;  // Of all files.
  std::size_t files = 0;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The text or the number of a member, without quotes.
inline std::string member_of(std::string_view json, std::string_view name) {
  const auto at = json.find("\"" + std::string(name) + "\":");
  if (at == std::string_view::npos) return "";
  auto rest = json.substr(at + name.size() + 3);
  const bool is_text = rest.starts_with('"');
  if (is_text) rest.remove_prefix(1);
  return std::string(rest.substr(0, rest.find_first_of(is_text ? "\"" : ",}")));
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline std::string md5_text_of(std::string_view bytes) {
  return base64_encode(view_of(md5(bytes)));
}

// Follows a manifest in a bucket that is a directory.
inline CheckedExport check_export(const std::filesystem::path& bucket,
                                  const std::string& manifest) {
  CheckedExport checked;
  const auto has_sum = [&](const std::string& key) {
    const std::string stem = key.substr(0, key.size() - std::string_view(".json").size());
    return content_of(bucket / (stem + ".md5")) == md5_text_of(content_of(bucket / key));
  };
  const std::string summary = content_of(bucket / manifest);
  const std::string list_key = member_of(summary, "manifestFilesS3Key");
  if (summary.empty() || list_key.empty()) return {.problem = "no summary", .lines = {}};
  if (!has_sum(manifest) || !has_sum(list_key)) checked.problem = "another sum of a manifest";
  for (const std::string& file : lines_of(content_of(bucket / list_key))) {
    const std::string packed = content_of(bucket / member_of(file, "dataFileS3Key"));
    if (md5_text_of(packed) != member_of(file, "md5Checksum")) {
      return {.problem = "another sum of a file", .lines = {}};
    }
    const auto lines = lines_of(testing::gunzipped(packed));
    if (std::to_string(lines.size()) != member_of(file, "itemCount")) {
      checked.problem = "another number of items in a file";
    }
    checked.lines.insert(checked.lines.end(), lines.begin(), lines.end());
    ++checked.files;
  }
  if (std::to_string(checked.lines.size()) != member_of(summary, "itemCount")) {
    checked.problem = "another number of items";
  }
  return checked;
}

}  // namespace partita::table_exports
