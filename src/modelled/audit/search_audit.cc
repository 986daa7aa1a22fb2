#include "modelled/audit/search_audit.h"

#include <fmt/format.h>

#include "engine/read_one.h"
#include "modelled/search/search_keys.h"

namespace partita::audit {
namespace {

using engine::Visit;

constexpr std::size_t kSearchRowsMax = 20'000;

}  // namespace

SearchAudit::SearchAudit(const AuditedTable& audited, const search::SearchPlan& plan,
                         const Tally& items, search::Counts totals)
    : audited_(audited),
      plan_(plan),
      items_(items),
      totals_(std::move(totals)),
      postings_(search::all_postings_range(plan.ref())),
      frequencies_(search::frequencies_range(plan.ref(), {})) {}

void SearchAudit::report(std::string what) const {
  audited_.report(Aspect::Search, "", fmt::format("search {}: {}", plan_.search().name, what));
}

Task<Result<bool>> SearchAudit::step() {
  if (are_postings_done_) co_return co_await count_frequencies();
  const auto more = co_await count_postings();
  CO_TRY(more);
  are_postings_done_ = !*more;
  co_return true;
}

Task<Result<bool>> SearchAudit::count_postings() {
  std::vector<TermCount> counted;
  std::size_t rows = 0;
  Bytes last;
  const auto visit = [&](ByteView key, ByteView value) {
    audited_.work.add(key, value);
    const auto parts = search::parse_posting_key(key);
    if (!parts) report("the key of a row cannot be read");
    if (parts && (!open_ || open_->first != parts->term)) {
      if (open_) counted.push_back(*std::move(open_));
      open_ = TermCount(parts->term, 0);
    }
    if (parts) ++open_->second;
    ++rows_;
    if (++rows < kSearchRowsMax) return Visit::Continue;
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{
      .begin = postings_.begin, .end = postings_.end, .rows_hint = kSearchRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  if (last.empty() && open_) counted.push_back(*std::move(open_));
  Status compared = co_await compare_frequencies(counted);
  CO_TRY(compared);
  terms_ += counted.size();
  if (!last.empty()) {
    postings_ = keys::rest_after(std::move(postings_), last);
    co_return true;
  }
  if (items_.is_whole && rows_ > items_.rows) {
    report(fmt::format("it has {} words of items more than the items have", rows_ - items_.rows));
  }
  co_return false;
}

Task<Status> SearchAudit::compare_frequencies(const std::vector<TermCount>& counted) {
  std::vector<Bytes> stored_keys;
  for (const auto& [term, count] : counted) {
    stored_keys.push_back(search::frequency_key(plan_.ref(), term));
  }
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
    const auto& [term, count] = counted[index];
    const auto frequency = search::decode_counts(stored);
    const bool is_right = frequency.ok() && frequency->size() == 1 && frequency->front() == count;
    if (!is_right) {
      report(fmt::format("the frequency of `{}` is not that of the {} items that have it",
                         term.substr(1), count));
    }
  };
  if (wanted.empty()) co_return Status{};
  Status read = co_await audited_.moment.get(wanted, visit);
  co_return read;
}

// All words with items were compared: there may only be as many.
Task<Result<bool>> SearchAudit::count_frequencies() {
  std::size_t rows = 0;
  Bytes last;
  const auto visit = [&](ByteView key, ByteView value) {
    audited_.work.add(key, value);
    ++frequency_rows_;
    if (++rows < kSearchRowsMax) return Visit::Continue;
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{
      .begin = frequencies_.begin, .end = frequencies_.end, .rows_hint = kSearchRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  if (!last.empty()) {
    frequencies_ = keys::rest_after(std::move(frequencies_), last);
    co_return true;
  }
  if (frequency_rows_ > terms_) {
    report(
        fmt::format("{} words have a frequency, and no item has them", frequency_rows_ - terms_));
  }
  Status compared = co_await compare_totals();
  CO_TRY(compared);
  co_return false;
}

Task<Status> SearchAudit::compare_totals() {
  const Bytes key = search::totals_key(plan_.ref());
  const auto stored = co_await engine::read_one(audited_.moment, key);
  CO_TRY(stored);
  const auto totals = search::decode_counts(*stored);
  if (!totals.ok() || *totals != totals_) {
    report("the numbers of its items and words are not those of the items");
  }
  co_return Status{};
}

}  // namespace partita::audit
