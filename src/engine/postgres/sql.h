#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"

// Every statement that the engine sends while it works: the whole dialect. What is sent once, when
// a store is made, is in store_schema.cc.
//
// kv(k, v)            a row; entries of logs too
// kv_delta(k, id, v)  an operand that was merged into the row k and is not folded into it yet
namespace partita::engine {

enum class Sql : std::uint8_t {
  BeginBlind,    // For writes without reads and stamps: they conflict with nobody.
  BeginChecked,  // All reads are of one moment, and writes over what came later fail.
  BeginReading,  // The same, for one who only reads.
  AllowPauses,   // Within a transaction: it may stand still for long.
  Commit,
  Rollback,
  GetOne,       // key -> v
  GetMany,      // keys -> k, v
  GetMerged,    // keys -> k, v, 0 of a row and 1 of an operand
  PageForward,  // begin, end, rows, bytes -> as GetMerged, in order
  PageBackward,
  LogForward,  // begin, end, rows, bytes, stamp base -> k, v, the stamp that may still come
  LogBackward,
  Insert,        // key, value
  Update,        // key, value
  Upsert,        // key, value
  Erase,         // key
  EraseOrMark,   // key: erases a row, or puts one, so that one that cannot be seen is noticed
  Share,         // key: nobody changes the row before the commit
  Append,        // prefix, value, stamp base, number within the transaction
  Merge,         // key, id, operand
  LockFolded,    // keys -> k, v
  TakeOperands,  // keys -> k, v
  OperandKeys,   // after, rows -> k
  EraseChunk,    // begin, end, rows -> k
  EraseOperandChunk,
  NoteStamps,  // stamp base
  Ping,
};
inline constexpr std::size_t kSqlCount = static_cast<std::size_t>(Sql::Ping) + 1;

// As the server is told of it when a connection is opened.
struct SqlText {
  std::string name;
  std::string text;
  int parameters;
};
// `isolation` is that of checked transactions: "REPEATABLE READ", or weaker for a test that wants
// to see its checkers complain.
std::array<SqlText, kSqlCount> sql_texts(std::string_view isolation);

// A stamp := transaction:u44 number:u20. Transactions are numbered by the server, from the stamp
// base of the store on.
inline constexpr int kStampNumberBits = 20;
inline constexpr std::size_t kAppendsMax = std::size_t{1} << kStampNumberBits;

// An array of bytea as the server reads it.
Bytes encode_keys(const ByteView* keys, std::size_t count);

}  // namespace partita::engine
