#include "store/expiry/outlook.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "store/items/ttl_entry.h"
#include "store/keys/ttl_keys.h"

namespace partita::expiry {
namespace {

// A row of the queue whose item may be one of the first.
struct Candidate {
  std::uint64_t second = 0;
  Bytes item_key;
};

class OutlookReader {
 public:
  // REQUIRES: all of it outlives this.
  OutlookReader(const engine::View& view, const catalog::Table& table, const OutlookOf& wanted)
      : view_(view), table_(table), wanted_(wanted) {
    outlook_.counts.resize(wanted.steps);
  }

  Task<Result<Outlook>> read() {
    std::uint8_t shards = 0;
    for (; shards < keys::kTtlShards && rows_ < wanted_.rows_max; ++shards) {
      Status counted = co_await count_shard(shards);
      CO_TRY(counted);
    }
    if (shards < keys::kTtlShards) scale(shards);
    Status found = co_await find_first();
    CO_TRY(found);
    co_return std::move(outlook_);
  }

 private:
  // A part that alone has more rows than may be read is cut off, and the later counts with it.
  Task<Status> count_shard(std::uint8_t shard) {
    const std::uint64_t end = wanted_.from + wanted_.step * wanted_.steps;
    const auto keys = keys::ttl_range(shard, wanted_.from, end);
    const engine::Range range{.begin = keys.begin, .end = keys.end};
    std::size_t kept = 0;
    std::size_t rows = 0;
    const auto visit = [&](ByteView key, ByteView value) {
      const auto parts = keys::parse_ttl_key(key);
      if (parts.ok() && parts->table == table_.id) {
        ++outlook_.counts[(parts->second - wanted_.from) / wanted_.step];
        if (kept++ < wanted_.items_max) {
          candidates_.push_back({.second = parts->second, .item_key = Bytes(value)});
        }
      }
      return ++rows < wanted_.rows_max ? engine::Visit::Continue : engine::Visit::Stop;
    };
    Status read = co_await view_.scan(range, visit);
    rows_ += rows;
    outlook_.is_estimate = outlook_.is_estimate || rows >= wanted_.rows_max;
    co_return read;
  }

  void scale(std::uint8_t shards) {
    outlook_.is_estimate = true;
    for (auto& count : outlook_.counts) count = count * keys::kTtlShards / shards;
  }

  // A row of the queue is only a hint: the item tells when it expires.
  Task<Status> find_first() {
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.second < b.second; });
    candidates_.resize(std::min(candidates_.size(), wanted_.items_max));
    std::vector<ByteView> wanted;
    for (const Candidate& each : candidates_) wanted.push_back(each.item_key);
    const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
      const auto item = value ? ItemView::parse(*value) : Error::corrupt("");
      if (!item.ok()) return;
      if (items::expiry_second(table_, *item) != candidates_[index].second) return;
      outlook_.first.push_back({.second = candidates_[index].second, .item = Bytes(*value)});
    };
    co_return co_await view_.get(wanted, visit);
  }

  const engine::View& view_;
  const catalog::Table& table_;
  const OutlookOf& wanted_;
  std::size_t rows_ = 0;
  std::vector<Candidate> candidates_;
  Outlook outlook_;
};

}  // namespace

Task<Result<Outlook>> read_outlook(const engine::View& view, const catalog::Table& table,
                                   const OutlookOf& wanted) {
  OutlookReader reader(view, table, wanted);
  co_return co_await reader.read();
}

}  // namespace partita::expiry
