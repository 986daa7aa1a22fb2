#include "modelled/search/search_builder.h"

#include <map>
#include <utility>

#include "store/keys/item_keys.h"

namespace partita::search {
namespace {

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
  Indexing(const SearchBuilder& builder, const building::Front& front)
      : program_(builder.program_), front_(front) {}

  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    Status claimed = co_await program_.building().claim(transaction, front_, stretch);
    CO_TRY(claimed);
    Status indexed = co_await index(transaction, stretch);
    CO_TRY(indexed);
    co_return encode(
        building::Position{.is_complete = stretch.is_last, .last_key = stretch.last_key});
  }

 private:
  Task<Status> index(engine::Transaction& transaction, const jobs::Stretch& stretch) const;

  const SearchProgram& program_;
  const building::Front& front_;
};

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
  const auto items = building::items_of(program_.table(), front_.position, stretch);
  const engine::Range range{.begin = items.begin, .end = items.end};
  Status read = co_await transaction.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  for (Stretch& each : rows) each.finish();
  co_return Status{};
}

Task<Result<SearchBuilder::Build>> SearchBuilder::build_some(std::size_t items_max) {
  items_ = 0;
  auto front = co_await program_.building().find_front(engine_);
  CO_TRY(front);
  if (!*front) co_return Build::Done;
  walk_.limit_items(items_max);
  Indexing indexing(*this, **front);
  const auto items = keys::index_range(program_.table(), keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, (*front)->position, indexing);
  CO_TRY(stretch);
  items_ = stretch->items;
  if (stretch->is_last) {
    Status finished = co_await program_.building().finish(engine_, **front);
    CO_TRY(finished);
  }
  co_return Build::Continues;
}

}  // namespace partita::search
