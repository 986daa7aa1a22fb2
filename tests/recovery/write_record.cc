#include "recovery/write_record.h"

#include <fmt/format.h>

namespace partita::recovery_test {
namespace {

// The rows of one writer after its first writes.
void apply(const Write& write, Rows& rows) {
  for (const auto& [key, text] : write.rows) {
    if (text) {
      rows[key] = *text;
    } else {
      rows.erase(key);
    }
  }
}

Rows rows_of(const Rows& all, std::size_t writer) {
  const std::string prefix = fmt::format("w{}-", writer);
  Rows own;
  for (const auto& [key, text] : all) {
    if (key.starts_with(prefix)) own.emplace(key, text);
  }
  return own;
}

// How many of a writer's first writes may be in the table: from all that were answered before the
// moment to all that had begun by then.
struct Bounds {
  std::size_t least = 0;
  std::size_t most = 0;
};

Bounds bounds_of(const std::vector<Write>& writes, std::int64_t moment) {
  Bounds bounds;
  for (const Write& write : writes) {
    if (write.ended < moment) ++bounds.least;
    if (write.begun <= moment) ++bounds.most;
  }
  return bounds;
}

// How many of the writer's first writes make the restored rows, and how many of these count
// themselves. No two states of a writer are the same.
std::optional<std::int64_t> counts_in_state(const std::vector<Write>& writes, const Bounds& bounds,
                                            const Rows& restored) {
  Rows rows;
  std::int64_t counts = 0;
  for (std::size_t i = 0; i <= bounds.most; ++i) {
    if (i >= bounds.least && rows == restored) return counts;
    if (i == bounds.most) break;
    apply(writes[i], rows);
    counts += writes[i].counts ? 1 : 0;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> find_faults(const WriteRecord& record, const Restored& restored,
                                     std::int64_t moment) {
  std::vector<std::string> faults;
  std::int64_t counted = 0;
  for (std::size_t writer = 0; writer < record.writes.size(); ++writer) {
    const auto& writes = record.writes[writer];
    const Bounds bounds = bounds_of(writes, moment);
    const auto counts = counts_in_state(writes, bounds, rows_of(restored.rows, writer));
    counted += counts.value_or(0);
    if (!counts) {
      faults.push_back(
          fmt::format("the rows of writer {} are not those after any {} to {} of its writes",
                      writer, bounds.least, bounds.most));
    }
    for (const Expiring& item : record.expiring[writer]) {
      const bool is_there = restored.live.contains(item.key);
      const bool was_put = item.ended < moment;
      if (is_there && item.begun > moment) {
        faults.push_back(fmt::format("{} is there before it was put", item.key));
      }
      if (!is_there && was_put && moment < item.expires) {
        faults.push_back(fmt::format("{} is gone before it has expired", item.key));
      }
    }
  }
  if (faults.empty() && restored.count != counted) {
    faults.push_back(
        fmt::format("{} writes are counted, and {} are there", restored.count, counted));
  }
  return faults;
}

}  // namespace partita::recovery_test
