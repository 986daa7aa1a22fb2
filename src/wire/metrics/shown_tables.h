#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "store/catalog/catalog.h"

namespace partita::metrics {

// What a table, one of its indexes, or all that have no place of their own are used for.
struct TableRow {
  std::string table;  // kOther for all that have no place, which no table can be called.
  std::string index;  // Empty: the table itself.
  catalog::Used used = {};
  catalog::Counts counts = {};
  double provisioned_read_units = 0;  // Zero where it is paid by request.
  double provisioned_write_units = 0;
};

// Which tables have figures of their own: at most kTablesMax, those that were there first, with at
// most kIndexesMax indexes in all. The rest is one sum. A table that has none gets none later, so
// that no figure ever goes back; those that are gone stay in the sum.
// THREADS: one thread at a time.
class ShownTables {
 public:
  static constexpr std::size_t kTablesMax = 100;
  static constexpr std::size_t kIndexesMax = 300;
  static constexpr std::string_view kOther = "(other)";

  // By name, the indexes behind their table, the sum of the rest last. Tells the catalog's usage to
  // forget what is gone.
  std::vector<TableRow> rows(const catalog::Catalog& catalog);

 private:
  void choose(std::span<const catalog::TablePointer> tables);

  std::set<catalog::Usage::Subject> shown_;
  std::set<catalog::Usage::Subject> others_;
};

}  // namespace partita::metrics
