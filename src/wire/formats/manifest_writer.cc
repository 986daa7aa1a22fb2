#include "wire/formats/manifest_writer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <string_view>

#include "partita/base/json_string.h"
#include "store/catalog/table_name.h"

namespace partita::formats {
namespace {

// AWS: the versions of the two kinds of summaries.
constexpr std::string_view kFullVersion = "2020-06-30";
constexpr std::string_view kIncrementalVersion = "2023-08-01";

// Writes {"a":"b","c":3}, member by member.
class ManifestLine {
 public:
  explicit ManifestLine(std::string& text) : text_(text) { text_ += '{'; }

  ManifestLine& text(std::string_view name, std::string_view value) {
    begin(name);
    append_json_string(text_, value);
    return *this;
  }
  // Null if it is empty.
  ManifestLine& text_or_null(std::string_view name, std::string_view value) {
    if (!value.empty()) return text(name, value);
    begin(name);
    text_ += "null";
    return *this;
  }
  ManifestLine& number(std::string_view name, std::int64_t value) {
    begin(name);
    fmt::format_to(std::back_inserter(text_), "{}", value);
    return *this;
  }
  // 2026-11-18T10:00:03.120Z
  ManifestLine& moment(std::string_view name, std::int64_t milliseconds) {
    const std::chrono::sys_time<std::chrono::milliseconds> time{
        std::chrono::milliseconds(milliseconds)};
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    return text(name,
                fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", seconds, (time - seconds).count()));
  }
  void end() { text_ += '}'; }

 private:
  void begin(std::string_view name) {
    if (text_.back() != '{') text_ += ',';
    append_json_string(text_, name);
    text_ += ':';
  }

  std::string& text_;
};

}  // namespace

void append_manifest_file(std::string& text, const table_exports::ListedFile& file) {
  ManifestLine line(text);
  line.number("itemCount", file.items)
      .text("md5Checksum", file.md5)
      .text("etag", file.tag)
      .text("dataFileS3Key", file.key)
      .end();
  text += '\n';
}

std::string manifest_summary(const table_exports::ExportRecord& record) {
  std::string text;
  ManifestLine line(text);
  line.text("version", record.is_incremental ? kIncrementalVersion : kFullVersion)
      .text("exportArn", table_exports::arn_of(record))
      .moment("startTime", record.start())
      .moment("endTime", record.end)
      .text("tableArn", catalog::table_arn(record.table))
      .text("tableId", record.table_uuid);
  if (record.is_incremental) {
    line.moment("exportFromTime", record.from).moment("exportToTime", record.to);
  } else {
    line.moment("exportTime", record.to);
  }
  line.text("s3Bucket", record.bucket)
      .text_or_null("s3Prefix", record.prefix)
      .text("s3SseAlgorithm", "AES256")
      .text_or_null("s3SseKmsKeyId", {})
      .text("manifestFilesS3Key", table_exports::directory_of(record) + "manifest-files.json")
      .number("billedSizeBytes", record.size_bytes)
      .number("itemCount", record.items)
      .text("outputFormat", api::wire_name(record.format));
  if (record.is_incremental) {
    line.text("outputView", api::wire_name(record.view))
        .text("exportType", api::wire_name(api::ExportType::IncrementalExport));
  }
  line.end();
  return text;
}

}  // namespace partita::formats
