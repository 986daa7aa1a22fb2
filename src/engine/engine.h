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

// What a database stands on: an ordered map of byte strings with conflict-checked point reads,
// snapshot range reads and atomic commits of many keys. Nothing here knows what the bytes mean; how
// rows are merged it is told once, when it is opened (KeyKinds in write_set.h).
//
// Reads hand over views of the stored bytes that are valid only inside the visitor, so that an
// engine need not copy a value that is only filtered, projected or printed. An engine that can
// answer at once (memory; RocksDB, if nothing must come from the disk) returns a ready Task; one
// that waits for a socket or the disk suspends. So does a long read of any engine now and then, to
// let others go first (read_step.h).
namespace partita::engine {

enum class Direction { Forward, Backward };
enum class Visit { Continue, Stop };

// The keys from `begin` (included) to `end` (excluded), in byte order or against it.
struct Range {
  ByteView begin;
  // No end means: to the last key there is.
  std::optional<ByteView> end;
  Direction direction = Direction::Forward;
  // How many rows, and how many bytes of keys and values, the reader will probably want at most. An
  // engine on a network asks for little more at a time. Hints only: a reader that goes on beyond
  // them is given all rows of the range.
  std::size_t rows_hint = SIZE_MAX;
  std::size_t bytes_hint = SIZE_MAX;
};

// The entries of one log (Transaction::append) whose stamps are `from` or greater.
struct LogRange {
  ByteView prefix;
  std::uint64_t from = 0;
  Direction direction = Direction::Forward;
  // As those of Range.
  std::size_t rows_hint = SIZE_MAX;
  std::size_t bytes_hint = SIZE_MAX;
};

using ValueVisitor = FunctionRef<void(std::size_t index, std::optional<ByteView> value)>;
using RowVisitor = FunctionRef<Visit(ByteView key, ByteView value)>;
using LogVisitor = FunctionRef<Visit(std::uint64_t stamp, ByteView value)>;

// Something that can be read.   THREADS: as Engine says of itself and of its snapshots.
// LIFETIME: what the arguments of a call point to must stay until its Task has been awaited, the
// Range and the visitor included.
// A visitor is called by one thread at a time, but it may be another one than the caller's, while
// the caller is suspended: it must not depend on which. What it throws is thrown to the caller.
class View {
 public:
  virtual ~View() = default;

  // Calls `visit` once for each key, in the order given; an absent key has no value.
  // ERRORS: Corrupt if stored bytes are damaged, Unavailable if the engine cannot be reached.
  virtual Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const = 0;

  // Calls `visit` for each row of the range until it says Stop. All rows of one call are of one
  // moment: a commit is in them wholly or not at all.
  virtual Task<Status> scan(const Range& range, RowVisitor visit) const = 0;

  // Calls `visit` for each entry of a log in the order of their stamps, or against it, until it
  // says Stop. An entry is shown only when none with a lower stamp can come any more: who has read
  // up to a stamp never misses an entry before it. So an engine may show an entry a little later
  // than its commit returns; the engines inside this process show it at once.
  // ERRORS: as scan; Corrupt if a key under the prefix does not end in a stamp.
  virtual Task<Status> read_log(const LogRange& range, LogVisitor visit) const = 0;
};

class Transaction;

// What a layer above adds to a transaction at its very end: it is asked when the decision is made
// and nothing is read any more, right before the commit.
class LastStep {
 public:
  virtual ~LastStep() = default;
  virtual void buffer(Transaction& transaction) = 0;
};

// One attempt at a change: read, decide, buffer writes, commit. Destroying it abandons it.
// THREADS: one thread at a time; any number of transactions at once.
class Transaction {
 public:
  virtual ~Transaction() = default;

  // As View::get, and remembers the keys (absent ones too): commit fails with Conflict if one of
  // them is no longer as it was read; it may also fail if one was written and is as before, or if
  // somebody has written what the transaction writes without having read it. Sees the
  // transaction's own writes.
  // The first `unchecked` keys are not remembered: they cost other writers nothing, and may have
  // changed when this commits. Merged keys are read only so.
  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit, std::size_t unchecked = 0) {
    if (is_ahead_of(keys, unchecked)) return answer_from_ahead(keys, visit);
    return read(keys, visit, unchecked);
  }

  // Reads the keys at once, as get does, and keeps what is there: later gets of some of them are
  // answered without asking the store again. For steps that each read a little, so that all of it
  // is one way to the store.
  Task<Status> read_ahead(std::span<const ByteView> keys);

  // As View::scan, of a moment that is not before any get of this transaction that has ended.
  // Nothing of it is remembered, and the transaction's own writes are not in it.
  virtual Task<Status> scan(const Range& range, RowVisitor visit) = 0;

  // Buffered until commit; the last write to a key counts.
  void put(Bytes key, Bytes value) { writes_.put(std::move(key), std::move(value)); }
  void erase(Bytes key) { writes_.erase(std::move(key)); }
  // At commit the row becomes what its kind (KeyKinds) makes of what it is then and the operand,
  // although this transaction has not read it: so any number of transactions may merge into one key
  // and none conflicts. Not shown to the transaction itself.
  // REQUIRES: a merged key. Such a key is never put, and erased only by Engine::erase_range.
  void merge(Bytes key, Bytes operand) { writes_.merge(std::move(key), std::move(operand)); }
  // At commit the value is put under `prefix` and a stamp of eight bytes, big-endian, that the
  // engine gives: an entry of a log. Within one prefix, stamps grow in the order of the calls of
  // one transaction, and from a transaction to each that commits after it and has read or
  // overwritten what it wrote. Stamps are never used again, across restarts too, and need not be
  // dense; those of different prefixes are not comparable. Appends conflict with nobody, and are
  // not shown to the transaction itself.
  // REQUIRES: keys under the prefix are never put; any may erase them. They are read by read_log,
  // or by scan if an entry that is shown before a lower stamp does no harm.
  void append(Bytes prefix, Bytes value) { writes_.append(std::move(prefix), std::move(value)); }
  // Says what the transaction does to the space that data take, once for each thing it changes: if
  // all of them free some, an engine may take it although it takes no other writes for want of
  // space. An engine that knows no such want need not care.
  void frees_space() { writes_.note_freed(); }
  void takes_space() { writes_.note_taken(); }
  // Forgets the buffered writes: a commit then only asks whether the reads were of one moment,
  // which an engine whose reads always are knows without asking.
  void discard_writes() { writes_.clear(); }

  // What is to be done last; null: nothing. `run` (retry.h) asks for it.
  LastStep* last_step() const { return last_step_.get(); }
  void set_last_step(std::unique_ptr<LastStep> step) { last_step_ = std::move(step); }

  // Applies all writes at once, durably, or nothing. At most once for a transaction.
  // ERRORS: Conflict: nothing applied, a key read has changed. TooLarge: nothing applied, over
  // Limits. Unavailable: surely not applied. Unknown: may or may not have been applied.
  virtual Task<Status> commit() = 0;

 protected:
  // What get does, for keys that were not read ahead.
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

// What the engines inside this process take: far above what the layers over them ask for.
inline constexpr Limits kEmbeddedLimits{.key_bytes_max = 2048,
                                        .value_bytes_max = std::size_t{2} << 20,
                                        .transaction_bytes_max = std::size_t{128} << 20};

// Whether writes are taken, and if not, why not, in words for the person who runs the server.
struct WriteAvailability {
  bool accepts_writes = true;
  std::string reason;
};

class Checkpoints;
class Figures;
class KeyRotation;
class KeyWrap;
class Scrub;

// What not every engine can do. Null: this one cannot. They live as long as the engine.
struct Abilities {
  // Other programs may have the store open at the same time. False: this one has it alone, so all
  // that others have left there is of programs that have ended.
  bool is_shared = false;
  Checkpoints* checkpoints = nullptr;
  Figures* figures = nullptr;
  KeyRotation* key_rotation = nullptr;
  KeyWrap* key_wrap = nullptr;  // Also null if the store is not encrypted.
  Scrub* scrub = nullptr;
};

// THREADS: safe for concurrent calls. As a View it shows the newest committed state: it sees every
// write whose commit returned before the call began.
class Engine : public View {
 public:
  virtual const Limits& limits() const = 0;
  virtual Abilities abilities() { return {}; }
  // All reads of the answer are of one moment, which lies between this call and the end of the
  // first of them: a caller for whom the moment matters reads something at once.
  // THREADS of the answer: one thread at a time.
  virtual std::unique_ptr<View> snapshot() const = 0;
  // Whatever the transaction waits for, it waits no longer than until `deadline`, but for a commit
  // that is under way; after that it answers Unavailable. An engine that never waits need not care.
  virtual std::unique_ptr<Transaction> begin(MonotonicTime deadline) = 0;
  std::unique_ptr<Transaction> begin() { return begin(MonotonicTime::max()); }
  // Removes every key of the range. Durable and complete when it returns, and safe to repeat, but
  // not one atomic step, and no transaction conflicts with it: the caller keeps writers away.
  virtual Task<Status> erase_range(ByteView begin, ByteView end) = 0;
  virtual WriteAvailability write_availability() const = 0;
  // What was wrong with reads that failed within the last minute; empty if none did.
  virtual std::string read_trouble() const { return {}; }
};

}  // namespace partita::engine
