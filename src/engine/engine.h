#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/write_set.h"
#include "partita/base/bytes.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// What a database stands on: an ordered map of byte strings with conflict-checked point reads,
// snapshot range reads and atomic commits of many keys. Nothing here knows what the bytes mean.
//
// Reads hand over views of the stored bytes that are valid only inside the visitor, so that an
// engine need not copy a value that is only filtered, projected or printed. An engine that can
// answer at once (memory, RocksDB) returns a ready Task; one that waits for a socket suspends.
namespace partita::engine {

enum class Direction { Forward, Backward };
enum class Visit { Continue, Stop };

// The keys from `begin` (included) to `end` (excluded), in byte order or against it.
struct Range {
  ByteView begin;
  // No end means: to the last key there is.
  std::optional<ByteView> end;
  Direction direction = Direction::Forward;
  // How many rows the reader will want at most; an engine on a network asks for no more.
  std::size_t rows_hint = SIZE_MAX;
};

using ValueVisitor = FunctionRef<void(std::size_t index, std::optional<ByteView> value)>;
using RowVisitor = FunctionRef<Visit(ByteView key, ByteView value)>;

// Something that can be read.   THREADS: safe for concurrent calls.
class View {
 public:
  virtual ~View() = default;

  // Calls `visit` once for each key, in the order given; an absent key has no value.
  // ERRORS: Corrupt if stored bytes are damaged, Unavailable if the engine cannot be reached.
  virtual Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const = 0;

  // Calls `visit` for each row of the range until it says Stop. All rows of one call are of one
  // moment: a commit is in them wholly or not at all.
  virtual Task<Status> scan(const Range& range, RowVisitor visit) const = 0;
};

// One attempt at a change: read, decide, buffer writes, commit. Destroying it abandons it.
// THREADS: one thread at a time; any number of transactions at once.
class Transaction {
 public:
  virtual ~Transaction() = default;

  // As View::get, and remembers the keys (absent ones too): commit fails with Conflict if one of
  // them is no longer as it was read; it may also fail if one was written and is as before. Sees
  // the transaction's own writes.
  virtual Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) = 0;

  // Buffered until commit; the last write to a key counts.
  void put(Bytes key, Bytes value) { writes_.put(std::move(key), std::move(value)); }
  void erase(Bytes key) { writes_.erase(std::move(key)); }
  // At commit the row becomes combine(what it is then, operand), although this transaction has not
  // read it: so any number of transactions may merge into one key and none conflicts. Not shown to
  // the transaction itself. REQUIRES: a key that is merged is never put.
  void merge(Bytes key, Bytes operand, Combine combine) {
    writes_.merge(std::move(key), std::move(operand), combine);
  }
  // At commit the value is put under `prefix` and a stamp of eight bytes, big-endian, that the
  // engine gives: an entry of a log. Stamps grow in the order in which commits can be seen, across
  // restarts too, and in the order of the calls within one transaction. So whoever has read the
  // entries up to a stamp will never find one before it that was not there. Appends conflict with
  // nobody, and are not shown to the transaction itself.
  // REQUIRES: keys under the prefix are never put, and no transaction reads them; any may erase.
  void append(Bytes prefix, Bytes value) { writes_.append(std::move(prefix), std::move(value)); }
  // Says what the transaction does to the space that data take, once for each thing it changes: if
  // all of them free some, an engine may take it although it takes no other writes for want of
  // space. An engine that knows no such want need not care.
  void frees_space() { writes_.note_freed(); }
  void takes_space() { writes_.note_taken(); }
  // Forgets the buffered writes: a commit then only asks whether the reads were of one moment.
  void discard_writes() { writes_.clear(); }

  // Applies all writes at once, durably, or nothing. At most once for a transaction.
  // ERRORS: Conflict: nothing applied, a key read has changed. TooLarge: nothing applied, over
  // Limits. Unavailable: surely not applied. Unknown: may or may not have been applied.
  virtual Task<Status> commit() = 0;

 protected:
  WriteSet writes_;
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

// THREADS: safe for concurrent calls. As a View it shows the newest committed state: it sees every
// write whose commit returned before the call began.
class Engine : public View {
 public:
  virtual const Limits& limits() const = 0;
  // All reads of the answer are of the moment of this call, however long it lives.
  virtual std::unique_ptr<View> snapshot() const = 0;
  virtual std::unique_ptr<Transaction> begin() = 0;
  // Removes every key of the range. Durable and complete when it returns, and safe to repeat, but
  // not one atomic step, and no transaction conflicts with it: the caller keeps writers away.
  virtual Task<Status> erase_range(ByteView begin, ByteView end) = 0;
  virtual WriteAvailability write_availability() const = 0;
  // What was wrong with reads that failed within the last minute; empty if none did.
  virtual std::string read_trouble() const { return {}; }
};

}  // namespace partita::engine
