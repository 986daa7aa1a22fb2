#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/postgres/libpq_handles.h"
#include "engine/postgres/sql.h"
#include "partita/base/bytes.h"
#include "partita/base/error.h"

namespace partita::engine {

// Statements that are sent together and answered together: one way to the server and back. If one
// fails, those behind it are not run.
// LIFETIME: bytes that were not handed over with `keep` stay until the answer is there.
class SqlBatch {
 public:
  struct Step {
    Sql sql;
    std::vector<ByteView> parameters;
  };

  void add(Sql sql, std::initializer_list<ByteView> parameters = {}) {
    steps_.push_back({sql, parameters});
  }
  // Bytes that live as long as the batch.
  ByteView keep(Bytes bytes) { return kept_.emplace_back(std::move(bytes)); }
  // A bigint as a parameter.
  ByteView number(std::int64_t value);

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t size() const { return steps_.size(); }
  // Whether it ends a transaction that it may have changed something in.
  bool commits() const { return !steps_.empty() && steps_.back().sql == Sql::Commit; }

 private:
  std::vector<Step> steps_;
  std::deque<Bytes> kept_;
};

// Why a batch was not done.
struct SqlFailure {
  enum class Moment : std::uint8_t {
    BeforeSending,  // Nothing of it was done.
    BeforeCommit,   // The server has refused a statement, so it has undone all of it.
    AtCommit,       // The server has refused to commit, or did it with a warning.
    Lost            // The connection was lost, or the server does not answer.
  };
  Moment moment;
  std::string sqlstate;  // Of what the server has refused; empty if the server did not say.
  std::string message;
};

// What a caller is told of it. `commits`: the batch was to end a transaction with writes.
Error error_from(const SqlFailure& failure, bool commits);

// The results of the statements that were run, in their order; all of them if there is no failure.
struct SqlAnswer {
  std::vector<ResultHandle> results;
  std::optional<SqlFailure> failure;
};

}  // namespace partita::engine
