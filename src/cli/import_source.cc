#include "cli/import_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cli/typed_words.h"
#include "wire/formats/decompressor.h"
#include "wire/formats/item_file_reader.h"

namespace partita::cli {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;
constexpr std::size_t kFirstLineBytesMax = std::size_t{4} << 20;
constexpr int kSampledRecords = 1000;

Result<Bytes> read_some(const FileDescriptor& file, const std::filesystem::path& path) {
  Bytes bytes(kReadBytes, '\0');
  for (;;) {
    const auto got = ::read(file.number(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", path, errno);
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
  }
}

// The first line that is not empty, or as much of it as anybody looks at.
Result<std::string> first_line(const std::filesystem::path& path,
                               records::Compression compression) {
  const auto file = TRY(open_file(path, O_RDONLY));
  std::string text;
  const auto decompressor = compression == records::Compression::None
                                ? nullptr
                                : formats::Decompressor::create(compression);
  while (text.size() < kFirstLineBytesMax) {
    Bytes bytes = TRY(read_some(file, path));
    const bool is_end = bytes.empty();
    if (decompressor == nullptr) {
      text += bytes;
    } else if (!is_end) {
      decompressor->feed(std::move(bytes));
      while (TRY(decompressor->read(text)) && text.size() < kFirstLineBytesMax) continue;
    }
    const auto begin = text.find_first_not_of(" \t\r\n");
    const auto end = begin == std::string::npos ? begin : text.find('\n', begin);
    if (end != std::string::npos) return text.substr(begin, end - begin);
    if (is_end && begin == std::string::npos) break;
    if (is_end) return text.substr(begin);
  }
  if (!text.empty() && text.find_first_not_of(" \t\r\n") != std::string::npos) return text;
  return Error::invalid_argument(fmt::format("{} has nothing in it", path.string()));
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

// Of columns that nobody has said anything about: numbers, if all of the sample are.
Status sample_columns(ImportSource& source, Guesses& guesses) {
  const Guesses known = guesses;
  int seen = 0;
  const Status read =
      read_records(source, {.record = [&](const records::Record& record) -> Status {
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

Result<ImportSource> look_at_file(const ImportCommand& command, const TableFacts& facts,
                                  const ObservedRules* model) {
  FileKind kind = kind_of_file(command.file);
  const bool is_chosen = command.format != FileFormat::ByName;
  if (is_chosen) kind.format = command.format;
  ImportSource source{.file = command.file, .options = {}, .columns = {}};
  source.options.compression = kind.compression;
  const std::string line = TRY(first_line(command.file, kind.compression));
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

Status read_records(const ImportSource& source, const RecordVisitor& visitor) {
  const auto file = TRY(open_file(source.file, O_RDONLY));
  const auto reader = formats::ItemFileReaders().open(source.options);
  for (;;) {
    while (auto record = reader->next()) TRY(visitor.record(*record));
    if (reader->is_over()) return {};
    Bytes bytes = TRY(read_some(file, source.file));
    if (visitor.bytes) visitor.bytes(bytes.size());
    if (bytes.empty()) {
      reader->end();
    } else {
      reader->feed(std::move(bytes));
    }
  }
}

}  // namespace partita::cli
