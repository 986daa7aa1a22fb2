#include "library/builder/batch_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "partita/base/executor.h"
#include "partita/value/measure.h"

namespace partita::builder {
namespace {

// AWS: "A single call to BatchWriteItem can transmit up to 16MB of data over the network,
// consisting of up to 25 item put or delete operations." (API_BatchWriteItem)
constexpr std::size_t kWritesMax = 25;
constexpr std::size_t kBytesMax = std::size_t{16} << 20;

using Indexes = std::vector<std::size_t>;
using Failures = std::vector<BatchOutcome::Failed>;

const api::ItemInput& subject_of(const api::WriteRequest& write) {
  return write.put_request ? write.put_request->item : write.delete_request->key;
}

bool is_same(const api::WriteRequest& left, const api::WriteRequest& right) {
  return left.put_request.has_value() == right.put_request.has_value() &&
         subject_of(left).item() == subject_of(right).item();
}

std::chrono::nanoseconds pause_before(int attempt, const BatchPolicy& policy, Random& random) {
  const auto doubled = policy.first_pause * (1LL << std::min(attempt - 1, 20));
  const auto longest = std::min<std::chrono::nanoseconds>(doubled, policy.longest_pause);
  return std::chrono::nanoseconds(random.below(static_cast<std::uint64_t>(longest.count()) + 1));
}

class BatchWriter {
 public:
  BatchWriter(SendBatch send, std::span<const TableWrite> writes, Random& random,
              const BatchPolicy& policy)
      : send_(send), writes_(writes), random_(random), policy_(policy) {}

  Task<BatchOutcome> run() {
    BatchOutcome outcome;
    for (std::size_t begin = 0; begin < writes_.size();) {
      Indexes chunk = next_chunk(begin);
      begin += chunk.size();
      Failures failures = co_await write(std::move(chunk));
      std::ranges::move(failures, std::back_inserter(outcome.failed));
    }
    outcome.written = writes_.size() - outcome.failed.size();
    std::ranges::sort(outcome.failed, {}, &BatchOutcome::Failed::index);
    co_return outcome;
  }

 private:
  Indexes next_chunk(std::size_t begin) const {
    Indexes chunk;
    std::size_t bytes = 0;
    for (std::size_t i = begin; i < writes_.size() && chunk.size() < kWritesMax; ++i) {
      bytes += size_bytes(subject_of(writes_[i].request).view());
      if (bytes > kBytesMax && !chunk.empty()) break;
      chunk.push_back(i);
    }
    return chunk;
  }

  api::BatchWriteItemRequest request_of(const Indexes& chunk) const {
    api::BatchWriteItemRequest request;
    for (const std::size_t index : chunk) {
      const TableWrite& write = writes_[index];
      auto entry = std::ranges::find(request.request_items, write.table_name,
                                     [](const auto& one) { return one.first; });
      if (entry == request.request_items.end()) {
        request.request_items.emplace_back(write.table_name, std::vector<api::WriteRequest>());
        entry = std::prev(request.request_items.end());
      }
      entry->second.push_back(write.request);
    }
    return request;
  }

  // Which writes of the chunk have come back.
  Indexes unprocessed_of(const Indexes& chunk, const api::BatchWriteItemResponse& response) const {
    Indexes left;
    if (!response.unprocessed_items) return left;
    for (const std::size_t index : chunk) {
      const TableWrite& write = writes_[index];
      const bool came_back =
          std::ranges::any_of(*response.unprocessed_items, [&](const auto& table) {
            return table.first == write.table_name &&
                   std::ranges::any_of(
                       table.second, [&](const auto& one) { return is_same(one, write.request); });
          });
      if (came_back) left.push_back(index);
    }
    return left;
  }

  Task<Failures> write(Indexes chunk) {
    for (int attempt = 1;; ++attempt) {
      const auto request = request_of(chunk);
      auto answer = co_await send_(request);
      if (!answer.ok()) co_return co_await write_singly(std::move(chunk), answer.error());
      chunk = unprocessed_of(chunk, *answer);
      if (chunk.empty()) co_return Failures{};
      if (attempt == policy_.attempts_max) co_return unprocessed(chunk);
      co_await pause(pause_before(attempt, policy_, random_));
    }
  }

  Task<Failures> write_singly(Indexes chunk, Error error) {
    Failures failures;
    if (chunk.size() == 1) {
      failures.push_back({chunk.front(), std::move(error)});
      co_return failures;
    }
    for (const std::size_t index : chunk) {
      Indexes only(1, index);
      Failures one = co_await write(std::move(only));
      std::ranges::move(one, std::back_inserter(failures));
    }
    co_return failures;
  }

  Failures unprocessed(const Indexes& left) const {
    Failures failures;
    for (const std::size_t index : left) {
      failures.push_back(
          {index, Error::unavailable(fmt::format("it was still unprocessed after {} attempts",
                                                 policy_.attempts_max))});
    }
    return failures;
  }

  SendBatch send_;
  std::span<const TableWrite> writes_;
  Random& random_;
  const BatchPolicy policy_;
};

}  // namespace

Task<BatchOutcome> send_all(SendBatch send, std::span<const TableWrite> writes, Random& random,
                            BatchPolicy policy) {
  BatchWriter writer(send, writes, random, policy);
  co_return co_await writer.run();
}

}  // namespace partita::builder
