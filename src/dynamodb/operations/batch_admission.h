#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dynamodb/operations/context.h"
#include "partita/base/error.h"
#include "partita/base/result.h"
#include "store/items/item_change.h"
#include "store/transactions/item_group.h"

namespace partita::operations {

// Which members of a batch of writes find throughput, and what they take of it. Those that find
// none are left for the next request.
// THREADS: one thread at a time.
class BatchAdmission {
 public:
  // REQUIRES: context and group outlive this.
  BatchAdmission(const Context& context, const transactions::ItemGroup& group)
      : context_(context), group_(group), members_(group.size()) {}

  // Takes units for the next member, before anything is written.
  void ask(std::size_t member, double units_min);
  // An attempt begins: what indexes have refused in one before it is void.
  void begin();
  // Whether the member is written. Asks the indexes that the change touches.
  bool admits(std::size_t member, const items::ItemChange& change);
  bool is_left(std::size_t member) const { return members_[member].is_left; }
  bool has_left() const { return refusal_.has_value(); }
  // AWS: a batch fails only if none of its members can be written.
  // ERRORS: why the last member was left, if all were.
  Status check() const;
  // Once the batch is committed: takes what it has cost beyond that.
  void charge() const;

 private:
  struct OfMember {
    double admitted = 0;
    bool is_refused = false;  // By its table.
    bool is_left = false;
  };

  const Context& context_;
  const transactions::ItemGroup& group_;
  std::vector<OfMember> members_;
  std::optional<Error> refusal_;  // The last one.
};

}  // namespace partita::operations
