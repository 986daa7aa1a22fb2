#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/table_exports/export_record.h"

// How an export becomes text. The store knows neither JSON nor Ion nor gzip: who opens the database
// gives it these (wire/formats).
namespace partita::table_exports {

// What has become of an item. Owns nothing.
struct ChangedItem {
  std::int64_t time = 0;  // Of its last change, in milliseconds since 1970.
  ItemView keys;
  std::optional<ItemView> new_image;
  std::optional<ItemView> old_image;
};

// A file with items, as the manifest lists it. Owns nothing.
struct ListedFile {
  std::string_view key;
  std::int64_t items = 0;
  std::string_view md5;  // In Base64, of its bytes.
  std::string_view tag;
};

// THREADS: safe for concurrent calls.
class ExportFormats {
 public:
  virtual ~ExportFormats() = default;

  // A line of a file of a full or an incremental export.
  virtual void append_item(std::string& text, api::ExportFormat format,
                           const ItemView& item) const = 0;
  virtual void append_change(std::string& text, api::ExportFormat format,
                             const ChangedItem& change) const = 0;
  // The bytes of a file with such lines, and how its name ends: ".json.gz".
  virtual Bytes packed(std::string_view text) const = 0;
  virtual std::string_view extension(api::ExportFormat format) const = 0;

  // A line of the list of files, and the whole summary of an export that is completed.
  virtual void append_file(std::string& text, const ListedFile& file) const = 0;
  virtual std::string summary(const ExportRecord& record) const = 0;
};

}  // namespace partita::table_exports
