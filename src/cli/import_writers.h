#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/batch_puts.h"
#include "cli/table_facts.h"
#include "cli/transfer_progress.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "wire/client/dynamodb_client.h"

namespace partita::cli {

// Records of a file that are not in the table, and why.
class Refusals {
 public:
  static constexpr std::size_t kToldMax = 10;

  void add(std::uint64_t line, std::string_view why);
  std::uint64_t count() const;
  // "line 17: ...", the first ones by their line, then how many more there are.
  std::string to_text() const;

 private:
  mutable Mutex mutex_;
  std::uint64_t count_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::vector<std::pair<std::uint64_t, std::string>> told_ PARTITA_GUARDED_BY(mutex_);
};

// Where the items go and what is told of them.
struct ImportTarget {
  client::DynamodbClient& client;
  const TableFacts& facts;
  TransferProgress& progress;
  Refusals& refusals;
  int threads = 8;
  bool skips_faults = false;
};

// Writes items by several threads. Those of one key are written by one thread, in their order, so
// that of two with one key the later stays.
// THREADS: one thread at a time.
class ImportWriters {
 public:
  explicit ImportWriters(const ImportTarget& target);
  // Waits for what was given.
  ~ImportWriters();
  ImportWriters(const ImportWriters&) = delete;
  ImportWriters& operator=(const ImportWriters&) = delete;

  // Waits while too much is under way. False: it is over, because something has failed.
  bool put(const ItemView& item, std::uint64_t line);
  // Waits until all is written.   ERRORS: those that are no item's fault.
  Status finish();

 private:
  struct Batch {
    EncodedItemList items;
    std::vector<std::uint64_t> lines;
  };
  struct Lane {
    Batch filling;              // Only of the thread that puts.
    std::deque<Batch> waiting;  // Guarded by the mutex.
  };

  std::size_t lane_of(const ItemView& item) const;
  void hand_over(Lane& lane);
  void work(Lane& lane);
  void write(const Batch& batch);
  void end();

  const ImportTarget target_;
  const std::vector<std::string> key_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool is_ended_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_failed_ PARTITA_GUARDED_BY(mutex_) = false;
  std::optional<Error> failure_ PARTITA_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;
};

}  // namespace partita::cli
