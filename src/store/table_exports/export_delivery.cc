#include "store/table_exports/export_delivery.h"

#include <set>
#include <utility>

#include "partita/base/base64.h"
#include "partita/base/md5.h"

namespace partita::table_exports {
namespace {

using places::ObjectName;
using places::ObjectPlace;

ObjectName object_of(const ExportRecord& record, std::string_view name) {
  return {.bucket = record.bucket, .key = directory_of(record).append(name)};
}

std::string md5_text(ByteView bytes) { return base64_encode(view_of(md5(bytes))); }

// AWS: an empty object that shows that the bucket can be written to.
Status put_start(const Delivery& delivery, ObjectPlace& place) {
  TRY(place.put(object_of(delivery.record, "_started"), {}));
  return {};
}

Status put_data(Delivery& delivery, ObjectPlace& place, const ExportFormats& formats) {
  if (delivery.packed.empty()) {
    delivery.packed = formats.packed(delivery.text);
    delivery.text = {};
    delivery.file.md5 = md5_text(delivery.packed);
  }
  delivery.file.tag =
      TRY(place.put(object_of(delivery.record, delivery.file.name), delivery.packed));
  return {};
}

// Files that a program has put before it could say so. Who reads all files of the directory would
// find their items twice. It does no harm if the place refuses it: the manifest does not list them.
void remove_others(const Delivery& delivery, ObjectPlace& place) {
  std::set<std::string> known;
  for (const auto& file : delivery.files) known.insert(directory_of(delivery.record) + file.name);
  places::ObjectListRequest request{.bucket = delivery.record.bucket,
                                    .prefix = directory_of(delivery.record) + "data/"};
  while (true) {
    const auto listing = place.list(request);
    if (!listing.ok()) return;
    for (const auto& object : listing->objects) {
      if (known.contains(object.key)) continue;
      static_cast<void>(place.remove({.bucket = request.bucket, .key = object.key}));
    }
    if (!listing->has_more || listing->objects.empty()) return;
    request.start_after = listing->objects.back().key;
  }
}

// The sum first: what has a summary is whole.
Status put_with_sum(const ExportRecord& record, ObjectPlace& place, std::string_view name,
                    ByteView content) {
  const std::string sum = md5_text(content);
  TRY(place.put(object_of(record, std::string(name) + ".md5"), sum));
  TRY(place.put(object_of(record, std::string(name) + ".json"), content));
  return {};
}

Status put_manifest(const Delivery& delivery, ObjectPlace& place, const ExportFormats& formats) {
  remove_others(delivery, place);
  std::string list;
  for (const auto& file : delivery.files) {
    const std::string key = directory_of(delivery.record) + file.name;
    formats.append_file(list, {.key = key, .items = file.items, .md5 = file.md5, .tag = file.tag});
  }
  TRY(put_with_sum(delivery.record, place, "manifest-files", list));
  return put_with_sum(delivery.record, place, "manifest-summary", formats.summary(delivery.record));
}

}  // namespace

Status deliver(Delivery& delivery, ObjectPlace& place, const ExportFormats& formats) {
  switch (delivery.kind) {
    case Delivery::Kind::Start:
      return put_start(delivery, place);
    case Delivery::Kind::File:
      return put_data(delivery, place, formats);
    case Delivery::Kind::Manifest:
      break;
  }
  return put_manifest(delivery, place, formats);
}

}  // namespace partita::table_exports
