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

#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"
#include "store/keys/growing_time.h"
#include "store/table_imports/import_log.h"
#include "store/table_imports/import_maker.h"
#include "store/table_imports/import_record.h"
#include "store/table_imports/import_rows.h"

namespace partita::table_imports {

// AWS: how many may be under way, how long they are known, and how long a token counts.
inline constexpr std::size_t kImportsUnderWayMax = 50;
inline constexpr std::int64_t kImportKnownMs = 90LL * 24 * 60 * 60 * 1000;
inline constexpr std::int64_t kImportTokenMs = 8LL * 60 * 60 * 1000;
// How many of them are worked on at a time. Each needs the memory of two pieces of an object.
inline constexpr std::size_t kImportsAtOnce = 2;

enum class ImportAdmission {
  Begun,
  Known,         // The token has been used for this table: this is that import.
  TokenIsTaken,  // It has been used for another table.
  TooMany,
};

struct AdmittedImport {
  ImportAdmission admission = ImportAdmission::Begun;
  ImportRecord record = {};  // Of Begun and Known.
};

struct ImportsOptions {
  places::ObjectPlace* place = nullptr;           // Null: there are no buckets.
  const records::ItemReaders* readers = nullptr;  // The same.
  std::optional<std::filesystem::path> logs = {};
};

// The imports of all tables, and the jobs that make them: imports, import-records, import/TABLE/ID.
// THREADS: safe for concurrent calls.
class Imports {
 public:
  // REQUIRES: all of it outlives this; the jobs have stopped before this ends, and the place is
  // closed.
  Imports(engine::Engine& engine, catalog::Catalog& catalog, Random& random, jobs::Jobs& jobs,
          ImportsOptions options)
      : engine_(engine),
        catalog_(catalog),
        random_(random),
        jobs_(jobs),
        options_(std::move(options)),
        logs_(options_.logs) {}
  Imports(const Imports&) = delete;
  Imports& operator=(const Imports&) = delete;

  // Whether there are buckets to import from.
  bool has_place() const { return options_.place != nullptr && options_.readers != nullptr; }

  // Adds the jobs, also those of what a stopped program left undone.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> add_jobs();

  // The import that the token was used for, if it still counts. Known, TokenIsTaken or nullopt.
  Task<Result<std::optional<AdmittedImport>>> find_by_token(const std::string& token,
                                                            std::string_view table) const;
  // Begins an import: `wish` has the request, with a token, and the table.
  // ERRORS: those of the engine.
  Task<Result<AdmittedImport>> create(ImportRecord wish);
  // Nullopt if there is none.   ERRORS: Corrupt; those of the engine.
  Task<Result<std::optional<ImportRecord>>> find(std::string_view id) const {
    return read_import(engine_, id);
  }
  // As read_imports.
  Task<Result<std::vector<ImportRecord>>> list(const ImportQuery& query) const {
    return read_imports(engine_, query);
  }

 private:
  std::int64_t now() const;
  Task<Status> look_for_work();
  Task<Result<jobs::Turn>> look_again();
  Task<Result<jobs::Turn>> forget_old();
  void add_maker(const ImportRecord& record);
  Task<Result<jobs::Turn>> work_on(std::string id, ImportMaker& maker);
  bool take_slot(const std::string& id);
  void leave_slot(const std::string& id);

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  Random& random_;
  jobs::Jobs& jobs_;
  const ImportsOptions options_;
  const ImportLogs logs_;
  keys::GrowingTime times_;  // Of names.
  mutable Mutex mutex_;
  // Kept here, too, because one that ends waits for its errand, which must not happen while the
  // jobs are locked.
  std::map<std::string, std::shared_ptr<ImportMaker>> makers_ PARTITA_GUARDED_BY(mutex_);
  std::set<std::string> at_work_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::table_imports
