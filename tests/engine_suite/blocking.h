#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "engine/engine.h"

// The engine's calls as a test likes them: waiting for the answer, with copies of the bytes, and
// for one key where that is all a test needs. A read that fails stops the test program.
namespace partita::engine {

using MaybeBytes = std::optional<Bytes>;

struct Row {
  Bytes key;
  Bytes value;
  friend bool operator==(const Row&, const Row&) = default;
};

std::vector<MaybeBytes> get_all(const View& view, const std::vector<Bytes>& keys);
std::vector<MaybeBytes> get_all(Transaction& transaction, const std::vector<Bytes>& keys);
MaybeBytes get(const View& view, const Bytes& key);
MaybeBytes get(Transaction& transaction, const Bytes& key);

// The rows of the range, at most `rows_max` of them.
std::vector<Row> rows(const View& view, const Range& range, std::size_t rows_max = SIZE_MAX);
std::vector<Row> all_rows(const View& view);
std::vector<Bytes> keys_of(const std::vector<Row>& rows);

Status commit(Transaction& transaction);
Status put(Engine& engine, Bytes key, Bytes value);
Status erase(Engine& engine, Bytes key);
Status erase_range(Engine& engine, const Bytes& begin, const Bytes& end);

// The kind of the error, or none if all went well.
std::optional<ErrorKind> kind_of(const Status& status);

// Bytes for a message: "a\x00b", long ones cut.
std::string printable(ByteView bytes);
std::string printable(const MaybeBytes& bytes);

void PrintTo(const Row& row, std::ostream* out);

}  // namespace partita::engine
