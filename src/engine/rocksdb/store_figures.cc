#include "engine/rocksdb/store_figures.h"

#include <rocksdb/options.h>

#include <string>

#include "engine/rocksdb/slice.h"

namespace partita::engine {
namespace {

using Kind = Figure::Kind;

// Collects figures under the names that Prometheus gets.
class FigureWriter {
 public:
  explicit FigureWriter(EngineFigures& figures) : figures_(figures) {}

  void counter(std::string_view name, std::string_view help, double value) {
    figures_.numbers.push_back({name, Kind::Counter, help, value});
  }
  void gauge(std::string_view name, std::string_view help, double value) {
    figures_.numbers.push_back({name, Kind::Gauge, help, value});
  }

 private:
  EngineFigures& figures_;
};

double as_number(std::uint64_t value) { return static_cast<double>(value); }

void add_commits(FigureWriter& writer, const GroupCommitter::Counts& counts) {
  writer.counter("commits_total", "Transactions that were committed.", as_number(counts.commits));
  writer.counter("commit_groups_total",
                 "Groups of transactions that were written together, with one sync for each.",
                 as_number(counts.groups));
  writer.counter("commit_bytes_total", "Bytes of keys and values that were committed.",
                 as_number(counts.bytes));
  writer.counter("commit_conflicts_total",
                 "Commits that were refused because another one had changed what they had read; "
                 "they are decided again.",
                 as_number(counts.conflicts));
}

void add_reads(FigureWriter& writer, const FigureSources& sources) {
  const HotValues::Counts hot = sources.hot.counts();
  writer.counter("value_cache_hits_total", "Reads of single rows that the value cache answered.",
                 as_number(hot.hits));
  writer.counter("value_cache_misses_total",
                 "Reads of single rows that the value cache could not answer.",
                 as_number(hot.misses));
  writer.gauge("value_cache_bytes", "Bytes that the value cache holds.", as_number(hot.bytes));
  const ReaderPool::Counts pool = sources.pool.counts();
  writer.counter("disk_reads_total", "Reads that had to wait for the disk.", as_number(pool.begun));
  writer.counter("disk_reads_refused_total",
                 "Reads that were refused because too many waited for the disk, or for too long.",
                 as_number(pool.refused));
  writer.gauge("disk_reads_waiting", "Reads that wait for a thread to read from the disk.",
               as_number(pool.waiting));
}

void add_background(FigureWriter& writer, const BackgroundWork::Counts& counts) {
  writer.counter("flushes_total", "Files that were written from memory.",
                 as_number(counts.flushes));
  writer.counter("compactions_total", "Compactions that were done.", as_number(counts.compactions));
  writer.counter("compaction_failures_total", "Compactions that have failed.",
                 as_number(counts.failed_compactions));
  writer.counter("compaction_read_bytes_total", "Bytes that compactions have read.",
                 as_number(counts.compaction_read_bytes));
  writer.counter("compaction_written_bytes_total", "Bytes that compactions have written.",
                 as_number(counts.compaction_written_bytes));
  writer.counter("compaction_seconds_total", "Time that compactions have taken.",
                 as_number(counts.compaction_microseconds) / 1e6);
}

// What RocksDB knows without looking for it.
void add_properties(FigureWriter& writer, rocksdb::DB& store) {
  using Properties = rocksdb::DB::Properties;
  struct Row {
    const std::string& property;
    std::string_view name;
    std::string_view help;
  };
  const Row rows[] = {
      {Properties::kBlockCacheUsage, "block_cache_bytes", "Bytes that the block cache holds."},
      {Properties::kBlockCacheCapacity, "block_cache_capacity_bytes",
       "Bytes that the block cache may hold."},
      {Properties::kCurSizeAllMemTables, "memtable_bytes",
       "Bytes of writes that are in memory and in the log, and not in files yet."},
      {Properties::kLiveSstFilesSize, "data_file_bytes", "Bytes of all files of data."},
      {Properties::kEstimatePendingCompactionBytes, "compaction_pending_bytes",
       "About how many bytes compactions have still to read."},
      {Properties::kNumRunningCompactions, "compactions_running", "Compactions under way."},
      {Properties::kIsWriteStopped, "writes_stopped",
       "1 while writes wait because files cannot be compacted quickly enough."},
  };
  for (const Row& row : rows) {
    std::uint64_t value = 0;
    store.GetIntProperty(row.property, &value);
    writer.gauge(row.name, row.help, as_number(value));
  }
}

}  // namespace

EngineFigures store_figures(const FigureSources& sources) {
  EngineFigures figures;
  FigureWriter writer(figures);
  const auto commits = sources.committer.counts();
  add_commits(writer, commits);
  add_reads(writer, sources);
  add_background(writer, sources.background.counts());
  add_properties(writer, sources.store);
  figures.durations.push_back(
      {.name = "sync_seconds",
       .help = "How long a group of commits took to be written and, unless durability is relaxed, "
               "to be synced.",
       .counts = commits.syncs});
  return figures;
}

std::optional<std::uint64_t> stored_bytes_in(rocksdb::DB& store, ByteView begin, ByteView end) {
  rocksdb::SizeApproximationOptions options;
  options.include_memtables = true;
  options.include_files = true;
  const rocksdb::Range range(as_slice(begin), as_slice(end));
  std::uint64_t bytes = 0;
  const auto status =
      store.GetApproximateSizes(options, store.DefaultColumnFamily(), &range, 1, &bytes);
  if (!status.ok()) return std::nullopt;
  return bytes;
}

}  // namespace partita::engine
