#pragma once

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
#include "modelled/building/plans.h"
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
// `building().admit`, then `buffer`. All rows are put, erased or merged without being read, so
// writers of different items neither wait nor conflict.
// THREADS: safe for concurrent calls.
class SearchProgram {
 public:
  static constexpr std::size_t kSearchesMax = building::Plans::kPlansMax;

  // Of the searches that are live and of this table.
  // REQUIRES: as RollupProgram::compile.   ERRORS: InvalidArgument if there are too many.
  static Result<std::unique_ptr<SearchProgram>> compile(const model::Model& model,
                                                        const model::Table& table,
                                                        keys::TableId table_id,
                                                        rollups::EntityOf entity_of);

  std::span<const SearchPlan> plans() const { return plans_; }
  // The plan of that search, or null.
  const SearchPlan* find(std::string_view search) const;
  keys::TableId table() const { return table_; }

  // Which of the plans are built, and who keeps an item while the others are.
  const building::Plans& building() const { return building_; }
  // As RollupProgram::buffer.
  void buffer(engine::Transaction& transaction, const IndexedChange& change,
              const building::Admission& admission) const;

  // The rows of the item; nullopt if it is no row of the search's entity.
  std::optional<Document> document(const SearchPlan& plan, ByteView item_key,
                                   const ItemView& item) const;

 private:
  SearchProgram(keys::TableId table, rollups::EntityOf entity_of)
      : table_(table), entity_of_(std::move(entity_of)) {}

  keys::TableId table_;
  rollups::EntityOf entity_of_;
  std::vector<SearchPlan> plans_;
  building::Plans building_;
};

}  // namespace partita::search
