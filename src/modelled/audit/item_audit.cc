#include "modelled/audit/item_audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelled/enforcement/unique_claims.h"
#include "partita/value/measure.h"
#include "store/expiry/expiry_time.h"
#include "store/items/element_entries.h"
#include "store/items/index_entries.h"
#include "store/items/item_collection.h"
#include "store/items/item_key.h"
#include "store/items/sealed_rules.h"
#include "store/items/table_extension.h"
#include "store/items/ttl_entry.h"
#include "store/keys/collection_keys.h"
#include "store/keys/item_keys.h"
#include "store/keys/ttl_keys.h"

namespace partita::audit {
namespace {

using engine::Visit;

std::vector<rules::UniqueClaim> constraints_of(const ItemTerms& terms) {
  return terms.rules == nullptr ? std::vector<rules::UniqueClaim>()
                                : terms.rules->rules().constraints();
}

}  // namespace

ItemAudit::ItemAudit(const AuditedTable& audited, ItemTerms terms)
    : audited_(audited),
      terms_(std::move(terms)),
      claims_(constraints_of(terms_)),
      rest_(keys::index_range(audited.table.id, keys::IndexId::Base)),
      indexes_(audited.table.indexes.size()),
      constraints_(claims_.size()) {
  searches_.resize(terms_.search_positions.size());
  words_.resize(terms_.search_positions.size());
  const auto* program = terms_.rules == nullptr ? nullptr : terms_.rules->rollups();
  if (program == nullptr) return;
  for (const auto& plan : program->plans()) totals_.emplace_back(plan, terms_.rollup_date);
}

Task<Result<bool>> ItemAudit::step() {
  Status read = co_await read_stretch();
  CO_TRY(read);
  expected_.clear();
  for (std::size_t row = 0; row < rows_.size(); ++row) look_at(row);
  if (is_last_) finish_collection();
  Status compared = co_await compare();
  CO_TRY(compared);
  co_return !is_last_;
}

Task<Status> ItemAudit::read_stretch() {
  rows_.clear();
  is_last_ = true;
  std::size_t bytes = 0;
  const auto visit = [&](ByteView key, ByteView value) {
    if (rows_.size() == kStepRowsMax || bytes >= kStepBytesMax) {
      is_last_ = false;
      return Visit::Stop;
    }
    rows_.emplace_back(key, value);
    bytes += key.size() + value.size();
    audited_.work.add(key, value);
    return Visit::Continue;
  };
  const engine::Range range{.begin = rest_.begin,
                            .end = rest_.end,
                            .rows_hint = kStepRowsMax + 1,
                            .bytes_hint = kStepBytesMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  audited_.work.items += rows_.size();
  if (!rows_.empty()) rest_ = keys::rest_after(std::move(rest_), rows_.back().first);
  co_return Status{};
}

void ItemAudit::look_at(std::size_t row) {
  const auto& [key, value] = rows_[row];
  const auto item = ItemView::parse(value);
  if (!item.ok()) {
    audited_.report(Aspect::Item, row_name(key),
                    fmt::format("it cannot be read: {}", item.error().message()));
    return;
  }
  const auto own_key = items::key_of_item(audited_.table, *item);
  if (!own_key.ok() || *own_key != key) {
    audited_.report(Aspect::Item, row_name(key), "it is stored under the key of another item");
    return;
  }
  const auto bytes = static_cast<std::int64_t>(size_bytes(*item));
  counts_ += {.items = 1, .bytes = bytes};
  const std::int64_t local_bytes = expect_entries(row, *item);
  if (audited_.table.has_local_indexes()) add_to_collection(row, bytes + local_bytes);
  if (terms_.has_queue) expect_place_in_queue(row, *item);
  if (terms_.rules != nullptr) {
    expect_claims(row, *item);
    add_to_rollups(row, *item);
    expect_words(row, *item);
  }
}

// Says how large the entries in local indexes are.
std::int64_t ItemAudit::expect_entries(std::size_t row, const ItemView& item) {
  const catalog::Table& table = audited_.table;
  if (items::is_sealed(table)) return 0;
  std::size_t local_bytes = 0;
  for (std::size_t i = 0; i < table.indexes.size(); ++i) {
    const catalog::Index& index = table.indexes[i];
    if (!index.is_written()) continue;
    const bool is_filled = index.state == catalog::IndexState::Active;
    for (auto& [key, value] : items::element_entries(table, index, rows_[row].first, item)) {
      ++indexes_[i].rows;
      if (index.kind == catalog::IndexKind::Local) {
        local_bytes += size_bytes(ItemView::from_valid(ByteView(value)));
      }
      if (!is_filled) continue;
      expected_.push_back(
          {.key = key, .value = value, .row = row, .aspect = Aspect::Index, .number = i});
    }
  }
  return static_cast<std::int64_t>(local_bytes);
}

// What has expired too long ago leaves the queue and stays in the table.
void ItemAudit::expect_place_in_queue(std::size_t row, const ItemView& item) {
  const auto second = items::expiry_second(audited_.table, item);
  if (!second || expiry::is_too_old_to_expire(*second, terms_.now_second)) return;
  const Bytes& key = rows_[row].first;
  const keys::TtlKey place{
      .second = *second, .table = audited_.table.id, .item = keys::hash_item(key)};
  expected_.push_back(
      {.key = keys::ttl_key(place), .value = key, .row = row, .aspect = Aspect::Expiry});
}

void ItemAudit::expect_claims(std::size_t row, const ItemView& item) {
  const Bytes& key = rows_[row].first;
  for (const rules::UniqueClaim& claim : terms_.rules->rules().claims_of(item)) {
    const auto constraint = std::ranges::find_if(claims_, [&](const rules::UniqueClaim& each) {
      return each.constraint == claim.constraint && each.reference == claim.reference;
    });
    if (constraint == claims_.end()) continue;
    const auto number = static_cast<std::size_t>(constraint - claims_.begin());
    ++constraints_[number].rows;
    if (!terms_.are_claimed[number]) continue;
    expected_.push_back({.key = enforcement::claim_key(audited_.table.id, claim, key),
                         .value = key,
                         .row = row,
                         .aspect = Aspect::Unique,
                         .number = number});
  }
}

// Items of one collection stand together.
void ItemAudit::add_to_collection(std::size_t row, std::int64_t bytes) {
  Bytes key = keys::collection_key(rows_[row].first);
  if (collection_ && collection_->key != key) finish_collection();
  if (!collection_) {
    collection_ = Expected{.key = std::move(key), .value = {}, .aspect = Aspect::Collection};
    ++collections_.rows;
  }
  collection_->collection += bytes;
}

void ItemAudit::finish_collection() {
  if (collection_) expected_.push_back(*std::move(collection_));
  collection_.reset();
}

void ItemAudit::add_to_rollups(std::size_t row, const ItemView& item) {
  const auto* program = terms_.rules->rollups();
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    if (!terms_.positions[i].covers(rows_[row].first)) continue;
    const auto contribution = program->contribution(totals_[i].plan(), item);
    if (contribution) totals_[i].add(*contribution, rows_[row].first);
  }
}

void ItemAudit::expect_words(std::size_t row, const ItemView& item) {
  const Bytes& key = rows_[row].first;
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (!terms_.search_positions[i].covers(key)) continue;
    const search::SearchPlan& plan = terms_.rules->searches()->plans()[i];
    auto document = terms_.rules->searches()->document(plan, key, item);
    if (!document) continue;
    const search::Doc doc = search::doc_of(key);
    search::add(words_[i], document->totals);
    searches_[i].rows += document->postings.size();
    for (auto& [term, posting] : document->postings) {
      expected_.push_back({.key = search::posting_key(plan.ref(), term, doc),
                           .value = std::move(posting),
                           .row = row,
                           .aspect = Aspect::Search,
                           .number = i});
    }
    expected_.push_back({.key = search::document_key(plan.ref(), doc),
                         .value = std::move(document->row),
                         .row = row,
                         .aspect = Aspect::Search,
                         .number = i});
  }
}

// In the order of the keys, so that neighbours come from one block.
Task<Status> ItemAudit::compare() {
  std::ranges::sort(expected_, {}, &Expected::key);
  std::vector<ByteView> wanted;
  wanted.reserve(expected_.size());
  for (const Expected& expected : expected_) wanted.emplace_back(expected.key);
  const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
    if (stored) audited_.work.bytes += wanted[index].size() + stored->size();
    judge(expected_[index], stored);
  };
  if (wanted.empty()) co_return Status{};
  Status read = co_await audited_.moment.get(wanted, visit);
  co_return read;
}

Tally& ItemAudit::tally_of(const Expected& expected) {
  switch (expected.aspect) {
    case Aspect::Unique:
      return constraints_[expected.number];
    case Aspect::Collection:
      return collections_;
    case Aspect::Expiry:
      return queue_;
    case Aspect::Search:
      return searches_[expected.number];
    default:
      return indexes_[expected.number];
  }
}

void ItemAudit::judge(const Expected& expected, std::optional<ByteView> stored) {
  std::string wrong = what_is_wrong(expected, stored);
  if (wrong.empty()) return;
  tally_of(expected).is_whole = false;
  if (expected.aspect == Aspect::Collection) {
    audited_.report(Aspect::Collection, row_name(expected.key), std::move(wrong));
    return;
  }
  const auto item = ItemView::from_valid(rows_[expected.row].second);
  audited_.report(expected.aspect, item_name(audited_.table.key, item), std::move(wrong));
}

// Empty: nothing is.
std::string ItemAudit::what_is_wrong(const Expected& expected,
                                     std::optional<ByteView> stored) const {
  if (expected.aspect == Aspect::Collection) {
    const auto size =
        items::parse_collection_size(stored ? std::optional<Bytes>(*stored) : std::nullopt);
    if (size.ok() && *size == expected.collection) return {};
    return fmt::format("the size of the item collection is stored as {}, its items have {} bytes",
                       size.ok() ? std::to_string(*size) : "damaged bytes", expected.collection);
  }
  const ByteView value = expected.value ? *expected.value : rows_[expected.row].second;
  if (stored && *stored == value) return {};
  switch (expected.aspect) {
    case Aspect::Expiry:
      return stored ? "its place in the queue of items that expire is another item's"
                    : "it is not in the queue of items that expire";
    case Aspect::Unique: {
      const rules::UniqueClaim& claim = claims_[expected.number];
      const std::string_view name =
          claim.reference != nullptr ? claim.reference->name : claim.entity->name;
      return fmt::format("{} of {} is {}",
                         claim.reference != nullptr ? "reference" : "unique value", name,
                         stored ? "claimed by another item" : "not claimed");
    }
    case Aspect::Search: {
      const auto& plan = terms_.rules->searches()->plans()[expected.number];
      return fmt::format("search {} {}", plan.search().name,
                         stored ? "knows one of its words otherwise than the item has it"
                                : "does not have one of its words");
    }
    default: {
      const auto& name = audited_.table.indexes[expected.number].name;
      return stored ? fmt::format("its entry in index {} is not what the item says", name)
                    : fmt::format("it has no entry in index {}", name);
    }
  }
}

}  // namespace partita::audit
