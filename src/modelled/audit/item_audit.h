#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/formula/timestamp.h"
#include "modelled/audit/audited_table.h"
#include "modelled/building/position.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/rollups/contribution_rows.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/statistics.h"
#include "store/keys/key_range.h"

namespace partita::audit {

// What is to be expected of the rows beside the items of a table.
struct ItemTerms {
  // Every item that expires is in the queue, unless it did so this long ago (expiry_time.h).
  bool has_queue = false;
  std::uint64_t now_second = 0;
  const enforcement::ModelRules* rules = nullptr;  // Null: none, or they cannot be read.
  std::vector<bool> are_claimed = {};              // For each constraint: it is Complete.
  std::vector<building::Position> positions = {};  // Of each rollup.
  model::Instant rollup_date{};
  std::vector<building::Position> search_positions = {};  // Of each search.
};

// Walks over the items of a table, and looks for all that must be there because they are: entries
// of indexes, places in the TTL queue, claims of unique values, sizes of collections, rows of
// searches. Counts what
// the rows are compared with that can only be looked at from their own side (RowAudit).
// THREADS: one thread at a time.
class ItemAudit {
 public:
  // REQUIRES: what both refer to outlives this.
  ItemAudit(const AuditedTable& audited, ItemTerms terms);

  // The next items; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

  const catalog::Counts& counts() const { return counts_; }
  const Tally& of_index(std::size_t index) const { return indexes_[index]; }
  const Tally& of_constraint(std::size_t constraint) const { return constraints_[constraint]; }
  const Tally& of_collections() const { return collections_; }
  std::span<const rollups::ContributionTotals> totals() const { return totals_; }
  const Tally& of_search(std::size_t search) const { return searches_[search]; }
  // How many items a search has, and how many words each of its fields.
  const search::Counts& words_of_search(std::size_t search) const { return words_[search]; }

 private:
  // A row that must be there because an item is.
  struct Expected {
    Bytes key;
    std::optional<Bytes> value;  // Nullopt: the item as it is stored.
    std::size_t row = 0;         // Of the item.
    Aspect aspect = Aspect::Index;
    std::size_t number = 0;       // Of the index or the constraint.
    std::int64_t collection = 0;  // Of a collection: its bytes.
  };

  Task<Status> read_stretch();
  void look_at(std::size_t row);
  std::int64_t expect_entries(std::size_t row, const ItemView& item);
  void expect_place_in_queue(std::size_t row, const ItemView& item);
  void expect_claims(std::size_t row, const ItemView& item);
  void add_to_collection(std::size_t row, std::int64_t bytes);
  void finish_collection();
  void add_to_rollups(std::size_t row, const ItemView& item);
  void expect_words(std::size_t row, const ItemView& item);
  Task<Status> compare();
  void judge(const Expected& expected, std::optional<ByteView> stored);
  Tally& tally_of(const Expected& expected);
  std::string what_is_wrong(const Expected& expected, std::optional<ByteView> stored) const;

  const AuditedTable audited_;
  const ItemTerms terms_;
  const std::vector<rules::UniqueClaim> claims_;  // Of all constraints.
  keys::KeyRange rest_;
  bool is_last_ = false;
  std::vector<std::pair<Bytes, Bytes>> rows_;
  std::vector<Expected> expected_;
  std::vector<Tally> indexes_;
  std::vector<Tally> constraints_;
  Tally collections_;
  Tally queue_;
  std::optional<Expected> collection_;  // The one that the last item is in.
  std::vector<rollups::ContributionTotals> totals_;
  std::vector<Tally> searches_;  // Of each search: its postings.
  std::vector<search::Counts> words_;
  catalog::Counts counts_;
};

}  // namespace partita::audit
