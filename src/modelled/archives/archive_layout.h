#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/archive.h"
#include "modelled/archives/archived_column.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/keys/key_space.h"

namespace partita::archives {

// A level of the folders, as it is stored.
struct FolderLevel {
  enum class By : std::uint8_t { Value = 1, OfDay = 2, OfMonth = 3, OfYear = 4 };  // DO NOT CHANGE

  By by = By::Value;
  std::string attribute;
  std::string column;
  ColumnKind kind = ColumnKind::Text;  // Text, Number, Flag, Moment or Day: what the attribute is.
  model::TimestampEncoding encoding = model::TimestampEncoding::Rfc3339Ms;

  friend bool operator==(const FolderLevel&, const FolderLevel&) = default;
};

// All that is needed to make files of what waits: where they go and what is in them. It is stored
// with the items that wait, so that they reach their files also when the model is another one by
// then, or gone. An archive that is declared otherwise is another archive, with rows of its own.
struct ArchiveLayout {
  keys::TableId table{};
  std::string table_name;
  std::string entity;
  std::string bucket;
  std::string prefix;
  std::vector<FolderLevel> folders;
  std::vector<ArchivedColumn> columns;
  std::chrono::milliseconds flush{model::Archive::kFlush};

  friend bool operator==(const ArchiveLayout&, const ArchiveLayout&) = default;
};

// REQUIRES: the archive has an entity.
ArchiveLayout layout_of(const model::Archive& archive, keys::TableId table);

// What names an archive in keys: a hash of all but `flush`.
enum class ArchiveId : std::uint64_t {};
ArchiveId id_of(const ArchiveLayout& layout);

Bytes encode(const ArchiveLayout& layout);
// ERRORS: Corrupt.
Result<ArchiveLayout> decode_layout(ByteView bytes);

// What stands for a value that is not there, or can not be the name of a folder. Hive's word.
inline constexpr std::string_view kNoFolder = "__HIVE_DEFAULT_PARTITION__";

// The name of one level for an item: "dev", "2026-11-16"; kNoFolder.
std::string folder_value(const FolderLevel& level, const ItemView& item);
// All levels, "stage=dev/day=2026-11-16", each value written so that it can be part of a key.
std::string folder_of(const ArchiveLayout& layout, const ItemView& item);

}  // namespace partita::archives
