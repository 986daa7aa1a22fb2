#include "cli/import_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "cli/display_text.h"

namespace partita::cli {
namespace {

// Of each thread: enough that none waits for the file, and not more memory than that.
constexpr std::size_t kBatchesWaitingMax = 4;

}  // namespace

void Refusals::add(std::uint64_t line, std::string_view why) {
  const MutexLock lock(mutex_);
  ++count_;
  told_.emplace_back(line, why);
  std::sort(told_.begin(), told_.end());
  if (told_.size() > kToldMax) told_.pop_back();
}

std::uint64_t Refusals::count() const {
  const MutexLock lock(mutex_);
  return count_;
}

std::string Refusals::to_text() const {
  const MutexLock lock(mutex_);
  std::string text;
  for (const auto& [line, why] : told_) text += fmt::format("line {}: {}\n", line, safe_text(why));
  if (count_ > told_.size()) text += fmt::format("and {} more\n", count_ - told_.size());
  return text;
}

ImportWriters::ImportWriters(const ImportTarget& target)
    : target_(target), key_(target.facts.key.all()) {
  for (int i = 0; i < target_.threads; ++i) lanes_.push_back(std::make_unique<Lane>());
  for (auto& lane : lanes_) threads_.emplace_back([this, &lane = *lane] { work(lane); });
}

ImportWriters::~ImportWriters() { end(); }

void ImportWriters::end() {
  {
    const MutexLock lock(mutex_);
    is_ended_ = true;
  }
  changed_.notify_all();
  threads_.clear();
}

std::size_t ImportWriters::lane_of(const ItemView& item) const {
  std::size_t hash = 0;
  for (const auto& name : key_) {
    const auto value = item.find(name);
    if (value) hash = hash * 31 + std::hash<std::string_view>()(value->bytes());
  }
  return hash % lanes_.size();
}

bool ImportWriters::put(const ItemView& item, std::uint64_t line) {
  Lane& lane = *lanes_[lane_of(item)];
  lane.filling.items.append(item);
  lane.filling.lines.push_back(line);
  if (lane.filling.items.size() == kBatchItemsMax) hand_over(lane);
  const MutexLock lock(mutex_);
  return !is_failed_;
}

void ImportWriters::hand_over(Lane& lane) {
  {
    MutexLock lock(mutex_);
    while (lane.waiting.size() >= kBatchesWaitingMax && !is_failed_) changed_.wait(lock.native());
    lane.waiting.push_back(std::exchange(lane.filling, {}));
  }
  changed_.notify_all();
}

Status ImportWriters::finish() {
  for (auto& lane : lanes_) {
    if (!lane->filling.items.is_empty()) hand_over(*lane);
  }
  end();
  const MutexLock lock(mutex_);
  return failure_ ? Status(*failure_) : Status();
}

void ImportWriters::work(Lane& lane) {
  for (;;) {
    Batch batch;
    {
      MutexLock lock(mutex_);
      while (lane.waiting.empty() && !is_ended_ && !is_failed_) changed_.wait(lock.native());
      if (lane.waiting.empty() || is_failed_) return;
      batch = std::move(lane.waiting.front());
      lane.waiting.pop_front();
    }
    changed_.notify_all();
    write(batch);
  }
}

void ImportWriters::write(const Batch& batch) {
  const auto refused = put_batch(target_.client, target_.facts.name, batch.items);
  const std::size_t count = refused.ok() ? refused->size() : batch.items.size();
  if (refused.ok()) {
    for (const auto& item : *refused) target_.refusals.add(batch.lines[item.index], item.why);
  }
  target_.progress.add(batch.items.size() - count, 0);
  const bool is_end = !refused.ok() || (!refused->empty() && !target_.skips_faults);
  if (!is_end) return;
  {
    const MutexLock lock(mutex_);
    if (!refused.ok() && !failure_) failure_ = refused.error();
    is_failed_ = true;
  }
  changed_.notify_all();
}

}  // namespace partita::cli
