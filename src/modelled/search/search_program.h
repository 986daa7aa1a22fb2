#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/definition/model.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/search/search_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/keys/key_space.h"

namespace partita::search {

// One write of one item. Owns nothing.
struct IndexedChange {
  ByteView key;  // Of the item in the engine: keys::item_key().
  std::optional<ItemView> before;
  std::optional<ItemView> after;
};

// Keeps the searches of one table: an item is found by its words, and no longer by its old ones,
// from the commit of its write on. As RollupProgram, in the transaction that writes an item:
// `admit`, then `buffer`. All rows are put, erased or merged without being read, so writers of
// different items neither wait nor conflict.
// THREADS: safe for concurrent calls.
class SearchProgram {
 public:
  static constexpr std::size_t kSearchesMax = 64;

  // Of the searches that are live and of this table.
  // REQUIRES: as RollupProgram::compile.   ERRORS: InvalidArgument if there are too many.
  static Result<std::unique_ptr<SearchProgram>> compile(const model::Model& model,
                                                        const model::Table& table,
                                                        keys::TableId table_id,
                                                        rollups::EntityOf entity_of);

  // Reads which searches are built already; without it every write asks again.
  Task<Status> load(const engine::View& view) const;

  std::span<const SearchPlan> plans() const { return plans_; }
  // The plan of that search, or null.
  const SearchPlan* find(std::string_view search) const;
  keys::TableId table() const { return table_; }

  // As RollupProgram::admit.
  Task<Result<rollups::Admission>> admit(engine::Transaction& transaction, ByteView item_key) const;
  // As RollupProgram::buffer.
  void buffer(engine::Transaction& transaction, const IndexedChange& change,
              const rollups::Admission& admission) const;

  // The rows of the item; nullopt if it is no row of the search's entity.
  std::optional<Document> document(const SearchPlan& plan, ByteView item_key,
                                   const ItemView& item) const;

  // For the builder: all items are in the index from now on.
  bool is_all_built() const { return built_.load() == all_built(); }
  bool is_built(std::size_t plan) const { return (built_.load() >> plan & 1) != 0; }
  void mark_built(std::size_t plan) const { built_.fetch_or(std::uint64_t{1} << plan); }

 private:
  SearchProgram(keys::TableId table, rollups::EntityOf entity_of)
      : table_(table), entity_of_(std::move(entity_of)) {}
  std::uint64_t all_built() const;
  Task<Result<rollups::Admission>> admit_building(engine::Transaction& transaction,
                                                  ByteView item_key, std::uint64_t built) const;

  keys::TableId table_;
  rollups::EntityOf entity_of_;
  std::vector<SearchPlan> plans_;
  // A bit for each plan. Being built is never taken back, so a set bit needs no reading.
  mutable std::atomic<std::uint64_t> built_{0};
};

}  // namespace partita::search
