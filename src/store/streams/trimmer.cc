#include "store/streams/trimmer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/check.h"
#include "store/catalog/counter.h"
#include "store/keys/stream_keys.h"
#include "store/streams/change_record.h"
#include "store/streams/stream_list.h"
#include "store/streams/trim_point.h"

namespace partita::streams {

// The entries at the beginning of a log whose time is over.
struct Trimmer::Overdue {
  std::vector<Bytes> keys;
  std::optional<std::uint64_t> trimmed;  // As it was when they were found.
  std::uint64_t next = 0;                // The stamp from which on entries stay.
  bool is_all = false;                   // The end of the stream is among them.
};

// Gathers the streams of a stretch; each is trimmed in transactions of its own.
class Trimmer::Looking final : public jobs::WalkWork {
 public:
  void begin() override { streams_.clear(); }
  Status look(ByteView key, ByteView value) override {
    // One that cannot be read is left as it is; a request for it reports the error.
    auto stream = decode_stream(key, value);
    if (stream.ok()) streams_.push_back(std::move(*stream));
    return {};
  }
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction&, const jobs::Stretch&) override {
    return Task<Result<std::optional<Bytes>>>::ready(std::optional<Bytes>());
  }

  const std::vector<StreamDescriptor>& streams() const { return streams_; }

 private:
  std::vector<StreamDescriptor> streams_;
};

Trimmer::Trimmer(engine::Engine& engine, const Clock& clock, TrimmerOptions options)
    : engine_(engine),
      clock_(clock),
      options_(options),
      walk_(engine, {.items_max = options.streams_max}) {}

// An entry that cannot be read goes with the next one that can and is overdue: nobody knows its
// time, but it is older than that.
Task<Result<Trimmer::Overdue>> Trimmer::find_overdue(keys::StreamId stream,
                                                     std::size_t entries_max) const {
  auto trimmed = co_await read_trim_point(engine_, stream);
  CO_TRY(trimmed);
  const WallTime horizon = clock_.wall_now() - options_.retention;
  Overdue overdue;
  overdue.trimmed = *trimmed;
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
    // Checked: a trim point that another server has moved meanwhile must not go back.
    Bytes point = trim_key(stream.id);
    auto stored = co_await engine::read_one(transaction, point);
    CO_TRY(stored);
    const auto expected = overdue.trimmed ? std::optional(catalog::encode_counter(*overdue.trimmed))
                                          : std::optional<Bytes>();
    if (*stored != expected) co_return Status{};
    // Readers rely on a trim point that only moves forward, over entries that are gone.
    PARTITA_CHECK(overdue.next > overdue.trimmed.value_or(0));
    for (const Bytes& key : overdue.keys) transaction.erase(key);
    if (overdue.is_all) {
      transaction.erase(descriptor_key(stream.table_name, stream.label));
      transaction.erase(std::move(point));
    } else {
      transaction.put(std::move(point), catalog::encode_counter(overdue.next));
    }
    co_return Status{};
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
  Looking looking;
  const jobs::WalkPosition position{.keys = {}, .last_key = last_key_};
  const auto all = descriptor_range();
  auto stretch = co_await walk_.step(all, position, looking);
  CO_TRY(stretch);
  std::size_t removed = 0;
  for (const StreamDescriptor& stream : looking.streams()) {
    if (removed == options_.entries_max) co_return removed;
    auto done = co_await trim(stream, options_.entries_max - removed);
    CO_TRY(done);
    removed += *done;
    // One that has used up the call may have more.
    if (removed < options_.entries_max) last_key_ = descriptor_key(stream.table_name, stream.label);
  }
  last_key_ = stretch->is_last ? Bytes() : std::move(stretch->last_key);
  co_return removed;
}

}  // namespace partita::streams
