#include "modelled/search/search_builder.h"

#include <map>
#include <utility>

#include "modelled/rollups/build_position.h"
#include "modelled/rollups/rollup_keys.h"
#include "store/keys/item_keys.h"

namespace partita::search {
namespace {

using rollups::BuildPosition;

constexpr std::uint8_t kLastShard = 0xFF;

// The rows that many items make together. What items share is merged once for all of them.
class Stretch {
 public:
  Stretch(engine::Transaction& transaction, const SearchPlan& plan)
      : transaction_(transaction), plan_(plan) {}

  void put(ByteView key, Document document) {
    const Doc doc = doc_of(key);
    for (auto& [term, posting] : document.postings) {
      transaction_.put(posting_key(plan_.ref(), term, doc), std::move(posting));
      ++frequencies_[term];
    }
    transaction_.put(document_key(plan_.ref(), doc), std::move(document.row));
    add(totals_, document.totals);
  }

  void finish() {
    for (const auto& [term, count] : frequencies_) {
      transaction_.merge(frequency_key(plan_.ref(), term), encode(Counts{count}));
    }
    if (!totals_.empty()) transaction_.merge(totals_key(plan_.ref()), encode(totals_));
  }

  const SearchPlan& plan() const { return plan_; }

 private:
  engine::Transaction& transaction_;
  const SearchPlan& plan_;
  std::map<Bytes, std::int64_t> frequencies_;
  Counts totals_;
};

}  // namespace

// Indexes the items of each stretch for the searches of a front.
class SearchBuilder::Indexing final : public jobs::WalkWork {
 public:
  Indexing(const SearchBuilder& builder, const Front& front)
      : program_(builder.program_), front_(front) {}

  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    Status claimed = co_await claim(transaction, stretch);
    CO_TRY(claimed);
    Status indexed = co_await index(transaction, stretch);
    CO_TRY(indexed);
    co_return rollups::encode(
        BuildPosition{.is_complete = stretch.is_last, .last_key = stretch.last_key});
  }

 private:
  Task<Status> claim(engine::Transaction& transaction, const jobs::Stretch& stretch) const;
  Task<Status> index(engine::Transaction& transaction, const jobs::Stretch& stretch) const;

  const SearchProgram& program_;
  const Front& front_;
};

// Reads what makes the transaction conflict with writers of the stretch. Before the items are read,
// so that a write of one of them from then on is noticed.
Task<Status> SearchBuilder::Indexing::claim(engine::Transaction& transaction,
                                            const jobs::Stretch& stretch) const {
  const auto& from = front_.position.last_key;
  const std::uint8_t first = from.empty() ? 0 : rollups::shard_of_item(from);
  const std::uint8_t last = stretch.is_last ? kLastShard : rollups::shard_of_item(stretch.last_key);
  std::vector<Bytes> claimed_keys;
  for (const std::size_t plan : front_.plans) {
    for (int shard = first; shard <= last; ++shard) {
      claimed_keys.push_back(
          touch_key(program_.plans()[plan].ref(), static_cast<std::uint8_t>(shard)));
    }
  }
  const std::vector<ByteView> wanted(claimed_keys.begin(), claimed_keys.end());
  co_return co_await transaction.get(wanted, [](std::size_t, std::optional<ByteView>) {});
}

Task<Status> SearchBuilder::Indexing::index(engine::Transaction& transaction,
                                            const jobs::Stretch& stretch) const {
  std::vector<Stretch> rows;
  for (const std::size_t plan : front_.plans)
    rows.emplace_back(transaction, program_.plans()[plan]);
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    for (Stretch& each : rows) {
      auto document = program_.document(each.plan(), key, *item);
      if (document) each.put(key, std::move(*document));
    }
    return engine::Visit::Continue;
  };
  const auto& last_key = front_.position.last_key;
  auto rest = keys::index_range(program_.table(), keys::IndexId::Base);
  if (!last_key.empty()) rest = keys::rest_after(std::move(rest), last_key);
  if (!stretch.is_last) rest.end = keys::successor(stretch.last_key);
  const engine::Range range{.begin = rest.begin, .end = rest.end};
  Status read = co_await transaction.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  for (Stretch& each : rows) each.finish();
  co_return Status{};
}

Task<Result<SearchBuilder::Build>> SearchBuilder::build_some(std::size_t items_max) {
  items_ = 0;
  auto front = co_await find_front();
  CO_TRY(front);
  if (!*front) co_return Build::Done;
  walk_.limit_items(items_max);
  Indexing indexing(*this, **front);
  const auto items = keys::index_range(program_.table(), keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, (*front)->position, indexing);
  CO_TRY(stretch);
  items_ = stretch->items;
  if (stretch->is_last) {
    Status finished = co_await finish(**front);
    CO_TRY(finished);
  }
  co_return Build::Continues;
}

// The first search that is not built, and all that are as far as it is.
Task<Result<std::optional<SearchBuilder::Front>>> SearchBuilder::find_front() const {
  std::vector<std::size_t> building;
  std::vector<Bytes> stored_keys;
  for (std::size_t i = 0; i < program_.plans().size(); ++i) {
    if (program_.is_built(i)) continue;
    building.push_back(i);
    stored_keys.push_back(progress_key(program_.plans()[i].ref()));
  }
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  std::optional<Front> front;
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    auto position =
        value ? rollups::decode_build_position(*value) : Result<BuildPosition>(BuildPosition());
    auto stored = value ? std::optional<Bytes>(*value) : std::nullopt;
    if (!position.ok()) {
      decoded = std::move(position).error();
    } else if (position->is_complete) {
      program_.mark_built(building[index]);
    } else if (!front || front->position.stored == stored) {
      if (!front) front.emplace();
      front->plans.push_back(building[index]);
      front->position.keys.push_back(stored_keys[index]);
      front->position.stored = std::move(stored);
      front->position.last_key = std::move(position->last_key);
    }
  };
  Status read = co_await engine_.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return front;
}

// Nobody puts touch rows any more: who reads the position now indexes every item.
Task<Status> SearchBuilder::finish(const Front& front) {
  for (const std::size_t plan : front.plans) {
    program_.mark_built(plan);
    const auto touches = touches_range(program_.plans()[plan].ref());
    Status erased = co_await engine_.erase_range(touches.begin, touches.end);
    CO_TRY(erased);
  }
  co_return Status{};
}

}  // namespace partita::search
