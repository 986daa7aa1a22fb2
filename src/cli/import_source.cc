#include "cli/import_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/typed_words.h"
#include "wire/formats/decompressor.h"
#include "wire/formats/item_file_reader.h"

namespace partita::cli {
namespace {

constexpr std::size_t kFirstLineBytesMax = std::size_t{4} << 20;
constexpr int kSampledRecords = 1000;
// Blanks and the bytes of a byte order mark: no line begins with one of them.
constexpr std::string_view kBeforeLines = " \t\r\n\xEF\xBB\xBF";

// The first line that is not empty, or as much of it as anybody looks at.
Result<std::string> first_line(SourceBytes& source, records::Compression compression) {
  std::string text;
  const auto decompressor = compression == records::Compression::None
                                ? nullptr
                                : formats::Decompressor::create(compression);
  while (text.size() < kFirstLineBytesMax) {
    Bytes bytes = TRY(source.next());
    const bool is_end = bytes.empty();
    if (decompressor == nullptr) {
      text += bytes;
    } else if (!is_end) {
      decompressor->feed(std::move(bytes));
      while (TRY(decompressor->read(text)) && text.size() < kFirstLineBytesMax) continue;
    }
    const auto begin = text.find_first_not_of(kBeforeLines);
    const auto end = begin == std::string::npos ? begin : text.find('\n', begin);
    if (end != std::string::npos) return text.substr(begin, end - begin);
    if (is_end && begin == std::string::npos) break;
    if (is_end) return text.substr(begin);
  }
  return text.find_first_not_of(kBeforeLines) == std::string::npos ? std::string() : text;
}

// What is JSON, but not a line for each object.
Status check_lines(std::string_view line, std::string_view file) {
  const bool is_list = line.starts_with('[');
  const bool is_spread = line.substr(0, line.find_last_not_of(" \t\r") + 1) == "{";
  if (!is_list && !is_spread) return {};
  return Error::invalid_argument(fmt::format(
      "{0} has {1}, and an import takes an object in each line: jq -c {2} {0} | partita import - "
      "--table NAME",
      file, is_list ? "a list in JSON" : "objects over several lines", is_list ? "'.[]'" : "."));
}

void choose_json(std::string_view line, records::ReadOptions& options) {
  const LineForm form = form_of_line(line);
  options.format = form == LineForm::Plain ? records::Format::Json : records::Format::DynamoDbJson;
  options.takes_bare_items = form == LineForm::Typed;
}

ValueType type_of_letter(char letter) {
  if (letter == 'N') return ValueType::N;
  return letter == 'B' ? ValueType::B : ValueType::S;
}

constexpr std::array kColumnTypes = {ValueType::S, ValueType::N, ValueType::B,  ValueType::Bool,
                                     ValueType::L, ValueType::M, ValueType::SS, ValueType::NS};

using Guesses = std::map<std::string, ColumnGuess, std::less<>>;

// "year:N,zip:S"
Status add_given_types(std::string_view types, Guesses& guesses) {
  while (!types.empty()) {
    const std::string_view part = types.substr(0, types.find(','));
    types.remove_prefix(std::min(part.size() + 1, types.size()));
    const auto colon = part.rfind(':');
    const std::string_view type = colon == std::string_view::npos ? "" : part.substr(colon + 1);
    const auto found =
        std::ranges::find(kColumnTypes, type, [](ValueType each) { return name_of(each); });
    if (found == kColumnTypes.end()) {
      return Error::invalid_argument(fmt::format(
          "`{}` is no column with its type, S, N, B, BOOL, L, M, SS or NS, such as year:N", part));
    }
    const std::string name(part.substr(0, colon));
    guesses[name] = {name, *found, "given"};
  }
  return {};
}

// What the entities of the table say, where they agree.
void add_model_types(const ObservedRules& observed, Guesses& guesses) {
  std::map<std::string, std::set<std::optional<ValueType>>, std::less<>> types;
  for (const auto& entity : observed.model->entities) {
    if (entity.table != observed.table) continue;
    for (const auto& attribute : entity.attributes) {
      types[attribute.name].insert(model::stored_type(*attribute.type));
    }
  }
  for (const auto& [name, found] : types) {
    const auto type = *found.begin();
    const bool is_readable = type && std::ranges::find(kColumnTypes, *type) != kColumnTypes.end();
    if (found.size() == 1 && is_readable) guesses[name] = {name, *type, "model"};
  }
}

bool looks_like_number(const Value& value) {
  if (value.type() != ValueType::S) return false;
  const auto json = json_value("column", value.string());
  return json.ok() && json->type() == ValueType::N;
}

Status each_record(ImportSource& source, const RecordVisitor& visitor) {
  const auto reader = formats::ItemFileReaders().open(source.options);
  for (;;) {
    while (auto record = reader->next()) TRY(visitor.record(*record));
    if (reader->is_over()) return {};
    Bytes bytes = TRY(source.bytes.next());
    if (visitor.bytes) visitor.bytes(bytes.size());
    if (bytes.empty()) {
      reader->end();
    } else {
      reader->feed(std::move(bytes));
    }
  }
}

// Of columns that nobody has said anything about: numbers, if all of the sample are.
Status sample_columns(ImportSource& source, Guesses& guesses) {
  const Guesses known = guesses;
  int seen = 0;
  TRY(source.bytes.rewind());
  const Status read =
      each_record(source, {.record = [&](const records::Record& record) -> Status {
                    if (record.item.ok()) {
                      const Item item = record.item->to_item();
                      for (const auto& [name, value] : item) {
                        if (known.contains(name)) continue;
                        auto& guess = guesses[name];
                        if (guess.name.empty()) guess = {name, ValueType::N, "guessed"};
                        if (!looks_like_number(value)) guess.type = ValueType::S;
                      }
                    }
                    // The way out of a walk that has seen enough.
                    return ++seen < kSampledRecords ? Status() : Status(Error::conflict("enough"));
                  }});
  return read.ok() || seen >= kSampledRecords ? Status() : read;
}

Status guess_columns(const ImportCommand& command, const TableFacts& facts,
                     const ObservedRules* model, ImportSource& source) {
  Guesses guesses;
  if (model != nullptr) add_model_types(*model, guesses);
  TRY(add_given_types(command.types, guesses));
  for (const auto& [name, type] : facts.types) guesses[name] = {name, type_of_letter(type), "key"};
  for (const auto& [name, guess] : guesses) {
    source.options.csv.typed.push_back({name, guess.type});
  }
  TRY(sample_columns(source, guesses));
  source.options.csv.typed.clear();
  for (auto& [name, guess] : guesses) {
    source.options.csv.typed.push_back({name, guess.type});
    source.columns.push_back(std::move(guess));
  }
  return {};
}

}  // namespace

std::string name_of_source(const std::filesystem::path& file) {
  return file == "-" ? "standard input" : file.string();
}

Result<ImportSource> look_at_file(const ImportCommand& command, const TableFacts& facts,
                                  const ObservedRules* model) {
  FileKind kind = kind_of_file(command.file);
  const bool is_chosen = command.format != FileFormat::ByName;
  if (is_chosen) kind.format = command.format;
  ImportSource source{.bytes = TRY(SourceBytes::open(command.file)), .options = {}, .columns = {}};
  source.options.compression = kind.compression;
  const std::string line = TRY(first_line(source.bytes, kind.compression));
  const std::string name = name_of_source(command.file);
  if (line.empty()) return Error::invalid_argument(fmt::format("{} has nothing in it", name));
  const bool is_json = kind.format != FileFormat::Csv && kind.format != FileFormat::Ion;
  if (is_json) TRY(check_lines(line, name));
  switch (kind.format) {
    case FileFormat::Csv:
      source.options.format = records::Format::Csv;
      source.options.csv.delimiter = kind.delimiter;
      TRY(guess_columns(command, facts, model, source));
      break;
    case FileFormat::Ion:
      source.options.format = records::Format::Ion;
      break;
    case FileFormat::Json:
      source.options.format = records::Format::Json;
      if (!is_chosen) choose_json(line, source.options);
      break;
    case FileFormat::DynamodbJson:
    case FileFormat::ByName:
      choose_json(line, source.options);
      if (is_chosen) source.options.format = records::Format::DynamoDbJson;
      break;
  }
  return source;
}

Status read_records(ImportSource& source, const RecordVisitor& visitor) {
  TRY(source.bytes.rewind_to_use());
  return each_record(source, visitor);
}

}  // namespace partita::cli
