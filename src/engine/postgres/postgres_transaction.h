#pragma once

#include "engine/postgres/commit_plan.h"
#include "engine/postgres/operand_folder.h"
#include "engine/postgres/row_pages.h"
#include "engine/postgres/session.h"

namespace partita::engine {

// What reads and transactions of one engine work with.
struct PostgresParts {
  ConnectionPool& pool;
  OperandFolder& folder;
  KeyKinds kinds;
  std::int64_t stamp_base;
};

inline constexpr Limits kPostgresLimits{.key_bytes_max = 2048,
                                        .value_bytes_max = std::size_t{2} << 20,
                                        .transaction_bytes_max = std::size_t{128} << 20};

// Reads in one batch, commits in another.
class PostgresTransaction final : public Transaction {
 public:
  PostgresTransaction(const PostgresParts& parts, MonotonicTime deadline)
      : parts_(parts), session_(parts.pool, kChecked, deadline), deadline_(deadline) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override;
  Task<Status> commit() override;

 private:
  static constexpr Session::Kind kChecked{PoolLane::Transactions, Sql::BeginChecked};
  static constexpr Session::Kind kBlind{PoolLane::Transactions, Sql::BeginBlind};

  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override;

  const PostgresParts parts_;
  Session session_;
  const MonotonicTime deadline_;
  ReadKeys reads_;
  bool is_committed_ = false;
};

}  // namespace partita::engine
