#include "store/streams/stream_reader.h"

#include <optional>
#include <utility>

#include "partita/base/check.h"
#include "store/keys/stream_keys.h"
#include "store/streams/trim_point.h"

namespace partita::streams {
namespace {

struct Edge {
  std::uint64_t stamp;
  EntryKind kind;
};

Result<Edge> edge_of(std::uint64_t stamp, ByteView value) {
  const auto head = TRY(decode_entry_head(value));
  return Edge{.stamp = stamp, .kind = head.kind};
}

// The first or the last entry from a stamp on, or nullopt if there is none.
Task<Result<std::optional<Edge>>> find_edge(const engine::View& view, keys::StreamId stream,
                                            std::uint64_t from, engine::Direction direction) {
  std::optional<Result<Edge>> found;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    found.emplace(edge_of(stamp, value));
    return engine::Visit::Stop;
  };
  const Bytes log = keys::log_prefix(stream);
  const engine::LogRange range{.prefix = log, .from = from, .direction = direction, .rows_hint = 1};
  Status read = co_await view.read_log(range, visit);
  CO_TRY(read);
  if (!found) co_return std::optional<Edge>();
  CO_TRY(*found);
  co_return std::optional(**found);
}

bool is_end(const std::optional<Edge>& last) { return last && last->kind == EntryKind::End; }

// Takes the rows of one read, as they come.
class Reading {
 public:
  Reading(const RecordsRequest& request, RecordVisitor visit)
      : request_(request), visit_(visit), end_{.next = request.from} {}

  Result<engine::Visit> take(std::uint64_t stamp, ByteView value) {
    // A reader who goes on at end().next must not meet an entry twice.
    PARTITA_CHECK(stamp >= end_.next);
    const auto entry = TRY(decode_entry(value));
    if (entry.change && !take(stamp, *entry.change)) return engine::Visit::Stop;
    end_ = {.next = stamp + 1, .is_over = entry.kind == EntryKind::End};
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

  const RecordsRequest& request_;
  const RecordVisitor visit_;
  ReadEnd end_;
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

Task<Result<Extent>> extent_of(const engine::View& moment, keys::StreamId stream) {
  auto trimmed = co_await read_trim_point(moment, stream);
  CO_TRY(trimmed);
  const std::uint64_t from = trimmed->value_or(0);
  auto first = co_await find_edge(moment, stream, from, engine::Direction::Forward);
  CO_TRY(first);
  auto last = co_await find_edge(moment, stream, from, engine::Direction::Backward);
  CO_TRY(last);
  Extent extent;
  extent.begin = *trimmed ? **trimmed : *first ? (*first)->stamp : 0;
  extent.end = *last ? (*last)->stamp + 1 : extent.begin;
  extent.is_closed = is_end(*last);
  co_return extent;
}

// Were the reads of two moments, the trimmer could take away what lies between them, and readers
// would never know.
Task<Result<ReadEnd>> read_records(const engine::View& moment, RecordsRequest request,
                                   RecordVisitor visit) {
  auto trimmed = co_await read_trim_point(moment, request.stream);
  CO_TRY(trimmed);
  if (*trimmed && request.from < **trimmed) {
    co_return Error::not_found("records that come from there on have been trimmed");
  }
  const Bytes log = keys::log_prefix(request.stream);
  Reading reading(request, visit);
  Status taken;
  const auto take = [&](std::uint64_t stamp, ByteView value) {
    auto next = reading.take(stamp, value);
    if (next.ok()) return *next;
    taken = std::move(next).error();
    return engine::Visit::Stop;
  };
  // An end after the last record is one row more.
  const engine::LogRange range{.prefix = log,
                               .from = request.from,
                               .rows_hint = request.records_max + 1,
                               .bytes_hint = request.bytes_max};
  Status read = co_await moment.read_log(range, take);
  CO_TRY(read);
  CO_TRY(taken);
  ReadEnd end = reading.end();
  if (end.next != request.from) co_return end;
  // Nothing from there on: the end may lie before.
  auto last =
      co_await find_edge(moment, request.stream, trimmed->value_or(0), engine::Direction::Backward);
  CO_TRY(last);
  end.is_over = is_end(*last);
  co_return end;
}

}  // namespace partita::streams
