#include "store/streams/change_log.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "partita/api/stream_specification.h"
#include "partita/base/check.h"
#include "partita/value/item_codec.h"
#include "store/keys/stream_keys.h"
#include "store/streams/change_record.h"

namespace partita::streams {
namespace {

using api::StreamViewType;

EntryKind kind_of(const LoggedChange& change) {
  if (!change.before) return EntryKind::Insert;
  return change.after ? EntryKind::Modify : EntryKind::Remove;
}

bool shows_old(StreamViewType view) {
  return view == StreamViewType::OldImage || view == StreamViewType::NewAndOldImages;
}

bool shows_new(StreamViewType view) {
  return view == StreamViewType::NewImage || view == StreamViewType::NewAndOldImages;
}

Bytes keys_of(const catalog::Table& table, const ItemView& item) {
  const auto& partition = table.key.partition.front().name;
  const auto& sort = table.has_sort_key() ? table.key.sort.front().name : partition;
  const std::array<std::string_view, 2> names{partition, sort};
  Bytes keys;
  append_projected(keys, item, std::span<const std::string_view>(names));
  return keys;
}

}  // namespace

void record_change(engine::Transaction& transaction, const catalog::Table& table,
                   const LoggedChange& change) {
  const catalog::StreamSettings* stream = table.live_stream();
  if (stream == nullptr) return;
  PARTITA_CHECK(change.before || change.after);
  const Bytes keys = keys_of(table, change.after ? *change.after : *change.before);
  ChangeRecord record{.kind = kind_of(change),
                      .time = change.time,
                      .is_expiry = change.is_expiry,
                      .keys = ItemView::from_valid(keys)};
  if (shows_old(stream->view_type)) record.old_image = change.before;
  if (shows_new(stream->view_type)) record.new_image = change.after;
  transaction.append(keys::log_prefix(stream->id), encode(record));
}

}  // namespace partita::streams
