#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/base64.h"
#include "partita/base/utf8.h"
#include "partita/value/item_writer.h"
#include "partita/value/number.h"
#include "wire/formats/plain_json.h"
#include "wire/formats/record_format.h"

// CSV as RFC 4180 has it:
//
//   file   := record (line-end record)* line-end?
//   record := field (delimiter field)*
//   field  := plain | '"' (any but '"' | '""')* '"'
//   plain  := any but delimiter, '"' and line ends
//
// A field without any character is no attribute of the item; one of two quotes is an empty string.
namespace partita::formats {
namespace {

constexpr std::size_t kColumnsMax = 255;
constexpr std::size_t kHeaderBytesMax = 65'536;

struct CsvField {
  std::string text;
  bool is_quoted = false;
};

// Cuts one record into its fields.
class CsvFields {
 public:
  explicit CsvFields(char delimiter) : delimiter_(delimiter) {}

  // The fields live until the next call.   ERRORS: InvalidArgument if the quotes are wrong.
  Result<const std::vector<CsvField>*> cut(ByteView record) {
    count_ = 0;
    rest_ = record;
    do {
      TRY(cut_field());
    } while (take_delimiter());
    fields_.resize(count_);
    return &fields_;
  }

 private:
  Status cut_field() {
    if (fields_.size() == count_) fields_.emplace_back();
    CsvField& field = fields_[count_++];
    field.text.clear();
    field.is_quoted = rest_.starts_with('"');
    return field.is_quoted ? cut_quoted(field) : cut_plain(field);
  }

  Status cut_plain(CsvField& field) {
    const std::size_t size = std::min(rest_.find(delimiter_), rest_.size());
    field.text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (field.text.find('"') == std::string::npos) return {};
    return Error::invalid_argument(
        "a quote stands inside a field without quotes: put the field into quotes and double those "
        "inside");
  }

  Status cut_quoted(CsvField& field) {
    rest_.remove_prefix(1);
    for (;;) {
      const auto quote = rest_.find('"');
      if (quote == ByteView::npos) return Error::invalid_argument("a quoted field does not end");
      field.text.append(rest_.substr(0, quote));
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('"')) break;
      field.text.push_back('"');
      rest_.remove_prefix(1);
    }
    if (rest_.empty() || rest_.front() == delimiter_) return {};
    return Error::invalid_argument("something follows the closing quote of a field");
  }

  bool take_delimiter() {
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  const char delimiter_;
  ByteView rest_;
  std::vector<CsvField> fields_;
  std::size_t count_ = 0;
};

ByteView without_line_end(ByteView record) {
  if (record.ends_with('\n')) record.remove_suffix(1);
  if (record.ends_with('\r')) record.remove_suffix(1);
  return record;
}

Status check_header(const std::vector<std::string>& names) {
  if (names.size() > kColumnsMax) {
    return Error::invalid_argument(fmt::format(
        "the header has {} columns, and at most {} are allowed", names.size(), kColumnsMax));
  }
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    return Error::invalid_argument(fmt::format("the header has the column \"{}\" twice", *twice));
  }
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kHeaderBytesMax - 1 || !is_valid_utf8(name)) {
      return Error::invalid_argument("the header has a column without a usable name");
    }
  }
  return {};
}

class CsvFormat : public RecordFormat {
 public:
  explicit CsvFormat(const records::CsvOptions& options)
      : options_(options), fields_(options.delimiter) {
    if (!options_.header.empty()) damage_ = learn(options_.header);
  }

  std::optional<std::size_t> find_end(ByteView text, bool is_all) override {
    while (looked_at_ < text.size()) {
      const char character = text[looked_at_++];
      if (is_quoted_) {
        // The second of two quotes opens the field again, which is as good.
        is_quoted_ = character != '"';
        is_at_start_ = character == '"';
      } else if (character == '\n') {
        return looked_at_;
      } else {
        is_quoted_ = character == '"' && is_at_start_;
        is_at_start_ = character == options_.delimiter;
      }
    }
    return is_all ? std::optional(text.size()) : std::nullopt;
  }

  void forget() override {
    looked_at_ = 0;
    is_quoted_ = false;
    is_at_start_ = true;
  }

  std::optional<Result<ItemView>> parse(ByteView record) override {
    record = without_line_end(record);
    if (record.empty()) return std::nullopt;
    if (columns_.empty() && damage_.ok()) {
      if (damage_ = read_header(record); damage_.ok()) return std::nullopt;
    }
    if (!damage_.ok()) return Result<ItemView>(damage_.error());
    return item(record);
  }

  void pass(ByteView record) override {
    record = without_line_end(record);
    if (!record.empty() && columns_.empty() && damage_.ok()) damage_ = read_header(record);
  }

  bool is_damaged() const override { return !damage_.ok(); }

 private:
  struct Column {
    std::string name;
    ValueType type = ValueType::S;
  };

  Status read_header(ByteView record) {
    const auto* fields = TRY(fields_.cut(record));
    std::vector<std::string> names;
    for (const CsvField& field : *fields) names.push_back(field.text);
    return learn(names);
  }

  Status learn(const std::vector<std::string>& names) {
    TRY(check_header(names));
    for (const std::string& name : names) {
      const auto typed =
          std::find_if(options_.typed.begin(), options_.typed.end(),
                       [&](const records::CsvColumn& column) { return column.name == name; });
      columns_.push_back({name, typed == options_.typed.end() ? ValueType::S : typed->type});
    }
    return {};
  }

  Result<ItemView> item(ByteView record) {
    const auto* fields = TRY(fields_.cut(record));
    if (fields->size() != columns_.size()) {
      return Error::invalid_argument(fmt::format("the record has {} fields, the header has {}",
                                                 fields->size(), columns_.size()));
    }
    if (!is_valid_utf8(record)) return Error::invalid_argument("the record is no valid UTF-8");
    writer_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) TRY(write(columns_[i], (*fields)[i]));
    return writer_.finish();
  }

  Status write(const Column& column, const CsvField& field) {
    if (field.text.empty() && !field.is_quoted) return {};
    writer_.name(column.name);
    auto written = write_value(column.type, field.text);
    return written.ok() ? Status() : std::move(written).error().within(column.name);
  }

  Status write_value(ValueType type, const std::string& text) {
    switch (type) {
      case ValueType::N:
        writer_.number(TRY(Number::parse(text)));
        return {};
      case ValueType::B:
        writer_.binary(TRY(base64_decode(text)));
        return {};
      case ValueType::Bool:
        return write_boolean(text);
      case ValueType::L:
      case ValueType::M:
      case ValueType::SS:
      case ValueType::NS:
        return write_plain_value(writer_, type, text);
      default:
        writer_.string(text);
        return {};
    }
  }

  Status write_boolean(std::string_view text) {
    const bool is_true = text == "true" || text == "TRUE" || text == "True";
    if (!is_true && text != "false" && text != "FALSE" && text != "False") {
      return Error::invalid_argument("a BOOL is true or false");
    }
    writer_.boolean(is_true);
    return {};
  }

  const records::CsvOptions options_;
  CsvFields fields_;
  std::vector<Column> columns_;  // Empty: the header has not been read yet.
  Status damage_;                // Of the header.
  ItemWriter writer_;
  std::size_t looked_at_ = 0;
  bool is_quoted_ = false;
  bool is_at_start_ = true;  // Of a field.
};

}  // namespace

std::unique_ptr<RecordFormat> make_csv_format(const records::CsvOptions& options) {
  return std::make_unique<CsvFormat>(options);
}

}  // namespace partita::formats
