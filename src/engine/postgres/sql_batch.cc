#include "engine/postgres/sql_batch.h"

#include <fmt/format.h>

#include "partita/base/big_endian.h"

namespace partita::engine {
namespace {

using Moment = SqlFailure::Moment;

bool is_any_of(std::string_view sqlstate, std::initializer_list<std::string_view> beginnings) {
  for (const std::string_view beginning : beginnings) {
    if (sqlstate.starts_with(beginning)) return true;
  }
  return false;
}

// 40001 serialization, 40P01 deadlock, 23505 a key that was absent, 55P03 somebody else has held a
// row for too long. 40003 is of their class and says that nobody knows.
bool is_conflict(std::string_view sqlstate) {
  return is_any_of(sqlstate, {"40001", "40P01", "40002", "40000", "23505", "55P03"});
}

std::string text_of(const SqlFailure& failure) {
  if (failure.sqlstate.empty()) return fmt::format("the store: {}", failure.message);
  return fmt::format("the store answers: {} (SQLSTATE {})", failure.message, failure.sqlstate);
}

Error error_of_refusal(const SqlFailure& failure) {
  auto text = text_of(failure);
  if (is_conflict(failure.sqlstate)) return Error::conflict(std::move(text));
  if (is_any_of(failure.sqlstate, {"XX001", "XX002"})) return Error::corrupt(std::move(text));
  if (is_any_of(failure.sqlstate, {"54"})) return Error::too_large(std::move(text));
  return Error::unavailable(std::move(text));
}

}  // namespace

ByteView SqlBatch::number(std::int64_t value) {
  const auto bytes = big_endian(value);
  return keep(Bytes(bytes.data(), bytes.size()));
}

Error error_from(const SqlFailure& failure, bool commits) {
  const bool is_certain =
      failure.moment == Moment::BeforeSending || failure.moment == Moment::BeforeCommit;
  if (is_certain || !commits) return error_of_refusal(failure);
  const bool is_refused = failure.moment == Moment::AtCommit && is_conflict(failure.sqlstate);
  return is_refused ? error_of_refusal(failure) : Error::unknown(text_of(failure));
}

}  // namespace partita::engine
