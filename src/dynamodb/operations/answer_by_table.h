#pragma once

#include <optional>
#include <vector>

#include "dynamodb/operations/capacity_answer.h"
#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/shape.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/items/item_change.h"

// The parts of answers that tell what a request over several tables has cost and touched, table by
// table, in the order in which the tables come up.
namespace partita::operations {

// AWS: transactions tell reads and writes apart, all other operations do not.
enum class CapacitySplit { None, Reads, Writes };

// REQUIRES: the tables outlive it.
class CapacityByTable {
 public:
  CapacityByTable(const CapacityChoice& choice, CapacitySplit split)
      : choice_(choice.value_or(api::ReturnConsumedCapacity::None)), split_(split) {}

  bool is_wanted() const { return choice_ != api::ReturnConsumedCapacity::None; }
  void add_read(const catalog::Table& table, double units);
  void add_write(const catalog::Table& table, const items::WriteUnits& units);
  // Nothing unless the client asks for it.
  std::optional<std::vector<api::ConsumedCapacity>> answer() const;

 private:
  struct Sum {
    const catalog::Table* table;
    items::WriteUnits units;
  };
  items::WriteUnits& sum_of(const catalog::Table& table);

  api::ReturnConsumedCapacity choice_;
  CapacitySplit split_;
  std::vector<Sum> sums_;
};

// Item collections that were written to, each once.
class CollectionsByTable {
 public:
  using Answer = api::Dictionary<std::vector<api::ItemCollectionMetrics>>;

  explicit CollectionsByTable(const MetricsChoice& choice) : choice_(choice) {}

  // `key` is the item or its key.
  void add(const catalog::Table& table, const ItemView& key,
           const std::optional<items::CollectionChange>& collection);
  // Nothing unless the client asks for it and a table has item collections.
  std::optional<Answer> answer() &&;

 private:
  MetricsChoice choice_;
  Answer tables_;
};

}  // namespace partita::operations
