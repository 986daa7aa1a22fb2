#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "modelled/audit/history_audit.h"
#include "modelled/audit/item_audit.h"
#include "modelled/audit/row_audit.h"
#include "modelled/audit/search_audit.h"
#include "modelled/audit/sync_audit.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

namespace partita::audit {

// Compares all that a table has, as of one moment: so writers go on and are not mistaken for
// damage. Its items first, then what can only be seen from the side of the other rows.
// THREADS: one thread at a time.
class TableAudit {
 public:
  // Fixes the moment; null if there is no such table any more, or nothing of it is to be compared.
  // REQUIRES: all of it outlives the answer.
  // ERRORS: Corrupt; those of the engine.
  static Task<Result<std::unique_ptr<TableAudit>>> open(const engine::Engine& engine,
                                                        const catalog::Catalog& catalog,
                                                        std::string_view name,
                                                        Disagreements& disagreements,
                                                        ReadWork& work);

  // Goes on; true: there is more to do.   ERRORS: Corrupt; those of the engine.
  Task<Result<bool>> step();

  const catalog::Table& table() const { return *table_; }
  const engine::View& moment() const { return *moment_; }
  // Once it is done.
  const catalog::Counts& counts() const { return items_->counts(); }

 private:
  TableAudit(catalog::TablePointer table, std::unique_ptr<engine::View> moment,
             Disagreements& disagreements, ReadWork& work);

  Task<Status> prepare(const Clock& clock);
  Task<Result<ItemTerms>> terms(const Clock& clock) const;
  void add_row_audits();
  Task<Status> compare_rollups();

  const catalog::TablePointer table_;
  const std::unique_ptr<engine::View> moment_;
  const AuditedTable audited_;
  const enforcement::ModelRules* rules_ = nullptr;
  model::Instant rollup_date_{};
  std::unique_ptr<ItemAudit> items_;
  bool are_items_done_ = false;
  std::vector<std::unique_ptr<RowAudit>> rows_;  // The last one is next.
  bool are_rollups_done_ = false;
  std::vector<std::unique_ptr<SearchAudit>> searches_;  // The last one is next.
  std::unique_ptr<SyncAudit> syncs_;                    // Null: there are none, or it is done.
  std::unique_ptr<HistoryAudit> history_;               // The same.
};

}  // namespace partita::audit
