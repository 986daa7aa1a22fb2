#include "streams/stream_reader.h"

#include <optional>
#include <utility>

#include "keys/stream_keys.h"
#include "streams/trim_point.h"

namespace partita::streams {
namespace {

struct Edge {
  std::uint64_t stamp;
  EntryKind kind;
};

Result<Edge> edge_of(ByteView key, ByteView value) {
  const auto parts = TRY(keys::parse_log_key(key));
  const auto head = TRY(decode_entry_head(value));
  return Edge{.stamp = parts.stamp, .kind = head.kind};
}

// The first or the last entry from a stamp on, or nullopt if there is none.
Task<Result<std::optional<Edge>>> find_edge(const engine::View& view, const keys::KeyRange& log,
                                            engine::Direction direction) {
  std::optional<Result<Edge>> found;
  const auto visit = [&](ByteView key, ByteView value) {
    found.emplace(edge_of(key, value));
    return engine::Visit::Stop;
  };
  const engine::Range range{
      .begin = log.begin, .end = log.end, .direction = direction, .rows_hint = 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  if (!found) co_return std::optional<Edge>();
  CO_TRY(*found);
  co_return std::optional(**found);
}

bool is_end(const std::optional<Edge>& last) { return last && last->kind == EntryKind::End; }

// Takes the rows of one read, as they come.
class Reading {
 public:
  Reading(const ReadRequest& request, RecordVisitor visit)
      : request_(request), visit_(visit), end_{.next = request.from} {}

  Result<engine::Visit> take(ByteView key, ByteView value) {
    const auto parts = TRY(keys::parse_log_key(key));
    const auto entry = TRY(decode_entry(value));
    if (entry.change && !take(parts.stamp, *entry.change)) return engine::Visit::Stop;
    end_ = {.next = parts.stamp + 1, .is_over = entry.kind == EntryKind::End};
    return records_ < request_.records_max ? engine::Visit::Continue : engine::Visit::Stop;
  }
  const ReadEnd& end() const { return end_; }

 private:
  // False if there is no room for it.
  bool take(std::uint64_t stamp, const ChangeRecord& change) {
    bytes_ += change.size_bytes();
    if (records_ > 0 && bytes_ > request_.bytes_max) return false;
    visit_(stamp, change);
    ++records_;
    return true;
  }

  const ReadRequest& request_;
  const RecordVisitor visit_;
  ReadEnd end_;
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

Task<Result<Extent>> extent_of(const engine::Engine& engine, keys::StreamId stream) {
  const auto view = engine.snapshot();
  auto trimmed = co_await read_trim_point(*view, stream);
  CO_TRY(trimmed);
  const auto log = keys::log_range(stream, keys::kFirstShard, trimmed->value_or(0));
  auto first = co_await find_edge(*view, log, engine::Direction::Forward);
  CO_TRY(first);
  auto last = co_await find_edge(*view, log, engine::Direction::Backward);
  CO_TRY(last);
  Extent extent;
  extent.begin = *trimmed ? **trimmed : *first ? (*first)->stamp : 0;
  extent.end = *last ? (*last)->stamp + 1 : extent.begin;
  extent.is_closed = is_end(*last);
  co_return extent;
}

// Of one moment: otherwise the trimmer could take away what lies between the two reads, and its
// readers would never know.
Task<Result<ReadEnd>> read_records(const engine::Engine& engine, ReadRequest request,
                                   RecordVisitor visit) {
  const auto view = engine.snapshot();
  auto trimmed = co_await read_trim_point(*view, request.stream);
  CO_TRY(trimmed);
  if (*trimmed && request.from < **trimmed) {
    co_return Error::not_found("records that come from there on have been trimmed");
  }
  const auto log = keys::log_range(request.stream, keys::kFirstShard, request.from);
  Reading reading(request, visit);
  Status taken;
  const auto take = [&](ByteView key, ByteView value) {
    auto next = reading.take(key, value);
    if (next.ok()) return *next;
    taken = std::move(next).error();
    return engine::Visit::Stop;
  };
  // An end after the last record is one row more.
  const engine::Range range{
      .begin = log.begin, .end = log.end, .rows_hint = request.records_max + 1};
  Status read = co_await view->scan(range, take);
  CO_TRY(read);
  CO_TRY(taken);
  ReadEnd end = reading.end();
  if (end.next != request.from) co_return end;
  // Nothing from there on: the end may lie before.
  const auto whole = keys::log_range(request.stream, keys::kFirstShard, trimmed->value_or(0));
  auto last = co_await find_edge(*view, whole, engine::Direction::Backward);
  CO_TRY(last);
  end.is_over = is_end(*last);
  co_return end;
}

}  // namespace partita::streams
