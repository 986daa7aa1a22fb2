#include "modelled/archives/archive_layout.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "partita/base/big_endian.h"
#include "partita/base/varint.h"
#include "store/keys/key_hash.h"

// layout := 1:u8 table:u32 text[table name] text[entity] text[bucket] text[prefix]
//           count level* count column* flush:varint(ms)
// level  := by:u8 kind:u8 encoding:u8 text[attribute] text[column]
// column := kind:u8 encoding:u8 precision:u8 scale:u8 text[name] count column*
// text   := bytes:varint byte*
// count  := varint
namespace partita::archives {
namespace {

constexpr std::uint8_t kLayoutVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::size_t kColumnsMax = 10'000;
constexpr std::size_t kFolderBytesMax = 96;

// They are stored as they are.
static_assert(static_cast<int>(model::TimestampEncoding::Rfc3339Ms) == 0);
static_assert(static_cast<int>(model::TimestampEncoding::Rfc3339) == 1);
static_assert(static_cast<int>(model::TimestampEncoding::EpochS) == 2);
static_assert(static_cast<int>(model::TimestampEncoding::EpochMs) == 3);

void append_text(Bytes& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  bytes.append(text);
}

template <typename Byte>
void append_byte(Bytes& bytes, Byte value) {
  bytes.push_back(static_cast<char>(value));
}

void append_column(Bytes& bytes, const ArchivedColumn& column) {
  append_byte(bytes, column.kind);
  append_byte(bytes, column.encoding);
  append_byte(bytes, column.precision);
  append_byte(bytes, column.scale);
  append_text(bytes, column.name);
  append_varint(bytes, column.children.size());
  for (const ArchivedColumn& child : column.children) append_column(bytes, child);
}

Bytes encode_identity(const ArchiveLayout& layout) {
  Bytes bytes;
  append_byte(bytes, kLayoutVersion);
  append_integer(bytes, layout.table);
  append_text(bytes, layout.table_name);
  append_text(bytes, layout.entity);
  append_text(bytes, layout.bucket);
  append_text(bytes, layout.prefix);
  append_varint(bytes, layout.folders.size());
  for (const FolderLevel& level : layout.folders) {
    append_byte(bytes, level.by);
    append_byte(bytes, level.kind);
    append_byte(bytes, level.encoding);
    append_text(bytes, level.attribute);
    append_text(bytes, level.column);
  }
  append_varint(bytes, layout.columns.size());
  for (const ArchivedColumn& column : layout.columns) append_column(bytes, column);
  return bytes;
}

// Reads on after what is missing as if there were zeros, and says at the end that it was.
class LayoutReader {
 public:
  explicit LayoutReader(ByteView bytes) : rest_(bytes) {}

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) return static_cast<std::uint8_t>(fail());
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  std::uint64_t number() {
    const auto value = take_varint(rest_);
    return value ? *value : fail();
  }

  std::size_t count() {
    const std::uint64_t value = number();
    return value <= kColumnsMax ? static_cast<std::size_t>(value) : fail();
  }

  std::string text() {
    const std::uint64_t bytes = number();
    if (bytes > rest_.size()) {
      fail();
      return {};
    }
    std::string value(rest_.substr(0, bytes));
    rest_.remove_prefix(bytes);
    return value;
  }

  keys::TableId table() {
    ByteReader reader(rest_);
    if (!reader.has(sizeof(keys::TableId))) return keys::TableId(fail());
    const auto id = reader.integer<keys::TableId>();
    rest_ = reader.rest();
    return id;
  }

  ColumnKind kind() {
    const std::uint8_t value = byte();
    if (value < static_cast<std::uint8_t>(ColumnKind::Text) ||
        value > static_cast<std::uint8_t>(ColumnKind::BinarySet)) {
      fail();
      return ColumnKind::Text;
    }
    return static_cast<ColumnKind>(value);
  }

  model::TimestampEncoding encoding() {
    const std::uint8_t value = byte();
    if (value > static_cast<std::uint8_t>(model::TimestampEncoding::EpochMs)) fail();
    return static_cast<model::TimestampEncoding>(value & 3);
  }

  ArchivedColumn column(std::size_t depth = 0) {
    ArchivedColumn column;
    column.kind = kind();
    column.encoding = encoding();
    column.precision = byte();
    column.scale = byte();
    column.name = text();
    std::size_t children = count();
    if (depth > ArchivedColumn::kDepthMax) children = fail();
    for (std::size_t i = 0; i < children && is_good_; ++i) {
      column.children.push_back(this->column(depth + 1));
    }
    const bool has_children = column.kind == ColumnKind::Group || column.kind == ColumnKind::List;
    if (has_children == column.children.empty()) fail();
    if (column.kind == ColumnKind::List && column.children.size() != 1) fail();
    return column;
  }

  FolderLevel level() {
    FolderLevel level;
    const std::uint8_t by = byte();
    if (by < 1 || by > static_cast<std::uint8_t>(FolderLevel::By::OfYear)) fail();
    level.by = static_cast<FolderLevel::By>(by);
    level.kind = kind();
    level.encoding = encoding();
    level.attribute = text();
    level.column = text();
    return level;
  }

 private:
  std::size_t fail() {
    is_good_ = false;
    return 0;
  }

  ByteView rest_;
  bool is_good_ = true;
};

ColumnKind level_kind(const model::AttributeType& type) {
  switch (type.kind) {
    case model::AttributeKind::Timestamp:
      return ColumnKind::Moment;
    case model::AttributeKind::Date:
      return ColumnKind::Day;
    default:
      break;
  }
  const auto stored = model::stored_type(type);
  if (stored == ValueType::N) return ColumnKind::Number;
  return stored == ValueType::Bool ? ColumnKind::Flag : ColumnKind::Text;
}

FolderLevel level_of(const model::ArchiveFolder& folder, const model::Entity& entity) {
  FolderLevel level{.attribute = folder.attribute, .column = folder.column};
  level.by = static_cast<FolderLevel::By>(static_cast<int>(folder.by) + 1);
  if (const auto* attribute = entity.find_attribute(folder.attribute)) {
    level.kind = level_kind(*attribute->type);
    level.encoding = attribute->type->encoding;
  }
  return level;
}

std::optional<model::Day> day_in(const FolderLevel& level, const ValueView& value) {
  if (level.kind == ColumnKind::Day) {
    return value.type() == ValueType::S ? model::parse_day(value.string()) : std::nullopt;
  }
  const auto instant = model::read_timestamp(value, level.encoding);
  return instant ? std::optional(std::chrono::floor<std::chrono::days>(*instant)) : std::nullopt;
}

// An empty text, and one that is too long, name no folder.
std::string value_text(const FolderLevel& level, const ValueView& value) {
  const bool is_number = level.kind == ColumnKind::Number ||
                         (level.kind == ColumnKind::Moment && !model::is_text(level.encoding));
  std::string text;
  if (is_number) {
    if (value.type() == ValueType::N) text = value.number().to_string();
  } else if (level.kind == ColumnKind::Flag) {
    if (value.type() == ValueType::Bool) text = value.boolean() ? "true" : "false";
  } else if (value.type() == ValueType::S) {
    text = value.string();
  }
  return text.empty() || text.size() > kFolderBytesMax ? std::string(kNoFolder) : text;
}

// As Hive writes the names of folders: what has a meaning in paths or addresses becomes %3A.
void append_escaped(std::string& path, std::string_view value) {
  for (const char c : value) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (is_plain) {
      path.push_back(c);
    } else {
      path += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

}  // namespace

ArchiveLayout layout_of(const model::Archive& archive, keys::TableId table) {
  ArchiveLayout layout{.table = table,
                       .table_name = archive.of->table->name,
                       .entity = archive.of->name,
                       .bucket = archive.bucket,
                       .prefix = archive.prefix,
                       .folders = {},
                       .columns = columns_of(archive),
                       .flush = archive.flush};
  for (const auto& folder : archive.folders) {
    layout.folders.push_back(level_of(folder, *archive.of));
  }
  return layout;
}

ArchiveId id_of(const ArchiveLayout& layout) {
  const keys::KeyHash hash = keys::hash_bytes(encode_identity(layout));
  return ByteReader(hash.view()).integer<ArchiveId>();
}

Bytes encode(const ArchiveLayout& layout) {
  Bytes bytes = encode_identity(layout);
  append_varint(bytes, static_cast<std::uint64_t>(layout.flush.count()));
  return bytes;
}

Result<ArchiveLayout> decode_layout(ByteView bytes) {
  LayoutReader reader(bytes);
  ArchiveLayout layout;
  const bool is_known = reader.byte() == kLayoutVersion;
  layout.table = reader.table();
  layout.table_name = reader.text();
  layout.entity = reader.text();
  layout.bucket = reader.text();
  layout.prefix = reader.text();
  for (std::size_t left = reader.count(); left > 0 && reader.is_good(); --left) {
    layout.folders.push_back(reader.level());
  }
  for (std::size_t left = reader.count(); left > 0 && reader.is_good(); --left) {
    layout.columns.push_back(reader.column());
  }
  layout.flush = std::chrono::milliseconds(reader.number());
  if (!is_known || !reader.is_good() || !reader.is_at_end()) {
    return Error::corrupt("what is stored of an archive is damaged");
  }
  return layout;
}

std::string folder_value(const FolderLevel& level, const ItemView& item) {
  const auto value = item.find(level.attribute);
  if (!value) return std::string(kNoFolder);
  if (level.by == FolderLevel::By::Value) return value_text(level, *value);
  const auto day = day_in(level, *value);
  if (!day) return std::string(kNoFolder);
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kYearAndMonth = 7;
  std::string text = model::day_text(*day);
  if (level.by == FolderLevel::By::OfMonth) text.resize(kYearAndMonth);
  if (level.by == FolderLevel::By::OfYear) text.resize(kYear);
  return text;
}

std::string folder_of(const ArchiveLayout& layout, const ItemView& item) {
  std::string path;
  for (const FolderLevel& level : layout.folders) {
    if (!path.empty()) path.push_back('/');
    append_escaped(path, level.column);
    path.push_back('=');
    append_escaped(path, folder_value(level, item));
  }
  return path;
}

}  // namespace partita::archives
