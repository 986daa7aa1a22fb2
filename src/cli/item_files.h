#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/transfer_commands.h"
#include "language/records/item_reader.h"
#include "partita/base/file.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

// Files with items, as people have them.
namespace partita::cli {

// What the name says: .csv and .tsv, .ndjson, .ion; all others have DynamoDB's JSON. A .gz or .zst
// at the end means that it is compressed.
struct FileKind {
  FileFormat format = FileFormat::DynamodbJson;
  records::Compression compression = records::Compression::None;
  char delimiter = ',';
  bool is_named = false;  // The name says what is in it, not only the rule for all others.
};
FileKind kind_of_file(const std::filesystem::path& file);

// How a line of JSON has its item.
enum class LineForm { Wrapped, Typed, Plain };
LineForm form_of_line(std::string_view line);

// Appends one item. Of CSV, a row of these columns; texts and numbers as they are, others as JSON.
void append_record(std::string& text, const ItemView& item, const FileKind& kind,
                   const std::vector<std::string>& columns);
// The first line of a CSV file.
std::string csv_heading(const FileKind& kind, const std::vector<std::string>& columns);

// A file that is there when all of it is: until then it has another name. Or standard output.
// THREADS: one thread at a time.
class OutputFile {
 public:
  // ERRORS: AlreadyExists if it is there and may not be replaced; as file_error.
  static Result<OutputFile> create(const std::filesystem::path& path, bool replaces);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // What is not finished is removed.
  ~OutputFile();

  Status write(std::string_view bytes);
  Status finish();

 private:
  OutputFile() = default;

  std::filesystem::path path_;  // Empty: standard output, or it is finished.
  std::filesystem::path partial_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace partita::cli
