#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "modelled/search/search_program.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"

namespace partita::search {

// Puts the items that a table has when a search is added into its index, a few at a time in the
// order of their keys. How far it has come is stored in the same commits, so a restart goes on
// where it was. Writers and readers go on meanwhile, and every item is indexed exactly once
// (building::Plans).
// THREADS: one thread at a time, and one builder for a table, beside any number of writers.
class SearchBuilder {
 public:
  // REQUIRES: both outlive this.
  SearchBuilder(engine::Engine& engine, const SearchProgram& program)
      : engine_(engine), program_(program), walk_(engine) {}

  enum class Build { Continues, Done };

  // Indexes the next items, at most `items_max` and about a megabyte, for all searches that are
  // equally far. Done: there is nothing left to build.
  // ERRORS: as RollupBuilder::build_some.
  Task<Result<Build>> build_some(std::size_t items_max = 500);

  // How many items the last call has indexed.
  std::uint64_t items() const { return items_; }
  // How far the building has come, of `total` items.
  jobs::Progress progress(std::uint64_t total) const { return walk_.progress(total); }

 private:
  class Indexing;

  engine::Engine& engine_;
  const SearchProgram& program_;
  jobs::Walk walk_;
  std::uint64_t items_ = 0;
};

}  // namespace partita::search
