#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"
#include "store/keys/growing_time.h"
#include "store/table_exports/export_maker.h"
#include "store/table_exports/export_record.h"
#include "store/table_exports/export_rows.h"

namespace partita::table_exports {

// AWS: how many may be under way, how long they are known, and how long a token counts.
inline constexpr std::size_t kExportsUnderWayMax = 300;
inline constexpr std::int64_t kExportKnownMs = 90LL * 24 * 60 * 60 * 1000;
inline constexpr std::int64_t kTokenMs = 8LL * 60 * 60 * 1000;
// How many of them are worked on at a time. Each needs the memory of two files or three.
inline constexpr std::size_t kExportsAtOnce = 2;

enum class ExportAdmission {
  Begun,
  Known,         // The token has been used for the same: this is that export.
  TokenIsTaken,  // It has been used for something else.
  NotKept,       // The table's history does not reach back so far, or is no longer kept.
  TableIsGone,
  TooMany,
};

struct Admitted {
  ExportAdmission admission = ExportAdmission::Begun;
  ExportRecord record;  // Of Begun and Known.
};

struct ExportsOptions {
  std::string topic;  // Of jobs that wait for the end of an export.
};

// The exports of all tables, and the jobs that make them: exports, export-records, export/TABLE/ID.
// THREADS: safe for concurrent calls.
class Exports {
 public:
  // REQUIRES: all of it outlives this; the jobs have stopped before this ends, and the place is
  // closed.
  Exports(ExportTools tools, jobs::Jobs& jobs, ExportsOptions options)
      : tools_(tools), jobs_(jobs), options_(std::move(options)) {}
  Exports(const Exports&) = delete;
  Exports& operator=(const Exports&) = delete;

  // Whether there are buckets to export to.
  bool has_place() const { return tools_.place != nullptr && tools_.formats != nullptr; }

  // Adds the jobs, also those of what a stopped program left undone.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> add_jobs();

  // The export that the token was used for, if it still counts. Known, TokenIsTaken or nullopt.
  Task<Result<std::optional<Admitted>>> find_by_token(std::string_view token,
                                                      ByteView fingerprint) const;
  // Begins an export of the table: `wish` says what is wanted; its id, table and state are set
  // here. All changes up to its moment will be in it, whenever it is made.
  // ERRORS: those of the engine.
  Task<Result<Admitted>> create(const catalog::TablePointer& table, ExportRecord wish,
                                Bytes fingerprint);
  // Nullopt if there is none.   ERRORS: Corrupt; those of the engine.
  Task<Result<std::optional<ExportRecord>>> find(std::string_view id) const {
    return read_export(tools_.engine, id);
  }
  // As read_exports.
  Task<Result<std::vector<ExportRecord>>> list(const ExportQuery& query) const {
    return read_exports(tools_.engine, query);
  }

 private:
  Task<Status> look_for_work();
  Task<Result<jobs::Turn>> look_again();
  Task<Result<jobs::Turn>> forget_old();
  void add_maker(const ExportRecord& record);
  Task<Result<jobs::Turn>> work_on(std::string id, ExportMaker& maker);
  bool take_slot(const std::string& id);
  void leave_slot(const std::string& id);
  Task<Result<std::optional<catalog::TablePointer>>> draw_line(const catalog::Table& table,
                                                               const ExportRecord& wish);
  Task<Status> admit(engine::Transaction& transaction, const catalog::Table& table,
                     const ExportRecord& record, const Bytes& fingerprint, Admitted& admitted);

  const ExportTools tools_;
  keys::GrowingTime times_;  // Of names.
  jobs::Jobs& jobs_;
  const ExportsOptions options_;
  mutable Mutex mutex_;
  // Kept here, too, because one that ends waits for its errand, which must not happen while the
  // jobs are locked.
  std::map<std::string, std::shared_ptr<ExportMaker>> makers_ PARTITA_GUARDED_BY(mutex_);
  std::set<std::string> at_work_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::table_exports
