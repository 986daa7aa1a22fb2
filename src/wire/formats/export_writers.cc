#include "wire/formats/export_writers.h"

#include <string>

#include "wire/formats/dynamodb_json_writer.h"
#include "wire/formats/ion_writer.h"
#include "wire/formats/manifest_writer.h"
#include "wire/protocol/content_encoding.h"

namespace partita::formats {
namespace {

using api::ExportFormat;

class ExportWriters final : public table_exports::ExportFormats {
 public:
  void append_item(std::string& text, ExportFormat format, const ItemView& item) const override {
    format == ExportFormat::Ion ? append_ion_item(text, item) : append_json_item(text, item);
  }
  void append_change(std::string& text, ExportFormat format,
                     const table_exports::ChangedItem& change) const override {
    format == ExportFormat::Ion ? append_ion_change(text, change)
                                : append_json_change(text, change);
  }
  Bytes packed(std::string_view text) const override {
    return protocol::encode_body(protocol::BodyEncoding::Gzip, text);
  }
  std::string_view extension(ExportFormat format) const override {
    return format == ExportFormat::Ion ? ".ion.gz" : ".json.gz";
  }
  void append_file(std::string& text, const table_exports::ListedFile& file) const override {
    append_manifest_file(text, file);
  }
  std::string summary(const table_exports::ExportRecord& record) const override {
    return manifest_summary(record);
  }
};

}  // namespace

const table_exports::ExportFormats& export_formats() {
  static const ExportWriters kWriters;
  return kWriters;
}

}  // namespace partita::formats
