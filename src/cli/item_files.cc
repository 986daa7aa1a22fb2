#include "cli/item_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "cli/typed_words.h"
#include "language/value/json_text.h"
#include "partita/value/measure.h"
#include "wire/client/item_page.h"
#include "wire/protocol/attribute_json.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

bool take_suffix(std::string& name, std::string_view suffix) {
  if (!name.ends_with(suffix)) return false;
  name.erase(name.size() - suffix.size());
  return true;
}

void append_field(std::string& row, std::string_view text, char delimiter) {
  const char special[] = {'"', '\r', '\n', delimiter};
  const bool is_plain = text.find_first_of(std::string_view(special, 4)) == std::string_view::npos;
  if (is_plain && !text.empty()) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) row.append(c == '"' ? 2 : 1, c);
  row += '"';
}

std::string field_text(const Value& value) {
  if (value.type() == ValueType::S) return value.string();
  if (value.type() == ValueType::N) return value.number().to_string();
  JsonText json(JsonLayout::Compact);
  json.value(value);
  std::string text = std::move(json).take();
  const bool is_binary = value.type() == ValueType::B;  // Base64 without the quotes of JSON.
  return is_binary ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

FileKind kind_of_file(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  FileKind kind;
  if (take_suffix(name, ".gz")) kind.compression = records::Compression::Gzip;
  if (take_suffix(name, ".zst")) kind.compression = records::Compression::Zstd;
  kind.is_named = true;
  if (name.ends_with(".csv") || name.ends_with(".tsv")) {
    kind.format = FileFormat::Csv;
    kind.delimiter = name.ends_with(".tsv") ? '\t' : ',';
  } else if (name.ends_with(".ndjson")) {
    kind.format = FileFormat::Json;
  } else if (name.ends_with(".ion")) {
    kind.format = FileFormat::Ion;
  } else {
    kind.is_named = false;
  }
  return kind;
}

LineForm form_of_line(std::string_view line) {
  constexpr int kLevelsAround = 4;
  const auto object = rest::parse_plain_json(line, 2 * kNestingMax + kLevelsAround);
  if (!object.ok() || object->is_empty()) return LineForm::Wrapped;
  const auto names_types = [](const Item& item) {
    return !item.is_empty() && std::all_of(item.begin(), item.end(), [](const auto& member) {
      return names_type(member.value);
    });
  };
  const Value* item = object->find("Item");
  const bool is_wrapped = item != nullptr && object->size() == 1 && item->type() == ValueType::M &&
                          names_types(item->map());
  if (is_wrapped) return LineForm::Wrapped;
  return names_types(*object) ? LineForm::Typed : LineForm::Plain;
}

void append_record(std::string& text, const ItemView& item, const FileKind& kind,
                   const std::vector<std::string>& columns) {
  if (kind.format == FileFormat::DynamodbJson) {
    text += "{\"Item\":";
    protocol::append_json(text, item);
    text += "}\n";
    return;
  }
  const Item decoded = item.to_item();
  if (kind.format == FileFormat::Json) {
    JsonText json(JsonLayout::Compact);
    json.value(Value(decoded));
    text += std::move(json).take();
    text += '\n';
    return;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) text += kind.delimiter;
    const Value* value = decoded.find(columns[i]);
    if (value != nullptr) append_field(text, field_text(*value), kind.delimiter);
  }
  text += "\r\n";
}

std::string csv_heading(const FileKind& kind, const std::vector<std::string>& columns) {
  std::string heading;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) heading += kind.delimiter;
    append_field(heading, columns[i], kind.delimiter);
  }
  return heading + "\r\n";
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path, bool replaces) {
  OutputFile output;
  if (path == "-") return output;
  std::error_code ignored;
  if (std::filesystem::is_other(path, ignored) || std::filesystem::is_directory(path, ignored)) {
    return Error::invalid_argument(
        fmt::format("{} is no file; - is standard output", path.string()));
  }
  if (!replaces && std::filesystem::exists(path, ignored)) {
    return Error::already_exists(
        fmt::format("{} is there already; --force replaces it", path.string()));
  }
  output.partial_ = path.string() + ".partial";
  output.file_ = TRY(open_file(output.partial_, O_WRONLY | O_CREAT | O_TRUNC, 0600));
  output.path_ = path;
  return output;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      partial_(std::exchange(other.partial_, {})),
      file_(std::move(other.file_)),
      size_(other.size_) {}

OutputFile::~OutputFile() {
  if (!path_.empty()) ::unlink(partial_.c_str());
}

Status OutputFile::write(std::string_view bytes) {
  if (!path_.empty()) {
    TRY(write_at(file_, size_, bytes));
    size_ += bytes.size();
    return {};
  }
  while (!bytes.empty()) {
    const auto wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return file_error("write", "standard output", errno);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

Status OutputFile::finish() {
  if (path_.empty()) return {};
  TRY(sync_data(file_));
  if (::rename(partial_.c_str(), path_.c_str()) != 0) return file_error("make", path_, errno);
  const auto directory = path_.parent_path();
  path_.clear();
  return sync_directory(directory.empty() ? "." : directory);
}

}  // namespace partita::cli
