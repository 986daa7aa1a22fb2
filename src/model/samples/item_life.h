#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/samples/image.h"
#include "model/samples/item_values.h"
#include "model/samples/population.h"
#include "model/samples/story.h"
#include "model/samples/write.h"

namespace partita::samples {

// The life of one item: its creation, then one write after the other.
class ItemLife {
 public:
  // Nullopt if the item cannot be: it must name another, and there is none yet.
  static std::optional<ItemLife> begin(const Population& population, const Story& story,
                                       const ItemId& item);

  // The write that creates the item.
  Write creation() const;
  // The next write of an item that was created; nullopt if no other comes before the end.
  std::optional<Write> next();

 private:
  ItemLife(const Population& population, const Story& story, const ItemId& item)
      : population_(&population),
        story_(&story),
        item_(item),
        instant_(population.created_at(item)) {}

  std::optional<Item> first_image() const;
  bool add_references(Item& item, ItemValues& values) const;
  bool is_wanted(const model::Attribute& attribute, const Item& item) const;
  std::optional<Write> next_state();
  std::optional<Write> same_state();
  model::Duration wait_before_step() const;
  model::Instant told_at(model::Instant instant) const;
  Write update(Item changes, bool by_server) const;
  std::optional<Write> next_version();
  Item changes_of(const model::Transition& transition, bool is_last, model::Instant instant) const;

  const Population* population_;
  const Story* story_;
  ItemId item_;
  model::Instant instant_;  // Of the newest write.
  Item created_;
  std::optional<Image> image_;
  std::vector<std::string> path_;
  std::size_t steps_ = 0;  // States and versions behind the first.
};

}  // namespace partita::samples
