#include "store/undo/undo_plan.h"

#include <algorithm>

#include "partita/value/item_view.h"
#include "store/items/table_extension.h"
#include "store/items/ttl_entry.h"

namespace partita::undo {
namespace {

using history::Author;
using history::ItemVersion;
using State = UndoneItem::State;

bool is_meant(const ItemVersion& version, const UndoQuestion& question) {
  return question.filter.takes(
      version.time,
      Author{.kind = version.author, .request = version.request, .access_key = version.access_key});
}

ItemVersion without_images(const ItemVersion& version) {
  ItemVersion bare = version;
  bare.before.reset();
  bare.after.reset();
  return bare;
}

bool is_servers_row(const catalog::Table& table, const UndoneItem& item) {
  if (table.extension == nullptr) return false;
  const auto& image = item.present ? item.present : item.wanted;
  return image && table.extension->is_servers_row(ItemView::from_valid(*image));
}

bool would_expire(const catalog::Table& table, const UndoneItem& item, std::int64_t now) {
  if (!item.wanted) return false;
  const auto second = items::expiry_second(table, ItemView::from_valid(*item.wanted));
  return second && *second <= static_cast<std::uint64_t>(now / 1000);
}

// How many changes, from the newest one that is meant, can go back together.
std::size_t run_of(const std::vector<ItemVersion>& changes, std::size_t newest,
                   const UndoQuestion& question) {
  if (question.is_newest_only) return 1;
  std::size_t end = newest + 1;
  while (end < changes.size() && is_meant(changes[end], question)) ++end;
  return end - newest;
}

}  // namespace

std::optional<UndoneItem> plan_item(const catalog::Table& table, const Bytes& key,
                                    const history::ItemVersions& versions,
                                    const UndoQuestion& question, std::int64_t now) {
  const auto& changes = versions.changes;
  const auto meant = std::ranges::find_if(
      changes, [&](const ItemVersion& version) { return is_meant(version, question); });
  if (meant == changes.end()) return std::nullopt;
  const auto newest = static_cast<std::size_t>(meant - changes.begin());
  const std::size_t run = run_of(changes, newest, question);
  UndoneItem item{.key = key, .present = changes.front().after};
  item.wanted = changes[newest + run - 1].before;
  item.changes = run;
  item.time = changes[newest].time;
  if (!question.is_newest_only) {
    item.left = static_cast<std::size_t>(
        std::count_if(meant + static_cast<std::ptrdiff_t>(run), changes.end(),
                      [&](const ItemVersion& version) { return is_meant(version, question); }));
  }
  const bool is_undone = newest == 1 && changes[0].author == Author::Kind::Undo;
  if (item.present == item.wanted || is_undone) {
    item.state = State::Already;
  } else if (is_servers_row(table, item)) {
    item.state = State::Follows;
  } else if (item.present != changes[newest].after) {
    item.state = State::Refused;
    item.since = without_images(changes[newest - 1]);
  } else if (would_expire(table, item, now)) {
    item.state = State::Refused;
    item.refusal = "its time is over: it would expire at once";
  }
  return item;
}

std::size_t UndoPlan::count(State state) const {
  return static_cast<std::size_t>(std::ranges::count(items, state, &UndoneItem::state));
}

}  // namespace partita::undo
