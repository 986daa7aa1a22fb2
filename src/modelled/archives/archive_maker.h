#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "modelled/archives/archive_formats.h"
#include "modelled/archives/archive_layout.h"
#include "modelled/archives/archive_rows.h"
#include "modelled/archives/waiting_items.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/job.h"
#include "store/places/errand.h"
#include "store/places/place.h"

namespace partita::archives {

// What archives are made with. All of it outlives those who work with it.
struct ArchiveTools {
  engine::Engine& engine;
  const Clock& clock;
  // Null: items wait for a program that has one.
  places::ObjectPlace* place = nullptr;
  const ArchiveFormats* formats = nullptr;
  BatchLimits limits = {};
};

// Makes files of what waits in one archive. A batch is fixed in a commit before its file is begun;
// the file is brought into the bucket under a name that only this batch has; then it becomes a row
// of the manifest, and only after that its items leave the store. So after a crash the same file is
// made again, under the same name, and every item is in one file that counts.
// THREADS: one thread at a time.
class ArchiveMaker {
 public:
  // `wake` is called when a turn has something to do again, from any thread.
  ArchiveMaker(ArchiveTools tools, ArchiveId archive, std::function<void()> wake)
      : tools_(tools), archive_(archive), wake_(std::move(wake)), waiting_(archive, tools.limits) {}

  // ERRORS: those of the engine and of the place; Corrupt; Unavailable without a place while items
  // wait. The next turn tries the same again.
  Task<Result<jobs::Turn>> step();

  // Nothing waits, and no file is being made: as of the last step.
  bool is_idle() const { return is_idle_; }

 private:
  Task<Status> load();
  enum class Choice { Batch, LookOn, Nothing };
  Task<Result<Choice>> choose();
  Task<Status> fix(const Batch& batch);
  Task<Result<std::int64_t>> due_before() const;
  Task<Status> read_some();
  void send();
  Status write();
  Task<Status> file();
  Task<Status> clear();
  Task<Status> check_batch(engine::Transaction& transaction) const;
  void begin_anew();

  const ArchiveTools tools_;
  const ArchiveId archive_;
  const std::function<void()> wake_;
  WaitingItems waiting_;
  bool is_loaded_ = false;
  bool is_idle_ = false;
  ArchiveLayout layout_;
  std::optional<Batch> batch_;
  std::vector<Bytes> items_;  // Of the batch, as far as they are read.
  std::size_t items_bytes_ = 0;
  std::uint64_t next_ = 0;  // The stamp to read on from.
  ArchiveFile file_;
  Bytes content_;          // Of the file, once it is made.
  places::Errand errand_;  // The last member: it ends first.
};

}  // namespace partita::archives
