#include "engine_suite/blocking.h"

#include <fmt/format.h>

#include <cctype>

#include "partita/base/check.h"
#include "partita/base/task.h"

namespace partita::engine {
namespace {

// View::get is const and Transaction::get is not; otherwise they are one call.
template <typename Readable>
std::vector<MaybeBytes> read(Readable& readable, const std::vector<Bytes>& keys) {
  const std::vector<ByteView> views(keys.begin(), keys.end());
  std::vector<MaybeBytes> values;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    PARTITA_CHECK(index == values.size());
    values.push_back(value ? MaybeBytes(*value) : std::nullopt);
  };
  const Status status = sync_wait(readable.get(views, visit));
  PARTITA_CHECK(status.ok());
  PARTITA_CHECK(values.size() == keys.size());
  return values;
}

}  // namespace

std::vector<MaybeBytes> get_all(const View& view, const std::vector<Bytes>& keys) {
  return read(view, keys);
}

std::vector<MaybeBytes> get_all(Transaction& transaction, const std::vector<Bytes>& keys) {
  return read(transaction, keys);
}

MaybeBytes get(const View& view, const Bytes& key) { return read(view, {key}).front(); }

MaybeBytes get(Transaction& transaction, const Bytes& key) {
  return read(transaction, {key}).front();
}

std::vector<Row> rows(const View& view, const Range& range, std::size_t rows_max) {
  std::vector<Row> found;
  const auto visit = [&](ByteView key, ByteView value) {
    found.push_back({Bytes(key), Bytes(value)});
    return found.size() == rows_max ? Visit::Stop : Visit::Continue;
  };
  const Status status = sync_wait(view.scan(range, visit));
  PARTITA_CHECK(status.ok());
  return found;
}

std::vector<Row> all_rows(const View& view) { return rows(view, {}); }

std::vector<Bytes> keys_of(const std::vector<Row>& rows) {
  std::vector<Bytes> keys;
  for (const Row& row : rows) keys.push_back(row.key);
  return keys;
}

Status commit(Transaction& transaction) { return sync_wait(transaction.commit()); }

Status put(Engine& engine, Bytes key, Bytes value) {
  const auto transaction = engine.begin();
  transaction->put(std::move(key), std::move(value));
  return commit(*transaction);
}

Status erase(Engine& engine, Bytes key) {
  const auto transaction = engine.begin();
  transaction->erase(std::move(key));
  return commit(*transaction);
}

Status erase_range(Engine& engine, const Bytes& begin, const Bytes& end) {
  return sync_wait(engine.erase_range(begin, end));
}

std::optional<ErrorKind> kind_of(const Status& status) {
  if (status.ok()) return std::nullopt;
  return status.error().kind();
}

std::string printable(ByteView bytes) {
  constexpr std::size_t kShownMax = 40;
  std::string text = "\"";
  for (const char byte : bytes.substr(0, kShownMax)) {
    const auto code = static_cast<unsigned char>(byte);
    text += std::isprint(code) ? std::string(1, byte) : fmt::format("\\x{:02X}", code);
  }
  return text + (bytes.size() > kShownMax ? fmt::format("...\" ({} bytes)", bytes.size()) : "\"");
}

std::string printable(const MaybeBytes& bytes) {
  return bytes ? printable(ByteView(*bytes)) : "absent";
}

void PrintTo(const Row& row, std::ostream* out) {
  *out << printable(ByteView(row.key)) << " = " << printable(ByteView(row.value));
}

}  // namespace partita::engine
