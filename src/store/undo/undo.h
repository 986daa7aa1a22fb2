#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/history/author.h"
#include "store/undo/undo_plan.h"

namespace partita::undo {

// Takes changes of a table back. Each item is written only if it is still what was looked at; its
// types, unique values and references are checked as ever, steps of lifecycles are not asked for:
// it goes back. What is written has a history of its own, by Author::Kind::Undo, so it can be taken
// back, too.
//
// The latest changes go first, up to a hundred items in one transaction: what one transaction has
// done is taken back by one. If it is cut off in between, the same question does the rest.
// THREADS: one thread at a time.
class Undo {
 public:
  // REQUIRES: all but the table outlives this; the table keeps its history.
  Undo(engine::Engine& engine, const catalog::Catalog& catalog, catalog::TablePointer table,
       history::Author author)
      : engine_(engine), catalog_(catalog), table_(std::move(table)), author_(author) {
    author_.kind = history::Author::Kind::Undo;
  }

  // What a plan may hold in memory: the items as they are and as they are to be.
  static constexpr std::size_t kPlanBytesMax = std::size_t{256} << 20;

  // ERRORS: TooLarge if the changes are of more items, or of larger ones together; Corrupt; those
  // of the engine.
  Task<Result<UndoPlan>> plan(const UndoQuestion& question, std::size_t items_max,
                              std::size_t bytes_max = kPlanBytesMax) const;
  // Asks the rules about what is Ready, if it is little enough. Changes nothing that is stored.
  Task<Status> try_out(UndoPlan& plan) const;
  // Does what is Ready.
  // ERRORS: those of the engine, if nothing was done; else UndoPlan::stopped tells them.
  Task<Status> carry_out(const UndoQuestion& question, UndoPlan& plan) const;

 private:
  enum class Purpose { Trial, Commit };
  using Chunk = std::vector<UndoneItem*>;

  std::int64_t now() const { return catalog_.commit_times().now(); }
  static std::vector<Chunk> chunks_of(UndoPlan& plan);
  Task<Status> write(Chunk chunk, Purpose purpose) const;
  // One transaction of all that are still Ready. True if another one was refused by the rules.
  Task<Result<bool>> write_once(const Chunk& chunk, Purpose purpose) const;
  Task<Status> tell_who_was_faster(const UndoQuestion& question, UndoPlan& plan) const;

  engine::Engine& engine_;
  const catalog::Catalog& catalog_;
  catalog::TablePointer table_;
  history::Author author_;
};

}  // namespace partita::undo
