#include "store/streams/stream_life.h"

#include <chrono>
#include <string>
#include <utility>

#include "engine/read_one.h"
#include "store/catalog/counter.h"
#include "store/keys/stream_keys.h"
#include "store/streams/change_record.h"
#include "store/streams/stream_descriptor.h"

// What is stored beside the descriptors:
//
// key := 00 "next-stream-id"      value := id:u64, big-endian: ids from it on were never used

namespace partita::streams {
namespace {

using catalog::StreamSettings;
using catalog::Table;
using catalog::TableState;

constexpr std::string_view kNextStreamId = "next-stream-id";

// The stream that the table has been recording in, or null.
const StreamSettings* live_stream(const Table* table) {
  if (table == nullptr || table->state == TableState::Deleting) return nullptr;
  return table->live_stream();
}

bool wants_stream(const Table* table) {
  if (table == nullptr || table->state == TableState::Deleting) return false;
  return table->settings.stream && table->settings.stream->is_enabled;
}

// A stream may end and another begin within the same millisecond, and a label is never used again
// while the stream that had it is known.
Task<Result<std::string>> take_label(engine::Transaction& transaction, std::string_view table_name,
                                     WallTime now) {
  for (;; now += std::chrono::milliseconds(1)) {
    std::string label = label_of(now);
    const Bytes key = descriptor_key(table_name, label);
    auto present = co_await engine::read_one(transaction, key);
    CO_TRY(present);
    if (!*present) co_return label;
  }
}

Task<Status> begin_stream(engine::Transaction& transaction, Table& table, WallTime now) {
  auto id = co_await catalog::take_id(transaction, kNextStreamId);
  CO_TRY(id);
  auto label = co_await take_label(transaction, table.name, now);
  CO_TRY(label);
  StreamSettings& settings = *table.settings.stream;
  settings.id = keys::StreamId{*id};
  settings.label = std::move(*label);
  const StreamDescriptor stream{.id = settings.id,
                                .table_name = table.name,
                                .label = settings.label,
                                .key = table.key,
                                .view_type = settings.view_type,
                                .created = timestamp_of(now),
                                .disabled = {}};
  transaction.put(descriptor_key(stream.table_name, stream.label), encode_stream(stream));
  transaction.append(keys::log_prefix(stream.id), encode_mark(EntryKind::Begin, now));
  co_return Status{};
}

Task<Status> end_stream(engine::Transaction& transaction, const Table& table, WallTime now) {
  const StreamSettings& settings = *table.settings.stream;
  Bytes key = descriptor_key(table.name, settings.label);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  if (!*stored) co_return Status{};
  auto stream = decode_stream(key, **stored);
  CO_TRY(stream);
  stream->disabled = timestamp_of(now);
  transaction.put(std::move(key), encode_stream(*stream));
  transaction.append(keys::log_prefix(settings.id), encode_mark(EntryKind::End, now));
  co_return Status{};
}

}  // namespace

Task<Status> settle_stream(engine::Transaction& transaction, catalog::TableChange change) {
  const StreamSettings* was = live_stream(change.before);
  const bool is_wanted = wants_stream(change.after);
  const bool goes_on = was != nullptr && is_wanted && change.after->settings.stream->id == was->id;
  if (goes_on) co_return Status{};
  if (was != nullptr) {
    Status ended = co_await end_stream(transaction, *change.before, change.now);
    CO_TRY(ended);
  }
  if (is_wanted) co_return co_await begin_stream(transaction, *change.after, change.now);
  co_return Status{};
}

}  // namespace partita::streams
