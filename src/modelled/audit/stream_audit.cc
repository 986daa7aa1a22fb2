#include "modelled/audit/stream_audit.h"

#include <cstring>
#include <utility>

#include "partita/base/crc32.h"
#include "store/items/item_key.h"
#include "store/keys/key_hash.h"
#include "store/keys/stream_keys.h"
#include "store/streams/trim_point.h"

namespace partita::audit {
namespace {

using engine::Visit;
using streams::EntryKind;

std::uint64_t number_of(const ItemView& keys) {
  const auto hash = keys::hash_bytes(keys.bytes());
  std::uint64_t number = 0;
  std::memcpy(&number, hash.bytes.data(), sizeof number);
  return number;
}

std::optional<std::uint32_t> sum_of(const std::optional<ItemView>& image) {
  return image ? std::optional(crc32(image->bytes())) : std::nullopt;
}

}  // namespace

StreamAudit::StreamAudit(AuditedStream audited)
    : audited_(std::move(audited)),
      rest_(keys::prefix_range(keys::log_prefix(audited_.stream.id))) {}

Task<Result<bool>> StreamAudit::step() {
  std::size_t rows = 0;
  std::size_t bytes = 0;
  Bytes last;
  newest_.clear();
  const auto visit = [&](ByteView key, ByteView value) {
    add(key, value);
    bytes += key.size() + value.size();
    if (++rows < kStepRowsMax && bytes < kStepBytesMax) return Visit::Continue;
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{.begin = rest_.begin,
                            .end = rest_.end,
                            .direction = engine::Direction::Backward,
                            .rows_hint = kStepRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  Status compared = co_await compare_with_items();
  CO_TRY(compared);
  if (last.empty()) {
    Status begun = co_await check_begin();
    CO_TRY(begun);
    co_return false;
  }
  rest_ = keys::rest_before(std::move(rest_), last);
  co_return true;
}

void StreamAudit::add(ByteView key, ByteView value) {
  audited_.work.add(key, value);
  const auto entry = streams::decode_entry(value);
  if (has_begin_) report(row_name(key), "a record stands before the beginning of the stream");
  if (!entry.ok()) {
    report(row_name(key), "a record cannot be read");
  } else if (entry->change) {
    add_change(*entry->change);
  } else {
    add_mark(entry->kind);
  }
  ++entries_;
}

void StreamAudit::add_mark(EntryKind kind) {
  if (kind == EntryKind::Begin) has_begin_ = true;
  const bool is_end_wrong =
      kind == EntryKind::End && (entries_ > 0 || !audited_.stream.disabled.has_value());
  if (is_end_wrong) report("", "the stream goes on behind its end");
}

void StreamAudit::add_change(const streams::ChangeRecord& change) {
  const Image after{.exists = change.kind != EntryKind::Remove, .sum = sum_of(change.new_image)};
  const Image before{.exists = change.kind != EntryKind::Insert, .sum = sum_of(change.old_image)};
  const std::uint64_t item = number_of(change.keys);
  const auto known = befores_.find(item);
  if (known != befores_.end()) {
    if (!known->second.agrees_with(after)) {
      report(item_name(audited_.stream.key, change.keys),
             "a record does not lead to the next one of the item");
    }
    known->second = before;
    return;
  }
  if (befores_.size() == kItemsMax) return;
  befores_.emplace(item, before);
  if (audited_.table == nullptr) return;
  newest_.push_back({.item_key = items::key_of_stored(*audited_.table, change.keys),
                     .name = item_name(audited_.stream.key, change.keys),
                     .after = after});
}

Task<Status> StreamAudit::compare_with_items() {
  std::vector<ByteView> wanted;
  for (const Newest& newest : newest_) wanted.emplace_back(newest.item_key);
  const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
    const Image present{.exists = stored.has_value(),
                        .sum = stored ? std::optional(crc32(*stored)) : std::nullopt};
    if (!newest_[index].after.agrees_with(present)) {
      report(newest_[index].name, "the last record does not tell of the item that is there");
    }
  };
  if (wanted.empty()) co_return Status{};
  Status read = co_await audited_.moment.get(wanted, visit);
  co_return read;
}

// What has been trimmed went with the beginning.
Task<Status> StreamAudit::check_begin() {
  if (has_begin_) co_return Status{};
  const auto trimmed = co_await streams::read_trim_point(audited_.moment, audited_.stream.id);
  CO_TRY(trimmed);
  if (!*trimmed) report("", "the stream has no beginning");
  co_return Status{};
}

void StreamAudit::report(std::string item, std::string what) const {
  audited_.disagreements.add({.aspect = Aspect::Stream,
                              .table = audited_.stream.table_name,
                              .item = std::move(item),
                              .what = std::move(what)});
}

}  // namespace partita::audit
