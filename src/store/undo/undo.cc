#include "store/undo/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/retry.h"
#include "partita/base/executor.h"
#include "partita/value/item_view.h"
#include "store/transactions/item_group.h"

namespace partita::undo {
namespace {

using State = UndoneItem::State;
using transactions::ItemGroup;

constexpr std::size_t kChangesOfAnItemMax = 1000;
// AWS: a transaction has a hundred items at most.
constexpr std::size_t kItemsOfACommitMax = 100;
constexpr std::size_t kBytesOfACommitMax = std::size_t{4} << 20;

std::size_t bytes_of(const UndoneItem& item) {
  return (item.present ? item.present->size() : 0) + (item.wanted ? item.wanted->size() : 0);
}

// Whether it is about the item, not about the store.
bool is_refusal(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::InvalidArgument:
    case ErrorKind::TooLarge:
    case ErrorKind::NotFound:
    case ErrorKind::AlreadyExists:
      return true;
    default:
      return false;
  }
}

std::optional<ItemView> view_of(const std::optional<Bytes>& image) {
  return image ? std::optional(ItemView::from_valid(*image)) : std::nullopt;
}

// Some items that go back in one transaction.
class Attempt {
 public:
  Attempt(const catalog::Catalog& catalog, const catalog::TablePointer& table,
          const history::Author& author, const std::vector<UndoneItem*>& items)
      : catalog_(catalog), author_(author), items_(items), is_changed_(items.size()) {
    for (const UndoneItem* item : items) group_.add(table, item->key);
  }

  Task<Status> run(engine::Transaction& transaction) {
    refused_.reset();
    auto images = co_await group_.read(transaction, catalog_);
    CO_TRY(images);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      is_changed_[i] = images->items[i] != items_[i]->present;
      if (is_changed_[i]) continue;
      const ItemGroup::Change change{.index = i,
                                     .before = view_of(items_[i]->present),
                                     .after = view_of(items_[i]->wanted),
                                     .origin = {.kind = WriteKind::Undo, .author = author_}};
      Status buffered = co_await group_.buffer(transaction, change);
      if (!buffered.ok()) co_return fail(i, std::move(buffered).error());
    }
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Status settled = co_await group_.settle_pending(transaction, i);
      if (!settled.ok()) co_return fail(i, std::move(settled).error());
    }
    co_return group_.check_collections();
  }

  std::optional<std::size_t> refused() const { return refused_; }
  bool is_changed(std::size_t index) const { return is_changed_[index]; }
  void count() { group_.count(catalog_.statistics()); }

 private:
  Status fail(std::size_t index, Error error) {
    if (is_refusal(error)) refused_ = index;
    return error;
  }

  const catalog::Catalog& catalog_;
  const history::Author author_;
  const std::vector<UndoneItem*> items_;
  ItemGroup group_;
  std::vector<bool> is_changed_;  // Somebody else was faster.
  std::optional<std::size_t> refused_;
};

}  // namespace

Task<Result<UndoPlan>> Undo::plan(const UndoQuestion& question, std::size_t items_max,
                                  std::size_t bytes_max) const {
  std::vector<Bytes> keys;
  if (question.item_key) {
    keys.push_back(*question.item_key);
  } else {
    auto found = co_await history::find_changed_items(engine_, *table_, question.filter, items_max);
    CO_TRY(found);
    keys = std::move(*found);
  }
  if (keys.size() > items_max) {
    co_return Error::too_large(fmt::format(
        "more than {} items have such changes: narrow it down, or allow for more", items_max));
  }
  UndoPlan plan;
  std::size_t bytes = 0;
  for (const Bytes& key : keys) {
    // There may be very many, and none of them need wait for the disk.
    co_await give_way();
    const auto versions =
        co_await history::read_versions(engine_, *table_, key, kChangesOfAnItemMax);
    CO_TRY(versions);
    auto item = plan_item(*table_, key, *versions, question, now());
    if (!item) continue;
    bytes += bytes_of(*item);
    if (bytes > bytes_max) {
      co_return Error::too_large(fmt::format(
          "the items that have such changes are larger than {} MB together: narrow it down",
          bytes_max >> 20));
    }
    plan.items.push_back(std::move(*item));
  }
  co_return plan;
}

// The latest changes first. Those of one commit have one time, and stay together.
std::vector<Undo::Chunk> Undo::chunks_of(UndoPlan& plan) {
  Chunk ready;
  for (UndoneItem& item : plan.items) {
    if (item.state == State::Ready) ready.push_back(&item);
  }
  std::ranges::stable_sort(ready, std::greater(), &UndoneItem::time);
  std::vector<Chunk> chunks;
  std::size_t bytes = 0;
  for (std::size_t begin = 0; begin < ready.size();) {
    std::size_t end = begin;
    std::size_t more = 0;
    while (end < ready.size() && end - begin < kItemsOfACommitMax &&
           ready[end]->time == ready[begin]->time) {
      more += bytes_of(*ready[end++]);
    }
    const bool is_full = chunks.empty() ||
                         chunks.back().size() + (end - begin) > kItemsOfACommitMax ||
                         bytes + more > kBytesOfACommitMax;
    if (is_full) {
      chunks.emplace_back();
      bytes = 0;
    }
    bytes += more;
    for (; begin < end; ++begin) chunks.back().push_back(ready[begin]);
  }
  return chunks;
}

Task<Result<bool>> Undo::write_once(const Chunk& chunk, Purpose purpose) const {
  Attempt attempt(catalog_, table_, author_, chunk);
  const auto body = [&](engine::Transaction& transaction) { return attempt.run(transaction); };
  Status written;
  if (purpose == Purpose::Commit) {
    written = co_await engine::run(engine_, body);
  } else {
    const auto transaction = engine_.begin();
    written = co_await attempt.run(*transaction);
  }
  if (!written.ok() && attempt.refused()) {
    UndoneItem& item = *chunk[*attempt.refused()];
    item.state = State::Refused;
    item.refusal = written.error().message();
    co_return true;
  }
  CO_TRY(written);
  if (purpose == Purpose::Trial) co_return false;
  attempt.count();
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    chunk[i]->state = attempt.is_changed(i) ? State::Refused : State::Done;
  }
  co_return false;
}

Task<Status> Undo::write(Chunk chunk, Purpose purpose) const {
  for (bool has_more = true; has_more && !chunk.empty();) {
    auto refused = co_await write_once(chunk, purpose);
    CO_TRY(refused);
    has_more = *refused;
    std::erase_if(chunk, [](const UndoneItem* item) { return item->state == State::Refused; });
  }
  co_return Status{};
}

Task<Status> Undo::try_out(UndoPlan& plan) const {
  auto chunks = chunks_of(plan);
  plan.are_rules_asked = chunks.size() <= 1;
  if (chunks.size() != 1) co_return Status{};
  co_return co_await write(std::move(chunks.front()), Purpose::Trial);
}

// What rules have refused is tried once more: by then an item that it refers to may be back.
Task<Status> Undo::carry_out(const UndoQuestion& question, UndoPlan& plan) const {
  std::vector<UndoneItem*> refused;
  const std::size_t refused_before = plan.count(State::Refused);
  for (int round = 0; round < 2; ++round) {
    for (Chunk& chunk : chunks_of(plan)) {
      Status written = co_await write(std::move(chunk), Purpose::Commit);
      if (written.ok()) continue;
      if (plan.count(State::Done) == 0) co_return written;
      plan.stopped = written.error().message();
      co_return Status{};
    }
    const bool has_news = plan.count(State::Refused) > refused_before;
    if (round > 0 || !has_news || plan.count(State::Done) == 0) break;
    for (UndoneItem& item : plan.items) {
      if (item.state != State::Refused || item.refusal.empty() || item.since) continue;
      refused.push_back(&item);
    }
    for (UndoneItem* item : refused) {
      item->state = State::Ready;
      item->refusal.clear();
    }
  }
  co_return co_await tell_who_was_faster(question, plan);
}

Task<Status> Undo::tell_who_was_faster(const UndoQuestion& question, UndoPlan& plan) const {
  for (UndoneItem& item : plan.items) {
    if (item.state != State::Refused || item.since || !item.refusal.empty()) continue;
    const auto versions =
        co_await history::read_versions(engine_, *table_, item.key, kChangesOfAnItemMax);
    CO_TRY(versions);
    auto again = plan_item(*table_, item.key, *versions, question, now());
    if (again) item.since = std::move(again->since);
    if (!item.since) item.refusal = "it was changed at the same time";
  }
  co_return Status{};
}

}  // namespace partita::undo
