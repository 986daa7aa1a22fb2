#include "store/streams/trimmer.h"

#include <algorithm>
#include <utility>

#include "engine/retry.h"
#include "store/catalog/counter.h"
#include "store/keys/stream_keys.h"
#include "store/streams/change_record.h"
#include "store/streams/stream_list.h"
#include "store/streams/trim_point.h"

namespace partita::streams {

// The entries at the beginning of a log whose time is over.
struct Trimmer::Overdue {
  std::vector<Bytes> keys;
  std::uint64_t next = 0;  // The stamp from which on entries stay.
  bool is_all = false;     // The end of the stream is among them.
};

Trimmer::Trimmer(engine::Engine& engine, const Clock& clock, TrimmerOptions options)
    : engine_(engine), clock_(clock), options_(options), next_(descriptor_range().begin) {}

Task<Result<std::vector<StreamDescriptor>>> Trimmer::next_streams() {
  const auto all = descriptor_range();
  std::vector<StreamDescriptor> streams;
  Bytes next = all.begin;
  const auto visit = [&](ByteView key, ByteView value) {
    if (streams.size() == options_.streams_max) {
      next = Bytes(key);
      return engine::Visit::Stop;
    }
    // One that cannot be read is skipped here: a client that asks for it gets the error.
    auto stream = decode_stream(key, value);
    if (stream.ok()) streams.push_back(std::move(*stream));
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = next_, .end = all.end, .rows_hint = options_.streams_max + 1};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  next_ = std::move(next);
  co_return streams;
}

// An entry that cannot be read goes with the next one that can and is overdue: nobody knows its
// time, but it is older than that.
Task<Result<Trimmer::Overdue>> Trimmer::find_overdue(keys::StreamId stream,
                                                     std::size_t entries_max) const {
  auto trimmed = co_await read_trim_point(engine_, stream);
  CO_TRY(trimmed);
  const WallTime horizon = clock_.wall_now() - options_.retention;
  Overdue overdue;
  std::size_t overdue_keys = 0;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    const auto head = decode_entry_head(value);
    if (head.ok() && head->time > horizon) return engine::Visit::Stop;
    overdue.keys.push_back(keys::log_key({.stream = stream, .stamp = stamp}));
    if (head.ok()) {
      overdue_keys = overdue.keys.size();
      overdue.next = stamp + 1;
      overdue.is_all = head->kind == EntryKind::End;
    }
    return overdue.keys.size() < entries_max ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const Bytes log = keys::log_prefix(stream);
  const engine::LogRange range{
      .prefix = log, .from = trimmed->value_or(0), .rows_hint = entries_max};
  Status read = co_await engine_.read_log(range, visit);
  CO_TRY(read);
  overdue.keys.resize(overdue_keys);
  co_return overdue;
}

Task<Status> Trimmer::remove(const StreamDescriptor& stream, const Overdue& overdue) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.frees_space();
    for (const Bytes& key : overdue.keys) transaction.erase(key);
    if (overdue.is_all) {
      transaction.erase(descriptor_key(stream.table_name, stream.label));
      transaction.erase(trim_key(stream.id));
    } else {
      transaction.put(trim_key(stream.id), catalog::encode_counter(overdue.next));
    }
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine_, body);
}

Task<Result<std::size_t>> Trimmer::trim(const StreamDescriptor& stream, std::size_t entries_max) {
  std::size_t removed = 0;
  bool is_more_due = true;
  while (is_more_due && removed < entries_max) {
    const auto wanted = std::min(options_.entries_per_transaction, entries_max - removed);
    auto overdue = co_await find_overdue(stream.id, wanted);
    CO_TRY(overdue);
    if (overdue->keys.empty()) break;
    Status done = co_await remove(stream, *overdue);
    CO_TRY(done);
    removed += overdue->keys.size();
    is_more_due = overdue->keys.size() == wanted;
  }
  co_return removed;
}

Task<Result<std::size_t>> Trimmer::trim_once() {
  auto streams = co_await next_streams();
  CO_TRY(streams);
  std::size_t removed = 0;
  for (const StreamDescriptor& stream : *streams) {
    if (removed == options_.entries_max) {
      next_ = descriptor_key(stream.table_name, stream.label);
      break;
    }
    auto done = co_await trim(stream, options_.entries_max - removed);
    CO_TRY(done);
    removed += *done;
  }
  co_return removed;
}

}  // namespace partita::streams
