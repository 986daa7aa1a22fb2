#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/history/net_changes.h"
#include "store/jobs/job.h"
#include "store/places/errand.h"
#include "store/places/place.h"
#include "store/table_exports/export_delivery.h"
#include "store/table_exports/export_formats.h"
#include "store/table_exports/export_record.h"

namespace partita::table_exports {

// What exports are made with. All of it outlives those who work with it.
struct ExportTools {
  engine::Engine& engine;
  catalog::Catalog& catalog;
  const Clock& clock;
  Random& random;
  // Null: exports wait for a program that has one.
  places::ObjectPlace* place = nullptr;
  const ExportFormats* formats = nullptr;
  // A file is full with the stretch of items that reaches this, before it is packed.
  std::size_t file_bytes = std::size_t{16} << 20;
};

// Writes the items of a table at a moment, or what has changed between two, into files of a bucket.
// Each file is a row of the store once it is in the bucket, with the last item that is in it: a
// restart goes on there, so each item is in one file that counts. While a file is on its way, the
// next one is read; no turn waits for the bucket.
// THREADS: one thread at a time.
class ExportMaker {
 public:
  // `wake` is called when a turn has something to do again, from any thread.
  ExportMaker(ExportTools tools, std::string id, std::function<void()> wake)
      : tools_(tools),
        id_(std::move(id)),
        wake_(std::move(wake)),
        last_success_(tools.clock.awake_or_asleep_now()) {}

  struct Step {
    std::size_t items = 0;
    bool is_waiting = false;  // For the bucket: `wake` will be called.
    bool is_done = false;     // The export is over, in one way or the other.
  };
  // ERRORS: those of the engine; Unavailable if the place does not answer. The next step tries the
  // same again.
  Task<Result<Step>> step();

  jobs::Progress progress() const;

 private:
  // False if there is nothing to be made.
  Task<Result<bool>> begin();
  void begin_anew();
  bool is_file_full() const { return text_.size() >= tools_.file_bytes; }
  bool can_read_on() const { return has_started_ && !has_all_ && !is_file_full(); }
  Task<Result<Step>> read_on();
  Task<Result<Step>> read_ahead();
  Task<Result<std::size_t>> read_items();
  Task<Result<std::size_t>> read_changes();
  Status add_change(const catalog::Table& table, const history::NetChange& change);
  Task<Result<Delivery>> next_delivery();
  Delivery take_file();
  void send();
  // ERRORS: Unavailable if the export is not as this program has left it.
  Task<Status> check_unchanged(engine::Transaction& transaction) const;
  // What was delivered is stored. True if the export is over with it.
  Task<Result<bool>> note_delivered();
  Task<Result<Step>> end_or_retry(Error error);
  Task<Result<Step>> fail(std::string code, std::string message);
  Task<Status> end(const ExportRecord& record);

  const ExportTools tools_;
  const std::string id_;
  const std::function<void()> wake_;
  MonotonicTime last_success_;  // When the bucket has taken something, or this began.
  bool has_begun_ = false;
  ExportRecord record_;
  std::uint32_t number_ = 0;  // Tells the files of this program from those of others.
  std::uint32_t files_ = 0;
  bool has_started_ = false;
  bool has_all_ = false;  // No items are behind those in `text_`.
  Bytes last_key_;        // Of the last item that was read.
  std::string text_;      // The lines of the next file.
  std::int64_t text_items_ = 0;
  std::int64_t text_size_bytes_ = 0;
  std::int64_t items_ = 0;  // Of all files that are there.
  std::int64_t size_bytes_ = 0;
  std::optional<Delivery> delivery_;  // On its way.
  places::Errand errand_;             // Works with what stands above, so it ends first.
};

}  // namespace partita::table_exports
