#pragma once

#include <map>
#include <vector>

#include "engine/postgres/sql_batch.h"
#include "engine/write_set.h"
#include "partita/base/random.h"

namespace partita::engine {

// What a transaction has read and must find again when it commits: whether the key was there.
using ReadKeys = std::map<Bytes, bool, std::less<>>;

// The statements of a commit: a guard for each key that was read, and the writes, all of them in
// the order of their keys, because transactions that lock rows in one order never wait for each
// other in a circle.
//
//   read as present, and put or erased    UPDATE, DELETE: refused if it was changed since
//   read as absent, and put               INSERT: refused if it is there
//   read as present                       SELECT ... FOR SHARE: refused if it was changed
//   read as absent, erased or not         INSERT and DELETE: refused if it is there
//   not read, and put                     INSERT ... ON CONFLICT DO UPDATE
//   not read, and erased                  DELETE, and a mark that is refused if there is a row that
//                                         the transaction cannot see
class CommitPlan {
 public:
  // REQUIRES: all of it outlives the batch.
  CommitPlan(const ReadKeys& reads, const std::vector<WriteSet::Write>& writes);

  // Whether it may overwrite what came after it has begun, because nothing depends on that.
  bool is_blind() const { return is_blind_; }
  // ERRORS: TooLarge if there are more appends than stamps for them.
  Status check() const;
  void add_to(SqlBatch& batch, std::int64_t stamp_base, Random& random) const;

 private:
  struct Planned {
    const bool* was_present = nullptr;       // Null: not read.
    const WriteSet::Write* write = nullptr;  // Null: not written.
  };

  void add_row(SqlBatch& batch, ByteView key, const Planned& planned) const;

  std::map<ByteView, Planned> rows_;
  std::vector<const WriteSet::Write*> merges_;
  std::vector<const WriteSet::Write*> appends_;
  bool is_blind_;
};

}  // namespace partita::engine
