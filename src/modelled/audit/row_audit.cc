#include "modelled/audit/row_audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelled/enforcement/unique_claims.h"
#include "store/items/element_entries.h"
#include "store/items/item_key.h"
#include "store/keys/item_keys.h"
#include "store/keys/unique_keys.h"

namespace partita::audit {
namespace {

using engine::Visit;

// Counting takes less than looking.
constexpr std::size_t kCountedRowsMax = 20'000;
constexpr std::size_t kCountedBytesMax = std::size_t{8} << 20;

// Rows that say which item they are of.
class NamingRows : public RowAudit {
 public:
  using RowAudit::RowAudit;

 protected:
  // ERRORS: any: the row cannot be read.
  virtual Result<Bytes> item_key_of(const Row& row) const = 0;
  virtual bool has(ByteView item_key, const ItemView& item, const Row& row) const = 0;
  virtual void report_surplus(const Row& row, std::string_view why) const = 0;

  Task<Status> judge(const std::vector<Row>& rows) override {
    std::vector<Bytes> item_keys;
    std::vector<const Row*> readable;
    for (const Row& row : rows) {
      auto item_key = item_key_of(row);
      if (!item_key.ok()) {
        report_surplus(row, "it cannot be read");
        continue;
      }
      item_keys.push_back(*std::move(item_key));
      readable.push_back(&row);
    }
    const std::vector<ByteView> wanted(item_keys.begin(), item_keys.end());
    const auto visit = [&](std::size_t index, std::optional<ByteView> stored) {
      if (!stored) return report_surplus(*readable[index], "there is no such item");
      const auto item = ItemView::parse(*stored);
      if (item.ok() && !has(item_keys[index], *item, *readable[index])) {
        report_surplus(*readable[index], "the item does not ask for it");
      }
    };
    if (wanted.empty()) co_return Status{};
    Status read = co_await audited_.moment.get(wanted, visit);
    co_return read;
  }
};

class Entries final : public NamingRows {
 public:
  Entries(const AuditedTable& audited, const catalog::Index& index, const Tally& tally)
      : NamingRows(audited, keys::index_range(audited.table.id, index.id), tally), index_(index) {}

 private:
  Result<Bytes> item_key_of(const Row& row) const override {
    return items::key_of_item(audited_.table, TRY(ItemView::parse(row.second)));
  }
  bool has(ByteView item_key, const ItemView& item, const Row& row) const override {
    const auto entries = items::element_entries(audited_.table, index_, item_key, item);
    const auto entry = entries.find(row.first);
    return entry != entries.end() && entry->second == row.second;
  }
  void report_surplus(const Row& row, std::string_view why) const override {
    const auto entry = ItemView::parse(row.second);
    audited_.report(Aspect::Index,
                    entry.ok() ? item_name(audited_.table.key, *entry) : row_name(row.first),
                    fmt::format("an entry in index {}: {}", index_.name, why));
  }

  const catalog::Index& index_;
};

// A reference has a row for its target, too, which stays when nobody refers to it any more.
class Claims final : public NamingRows {
 public:
  Claims(const AuditedTable& audited, const enforcement::ModelRules& rules,
         const rules::UniqueClaim& constraint, const Tally& tally)
      : NamingRows(audited, keys::constraint_range(audited.table.id, constraint.constraint_id()),
                   tally),
        rules_(rules),
        constraint_(constraint) {}

 private:
  bool is_of_item(ByteView key) const override {
    const std::size_t hashes = constraint_.reference != nullptr ? 3 : 2;
    return key.size() ==
           sizeof(keys::Space) + sizeof(keys::TableId) + hashes * keys::KeyHash::kBytes;
  }
  Result<Bytes> item_key_of(const Row& row) const override { return row.second; }
  bool has(ByteView item_key, const ItemView& item, const Row& row) const override {
    const auto claims = rules_.rules().claims_of(item);
    return std::ranges::any_of(claims, [&](const rules::UniqueClaim& claim) {
      return enforcement::claim_key(audited_.table.id, claim, item_key) == row.first;
    });
  }
  void report_surplus(const Row& row, std::string_view why) const override {
    const bool is_reference = constraint_.reference != nullptr;
    audited_.report(
        Aspect::Unique, row_name(row.second),
        fmt::format("a {} of {} that is claimed: {}", is_reference ? "reference" : "unique value",
                    is_reference ? constraint_.reference->name : constraint_.entity->name, why));
  }

  const enforcement::ModelRules& rules_;
  const rules::UniqueClaim constraint_;
};

class Collections final : public RowAudit {
 public:
  Collections(const AuditedTable& audited, const Tally& tally)
      : RowAudit(audited, keys::space_range(keys::Space::ItemCollections, audited.table.id),
                 tally) {}

 private:
  Task<Status> judge(const std::vector<Row>& rows) override {
    for (const Row& row : rows) {
      bool has_items = false;
      const auto visit = [&](ByteView, ByteView) {
        has_items = true;
        return Visit::Stop;
      };
      const auto items = items_of(row.first);
      const engine::Range range{.begin = items.begin, .end = items.end, .rows_hint = 1};
      Status read = co_await audited_.moment.scan(range, visit);
      CO_TRY(read);
      if (!has_items) {
        audited_.report(Aspect::Collection, row_name(row.first),
                        "an item collection without items has a size");
      }
    }
    co_return Status{};
  }

  // The key of a collection ends in the hash of its partition.
  keys::KeyRange items_of(ByteView key) const {
    keys::Partition partition{.table = audited_.table.id};
    const ByteView hash = key.substr(key.size() - std::min(key.size(), keys::KeyHash::kBytes));
    std::ranges::copy(hash, partition.hash.bytes.begin());
    return keys::partition_range(partition);
  }
};

}  // namespace

Task<Result<bool>> RowAudit::step() {
  if (!tally_.is_whole) is_counted_ = true;
  return is_counted_ ? judge_some() : count_some();
}

Task<Result<bool>> RowAudit::count_some() {
  std::size_t rows = 0;
  std::size_t bytes = 0;
  Bytes last;
  const auto visit = [&](ByteView key, ByteView value) {
    if (is_of_item(key)) ++counted_;
    audited_.work.add(key, value);
    bytes += key.size() + value.size();
    if (++rows < kCountedRowsMax && bytes < kCountedBytesMax) return Visit::Continue;
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{.begin = rest_.begin, .end = rest_.end, .rows_hint = kCountedRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  if (!last.empty()) {
    rest_ = keys::rest_after(std::move(rest_), last);
    co_return true;
  }
  is_counted_ = true;
  rest_ = range_;
  co_return counted_ != tally_.rows;
}

Task<Result<bool>> RowAudit::judge_some() {
  std::vector<Row> rows;
  std::size_t bytes = 0;
  Bytes last;
  const auto visit = [&](ByteView key, ByteView value) {
    if (is_of_item(key)) rows.emplace_back(key, value);
    audited_.work.add(key, value);
    bytes += key.size() + value.size();
    if (rows.size() < kStepRowsMax && bytes < kStepBytesMax) return Visit::Continue;
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{.begin = rest_.begin, .end = rest_.end, .rows_hint = kStepRowsMax};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  Status judged = co_await judge(rows);
  CO_TRY(judged);
  if (last.empty()) co_return false;
  rest_ = keys::rest_after(std::move(rest_), last);
  co_return true;
}

std::unique_ptr<RowAudit> audit_entries(const AuditedTable& audited, const catalog::Index& index,
                                        const Tally& tally) {
  Tally known = tally;
  // While it is filled, nobody knows how many there should be.
  if (index.state != catalog::IndexState::Active) known.is_whole = false;
  return std::make_unique<Entries>(audited, index, known);
}

std::unique_ptr<RowAudit> audit_claims(const AuditedTable& audited,
                                       const enforcement::ModelRules& rules,
                                       const rules::UniqueClaim& constraint, const Tally& tally) {
  return std::make_unique<Claims>(audited, rules, constraint, tally);
}

std::unique_ptr<RowAudit> audit_collections(const AuditedTable& audited, const Tally& tally) {
  return std::make_unique<Collections>(audited, tally);
}

}  // namespace partita::audit
