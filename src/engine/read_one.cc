#include "engine/read_one.h"

namespace partita::engine {

Task<Result<std::optional<Bytes>>> read_one(Transaction& transaction, ByteView key) {
  std::optional<Bytes> found;
  const auto keep = [&](std::size_t, std::optional<ByteView> value) {
    if (value) found = Bytes(*value);
  };
  Status read = co_await transaction.get({&key, 1}, keep);
  CO_TRY(read);
  co_return found;
}

}  // namespace partita::engine
