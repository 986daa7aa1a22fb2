#include "engine/read_one.h"

namespace partita::engine {
namespace {

template <typename Readable>
Task<Result<std::optional<Bytes>>> read_from(Readable& readable, ByteView key) {
  std::optional<Bytes> found;
  const auto keep = [&](std::size_t, std::optional<ByteView> value) {
    if (value) found = Bytes(*value);
  };
  Status read = co_await readable.get({&key, 1}, keep);
  CO_TRY(read);
  co_return found;
}

}  // namespace

Task<Result<std::optional<Bytes>>> read_one(Transaction& transaction, ByteView key) {
  return read_from(transaction, key);
}

Task<Result<std::optional<Bytes>>> read_one(const View& view, ByteView key) {
  return read_from(view, key);
}

}  // namespace partita::engine
