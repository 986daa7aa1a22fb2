#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/formula/timestamp.h"

namespace partita::model {

// One level of the folders of an archive: stage=dev, day=2026-11-16.
struct ArchiveFolder {
  enum class By { Value, OfDay, OfMonth, OfYear };

  By by = By::Value;
  std::string attribute;
  std::string column;  // "stage", "day": what stands before the equals sign.
};

// An attribute whose column has another form than its type would give it.
struct ArchiveForm {
  enum class Kind { Json, Text, Double, Decimal };

  std::string attribute;
  Kind kind = Kind::Json;
  int precision = 0;  // Of Decimal.
  int scale = 0;
};

// From which age on files are kept in a cheaper way, by a rule of the bucket itself.
struct ArchiveAge {
  int days = 0;
  std::string storage;  // S3's word: "GLACIER".
};

// Where the items of one entity go when they go: files of columns in a bucket.
struct Archive {
  // Which deletions. Delete: all of them, by clients and by the server, expiry included.
  enum class On { Expire, Delete };

  static constexpr std::size_t kFoldersMax = 4;
  static constexpr Duration kFlush = std::chrono::hours(24);
  static constexpr Duration kFlushMin = std::chrono::minutes(1);

  const Entity* of = nullptr;
  Place place;
  On on = On::Expire;
  std::string bucket;
  std::string prefix;  // Of all keys, without slashes at its ends; may be empty.
  std::vector<ArchiveFolder> folders;
  std::vector<ArchiveForm> forms;
  std::vector<ArchiveAge> ages;
  Duration flush = kFlush;  // No item waits longer for its file.
};

// What an element of the section `archive` declares. What the reader has refused is left out.
// REQUIRES: the element is one of the model's.
Archive archive_of(const Model& model, const RawElement& element);

}  // namespace partita::model
