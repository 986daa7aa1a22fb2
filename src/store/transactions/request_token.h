#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "store/keys/key_hash.h"

// What is remembered of a ClientRequestToken: written in the transaction that it makes idempotent,
// so that both are there or neither, whatever happens in between.
namespace partita::transactions {

// AWS: "A client request token is valid for 10 minutes after the first request that uses it is
// completed." (API_TransactWriteItems)
inline constexpr std::chrono::minutes kTokenLifetime{10};

struct TokenRecord {
  // What a request cost that is only read again, table by table.
  struct TableUnits {
    std::string table_name;
    std::uint32_t read_units = 0;

    friend bool operator==(const TableUnits&, const TableUnits&) = default;
  };

  keys::KeyHash fingerprint;        // Of the request: equal only for equal requests.
  std::uint64_t applied_at_ms = 0;  // Since 1970.
  std::vector<TableUnits> tables = {};
  Bytes note = {};  // The first answer, in a form that the writer chooses; may be empty.

  // A record of the future is alive: rather refuse twice than apply twice if a clock was set back.
  bool is_alive(WallTime now) const;
  friend bool operator==(const TokenRecord&, const TokenRecord&) = default;
};

std::uint64_t milliseconds_of(WallTime time);

Bytes encode(const TokenRecord& record);
// ERRORS: Corrupt.
Result<TokenRecord> decode_token_record(ByteView bytes);

// The record that makes this request a repetition, or nullopt if the request is new: there is no
// record, or it has expired. No record expires while the date is in doubt: `now` is nullopt then.
// ERRORS: IdempotentParameterMismatch if the token was used for another request; Corrupt.
Result<std::optional<TokenRecord>> find_repetition(const std::optional<Bytes>& stored,
                                                   const keys::KeyHash& fingerprint,
                                                   std::optional<WallTime> now);

}  // namespace partita::transactions
