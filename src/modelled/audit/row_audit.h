#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "modelled/audit/audited_table.h"
#include "modelled/enforcement/model_rules.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_range.h"

namespace partita::audit {

// Looks from their own side at rows that belong to items: no row may be there that no item asks
// for. If all rows that items ask for were found, it is enough to count them; only if there are
// more, or items could not be asked, each row is looked at.
// THREADS: one thread at a time.
class RowAudit {
 public:
  RowAudit(const AuditedTable& audited, keys::KeyRange range, const Tally& tally)
      : audited_(audited), range_(range), rest_(std::move(range)), tally_(tally) {}
  virtual ~RowAudit() = default;

  // The next rows; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

 protected:
  using Row = std::pair<Bytes, Bytes>;

  // Whether it is a row that items ask for.
  virtual bool is_of_item(ByteView) const { return true; }
  // Reports those of the rows that no item asks for.   ERRORS: those of the engine.
  virtual Task<Status> judge(const std::vector<Row>& rows) = 0;

  const AuditedTable audited_;

 private:
  Task<Result<bool>> count_some();
  Task<Result<bool>> judge_some();

  const keys::KeyRange range_;
  keys::KeyRange rest_;
  const Tally tally_;
  std::uint64_t counted_ = 0;
  bool is_counted_ = false;
};

// The entries of an index.
std::unique_ptr<RowAudit> audit_entries(const AuditedTable& audited, const catalog::Index& index,
                                        const Tally& tally);
// What is claimed for a constraint.
std::unique_ptr<RowAudit> audit_claims(const AuditedTable& audited,
                                       const enforcement::ModelRules& rules,
                                       const rules::UniqueClaim& constraint, const Tally& tally);
// The sizes of collections.
std::unique_ptr<RowAudit> audit_collections(const AuditedTable& audited, const Tally& tally);

}  // namespace partita::audit
