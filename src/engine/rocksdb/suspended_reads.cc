#include "engine/rocksdb/suspended_reads.h"

#include <memory>
#include <utility>

#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/row_scan.h"

namespace partita::engine {
namespace {

using Reached = RowScan::Reached;

// What is visited on an event loop before others have their turn: some tens of microseconds.
constexpr std::size_t kLoopStepBytes = std::size_t{64} << 10;
// What one reader visits before others have their turn at the pool: a page.
constexpr std::size_t kPoolStepBytes = std::size_t{1} << 20;

Result<Reached> go_on_at_once(RowScan& scan) {
  const DiskReadScope scope(DiskReads::Refused);
  return scan.go_on(kLoopStepBytes);
}

// What has met the disk once stays in the pool: the next blocks are not in memory either.
Task<Status> go_on_in_pool(const ReadParts& parts, RowScan& scan) {
  auto step = ReaderPool::Step::First;
  for (;;) {
    Result<Reached> reached = Reached::Pace;
    const auto read = [&] { reached = scan.go_on(kPoolStepBytes); };
    Status done = co_await parts.pool.run(read, parts.deadline, step);
    CO_TRY(done);
    if (!reached.ok()) co_return parts.trouble.noted(std::move(reached).error());
    if (*reached == Reached::End) co_return Status{};
    step = ReaderPool::Step::Later;
  }
}

Task<Status> read_rows_on(ReadParts parts, std::unique_ptr<RowScan> scan, Reached reached) {
  while (reached == Reached::Pace) {
    co_await give_way();
    auto next = go_on_at_once(*scan);
    if (!next.ok()) co_return parts.trouble.noted(std::move(next).error());
    reached = *next;
  }
  if (reached == Reached::End) co_return Status{};
  co_return co_await go_on_in_pool(parts, *scan);
}

}  // namespace

Result<std::size_t> read_keys_at_once(const PointReader& reader, std::span<const ByteView> keys,
                                      ValueVisitor visit) {
  const DiskReadScope scope(DiskReads::Refused);
  return reader.get(keys, visit);
}

Task<Status> read_keys_from(std::size_t first, ReadParts parts, const PointReader& reader,
                            std::span<const ByteView> keys, ValueVisitor visit) {
  Result<std::size_t> visited = std::size_t{0};
  const auto visit_rest = [&](std::size_t index, std::optional<ByteView> value) {
    visit(first + index, value);
  };
  const auto read = [&] { visited = reader.get(keys.subspan(first), visit_rest); };
  Status done = co_await parts.pool.run(read, parts.deadline);
  CO_TRY(done);
  if (!visited.ok()) co_return parts.trouble.noted(std::move(visited).error());
  co_return Status{};
}

Task<Status> read_keys(const ReadParts& parts, const PointReader& reader,
                       std::span<const ByteView> keys, ValueVisitor visit) {
  auto visited = read_keys_at_once(reader, keys, visit);
  if (!visited.ok()) {
    return Task<Status>::ready(parts.trouble.noted(std::move(visited).error()));
  }
  if (*visited == keys.size()) return Task<Status>::ready({});
  return read_keys_from(*visited, parts, reader, keys, visit);
}

Task<Status> read_rows(const ReadParts& parts, const rocksdb::ReadOptions& options,
                       const Range& range, RowVisitor visit) {
  if (range.end && *range.end <= range.begin) return Task<Status>::ready({});
  auto scan = std::make_unique<RowScan>(parts.store, options, range, visit);
  auto reached = go_on_at_once(*scan);
  if (!reached.ok()) {
    return Task<Status>::ready(parts.trouble.noted(std::move(reached).error()));
  }
  if (*reached == Reached::End) return Task<Status>::ready({});
  return read_rows_on(parts, std::move(scan), *reached);
}

}  // namespace partita::engine
