#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "language/records/item_reader.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/job.h"
#include "store/places/errand.h"
#include "store/places/place.h"
#include "store/table_imports/import_batch.h"
#include "store/table_imports/import_log.h"
#include "store/table_imports/import_record.h"
#include "store/table_imports/object_feed.h"

namespace partita::table_imports {

// What an import is made with. All of it outlives those who work with it.
struct ImportTools {
  engine::Engine& engine;
  catalog::Catalog& catalog;
  const Clock& clock;
  places::ObjectPlace* place = nullptr;           // Null: there are no buckets.
  const records::ItemReaders* readers = nullptr;  // The same.
  const ImportLogs& logs;
};

// Reads the objects of an import, makes its table when the first listing is there, and fills it.
// Each batch of records is one transaction that also stores the place behind them and the counts,
// so that after a crash no record is counted twice or not at all. The table is Active when all is
// read. Objects are read beside the steps, so that a place that hangs keeps no thread.
// THREADS: one thread at a time.
class ImportMaker {
 public:
  // `wake` is called when a step that was waited for is worth while.
  ImportMaker(ImportTools tools, std::string id, std::function<void()> wake)
      : tools_(tools), id_(std::move(id)), wake_(std::move(wake)) {}

  struct Step {
    std::size_t items = 0;
    bool is_waiting = false;     // For the place: `wake` tells when it has answered.
    bool is_done = false;        // The import is over.
    std::string complaint = {};  // For the server's log.
  };
  // ERRORS: those of the engine and of the place; the next step tries the same again.
  Task<Result<Step>> step();

  jobs::Progress progress() const { return {.done = imported_, .total = {}}; }

 private:
  struct Failure {
    std::string code;
    std::string message;
  };

  // False: the import is over already, or not known.
  Task<Result<bool>> begin();
  void begin_feed();
  void fetch();
  // Takes what the errand has brought; a failure if the import can not go on for good.
  // ERRORS: those of the place.
  Result<std::optional<Failure>> take_fetched(Status outcome);
  // The table is there, and ours; else why the import has failed.
  Task<Result<std::optional<Failure>>> ensure_table();
  // Reads records until the batch is full or a piece is missing. False: it has read enough for one
  // step, and can go on.
  bool read_records(const catalog::Table& table);
  void use_piece(FedPiece piece);
  bool feed_more();
  void begin_object(const places::ObjectEntry& object);
  void end_object();
  Task<Result<Step>> write_batch(catalog::TablePointer table);
  // Several transactions if the engine takes no more at once; the last one has the progress.
  Task<Status> write_all(const catalog::TablePointer& table, const ImportProgress& after);
  Task<Status> write_some(const catalog::TablePointer& table,
                          std::span<const ImportBatch::Entry> entries, const ImportProgress* after);
  ImportProgress progress_after() const;
  Task<Result<Step>> finish(std::optional<Failure> failure);
  Task<Status> store_failure(Failure failure);
  Task<Status> write_record(const ImportRecord& record);
  Task<Status> activate_table();
  std::string complaint() const;
  // Forgets all that is not stored.
  void start_over();

  const ImportTools tools_;
  const std::string id_;
  const std::function<void()> wake_;
  ImportRecord record_;  // With the progress that is stored.
  bool has_begun_ = false;
  bool is_lost_ = false;  // It is not known what is stored: begin again.

  std::unique_ptr<ObjectFeed> feed_;
  std::shared_ptr<FedPiece> fetched_;            // Written by the errand.
  bool is_fetching_ = false;                     // Its outcome has not been taken.
  std::optional<FedPiece> piece_;                // Fetched, but its turn has not come.
  std::optional<places::ObjectEntry> object_;    // That is read, or was read last.
  std::unique_ptr<records::ItemReader> reader_;  // Of the object, while it is not over.
  std::uint64_t read_offset_ = 0;                // Of its text, however much of it was known.
  Bytes unread_;                                 // The piece that the reader is fed from,
  std::size_t used_ = 0;                         // and how much of it the reader has got.
  bool has_end_ = false;                         // The piece is the last one of the object.
  records::Place place_;                         // In the object, behind the last record.
  bool is_resumed_ = false;                      // The first object is gone on with.
  bool is_all_ = false;
  // Of the text of objects: how much is read and not in the stored progress, up to `counted_`.
  std::int64_t uncounted_bytes_ = 0;
  std::uint64_t counted_offset_ = 0;
  ImportBatch batch_;
  std::size_t entries_max_ = SIZE_MAX;  // Of a transaction: less once one was too large.
  std::uint64_t imported_ = 0;
  places::Errand errand_;  // Last: it works with the feed.
};

}  // namespace partita::table_imports
