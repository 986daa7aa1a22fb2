#include "cli/segment_scan.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "partita/base/mutex.h"
#include "wire/protocol/attribute_json.h"

namespace partita::cli {
namespace {

// Segments are of different sizes: with more of them than threads, these end at about one time.
constexpr int kSegmentsPerThread = 4;

std::string segment_request(const SegmentScan& scan, std::size_t segment, std::size_t segments,
                            const std::optional<EncodedItem>& start) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("TableName", scan.table);
  json.member("Segment", segment);
  json.member("TotalSegments", segments);
  json.flag("ConsistentRead");
  if (scan.counts) json.member("Select", "COUNT");
  if (start) {
    std::string key;
    protocol::append_json(key, start->view());
    json.name("ExclusiveStartKey");
    json.raw(key);
  }
  json.close_object();
  return std::move(json).take();
}

// What several threads do until all is done or one of them fails.
class SegmentReaders {
 public:
  SegmentReaders(const SegmentScan& scan,
                 const std::function<Status(const client::ItemPage&)>& visit)
      : scan_(scan), visit_(visit), positions_(scan.positions) {
    if (positions_.empty()) positions_.resize(segments_for(scan.threads));
  }

  Status run() {
    {
      std::vector<std::jthread> threads;
      for (int i = 1; i < scan_.threads; ++i) threads.emplace_back([this] { read_segments(); });
      read_segments();
    }
    const MutexLock lock(mutex_);
    return failure_ ? Status(*failure_) : Status();
  }

 private:
  void read_segments() {
    for (auto segment = next_++; segment < positions_.size() && !is_over_; segment = next_++) {
      if (auto read = read_segment(segment); !read.ok()) fail(std::move(read).error());
    }
  }

  Status read_segment(std::size_t segment) {
    SegmentPosition at = positions_[segment];
    while (!at.is_over && !is_over_) {
      const std::string answer = TRY(
          scan_.client.call("Scan", segment_request(scan_, segment, positions_.size(), at.behind)));
      auto page = TRY(client::parse_item_page(answer));
      TRY(visit_(page));
      const std::size_t items = page.items.size();
      at = {.is_over = !page.last_evaluated_key, .behind = std::move(page.last_evaluated_key)};
      if (scan_.passed) TRY(scan_.passed(segment, at, items));
    }
    return {};
  }

  void fail(Error error) {
    const MutexLock lock(mutex_);
    if (!failure_) failure_ = std::move(error);
    is_over_ = true;
  }

  const SegmentScan& scan_;
  const std::function<Status(const client::ItemPage&)>& visit_;
  std::vector<SegmentPosition> positions_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_over_ = false;
  Mutex mutex_;
  std::optional<Error> failure_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace

std::size_t segments_for(int threads) {
  return static_cast<std::size_t>(std::max(threads, 1) * kSegmentsPerThread);
}

Status scan_segments(const SegmentScan& scan,
                     const std::function<Status(const client::ItemPage&)>& visit) {
  return SegmentReaders(scan, visit).run();
}

Result<std::uint64_t> count_items(client::DynamodbClient& client, const std::string& table,
                                  int threads) {
  std::atomic<std::uint64_t> count = 0;
  const SegmentScan scan{.client = client, .table = table, .threads = threads, .counts = true};
  TRY(scan_segments(scan, [&](const client::ItemPage& page) {
    count += static_cast<std::uint64_t>(std::max<std::int64_t>(0, page.count));
    return Status();
  }));
  return count.load();
}

}  // namespace partita::cli
