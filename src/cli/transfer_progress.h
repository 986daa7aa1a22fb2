#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"

namespace partita::cli {

// How far many items are that go from one place to another.
struct TransferState {
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> items_total;  // About how many there are; nullopt: nobody knows.
  std::optional<std::uint64_t> bytes_total;  // The same in bytes, where bytes are what is known.
  double seconds = 0;                        // Since the beginning.
};

// "1,200 of about 5,000 items, 400 a second, 12 MB, 9 s left"
std::string transfer_line(const TransferState& state);
// From 0 to 1; nullopt: nobody knows.
std::optional<double> transfer_share(const TransferState& state);

// Tells on standard error how far it is: on a terminal a bar that is written over again and gone at
// the end, elsewhere (a log, a pipe) a plain line every few seconds.
// THREADS: safe for concurrent calls.
class TransferProgress {
 public:
  explicit TransferProgress(std::string_view activity, const Clock& clock = Clock::system());
  ~TransferProgress();
  TransferProgress(const TransferProgress&) = delete;
  TransferProgress& operator=(const TransferProgress&) = delete;

  void expect_items(std::uint64_t total);
  void expect_bytes(std::uint64_t total);
  // That many more are there.
  void add(std::uint64_t items, std::uint64_t bytes);
  TransferState state() const;

 private:
  TransferState state_now() const PARTITA_REQUIRES(mutex_);
  void show() PARTITA_REQUIRES(mutex_);

  const std::string activity_;
  const Clock& clock_;
  const bool is_terminal_;
  const MonotonicTime begin_;
  mutable Mutex mutex_;
  MonotonicTime next_ PARTITA_GUARDED_BY(mutex_);
  TransferState state_ PARTITA_GUARDED_BY(mutex_);
  bool is_dirty_ PARTITA_GUARDED_BY(mutex_) = false;
};

}  // namespace partita::cli
