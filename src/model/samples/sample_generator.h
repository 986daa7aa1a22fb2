#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "model/samples/item_life.h"
#include "model/samples/population.h"
#include "model/samples/story.h"
#include "model/samples/write.h"

namespace partita::samples {

// Sample data by the plans of a model's `fake` section: all writes in the order of their simulated
// time. The same model and settings give the same writes on every machine.
//
// Memory grows with the items whose lives overlap, not with all of them: what an item was is found
// out again from its number when others name it.
// THREADS: one thread at a time.
class SampleGenerator {
 public:
  // ERRORS: InvalidArgument if the plans cannot be followed (Population::create), or a required
  // text has a pattern that no text of ours matches: the plan must `choose` some.
  static Result<SampleGenerator> create(std::shared_ptr<const model::Model> model,
                                        const SampleSettings& settings);

  // The next write, or nullopt when all is done.
  std::optional<Write> next();

 private:
  // Something that is going to happen: the creation of an item, or the next write of one.
  struct Pending {
    model::Instant instant;
    std::uint64_t number = 0;  // Of two at one instant the older goes first.
    ItemId item;
    std::unique_ptr<ItemLife> walk;  // Null: the item is to be created.
    std::optional<Write> write;      // Of a walk.
  };
  struct Later {
    bool operator()(const Pending& left, const Pending& right) const {
      return left.instant != right.instant ? left.instant > right.instant
                                           : left.number > right.number;
    }
  };

  SampleGenerator(std::unique_ptr<const Population> population, const model::Model& model);

  void add_roots(const SamplePlan& plan);
  void add(model::Instant instant, const ItemId& item);
  void add_next_write(std::unique_ptr<ItemLife> walk, const ItemId& item);
  std::optional<Write> create_item(const ItemId& item);
  Pending take();

  std::unique_ptr<const Population> population_;  // Walks point to it, so it never moves.
  std::map<const SamplePlan*, Story> stories_;
  std::vector<Pending> pending_;  // A heap by Later.
  std::uint64_t numbers_ = 0;
};

}  // namespace partita::samples
