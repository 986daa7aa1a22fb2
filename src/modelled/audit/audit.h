#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "modelled/audit/stream_audit.h"
#include "modelled/audit/table_audit.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/catalog/statistics.h"

namespace partita::audit {

// Whether what is stored agrees with itself: the items of all tables with the entries of indexes,
// the queue of items that expire, unique values, rollups, sizes of collections, streams, history
// and counts. Changes nothing. A table, and each stream, is looked at as of one moment, so it may
// run beside any number of writers.
// THREADS: one thread at a time.
class Audit {
 public:
  // REQUIRES: both outlive this.
  Audit(const engine::Engine& engine, const catalog::Catalog& catalog);

  enum class Next {
    AtOnce,
    AfterRest,  // What was written in the meantime is to be counted first: a second is enough.
    Never,      // It is done.
  };
  // Does a little, some milliseconds.   ERRORS: Corrupt; those of the engine.
  Task<Result<Next>> step();

  const Disagreements& disagreements() const { return disagreements_; }
  const ReadWork& work() const { return work_; }
  // Of all tables, about.
  std::uint64_t items_total() const { return items_total_; }
  // The table that is being looked at; empty: none.
  const std::string& subject() const { return subject_; }

 private:
  // Counts that are compared at the end.
  struct Counted {
    keys::TableId id;
    std::string name;
    catalog::Counts found;
    catalog::Counts told;   // Before the moment.
    catalog::Counts moved;  // The same: all that was ever counted.
  };

  Task<Status> begin_table();
  Task<Status> end_table();
  Task<Status> begin_streams();
  Task<Status> begin_stream();
  void compare_counts();
  void compare_count(const Counted& counted);

  const engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  Disagreements disagreements_;
  ReadWork work_;
  std::uint64_t items_total_ = 0;
  std::string subject_;
  std::vector<std::string> tables_;  // That are left, the next one last.
  std::unique_ptr<TableAudit> table_;
  catalog::Counts told_;
  catalog::Counts moved_;
  std::vector<Counted> counted_;
  bool has_streams_ = false;
  std::vector<streams::StreamDescriptor> streams_;  // That are left, the next one last.
  catalog::TablePointer streamed_;
  std::unique_ptr<engine::View> moment_;  // Of the stream.
  std::unique_ptr<StreamAudit> stream_;
  bool has_rested_ = false;
};

}  // namespace partita::audit
