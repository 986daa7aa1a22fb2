#include "store/calendar/last_date.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_space.h"

namespace partita::calendar {
namespace {

using std::chrono::milliseconds;

Bytes row_key() { return keys::metadata_key("last-date"); }

// A date before 1970 is no date that anybody has seen.
Bytes encode(WallTime date) {
  const auto count = std::chrono::floor<milliseconds>(date.time_since_epoch()).count();
  auto number = static_cast<std::uint64_t>(std::max<milliseconds::rep>(count, 0));
  Bytes bytes(sizeof(number), '\0');
  for (std::size_t i = bytes.size(); i > 0; number >>= 8) bytes[--i] = static_cast<char>(number);
  return bytes;
}

Result<WallTime> decode(ByteView bytes) {
  // What the clocks of C++ can count in nanoseconds: until the year 2262.
  constexpr auto kLast =
      std::chrono::duration_cast<milliseconds>(WallTime::max().time_since_epoch());
  if (bytes.size() != sizeof(std::uint64_t)) return Error::corrupt("the stored date is damaged");
  const auto number = keys::KeyReader(bytes).integer<std::uint64_t>();
  if (number > static_cast<std::uint64_t>(kLast.count())) {
    return Error::corrupt("the stored date is damaged");
  }
  return WallTime(milliseconds(number));
}

}  // namespace

Task<Result<std::optional<WallTime>>> read_last_date(const engine::View& view) {
  const Bytes key = row_key();
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return std::optional<WallTime>();
  auto date = decode(**stored);
  CO_TRY(date);
  co_return std::optional(*date);
}

Task<Status> write_last_date(engine::Engine& engine, WallTime date) {
  const auto body = [date](engine::Transaction& transaction) {
    transaction.put(row_key(), encode(date));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::calendar
