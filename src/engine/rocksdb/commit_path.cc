#include "engine/rocksdb/commit_path.h"

#include <span>
#include <utility>
#include <vector>

namespace partita::engine {
namespace {

// What was brought into memory may be pushed out again before the commit comes to it. After so many
// times, all commits wait for it.
constexpr int kReadsMax = 3;

std::vector<ByteView> merged_keys(const CommitRequest& request) {
  std::vector<ByteView> keys;
  for (const auto& write : request.writes->writes()) {
    if (write.is_merged) keys.emplace_back(write.key);
  }
  return keys;
}

}  // namespace

CommitPath::CommitPath(GroupCommitter& committer, Durability durability, const PointReader& reader,
                       const ReadParts& reads)
    : committer_(committer), reader_(reader), reads_(reads) {
  if (durability == Durability::Relaxed) return;
  queue_ = std::make_unique<CommitQueue>([this](auto group) { committer_.commit(group); });
}

Task<Status> CommitPath::commit(CommitRequest request) {
  if (queue_) return commit_in_group(std::move(request));
  commit_alone(request);
  if (request.needs_disk) return commit_after_reads(std::move(request));
  return Task<Status>::ready(std::move(request.outcome));
}

Task<Status> CommitPath::commit_in_group(CommitRequest request) {
  Status outcome = co_await queue_->submit(request);
  if (request.needs_disk) co_return co_await commit_after_reads(std::move(request));
  co_return outcome;
}

void CommitPath::commit_alone(CommitRequest& request) {
  CommitRequest* const alone = &request;
  const MutexLock lock(mutex_);
  committer_.commit({&alone, 1});
}

Task<Status> CommitPath::commit_after_reads(CommitRequest request) {
  const auto keys = merged_keys(request);
  const auto ignore = [](std::size_t, std::optional<ByteView>) {};
  for (int reads = 1; request.needs_disk; ++reads) {
    Status read = co_await read_keys(reads_, reader_, keys, ignore);
    CO_TRY(read);
    request.needs_disk = false;
    if (reads == kReadsMax) request.disk_reads = DiskReads::Waited;
    if (queue_) {
      request.outcome = co_await queue_->submit(request);
    } else {
      commit_alone(request);
    }
  }
  co_return std::move(request.outcome);
}

}  // namespace partita::engine
