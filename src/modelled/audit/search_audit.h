#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "modelled/audit/audited_table.h"
#include "modelled/search/counts.h"
#include "modelled/search/search_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_range.h"

namespace partita::audit {

// Looks at the rows of a search from their own side: no word may be there that no item has, and the
// frequency of each is the number of items that have it. Both stand in the order of words, so they
// are compared as they are read.
// THREADS: one thread at a time.
class SearchAudit {
 public:
  // `items` is what the items ask for, `totals` how many items and words there are.
  // REQUIRES: what the arguments refer to outlives this.
  SearchAudit(const AuditedTable& audited, const search::SearchPlan& plan, const Tally& items,
              search::Counts totals);

  // The next rows; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

 private:
  using TermCount = std::pair<Bytes, std::int64_t>;

  Task<Result<bool>> count_postings();
  Task<Status> compare_frequencies(const std::vector<TermCount>& counted);
  Task<Result<bool>> count_frequencies();
  Task<Status> compare_totals();
  void report(std::string what) const;

  const AuditedTable audited_;
  const search::SearchPlan& plan_;
  const Tally items_;
  search::Counts totals_;
  keys::KeyRange postings_;
  keys::KeyRange frequencies_;
  bool are_postings_done_ = false;
  std::optional<TermCount> open_;  // The word that the last posting was of.
  std::uint64_t rows_ = 0;
  std::uint64_t terms_ = 0;
  std::uint64_t frequency_rows_ = 0;
};

}  // namespace partita::audit
