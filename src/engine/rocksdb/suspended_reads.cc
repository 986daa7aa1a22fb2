#include "engine/rocksdb/suspended_reads.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/read_step.h"
#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/row_scan.h"

namespace partita::engine {
namespace {

using Reached = RowScan::Reached;

// What one reader visits before others have their turn at the pool: a page.
constexpr std::size_t kPoolStepBytes = std::size_t{1} << 20;

Result<Reached> go_on_at_once(RowScan& scan) {
  const DiskReadScope scope(DiskReads::Refused);
  return scan.go_on(kReadStepBytes);
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

Result<std::size_t> read_keys_at_once(const PointReader& reader, std::span<const ByteView> keys,
                                      ValueVisitor visit) {
  const DiskReadScope scope(DiskReads::Refused);
  return reader.get(keys, visit);
}

// All keys from number `first` on.
Task<Status> read_keys_in_pool(std::size_t first, ReadParts parts, const PointReader& reader,
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

// Some keys at a time, as many as have a step's bytes, until the first that is on the disk.
Task<Status> read_keys_in_steps(ReadParts parts, const PointReader& reader,
                                std::span<const ByteView> keys, ValueVisitor visit) {
  // One alone first: where values are large, several are too much for one step.
  std::size_t step_keys = 1;
  std::size_t bytes_of_turn = 0;
  for (std::size_t first = 0; first < keys.size();) {
    const auto step = keys.subspan(first, std::min(step_keys, keys.size() - first));
    std::size_t bytes = 0;
    const auto visit_step = [&](std::size_t index, std::optional<ByteView> value) {
      if (value) bytes += value->size();
      visit(first + index, value);
    };
    auto visited = read_keys_at_once(reader, step, visit_step);
    if (!visited.ok()) co_return parts.trouble.noted(std::move(visited).error());
    first += *visited;
    if (*visited < step.size()) {
      co_return co_await read_keys_in_pool(first, parts, reader, keys, visit);
    }
    bytes_of_turn += bytes;
    if (bytes_of_turn >= kReadStepBytes && first < keys.size()) {
      bytes_of_turn = 0;
      co_await give_way();
    }
    step_keys = next_step_keys(step_keys, bytes);
  }
  co_return Status{};
}

}  // namespace

Task<Status> read_keys(const ReadParts& parts, const PointReader& reader,
                       std::span<const ByteView> keys, ValueVisitor visit) {
  if (keys.size() > kFirstStepKeys) return read_keys_in_steps(parts, reader, keys, visit);
  auto visited = read_keys_at_once(reader, keys, visit);
  if (!visited.ok()) {
    return Task<Status>::ready(parts.trouble.noted(std::move(visited).error()));
  }
  if (*visited == keys.size()) return Task<Status>::ready({});
  return read_keys_in_pool(*visited, parts, reader, keys, visit);
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
