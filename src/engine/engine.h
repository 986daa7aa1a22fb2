#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/write_set.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// The interface of a storage engine: an ordered map of byte strings with conflict-checked point
// reads, snapshot range reads and atomic commits of many keys. An engine does not know what the
// bytes mean; when it is opened, it is told which rows are merged and how (KeyKinds in
// write_set.h).
//
// Reads pass views of the stored bytes to a visitor. A view is valid only during the call of the
// visitor, so an engine need not copy values that are only filtered, projected or printed. An
// engine that can answer at once (memory; RocksDB, if no disk read is needed) returns a ready Task;
// one that waits for a socket or the disk suspends. Long reads of every engine also suspend from
// time to time, to let other work run first (read_step.h).
namespace partita::engine {

enum class Direction { Forward, Backward };
enum class Visit { Continue, Stop };

// The keys from `begin` (inclusive) to `end` (exclusive), in ascending or descending byte order.
struct Range {
  ByteView begin;
  // No end means: up to the last key.
  std::optional<ByteView> end;
  Direction direction = Direction::Forward;
  // The maximum number of rows, and of bytes of keys and values, that the reader will probably
  // need. An engine on a network then requests little more at a time. These are only hints: a
  // reader that continues beyond them gets all rows of the range.
  std::size_t rows_hint = SIZE_MAX;
  std::size_t bytes_hint = SIZE_MAX;
};

// The entries of one log (Transaction::append) whose stamps are `from` or greater.
struct LogRange {
  ByteView prefix;
  std::uint64_t from = 0;
  Direction direction = Direction::Forward;
  // As in Range.
  std::size_t rows_hint = SIZE_MAX;
  std::size_t bytes_hint = SIZE_MAX;
};

using ValueVisitor = FunctionRef<void(std::size_t index, std::optional<ByteView> value)>;
using RowVisitor = FunctionRef<Visit(ByteView key, ByteView value)>;
using LogVisitor = FunctionRef<Visit(std::uint64_t stamp, ByteView value)>;

// Data that can be read. THREADS: see Engine and Engine::snapshot. LIFETIME: everything that the
// arguments of a call refer to, including the Range and the visitor, must exist until the Task has
// been awaited. A visitor is called by one thread at a time, but possibly by another thread than
// the caller's, while the caller is suspended. An exception that it throws is rethrown to the
// caller.
class View {
 public:
  virtual ~View() = default;

  // Calls `visit` once for each key, in the order given; an absent key has no value.
  // ERRORS: Corrupt if stored bytes are damaged, Unavailable if the engine cannot be reached.
  virtual Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const = 0;

  // Calls `visit` for each row of the range until it returns Stop. All rows of one call come from
  // one snapshot: they contain each commit completely or not at all.
  virtual Task<Status> scan(const Range& range, RowVisitor visit) const = 0;

  // Calls `visit` for each entry of a log in ascending or descending order of their stamps, until
  // it returns Stop. An entry is returned only when no entry with a lower stamp can appear later,
  // so a reader that has read up to a stamp has missed nothing before it. Therefore an engine may
  // return an entry a little later than its commit returns; the embedded engines return it at once.
  // ERRORS: as scan; Corrupt if a key under the prefix does not end in a stamp.
  virtual Task<Status> read_log(const LogRange& range, LogVisitor visit) const = 0;
};

class Transaction;

// Writes that a higher layer adds at the end of a transaction: `buffer` is called right before the
// commit, when everything has been read and decided.
class LastStep {
 public:
  virtual ~LastStep() = default;
  virtual void buffer(Transaction& transaction) = 0;
};

// One attempt to make a change: read, decide, buffer writes, commit. Destroying it discards the
// attempt.
// THREADS: one thread at a time; any number of transactions at once.
class Transaction {
 public:
  virtual ~Transaction() = default;

  // As View::get, and tracks the keys, including absent ones: commit fails with Conflict if one of
  // them has changed since it was read. It may also fail if one was rewritten with the same value,
  // or if another writer has written a key that this transaction writes without having read it.
  // Sees the transaction's own writes. The first `unchecked` keys are not tracked: they cause no
  // conflicts and may have changed by the time of the commit. Merged keys must be read unchecked.
  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit, std::size_t unchecked = 0) {
    if (is_ahead_of(keys, unchecked)) return answer_from_ahead(keys, visit);
    return read(keys, visit, unchecked);
  }

  // Reads the keys together, as get does, and keeps their values, so that later gets of them need
  // not access the store again. For a sequence of steps that each read a little, so that all of
  // them together need one round trip.
  Task<Status> read_ahead(std::span<const ByteView> keys);

  // As View::scan, from a snapshot that is not older than any completed get of this transaction.
  // The rows are not tracked, and do not include the transaction's own writes.
  virtual Task<Status> scan(const Range& range, RowVisitor visit) = 0;

  // Buffered until commit; the last write to a key wins.
  void put(Bytes key, Bytes value) { writes_.put(std::move(key), std::move(value)); }
  void erase(Bytes key) { writes_.erase(std::move(key)); }
  // At commit, the row's value is combined with the operand, as its kind (KeyKinds) defines. The
  // transaction need not read the row, so any number of transactions may merge into one key without
  // conflicts. Not visible to the transaction itself. REQUIRES: a merged key. Such a key is never
  // put, and erased only by Engine::erase_range.
  void merge(Bytes key, Bytes operand) { writes_.merge(std::move(key), std::move(operand)); }
  // Appends an entry to a log: at commit, the value is put under the key `prefix` plus a stamp of
  // eight bytes, big-endian, which the engine assigns. Within one prefix, stamps increase in the
  // order of the calls of one transaction, and from a transaction to every later one that has read
  // or overwritten its writes. Stamps are never reused, not even after a restart. They may have
  // gaps, and stamps of different prefixes cannot be compared. Appends never conflict, and are not
  // visible to the transaction itself. REQUIRES: keys under the prefix are never put; they may be
  // erased. They are read with read_log, or with scan where it does no harm that an entry with a
  // lower stamp appears later.
  void append(Bytes prefix, Bytes value) { writes_.append(std::move(prefix), std::move(value)); }
  // Tell the engine, once for each changed object, whether the change frees or takes disk space. If
  // all changes free space, an engine may accept the transaction although it refuses other writes
  // because the disk is full. Other engines may ignore this.
  void frees_space() { writes_.note_freed(); }
  void takes_space() { writes_.note_taken(); }
  // Discards the buffered writes: a commit then only checks whether all reads came from one moment,
  // which some engines guarantee without a check.
  void discard_writes() { writes_.clear(); }

  // The last step, or null. `run` (retry.h) calls it.
  LastStep* last_step() const { return last_step_.get(); }
  void set_last_step(std::unique_ptr<LastStep> step) { last_step_ = std::move(step); }

  // Applies all writes atomically and durably, or none. Called at most once for a transaction.
  // ERRORS: Conflict: nothing was applied, because a key that was read has changed. TooLarge:
  // nothing was applied, because Limits are exceeded. Unavailable: certainly nothing was applied.
  // Unknown: may or may not have been applied.
  virtual Task<Status> commit() = 0;

 protected:
  // Implements get for keys that were not read ahead.
  virtual Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                            std::size_t unchecked) = 0;

  WriteSet writes_;

 private:
  // Whether all keys were read ahead.
  bool is_ahead_of(std::span<const ByteView> keys, std::size_t unchecked) const {
    return !ahead_.empty() && unchecked == 0 && knows_all(keys);
  }
  bool knows_all(std::span<const ByteView> keys) const;
  Task<Status> answer_from_ahead(std::span<const ByteView> keys, ValueVisitor visit) const;

  std::map<Bytes, std::optional<Bytes>, std::less<>> ahead_;
  std::unique_ptr<LastStep> last_step_;
};

struct Limits {
  std::size_t key_bytes_max;
  std::size_t value_bytes_max;
  std::size_t transaction_bytes_max;
};

// The limits of the embedded engines, which are far above the needs of the layers that use them.
inline constexpr Limits kEmbeddedLimits{.key_bytes_max = 2048,
                                        .value_bytes_max = std::size_t{2} << 20,
                                        .transaction_bytes_max = std::size_t{128} << 20};

// Whether writes are accepted, and if not the reason, in words for the operator of the server.
struct WriteAvailability {
  bool accepts_writes = true;
  std::string reason;
};

class Checkpoints;
class Figures;
class KeyRotation;
class KeyWrap;
class Scrub;

// Optional abilities of an engine. Null: it does not have them. They live as long as the engine.
struct Abilities {
  // Whether other programs may have the store open at the same time. False: all leases and marks in
  // the store are from programs that have ended.
  bool is_shared = false;
  Checkpoints* checkpoints = nullptr;
  Figures* figures = nullptr;
  KeyRotation* key_rotation = nullptr;
  KeyWrap* key_wrap = nullptr;  // Also null if the store is not encrypted.
  Scrub* scrub = nullptr;
};

// A storage engine. As a View it shows the newest committed state: a read sees every write whose
// commit returned before the read began. THREADS: safe for concurrent calls.
class Engine : public View {
 public:
  virtual const Limits& limits() const = 0;
  virtual Abilities abilities() { return {}; }
  // Returns a snapshot: all reads from it see the state of one moment between this call and the end
  // of the first read. A caller that needs a certain moment should read something at once. THREADS:
  // a snapshot is used by one thread at a time.
  virtual std::unique_ptr<View> snapshot() const = 0;
  // Begins a transaction. It waits at most until `deadline`, except for a commit that has started,
  // and then fails with Unavailable. An engine that never waits may ignore the deadline.
  virtual std::unique_ptr<Transaction> begin(MonotonicTime deadline) = 0;
  std::unique_ptr<Transaction> begin() { return begin(MonotonicTime::max()); }
  // Removes all keys of the range. Durable and complete when it returns, and safe to repeat, but
  // not atomic, and no transaction conflicts with it: the caller must make sure that nobody writes
  // there.
  virtual Task<Status> erase_range(ByteView begin, ByteView end) = 0;
  virtual WriteAvailability write_availability() const = 0;
  // The error of reads that failed within the last minute; empty if none did.
  virtual std::string read_trouble() const { return {}; }
};

}  // namespace partita::engine
