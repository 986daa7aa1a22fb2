#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modelled/archives/archive_maker.h"
#include "modelled/archives/archive_program.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

namespace partita::archives {

struct ArchivesOptions {
  std::string topic;  // Signalled when the rules of a table have changed.
  // The archives of all tables, by the rules that are in force.
  std::function<std::vector<std::shared_ptr<const ArchivePlan>>()> declared;
};

// What a person can ask about an archive.
struct ArchiveReport {
  ArchiveId id{};
  ArchiveLayout layout;
  bool is_declared = false;  // Otherwise what waits is still brought into files, and nothing comes.
  std::uint64_t waiting = 0;
  bool waits_more = false;             // There are more than were counted.
  std::optional<std::int64_t> oldest;  // When the first that waits went, in milliseconds.
  std::uint64_t files = 0;
  std::uint64_t items = 0;  // In files.
  std::uint64_t bytes = 0;
};

// All archives of a store, and the jobs that make files of what waits: archives, and
// archive/TABLE/ENTITY/ID for each.
// THREADS: safe for concurrent calls.
class Archives {
 public:
  // REQUIRES: all of it outlives this; the jobs have stopped before this ends, and the place is
  // closed.
  Archives(ArchiveTools tools, jobs::Jobs& jobs, ArchivesOptions options)
      : tools_(tools), jobs_(jobs), options_(std::move(options)) {}
  Archives(const Archives&) = delete;
  Archives& operator=(const Archives&) = delete;

  void add_jobs();

  // Those that are declared, and others that have items or files; the latter by their layouts.
  // ERRORS: Corrupt; those of the engine.
  Task<Result<std::vector<ArchiveReport>>> list() const;
  // All files of an archive, folder by folder.   ERRORS: Corrupt; those of the engine.
  Task<Result<std::vector<ArchiveFile>>> files(ArchiveId archive) const;
  // What waits now is brought into files at once, although it is not due.
  // ERRORS: those of the engine.
  Task<Status> flush(ArchiveId archive);

 private:
  Task<Result<jobs::Turn>> look_for_work();
  Task<Status> store_declared() const;
  Task<Result<std::vector<ArchiveId>>> read_ids() const;
  Task<Status> count(ArchiveReport& report) const;
  void add_maker(ArchiveId id, const ArchiveLayout& layout);
  Task<Result<jobs::Turn>> work_on(ArchiveId id, ArchiveMaker& maker);
  bool is_declared(ArchiveId id) const;

  const ArchiveTools tools_;
  jobs::Jobs& jobs_;
  const ArchivesOptions options_;
  mutable Mutex mutex_;
  // Kept here, too, because one that ends waits for its errand, which must not happen while the
  // jobs are locked.
  std::map<ArchiveId, std::shared_ptr<ArchiveMaker>> makers_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::archives
