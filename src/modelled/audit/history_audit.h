#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "modelled/audit/audited_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/history_keys.h"

namespace partita::audit {

// Follows the checksums of what items were: each change must begin with what the one before it has
// made of the item, and the last one must have made the item that is there. A change that is
// missing, doubled or damaged breaks the chain. Goes over the items in the order of their keys,
// some at a time, through all days.
// THREADS: one thread at a time.
class HistoryAudit {
 public:
  // REQUIRES: the table keeps its history; what it refers to outlives this.
  explicit HistoryAudit(const AuditedTable& audited);

  // The changes of the next items; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

 private:
  // What the last change has made of an item.
  struct Chain {
    bool exists = false;
    std::uint32_t sum = 0;

    friend bool operator==(const Chain&, const Chain&) = default;
  };

  keys::HistoryPlace place(std::uint32_t day) const;
  Task<Status> find_days();
  Task<Result<std::optional<std::uint32_t>>> find_day(engine::Direction from) const;
  Task<Status> read_day(std::uint32_t day);
  // False: the entry is left for the next step.
  bool add(ByteView key, ByteView value);
  void leave_half_for_later();
  Task<Status> compare_with_items();
  void report(ByteView item_key, std::string what) const;

  const AuditedTable audited_;
  bool has_days_ = false;
  std::uint32_t first_day_ = 1;
  std::uint32_t last_day_ = 0;
  Bytes from_;  // All items up to it are passed; empty at the beginning.
  Bytes to_;    // The first item that is left for the next step; empty: none.
  std::map<Bytes, Chain> chains_;
};

}  // namespace partita::audit
