#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "modelled/audit/audited_table.h"
#include "modelled/syncs/sync_keys.h"
#include "modelled/syncs/sync_program.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_range.h"

namespace partita::audit {

// Looks at the rows of the syncs of a table: each must be of one that there is and be readable, and
// every event that is held back must have an item that says until when, or it would wait for ever.
// THREADS: one thread at a time.
class SyncAudit {
 public:
  // REQUIRES: what the arguments refer to outlives this.
  SyncAudit(const AuditedTable& audited, const syncs::SyncProgram& program)
      : audited_(audited), program_(program), rest_(syncs::table_syncs_range(audited.table.id)) {}

  // The next rows; true: there are more.   ERRORS: those of the engine.
  Task<Result<bool>> step();

 private:
  void look_at(ByteView key, ByteView value);
  void look_at_held_event(const syncs::SyncKeyParts& parts);
  const syncs::SyncPlan* plan_of(const syncs::SyncRef& sync) const;
  void report(const syncs::SyncPlan* plan, std::string_view what) const;

  const AuditedTable audited_;
  const syncs::SyncProgram& program_;
  keys::KeyRange rest_;
  std::set<keys::KeyHash> held_;                // Items of the sync that is looked at.
  std::optional<syncs::SyncRef> last_;          // That sync.
  std::optional<syncs::SyncRef> last_unknown_;  // Told once.
};

}  // namespace partita::audit
