#include "store/catalog/counter.h"

#include <fmt/format.h>

#include <utility>

#include "engine/read_one.h"
#include "partita/base/big_endian.h"
#include "store/keys/key_space.h"

namespace partita::catalog {

Bytes encode_counter(std::uint64_t number) {
  Bytes bytes;
  append_integer(bytes, number);
  return bytes;
}

Result<std::uint64_t> decode_counter(ByteView bytes) {
  if (bytes.size() != sizeof(std::uint64_t)) return Error::corrupt("a stored counter is damaged");
  return ByteReader(bytes).integer<std::uint64_t>();
}

Task<Result<std::uint32_t>> take_id(engine::Transaction& transaction, std::string_view name) {
  constexpr std::uint64_t kFirst = 1;
  Bytes key = keys::metadata_key(name);
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  auto id = *stored ? decode_counter(**stored) : Result<std::uint64_t>(kFirst);
  CO_TRY(id);
  if (*id > UINT32_MAX) {
    co_return Error::unavailable(fmt::format("all numbers of {} have been used", name));
  }
  transaction.put(std::move(key), encode_counter(*id + 1));
  co_return static_cast<std::uint32_t>(*id);
}

}  // namespace partita::catalog
